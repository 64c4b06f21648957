import { distinct } from '../distinct.ts'
import type { AuthorContext } from './author-context.ts'

/**
 * Merges two author contexts. Texts come from `over`, which was said later or closer to the commit. Lists are united
 * without duplicates, those of `under` first. `undefined` if both are absent.
 */
export function mergeAuthorContexts(
  under: AuthorContext | undefined,
  over: AuthorContext | undefined,
): AuthorContext | undefined {
  if (under === undefined || over === undefined) return over ?? under
  return {
    ...under,
    ...over,
    tags: distinct([...under.tags, ...over.tags]),
    rejected: distinct([...under.rejected, ...over.rejected]),
    notes: distinct([...under.notes, ...over.notes]),
    squashSources: distinct([...under.squashSources, ...over.squashSources]),
  }
}

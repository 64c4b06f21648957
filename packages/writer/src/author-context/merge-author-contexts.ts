import { distinct } from '../distinct.ts'
import type { AuthorContext } from './author-context.ts'

/**
 * Both in one. Of texts, that of `over` holds, which is said later or closer to the commit; lists are united, those of
 * `under` first, each entry once. `undefined` where neither says anything.
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

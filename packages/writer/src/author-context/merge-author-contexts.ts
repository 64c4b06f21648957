import { distinct } from '../distinct.ts'
import type { AuthorContext } from './author-context.ts'

/**
 * Merges two author contexts. Texts come from `override`, which was said later or closer to the commit. Lists are
 * united without duplicates, those of `base` first. `undefined` if both are absent.
 */
export function mergeAuthorContexts(
  base: AuthorContext | undefined,
  override: AuthorContext | undefined,
): AuthorContext | undefined {
  if (base === undefined || override === undefined) return override ?? base
  return {
    ...base,
    ...override,
    tags: distinct([...base.tags, ...override.tags]),
    rejected: distinct([...base.rejected, ...override.rejected]),
    notes: distinct([...base.notes, ...override.notes]),
    squashSources: distinct([...base.squashSources, ...override.squashSources]),
  }
}

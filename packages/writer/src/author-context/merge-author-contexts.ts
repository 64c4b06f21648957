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
    tags: united(under.tags, over.tags),
    rejected: united(under.rejected, over.rejected),
    notes: united(under.notes, over.notes),
    squashSources: united(under.squashSources, over.squashSources),
  }
}

function united<T>(under: readonly T[], over: readonly T[]): readonly T[] {
  return [...new Map([...under, ...over].map((entry) => [JSON.stringify(entry), entry])).values()]
}

import type { AuthorContext } from './author-context.ts'

/** Returns an author context without what another one has too, such as what was recorded of it. */
export function withoutAuthorContext(author: AuthorContext, removed: AuthorContext): AuthorContext {
  const { dependencies, reasoning, task, ...lists } = author
  return {
    ...(task !== removed.task && task !== undefined && { task }),
    ...(reasoning !== removed.reasoning && reasoning !== undefined && { reasoning }),
    ...(dependencies !== removed.dependencies && dependencies !== undefined && { dependencies }),
    tags: without(lists.tags, removed.tags),
    rejected: without(lists.rejected, removed.rejected),
    notes: without(lists.notes, removed.notes),
    squashSources: without(lists.squashSources, removed.squashSources),
  }
}

function without<Entry>(entries: readonly Entry[], removed: readonly Entry[]): readonly Entry[] {
  const known = new Set(removed.map((entry) => JSON.stringify(entry)))
  return entries.filter((entry) => !known.has(JSON.stringify(entry)))
}

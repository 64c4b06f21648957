import { noteId } from '@chronicle/core/text'
import { omitEmpty, omitUndefined } from '@chronicle/schema'
import type { AuthorContext } from './author-context.ts'
import { mergeAuthorContexts } from './merge-author-contexts.ts'
import type { PendingContext } from './pending-context.ts'

/** Adds statements to a pending context. The times are those of `added`. Notes that are there already are counted. */
export function addToPending(before: PendingContext, added: PendingContext): PendingContext {
  const { author, unknownKeys } = before
  const known = new Set(author.notes.map(noteId))
  const saidAgain = new Map(before.saidAgain)
  for (const id of added.author.notes.map(noteId)) if (known.has(id)) saidAgain.set(id, (saidAgain.get(id) ?? 0) + 1)
  return {
    ...added,
    author: mergeAuthorContexts(author, added.author) ?? added.author,
    ...omitEmpty({ saidAgain }),
    ...omitUndefined({ unknownKeys }),
  }
}

/**
 * Returns a pending context without what was recorded of it. `recorded`: the context as it was read then. A note that
 * was said again since, in the same words, stays: it is about the next commit.
 */
export function withoutRecorded(now: PendingContext, recorded: PendingContext): PendingContext {
  const { saidAgain: counts, ...rest } = now
  const isSaidSince = (id: string): boolean => (counts?.get(id) ?? 0) > (recorded.saidAgain?.get(id) ?? 0)
  const removed = recorded.author.notes.filter((note) => !isSaidSince(noteId(note)))
  const author = withoutAuthorContext(now.author, { ...recorded.author, notes: removed })
  // What stays keeps its count: a commit that has read the note before may still be recorded.
  const gone = new Set(removed.map(noteId))
  const saidAgain = new Map([...(counts ?? [])].filter(([id]) => !gone.has(id)))
  return { ...rest, author, ...omitEmpty({ saidAgain }) }
}

function withoutAuthorContext(author: AuthorContext, removed: AuthorContext): AuthorContext {
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

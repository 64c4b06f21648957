import { noteId } from '@chronicle/core/text'
import { omitEmpty, omitUndefined } from '@chronicle/schema'
import type { AuthorContext, AuthorNote } from './author-context.ts'
import { mergeAuthorContexts } from './merge-author-contexts.ts'
import type { PendingContext } from './pending-context.ts'

/** Adds statements to a pending context. The times are those of `added`. Statements that are there already are counted. */
export function addToPending(before: PendingContext, added: PendingContext): PendingContext {
  const { author, unknownKeys } = before
  const known = new Set(idsOf(author))
  const saidAgain = new Map(before.saidAgain)
  for (const id of idsOf(added.author)) if (known.has(id)) saidAgain.set(id, (saidAgain.get(id) ?? 0) + 1)
  return {
    ...added,
    author: mergeAuthorContexts(author, added.author) ?? added.author,
    ...omitEmpty({ saidAgain }),
    ...omitUndefined({ unknownKeys }),
  }
}

/**
 * Returns a pending context without what was recorded of it. `recorded`: the context as it was read then. A statement
 * that was made again since, in the same words, stays: it is about the next commit.
 */
export function withoutRecorded(now: PendingContext, recorded: PendingContext): PendingContext {
  const { saidAgain: counts, ...rest } = now
  const isSaidSince = (id: string): boolean => (counts?.get(id) ?? 0) > (recorded.saidAgain?.get(id) ?? 0)
  const gone = new Set(idsOf(recorded.author).filter((id) => !isSaidSince(id)))
  const author = withoutStatements(now.author, gone)
  // What stays was added since, so its time is that of the last addition.
  const isShorter = idsOf(author).length < idsOf(now.author).length
  const createdAt = isShorter ? (now.changedAt ?? now.createdAt) : now.createdAt
  // What stays keeps its count: a commit that has read the statement before may still be recorded.
  const saidAgain = new Map([...(counts ?? [])].filter(([id]) => !gone.has(id)))
  return { ...rest, author, createdAt, ...omitEmpty({ saidAgain }) }
}

const TEXTS = ['task', 'reasoning', 'dependencies'] as const
const LISTS = ['tags', 'rejected', 'notes', 'squashSources'] as const

/** Returns an id for each statement. That of a note is the one that people see. */
function idsOf(author: AuthorContext): readonly string[] {
  return [
    ...TEXTS.filter((key) => author[key] !== undefined).map((key) => idOf(key, author[key])),
    ...LISTS.flatMap((key) => author[key].map((entry) => idOf(key, entry))),
  ]
}

function idOf(key: keyof AuthorContext, statement: unknown): string {
  if (key === 'notes') return noteId(statement as AuthorNote)
  return `${key} ${noteId({ text: JSON.stringify(statement) })}`
}

function withoutStatements(author: AuthorContext, gone: ReadonlySet<string>): AuthorContext {
  const kept = (key: keyof AuthorContext, statement: unknown): boolean => !gone.has(idOf(key, statement))
  const texts = TEXTS.filter((key) => author[key] !== undefined && kept(key, author[key]))
  return {
    ...Object.fromEntries(texts.map((key) => [key, author[key]])),
    tags: author.tags.filter((tag) => kept('tags', tag)),
    rejected: author.rejected.filter((alternative) => kept('rejected', alternative)),
    notes: author.notes.filter((note) => kept('notes', note)),
    squashSources: author.squashSources.filter((source) => kept('squashSources', source)),
  }
}

import {
  err,
  formatTimestamp,
  ok,
  omitEmpty,
  omitUndefined,
  parseTimestamp,
  type CodedError,
  type Result,
} from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import { NOTE_KINDS, type AuthorContext, type AuthorNote } from './author-context.ts'

/** The identifier of the format of `pending-context.json`. */
export const PENDING_CONTEXT_SCHEMA = 'chronicle-pending-context/v1'

/** Default lifetime of a pending context, in milliseconds: one day. */
export const DEFAULT_PENDING_LIFETIME: number = 24 * 60 * 60 * 1000

/** The author's statements for the next commit, and when they expire. Times are milliseconds since the epoch. */
export interface PendingContext {
  readonly author: AuthorContext
  readonly createdAt: number
  readonly expiresAt: number
  /** How often notes were said once more in the same words, by their id (see `noteId`). Absent: none was. */
  readonly saidAgain?: ReadonlyMap<string, number>
  /** Keys that this version does not know. They are kept when the context is written again. */
  readonly unknownKeys?: Readonly<Record<string, unknown>>
}

/** The text of a pending context is invalid. `data.problems` lists everything that is wrong. */
export type PendingContextError = CodedError<'invalid_pending_context'>

const KNOWN = [
  ...['$schema', 'created_at', 'expires_at', 'task', 'reasoning', 'dependencies'],
  ...['tags', 'rejected', 'notes', 'squash_sources', 'said_again'],
]

/**
 * Parses the text of `pending-context.json`. It is never used in part: one invalid value is an error that names it, and
 * the file is left for its author to fix.
 */
export function parsePendingContext(text: string): Result<PendingContext, PendingContextError> {
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (cause) {
    return invalid([`it is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`])
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return invalid(['it is not a JSON object'])
  const document = json as Readonly<Record<string, unknown>>
  if (document['$schema'] !== PENDING_CONTEXT_SCHEMA) {
    const found = JSON.stringify(document['$schema']) ?? 'none'
    return invalid([`"$schema" is ${found.slice(0, 100)}, and only "${PENDING_CONTEXT_SCHEMA}" can be read`])
  }
  const problems: string[] = []
  const fields = createFieldReader(document, problems)
  const createdAt = fields.time('created_at')
  if (createdAt === undefined && document['created_at'] === undefined) problems.push('"created_at" is missing')
  const expiresAt = fields.time('expires_at') ?? (createdAt ?? 0) + DEFAULT_PENDING_LIFETIME
  const [task, reasoning, dependencies] = [fields.text('task'), fields.text('reasoning'), fields.text('dependencies')]
  const author: AuthorContext = {
    ...omitUndefined({ task, reasoning, dependencies }),
    tags: fields.texts('tags'),
    rejected: fields.records('rejected', ['approach', 'reason'], []),
    notes: fields.records('notes', ['text'], ['place', 'kind', 'on']).map(knownKind),
    squashSources: fields.texts('squash_sources'),
  }
  if (problems.length > 0 || createdAt === undefined) return invalid(problems)
  // A wrong count only leads to a note that is recorded twice, or once.
  const counts = Object.entries(document['said_again'] ?? {}).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  )
  const unknown = Object.entries(document).filter(([key]) => !KNOWN.includes(key))
  return ok({
    author,
    createdAt,
    expiresAt,
    ...omitEmpty({ saidAgain: new Map(counts) }),
    ...(unknown.length > 0 && { unknownKeys: Object.fromEntries(unknown) }),
  })
}

/** An unknown kind, perhaps of a later version, is treated as a remark. */
function knownKind({ kind, ...note }: Omit<AuthorNote, 'kind'> & { readonly kind?: string }): AuthorNote {
  const known = NOTE_KINDS.find((each) => each === kind)
  return known === undefined ? note : { ...note, kind: known }
}

/** Formats the text of `pending-context.json` as JSON that people can read. */
export function formatPendingContext({ author, createdAt, expiresAt, saidAgain, unknownKeys }: PendingContext): string {
  const { task, reasoning, dependencies, tags, rejected, notes, squashSources } = author
  const document = {
    $schema: PENDING_CONTEXT_SCHEMA,
    created_at: formatTimestamp(createdAt),
    expires_at: formatTimestamp(expiresAt),
    task,
    reasoning,
    dependencies,
    ...omitEmpty({
      tags,
      rejected: rejected.map(({ approach, reason }) => ({ approach, reason })),
      notes,
      squash_sources: squashSources,
      said_again: saidAgain && Object.fromEntries(saidAgain),
    }),
  }
  return `${JSON.stringify({ ...unknownKeys, ...document }, undefined, 2)}\n`
}

/** Whether a pending context is too old to belong to a commit made at `now`, in milliseconds since the epoch. */
export function isExpired({ expiresAt }: PendingContext, now: number): boolean {
  return now >= expiresAt
}

interface FieldReader {
  text(key: string): string | undefined
  time(key: string): number | undefined
  texts(key: string): readonly string[]
  records<Required extends string, Optional extends string>(
    key: string,
    required: readonly Required[],
    optional: readonly Optional[],
  ): readonly (Readonly<Record<Required, string>> & Readonly<Partial<Record<Optional, string>>>)[]
}

function createFieldReader(document: Readonly<Record<string, unknown>>, problems: string[]): FieldReader {
  const list = (key: string): readonly unknown[] => {
    const value = document[key] ?? []
    if (Array.isArray(value)) return value
    problems.push(`"${key}" is no list`)
    return []
  }
  return {
    text(key) {
      const value = document[key]
      if (value === undefined) return undefined
      if (typeof value !== 'string') problems.push(`"${key}" is no text`)
      else if (value.trim() !== '') return value
      return undefined
    },
    time(key) {
      const value = document[key]
      if (value === undefined) return undefined
      const time = typeof value === 'string' ? parseTimestamp(value) : undefined
      if (time === undefined) problems.push(`"${key}" is no time such as 2026-01-31T12:00:00Z`)
      return time
    },
    texts(key) {
      const texts = list(key)
      texts.forEach((text, index) => {
        if (typeof text !== 'string') problems.push(`"${key}[${index}]" is no text`)
      })
      return texts.filter((text): text is string => typeof text === 'string' && text.trim() !== '')
    },
    records<Required extends string, Optional extends string>(
      key: string,
      required: readonly Required[],
      optional: readonly Optional[],
    ) {
      return list(key).flatMap((entry, index) => {
        const place = `"${key}[${index}]`
        if (typeof entry !== 'object' || entry === null) {
          problems.push(`${place}" is no object`)
          return []
        }
        const record = entry as Readonly<Record<string, unknown>>
        const wrong = [
          ...required.filter((name) => typeof record[name] !== 'string' || record[name].trim() === ''),
          ...optional.filter((name) => record[name] !== undefined && typeof record[name] !== 'string'),
        ]
        problems.push(...wrong.map((name) => `${place}.${name}" is no text`))
        if (wrong.length > 0) return []
        const known = [...required, ...optional].filter((name) => record[name] !== undefined)
        return [
          Object.fromEntries(known.map((name) => [name, record[name]])) as Readonly<Record<Required, string>> &
            Readonly<Partial<Record<Optional, string>>>,
        ]
      })
    },
  }
}

function invalid(problems: readonly string[]): Result<never, PendingContextError> {
  const message = `The pending context cannot be used: ${problems.join('; ')}. Fix the file, or remove it with: git chronicle context clear`
  return err(codedError('invalid_pending_context', message, { data: { problems } }))
}

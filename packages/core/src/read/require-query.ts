import { err, ok, RECORDED_KINDS, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import {
  describeValue,
  findUnknownArgument,
  requireArguments,
  type ArgumentKind,
} from '../contracts/require-arguments.ts'
import { REMEDY_STYLES } from '../contracts/formatter.ts'
import { CHANGE_FORMS } from '../queries/check/check-query.ts'
import { nearestSpelling } from '../text/nearest-spelling.ts'
import { OUTPUT_FORMATS } from './read-query.ts'

/** The kinds of arguments that are the same in every query. Paths and counts are checked where they are used. */
const KINDS: Readonly<Record<string, ArgumentKind>> = {
  anchor: 'text?',
  lines: 'lines?',
  at: 'text?',
  since: 'text?',
  before: 'text?',
  range: 'text?',
  revision: 'text?',
  pattern: 'text?',
  paths: 'texts?',
  kinds: 'texts?',
  tags: 'texts?',
  sources: 'texts?',
  followRelated: 'boolean?',
  exactName: 'boolean?',
  fixedStrings: 'boolean?',
  ignoreCase: 'boolean?',
  all: 'boolean?',
  verbose: 'boolean?',
  historyUntil: 'signal?',
  format: [...OUTPUT_FORMATS, undefined],
  remedies: [...REMEDY_STYLES, undefined],
}

/** All argument names of a query. The record type makes a missing name a compile error. */
export type QueryParts<Q> = Readonly<Record<keyof Q, true>>

/** Names that other queries, or git, use for the same arguments. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  file: ['path', 'paths', 'files'],
  files: ['path', 'paths', 'file'],
  paths: ['path', 'file', 'files'],
  revision: ['commit', 'rev', 'at'],
  at: ['commit', 'rev', 'revision', 'ref'],
  change: ['range', 'staged', 'worktree', 'rev', 'revision', 'commit', 'at'],
  limit: ['max', 'maxResults', 'maxCount'],
  maxTokens: ['budget', 'max_tokens', 'tokens'],
}

/** Arguments that are required in the queries that have them. */
const REQUIRED: Readonly<Record<string, ArgumentKind>> = { file: 'text', files: 'texts' }

/**
 * Validates a query. Returns it without a `maxTokens` of 0, which means no limit. Rejects unknown argument names, which
 * would otherwise be ignored, and values of a wrong type.
 */
export function requireQuery<Q extends object>(query: Q, parts: QueryParts<Q>): Result<Q, CodedError<'invalid_query'>> {
  const known = Object.keys(parts)
  const required = Object.entries(REQUIRED).filter(([name]) => known.includes(name))
  const kinds: Readonly<Record<string, ArgumentKind>> = { ...KINDS, ...Object.fromEntries(required) }
  return requireArguments<Q, 'invalid_query'>(query, {}, 'invalid_query').andThen((given) => {
    const unknown = findUnknownArgument(given, known, '', (name) => nearestPart(name, known))
    if (unknown !== undefined) return err(codedError('invalid_query', unknown.message, { data: unknown.data }))
    return requireArguments<Q, 'invalid_query'>(given, kinds, 'invalid_query')
      .andThen(requireRecordedKinds)
      .map(withoutZeroLimit)
  })
}

function requireRecordedKinds<Q extends { readonly kinds?: readonly unknown[] }>(
  query: Q,
): Result<Q, CodedError<'invalid_query'>> {
  const all: readonly unknown[] = RECORDED_KINDS
  const wrong = query.kinds?.find((kind) => !all.includes(kind))
  if (wrong === undefined) return ok(query)
  const message = `${describeValue(wrong)} is no value of kinds. There are: ${RECORDED_KINDS.join(', ')}.`
  return err(codedError('invalid_query', message))
}

function withoutZeroLimit<Q extends object>(query: Q): Q {
  if (!('maxTokens' in query) || query.maxTokens !== 0) return query
  const { maxTokens: _, ...rest } = query
  return rest as Q
}

function nearestPart(unknown: string, known: readonly string[]): string | undefined {
  const nearest = known.find((name) => SYNONYMS[name]?.includes(unknown)) ?? nearestSpelling(unknown, known)
  return nearest === 'change' ? `change: ${CHANGE_FORMS}` : nearest
}

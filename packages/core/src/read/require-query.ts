import { err, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import { requireArguments, type ArgumentKind } from '../contracts/require-arguments.ts'
import { CHANGE_FORMS } from '../queries/check/check-query.ts'
import { nearestSpelling } from '../text/nearest-spelling.ts'

/**
 * The kinds of arguments that are the same in every query. Paths, counts and choices are checked where they are used.
 */
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
 * Rejects a query with an unknown argument, which would otherwise be ignored, or with an argument of the wrong type.
 */
export function requireQuery<Q extends object>(query: Q, parts: QueryParts<Q>): Result<Q, CodedError<'invalid_query'>> {
  const known = Object.keys(parts)
  const required = Object.entries(REQUIRED).filter(([name]) => known.includes(name))
  const kinds: Readonly<Record<string, ArgumentKind>> = { ...KINDS, ...Object.fromEntries(required) }
  return requireArguments<Q, 'invalid_query'>(query, {}, 'invalid_query').andThen((given) => {
    const unknown = Object.entries(given).find(([name, value]) => value !== undefined && !known.includes(name))?.[0]
    if (unknown !== undefined) return err(unknownPart(unknown, known))
    return requireArguments<Q, 'invalid_query'>(given, kinds, 'invalid_query')
  })
}

function unknownPart(unknown: string, known: readonly string[]): CodedError<'invalid_query'> {
  const nearest = known.find((name) => SYNONYMS[name]?.includes(unknown)) ?? nearestSpelling(unknown, known)
  const form = nearest === 'change' ? `: ${CHANGE_FORMS}` : ''
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}${form}?`
  const message = `There is no argument ${JSON.stringify(unknown.slice(0, 60))} here.${hint} It takes: ${known.join(', ')}.`
  return codedError('invalid_query', message, { data: { argument: unknown, known } })
}

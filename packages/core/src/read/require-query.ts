import type { CodedError, Result } from '@chronicle/schema'
import { requireArguments, type ArgumentKind } from '../contracts/require-arguments.ts'

/** What a part of a question is, whichever question has it. Paths, counts and choices are checked where they are used. */
const KINDS: Readonly<Record<string, ArgumentKind>> = {
  anchor: 'text?',
  change: 'object?',
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

/** Refuses a question whose parts have another type than they have to. */
export function requireQuery<Q extends object>(query: Q): Result<Q, CodedError<'invalid_query'>> {
  return requireArguments<Q, 'invalid_query'>(query, KINDS, 'invalid_query')
}

import { codedError, findUnknownArgument } from '@chronicle/core/contracts'
import type { CodedError } from '@chronicle/schema'
import type { Chronicle } from './chronicle.ts'

type CheckedMethod =
  | ('read' | 'deps' | 'check' | 'lookup' | 'history' | 'summary' | 'status' | 'show' | 'log' | 'grep')
  | ('flag' | 'flagAnnotation' | 'takeBackFlags' | 'correct' | 'supersede' | 'retract' | 'reattach' | 'acknowledge')
  | ('scrub' | 'annotate' | 'record' | 'retrieve' | 'review' | 'reviewCommit')

/** All option names of a method. The record type makes a missing name a compile error. */
type Options<Name extends CheckedMethod> = Readonly<Record<keyof NonNullable<Parameters<Chronicle[Name]>[1]>, true>>

const CALL: Options<'read'> = { signal: true, onProgress: true }
const CORRECT: Options<'flag'> = { ...CALL, dryRun: true, notesRefs: true, allowedSecrets: true }
const STORE: Options<'annotate'> = { ...CALL, dryRun: true, tool: true, notesRef: true, allowedSecrets: true }
const REVIEW: Options<'review'> = { ...CALL, notesRefs: true, allowedSecrets: true, redactor: true }

const OPTIONS: { readonly [Name in CheckedMethod]: Options<Name> } = {
  ...{ read: CALL, deps: CALL, check: CALL, lookup: CALL, history: CALL, summary: CALL },
  ...{ status: CALL, show: CALL, log: CALL, grep: CALL, retrieve: CALL },
  ...{ flag: CORRECT, flagAnnotation: CORRECT, takeBackFlags: CORRECT, correct: CORRECT, supersede: CORRECT },
  ...{ retract: CORRECT, reattach: CORRECT, acknowledge: CORRECT, scrub: CORRECT },
  ...{ annotate: STORE, record: STORE, review: REVIEW, reviewCommit: REVIEW },
}

/**
 * Returns the error for an option that the method does not have and would ignore, or `undefined` if it has all of them.
 */
export function findUnknownOption(method: string, given: unknown): CodedError<'unsupported'> | undefined {
  const known = Object.hasOwn(OPTIONS, method) ? OPTIONS[method as CheckedMethod] : undefined
  if (known === undefined || typeof given !== 'object' || given === null) return undefined
  const unknown = findUnknownArgument(given, Object.keys(known), 'options.')
  return unknown && codedError('unsupported', unknown.message, { data: unknown.data })
}

import { codedError, findUnknownArgument } from '@chronicle/core/contracts'
import type { CodedError } from '@chronicle/schema'
import type { Chronicle } from './chronicle.ts'

type Checked =
  | ('read' | 'deps' | 'check' | 'lookup' | 'history' | 'summary' | 'status' | 'show' | 'log' | 'grep')
  | ('flag' | 'flagAnnotation' | 'takeBackFlags' | 'correct' | 'supersede' | 'retract' | 'reattach' | 'acknowledge')
  | ('scrub' | 'annotate' | 'record' | 'retrieve' | 'review' | 'reviewCommit')

/** All options of a method, which a list might lack one of that was added later. */
type Options<Name extends Checked> = Readonly<Record<keyof NonNullable<Parameters<Chronicle[Name]>[1]>, true>>

const CALL: Options<'read'> = { signal: true, onProgress: true }
const CORRECT: Options<'flag'> = { ...CALL, dryRun: true, notesRefs: true, allowedSecrets: true }
const STORE: Options<'annotate'> = { ...CALL, dryRun: true, tool: true, notesRef: true, allowedSecrets: true }
const REVIEW: Options<'review'> = { ...CALL, notesRefs: true, allowedSecrets: true, redactor: true }

const OPTIONS: { readonly [Name in Checked]: Options<Name> } = {
  ...{ read: CALL, deps: CALL, check: CALL, lookup: CALL, history: CALL, summary: CALL },
  ...{ status: CALL, show: CALL, log: CALL, grep: CALL, retrieve: CALL },
  ...{ flag: CORRECT, flagAnnotation: CORRECT, takeBackFlags: CORRECT, correct: CORRECT, supersede: CORRECT },
  ...{ retract: CORRECT, reattach: CORRECT, acknowledge: CORRECT, scrub: CORRECT },
  ...{ annotate: STORE, record: STORE, review: REVIEW, reviewCommit: REVIEW },
}

/** The error of a call with an option that its method does not have, and would not heed. `undefined`: it has all. */
export function findUnknownOption(method: string, given: unknown): CodedError<'unsupported'> | undefined {
  const known = Object.hasOwn(OPTIONS, method) ? OPTIONS[method as Checked] : undefined
  if (known === undefined || typeof given !== 'object' || given === null) return undefined
  const unknown = findUnknownArgument(given, Object.keys(known), 'options.')
  return unknown && codedError('unsupported', unknown.message, { data: unknown.data })
}

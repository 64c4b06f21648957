import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from './coded-error.ts'
import {
  describeValue,
  findUnknownArgument,
  isSignal,
  requireArguments,
  type ArgumentKind,
} from './require-arguments.ts'

/** The kinds of options. An option has the same kind in every method that takes it. */
const KINDS: Readonly<Record<string, ArgumentKind>> = {
  ...{ signal: 'signal?', onProgress: 'function?' },
  ...{ notesRef: 'notesRef?', notesRefs: 'notesRefs?', allowedSecrets: 'list?', redactor: 'object?', tool: 'text?' },
  ...{ remote: 'text?', paths: 'texts?', branch: 'text?', commits: 'texts?', commitMapFile: 'text?' },
  ...{ dryRun: 'boolean?', mayAsk: 'boolean?', store: 'boolean?', copies: 'boolean?', force: 'boolean?' },
  ...{ gitAppraise: 'boolean?', keepUnknown: 'boolean?' },
  ...{ authors: 'map?', discussions: 'map?', agentLimits: 'object?' },
  ...{ concurrency: 'amount?', commitsAtOnce: 'amount?', bytesAtOnce: 'amount?', batchCommits: 'amount?' },
  ...{ batchMilliseconds: 'amount?', maxFileBytes: 'amount?', maxDiffLines: 'amount?', maxOutputTokens: 'amount?' },
  ...{ maxCommits: 'amount?', maxNotes: 'amount?', findingsPerKind: 'amount?' },
}

/**
 * Validates the options of a method, which untyped callers may get wrong. Rejects values of a wrong kind and, if the
 * names in `known` are given, other names, which would be ignored. Absent options are valid. `within`: `options.` if
 * the options are not the first argument.
 */
export function requireOptions<Code extends string>(
  given: unknown,
  code: Code,
  { known, within = '' }: { readonly known?: readonly string[]; readonly within?: 'options.' | '' } = {},
): Result<void, CodedError<Code>> {
  if (given === undefined) return ok()
  if (typeof given !== 'object' || given === null || Array.isArray(given) || isSignal(given))
    return err(codedError(code, notOptions(given, within)))
  const unknown = known && findUnknownArgument(given, known, within)
  if (unknown !== undefined) return err(codedError(code, unknown.message, { data: unknown.data }))
  return requireArguments<Readonly<Record<string, unknown>>, Code>({ ...given }, KINDS, code, within).map(
    () => undefined,
  )
}

function notOptions(given: unknown, within: string): string {
  const subject = within === '' ? 'The arguments are' : 'The argument options is'
  if (isSignal(given)) return `${subject} an AbortSignal. Give it as { signal }.`
  return `${subject} ${describeValue(given)}. Give an object that names them${within === '' ? '' : ', or leave it out'}.`
}

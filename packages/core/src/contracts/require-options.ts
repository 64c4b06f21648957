import { err, ok, parseNotesRef, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from './coded-error.ts'
import { findUnknownArgument, quoted, requireArguments, type ArgumentKind } from './require-arguments.ts'

/** The kinds of options. An option has the same kind in every method that takes it. */
const KINDS: Readonly<Record<string, ArgumentKind>> = {
  ...{ signal: 'signal?', onProgress: 'function?' },
  ...{ notesRef: 'text?', notesRefs: 'texts?', allowedSecrets: 'list?', redactor: 'object?', tool: 'text?' },
  ...{ remote: 'text?', paths: 'texts?', branch: 'text?', commits: 'texts?', commitMapFile: 'text?' },
  ...{ dryRun: 'boolean?', mayAsk: 'boolean?', store: 'boolean?', copies: 'boolean?', force: 'boolean?' },
  ...{ keepUnknown: 'boolean?', asking: ['ask', 'estimate', undefined], kind: ['github', 'gitlab', undefined] },
  ...{ range: 'text?', commit: 'text?', from: 'text?', session: 'text?', input: 'object?' },
  ...{ repository: 'text?', host: 'text?', token: 'text?', files: 'list?' },
  ...{ authors: 'map?', discussions: 'map?', agentLimits: 'object?' },
  ...{ concurrency: 'amount?', commitsAtOnce: 'amount?', bytesAtOnce: 'amount?', batchCommits: 'amount?' },
  ...{ batchMilliseconds: 'amount?', maxFileBytes: 'amount?', maxDiffLines: 'amount?', maxOutputTokens: 'amount?' },
  ...{ maxCommits: 'amount?', maxNotes: 'amount?', findingsPerKind: 'amount?' },
}

/** The kinds of the options that every call takes. */
const CALL_KINDS = { signal: KINDS['signal'], onProgress: KINDS['onProgress'] } as const

/** Validates the options of a call, which may be part of a larger object: only those that every call takes. */
export function requireCallOptions<Code extends string>(given: unknown, code: Code): Result<void, CodedError<Code>> {
  return requireArguments(given === undefined ? {} : (given as object), CALL_KINDS, code, 'options.').map(
    () => undefined,
  )
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
  return requireArguments<CheckedOptions, Code>(given as CheckedOptions, {}, code, within).andThen((options) => {
    const unknown = known && findUnknownArgument(options, known, within)
    if (unknown !== undefined) return err(codedError(code, unknown.message, { data: unknown.data }))
    return requireArguments({ ...options }, KINDS, code, within).andThen((checked) => {
      const wrong = findWrongRef(checked)
      return wrong === undefined ? ok() : err(codedError(code, wrong))
    })
  })
}

interface CheckedOptions {
  readonly notesRef?: string | undefined
  readonly notesRefs?: readonly string[] | undefined
}

function findWrongRef({ notesRef, notesRefs }: CheckedOptions): string | undefined {
  if (notesRefs?.length === 0) return 'The list notesRefs is empty. Name at least one ref, or leave it out.'
  const refs = [...(notesRefs ?? []), ...(notesRef === undefined ? [] : [notesRef])]
  const wrong = refs.find((ref) => parseNotesRef(ref) === undefined)
  if (wrong === undefined) return undefined
  return `${quoted(wrong)} is no notes ref. Give its full name, such as refs/notes/chronicle.`
}

import { codedError, requireArguments, requireOptions, type Redactor } from '@chronicle/core/contracts'
import { err, ok, safeTry, type CodedError, type Result } from '@chronicle/schema'
import type { AnnotationWriter } from '../annotation-writer.ts'

/** Rejects a writer that is none, as an untyped caller may pass. */
export function requireWriter(writer: AnnotationWriter): Result<AnnotationWriter, CodedError<'unsupported'>> {
  return requireArguments({ writer }, { writer: 'object' }, 'unsupported').andThen(() =>
    requireArguments(writer, { name: 'text', write: 'function' }, 'unsupported', 'writer.'),
  )
}

/** The parts of a run that its caller provides. */
interface RunParts {
  readonly writer: AnnotationWriter
  readonly redactor: Redactor
}

/** Validates what an untyped caller may get wrong before a run begins. */
export function requireRun(
  { writer, redactor }: RunParts,
  commits: unknown,
  options: { readonly replace?: unknown },
): Result<void, CodedError<'unsupported'>> {
  return safeTry(function* () {
    yield* requireArguments({ commits, redactor }, { commits: 'texts', redactor: 'object' }, 'unsupported')
    yield* requireArguments(redactor, { redact: 'function' }, 'unsupported', 'redactor.')
    yield* requireWriter(writer)
    yield* requireOptions(options, 'unsupported')
    return isReplaceable(options.replace) ? ok() : err(codedError('unsupported', NOT_REPLACEABLE))
  })
}

const NOT_REPLACEABLE = 'The argument replace is neither true nor a Set of commits. Give one of them, or leave it out.'

function isReplaceable(replace: unknown): boolean {
  if (replace === undefined || replace === true) return true
  return typeof replace === 'object' && replace !== null && 'has' in replace && typeof replace.has === 'function'
}

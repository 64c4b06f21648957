import { catchDefects, type ResultAsync } from '@chronicle/schema'
import { codedError, reasonOf, type CallOptions } from '@chronicle/core/contracts'
import type { AnnotationWriter, WriterError, WriterOutcome } from '../annotation-writer.ts'
import type { CommitContext } from '../commit-context.ts'

/** Asks a writer about a commit. If it throws, or returns no `Result` or an error without a code, that is its error. */
export function askGuarded(
  writer: AnnotationWriter,
  context: CommitContext,
  call: CallOptions,
): ResultAsync<WriterOutcome, WriterError> {
  return catchDefects(
    () => writer.write(context, call),
    (cause) => writerDefect(writer, 'failed', cause),
  ).mapErr((error) => (isCoded(error) ? error : writerDefect(writer, 'failed without a code', error)))
}

/** A writer in JavaScript can fail with anything. */
function isCoded(error: unknown): boolean {
  const { code, message } = (error ?? {}) as Partial<WriterError>
  return typeof code === 'string' && typeof message === 'string'
}

/** Returns the error of a writer that broke its contract. `thrown`: what was thrown, if anything was. */
export function writerDefect({ name }: AnnotationWriter, what: string, ...thrown: readonly unknown[]): WriterError {
  const [reason = ''] = thrown.map((cause) => `: ${reasonOf(cause)}`)
  return codedError('internal_error', `The writer ${name} ${what}${reason}.`, { cause: thrown[0] })
}

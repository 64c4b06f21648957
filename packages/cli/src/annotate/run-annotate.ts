import { safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import type { AnnotateReceipt } from '@chronicle/core/annotate'
import type { CommandHost } from '../host/command-host.ts'
import { withRepository } from '../host/with-repository.ts'
import { reportFailure } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import type { AnnotateFlags } from './annotate-flags.ts'
import { formatReceipt } from './format-receipt.ts'
import { readDocument } from './read-document.ts'
import { resolveInputPaths } from './resolve-input-paths.ts'
import { showExpectedShape } from './show-expected-shape.ts'
import { printReceipt } from '../host/print-receipt.ts'
import { openSession, type WritingSession } from '../writing/open-session.ts'

/** Runs one `annotate --live`: reads the document, stores it, and prints a confirmation. */
export async function runAnnotate(host: CommandHost, flags: AnnotateFlags): Promise<void> {
  const { io } = host
  const { writer: _, ...others } = flags
  const input = await readDocument(flags, io)
  if (input.isErr()) return reportFailure(io, input.error)
  await withRepository(host, openSession(host, others), async function* (session) {
    const receipt = yield* (await showProgress(io, 'Annotating …', store(session, input.value, flags))).mapErr(
      showExpectedShape,
    )
    printReceipt(io, receipt, flags.format, formatReceipt)
  })
}

function store(
  { repository, info, notesRef, settings, call }: WritingSession,
  input: unknown,
  flags: Pick<AnnotateFlags, 'dryRun'>,
): ResultAsync<AnnotateReceipt, CodedError> {
  return safeTry(async function* () {
    const resolved = yield* resolveInputPaths(input, { git: repository.git, prefix: info.prefix, call })
    return repository.annotate(resolved, {
      ...call,
      notesRef,
      allowedSecrets: settings.redactAllow,
      dryRun: flags.dryRun ?? false,
    })
  })
}

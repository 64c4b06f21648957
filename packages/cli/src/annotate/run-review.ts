import type { CommandHost } from '../host/command-host.ts'
import { withRepository } from '../host/with-repository.ts'
import { showProgress } from '../host/show-progress.ts'
import { renderReview } from '../doctor/format-report.ts'
import { openSession } from '../writing/open-session.ts'
import type { AnnotateFlags } from './annotate-flags.ts'
import { printReceipt } from '../host/print-receipt.ts'

/** Runs one `annotate --review`: prints the annotation of a commit and the problems found in it. Writes nothing. */
export async function runReview(host: CommandHost, flags: AnnotateFlags): Promise<void> {
  const { io } = host
  const { commit = 'HEAD', format, writer: _, ...others } = flags
  await withRepository(host, openSession(host, others), async function* ({ repository, settings, call }) {
    const { notesRefs, redactAllow: allowedSecrets } = settings
    const review = repository.reviewCommit(commit, { ...call, notesRefs, allowedSecrets })
    printReceipt(io, yield* await showProgress(io, 'Reviewing …', review), format, renderReview)
  })
}

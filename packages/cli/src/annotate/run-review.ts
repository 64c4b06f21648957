import type { CommandHost } from '../host/command-host.ts'
import { reportFailure } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import { useColour } from '../host/use-colour.ts'
import { renderReview } from '../doctor/format-report.ts'
import { openSession } from '../writing/open-session.ts'
import type { AnnotateFlags } from './annotate-flags.ts'

/** Runs one `annotate --review`: what is recorded on a commit, and what is wrong with it. Writes nothing. */
export async function runReview(host: CommandHost, flags: AnnotateFlags): Promise<void> {
  const { io } = host
  const { commit = 'HEAD', format, writer: _, ...others } = flags
  const opened = await openSession(host, others)
  if (opened.isErr()) return reportFailure(io, opened.error)
  const { repository, settings, call } = opened.value
  try {
    const { notesRefs, redactAllow: allowedSecrets } = settings
    const review = repository.reviewCommit(commit, { ...call, notesRefs, allowedSecrets })
    const reviewed = await showProgress(io, 'Reviewing …', review)
    if (reviewed.isErr()) return reportFailure(io, reviewed.error)
    io.stdout.write(
      format === 'json'
        ? `${JSON.stringify(reviewed.value, null, 2)}\n`
        : renderReview(reviewed.value, format, useColour(io.stdout, io.env)),
    )
  } finally {
    await repository.close()
  }
}

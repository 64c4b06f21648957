import { resolve } from 'node:path'
import { omitUndefined } from '@chronicle/schema'
import type { CommandHost, Repository } from '../host/command-host.ts'
import { reportFailure } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import { useColour } from '../host/use-colour.ts'
import { openSession, type WritingSession } from '../writing/open-session.ts'
import { describeReconcile } from './describe-reconcile.ts'
import { renderReceipt } from '../correct/format-receipt.ts'
import type { ReconcileFlags } from './reconcile-flags.ts'
import { readSubjects } from './read-subjects.ts'

/** Runs one `reconcile`. */
export async function runReconcile(host: CommandHost, flags: ReconcileFlags): Promise<void> {
  const { io } = host
  const opened = await openSession(host, flags)
  if (opened.isErr()) return reportFailure(io, opened.error)
  const { repository, call } = opened.value
  try {
    const receipt = await showProgress(io, 'Comparing commits …', reconcile(opened.value, flags))
    if (receipt.isErr()) return reportFailure(io, receipt.error)
    const { format } = flags
    if (format === 'json') {
      io.stdout.write(`${JSON.stringify(receipt.value, null, 2)}\n`)
      return
    }
    const subjects = await readSubjects(receipt.value, repository.git, call)
    if (subjects.isErr()) return reportFailure(io, subjects.error)
    const page = describeReconcile(receipt.value, subjects.value)
    io.stdout.write(renderReceipt(page, format, useColour(io.stdout, io.env)))
  } finally {
    await repository.close()
  }
}

function reconcile(
  { repository, dir, notesRef, call }: WritingSession,
  { branch, commitMap, dryRun = false }: ReconcileFlags,
): ReturnType<Repository['reconcile']> {
  return repository.reconcile({
    ...call,
    notesRef,
    dryRun,
    ...omitUndefined({ branch }),
    ...(commitMap === undefined ? {} : { commitMapFile: resolve(dir, commitMap) }),
  })
}

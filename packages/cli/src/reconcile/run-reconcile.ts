import { resolve } from 'node:path'
import { omitUndefined } from '@chronicle/schema'
import type { CommandHost } from '../host/command-host.ts'
import { withRepository } from '../host/with-repository.ts'
import { showProgress } from '../host/show-progress.ts'
import { openSession } from '../writing/open-session.ts'
import { describeReconcile } from './describe-reconcile.ts'
import { renderReceipt } from '../correct/format-receipt.ts'
import { readSubjects } from './read-subjects.ts'
import { printReceipt } from '../host/print-receipt.ts'
import type { NotesFlags } from '../host/open-repository.ts'

/** The options of `reconcile`, as they were given. */
export interface ReconcileFlags extends NotesFlags {
  readonly branch?: string
  readonly commitMap?: string
  readonly dryRun?: boolean
  readonly format: 'pretty' | 'json' | 'markdown'
}

/** Runs one `reconcile`. */
export async function runReconcile(host: CommandHost, flags: ReconcileFlags): Promise<void> {
  const { io } = host
  await withRepository(host, openSession(host, flags), async function* ({ repository, dir, notesRef, call }) {
    const { branch, commitMap, dryRun = false, format } = flags
    const work = repository.reconcile({
      ...{ ...call, notesRef, dryRun },
      ...omitUndefined({ branch }),
      ...(commitMap !== undefined && { commitMapFile: resolve(dir, commitMap) }),
    })
    const receipt = yield* await showProgress(io, 'Comparing commits …', work)
    const subjects = format === 'json' ? new Map() : yield* readSubjects(receipt, repository.git, call)
    printReceipt(io, receipt, format, (done, look) => renderReceipt(describeReconcile(done, subjects), look))
  })
}

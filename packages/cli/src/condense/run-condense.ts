import { omitEmpty, omitUndefined } from '@chronicle/schema'
import { renderReceipt } from '../correct/format-receipt.ts'
import type { CommandHost } from '../host/command-host.ts'
import { withRepository } from '../host/with-repository.ts'
import { showProgress } from '../host/show-progress.ts'
import { modelChoiceOf, openSession } from '../writing/open-session.ts'
import { withSettings } from '../writing/with-settings.ts'
import { describeCondense } from './describe-condense.ts'
import { printReceipt } from '../host/print-receipt.ts'
import type { NotesFlags } from '../host/open-repository.ts'

/** The options of `condense`, as they were given. */
export interface CondenseFlags extends NotesFlags {
  readonly limit?: number
  readonly dryRun?: boolean
  readonly maxSpend?: number
  readonly maxSpendTokens?: number
  readonly format: 'pretty' | 'json' | 'markdown'
}

/** Runs one `condense`. */
export async function runCondense(host: CommandHost, commits: readonly string[], flags: CondenseFlags): Promise<void> {
  const { io } = host
  await withRepository(host, openSession(host, flags), async function* ({ call, notesRef, repository, settings }) {
    let progress = 'Reading annotations …'
    const model = modelChoiceOf(settings)
    const work = repository.condense({
      ...call,
      notesRef,
      allowedSecrets: settings.redactAllow,
      dryRun: flags.dryRun ?? false,
      ...omitEmpty({ commits }),
      ...omitUndefined({ limit: flags.limit, maxOutputTokens: settings.maxTokensPerResponse, model }),
      onProgress: ({ done, step, total }) => {
        if (total !== undefined) progress = `${step}: ${done} of ${total} annotations …`
      },
    })
    const receipt = yield* (await showProgress(io, () => progress, work)).mapErr(withSettings)
    const { stopped, totals } = receipt
    printReceipt(io, receipt, flags.format, (done, look) => renderReceipt(describeCondense(done), look))
    if (stopped !== undefined || totals.failed > 0) io.setExitCode(stopped?.code === 'aborted' ? 130 : 1)
  })
}

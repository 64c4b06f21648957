import { omitEmpty, omitUndefined } from '@chronicle/schema'
import { renderReceipt } from '../correct/format-receipt.ts'
import type { CommandHost } from '../host/command-host.ts'
import { reportFailure } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import { useColour } from '../host/use-colour.ts'
import { modelChoiceOf, openSession } from '../writing/open-session.ts'
import { withSettings } from '../writing/with-settings.ts'
import type { CondenseFlags } from './condense-flags.ts'
import { describeCondense } from './describe-condense.ts'

/** Runs one `condense`. */
export async function runCondense(host: CommandHost, commits: readonly string[], flags: CondenseFlags): Promise<void> {
  const { io } = host
  const opened = await openSession(host, flags)
  if (opened.isErr()) return reportFailure(io, opened.error)
  const { call, notesRef, repository, settings } = opened.value
  try {
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
    const receipt = await showProgress(io, () => progress, work)
    if (receipt.isErr()) return reportFailure(io, withSettings(receipt.error))
    const { stopped, totals } = receipt.value
    if (flags.format === 'json') io.stdout.write(`${JSON.stringify(receipt.value, null, 2)}\n`)
    else io.stdout.write(renderReceipt(describeCondense(receipt.value), flags.format, useColour(io.stdout, io.env)))
    if (stopped !== undefined || totals.failed > 0) io.setExitCode(stopped?.code === 'aborted' ? 130 : 1)
  } finally {
    await repository.close()
  }
}

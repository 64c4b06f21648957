import { ok, omitUndefined, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import type { Change } from '@chronicle/core'
import { codedError, type CallOptions } from '@chronicle/core/contracts'
import { ACKNOWLEDGEMENT_RECEIPT_SCHEMA, type AcknowledgementReceipt } from '@chronicle/core/corrections'
import { loadSettings } from '../config/load-settings.ts'
import { renderReceipt, type ReceiptEntry, type ReceiptPage } from '../correct/format-receipt.ts'
import type { CommandHost } from '../host/command-host.ts'
import { oneLine } from '../host/one-line.ts'
import { openRepository } from '../host/open-repository.ts'
import { reportFailure, reportWarning } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import { useColour } from '../host/use-colour.ts'
import type { CheckFlags } from './query-flags.ts'

/** Runs `check --ack`: stores why findings are no objection to the change. */
export async function runAcknowledge(host: CommandHost, change: Change, flags: CheckFlags): Promise<void> {
  const { io } = host
  const { ack: findings = [], reason, format = 'pretty', dryRun = false } = flags
  if (reason === undefined) {
    const error = codedError('usage', 'check --ack needs --reason <text>: why is the change right all the same?')
    return reportFailure(io, error, ACKNOWLEDGEMENT_RECEIPT_SCHEMA)
  }
  if (format === 'sarif') {
    const error = codedError('usage', 'check --ack prints pretty, markdown or json, no SARIF. Check again for that.')
    return reportFailure(io, error, ACKNOWLEDGEMENT_RECEIPT_SCHEMA)
  }
  const opened = await openRepository(host, flags)
  if (opened.isErr()) return reportFailure(io, opened.error, ACKNOWLEDGEMENT_RECEIPT_SCHEMA)
  const { repository } = opened.value
  try {
    const work = (): ResultAsync<AcknowledgementReceipt, CodedError> =>
      safeTry(async function* () {
        const call: CallOptions = omitUndefined({ signal: io.signal })
        const { settings, warnings } = yield* loadSettings(
          repository.git,
          { flags: { notesRefs: flags.notesRef }, env: io.env },
          call,
        )
        for (const warning of warnings) reportWarning(io, warning)
        const { notesRefs, redactAllow: allowedSecrets } = settings
        const options = { ...call, dryRun, notesRefs, allowedSecrets }
        return (await repository.acknowledge({ change, findings, reason }, options)).andThen((receipt) => ok(receipt))
      })
    const receipt = await showProgress(io, 'Acknowledging …', work())
    if (receipt.isErr()) return reportFailure(io, receipt.error, ACKNOWLEDGEMENT_RECEIPT_SCHEMA)
    io.stdout.write(
      format === 'json'
        ? `${JSON.stringify(receipt.value, null, 2)}\n`
        : renderReceipt(describeAcknowledgements(receipt.value), format, useColour(io.stdout, io.env)),
    )
  } finally {
    await repository.close()
  }
}

/** The answers that were given, and the lines that say the same in a commit. */
function describeAcknowledgements(receipt: AcknowledgementReceipt): ReceiptPage {
  const { findings, notes_ref: ref, trailers } = receipt
  const known = receipt.status === 'unchanged'
  const many = findings.length === 1 ? '1 finding' : `${findings.length} findings`
  const where = ref === undefined ? 'in this repository, for edits that are not committed' : `in ${ref}`
  const verb = receipt.dry_run === true ? 'Would acknowledge' : 'Acknowledged'
  const entries = findings.map(({ id, file, anchor, text }, index): ReceiptEntry => {
    const place = anchor === undefined ? file : `${file}:${anchor}`
    return {
      mark: known ? '=' : '+',
      text: oneLine(`${id} ${place}: ${text}`),
      details: ref === undefined ? [`in the message of the commit: ${oneLine(trailers[index] ?? '')}`] : [],
    }
  })
  return {
    headline: known ? 'Nothing new: this has been acknowledged already.' : `${verb} ${many} ${where}.`,
    entries,
    warnings: receipt.warnings.map(({ message }) => oneLine(message)),
  }
}

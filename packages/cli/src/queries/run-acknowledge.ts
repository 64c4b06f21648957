import { omitUndefined } from '@chronicle/schema'
import type { Change } from '@chronicle/core'
import { codedError } from '@chronicle/core/contracts'
import { ACKNOWLEDGEMENT_RECEIPT_SCHEMA, type AcknowledgementReceipt } from '@chronicle/core/corrections'
import { renderReceipt, type ReceiptEntry, type ReceiptPage } from '../correct/format-receipt.ts'
import type { CommandHost } from '../host/command-host.ts'
import { withRepository } from '../host/with-repository.ts'
import { oneLine } from '../host/one-line.ts'
import { reportFailure } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import type { CheckFlags } from './query-flags.ts'
import { printReceipt } from '../host/print-receipt.ts'
import { openSession } from '../writing/open-session.ts'

/** Runs `check --ack`: stores why the findings are accepted. */
export async function runAcknowledge(host: CommandHost, change: Change, flags: CheckFlags): Promise<void> {
  const { io } = host
  const { ack: findings = [], reason, format = 'pretty', dryRun = false } = flags
  if (reason === undefined) {
    const error = codedError('usage', 'check --ack needs --reason <text>: why is the change right nevertheless?')
    return reportFailure(io, error, ACKNOWLEDGEMENT_RECEIPT_SCHEMA)
  }
  if (format === 'sarif') {
    const error = codedError(
      'usage',
      'check --ack prints pretty, markdown or json, not SARIF. For SARIF, check again without --ack.',
    )
    return reportFailure(io, error, ACKNOWLEDGEMENT_RECEIPT_SCHEMA)
  }
  await withRepository(
    { io, schema: ACKNOWLEDGEMENT_RECEIPT_SCHEMA },
    openSession(host, omitUndefined({ C: flags.C, gitBackend: flags.gitBackend, notesRef: flags.notesRef })),
    async function* ({ repository, settings, call }) {
      const { notesRefs, redactAllow: allowedSecrets } = settings
      const options = { ...call, dryRun, notesRefs, allowedSecrets }
      const work = repository.acknowledge({ change, findings, reason }, options)
      const receipt = yield* await showProgress(io, 'Acknowledging …', work)
      printReceipt(io, receipt, format, (done, look) => renderReceipt(describeAcknowledgements(done), look))
    },
  )
}

/** Describes the stored acknowledgements, and the commit trailers with the same meaning. */
function describeAcknowledgements(receipt: AcknowledgementReceipt): ReceiptPage {
  const { findings, notes_ref: ref, trailers } = receipt
  const known = receipt.status === 'unchanged'
  const many = findings.length === 1 ? '1 finding' : `${findings.length} findings`
  const where = ref === undefined ? 'in this repository, for edits that are not committed' : `in ${ref}`
  const verb = receipt.dry_run === true ? 'Would acknowledge' : 'Acknowledged'
  const entries = findings.map(({ id, file, folder, anchor, text }, index): ReceiptEntry => {
    const place = folder ?? (anchor === undefined ? file : `${file}:${anchor}`)
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

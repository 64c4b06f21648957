import { omitUndefined, type Diagnostic } from '@chronicle/schema'
import type { CommitReceipt } from '../../run/annotate-event.ts'
import { usageOf } from '../../run/paid-usage.ts'

/** Merges the receipt of a reader into the receipt of the quotations. */
export function joinReceipts(quoted: CommitReceipt, read: CommitReceipt): CommitReceipt {
  const stored = [quoted, read].filter(({ status }) => status === 'annotated')
  const usage = read.usage ?? (read.error === undefined ? undefined : usageOf(read.error))
  const { reason: _, note: __, ...rest } = stored.length === 0 ? quoted : { ...quoted, status: 'annotated' as const }
  const note = stored.find((each) => each.note !== 'unchanged')?.note ?? stored[0]?.note
  return {
    ...rest,
    ...(stored.length <= 0 && quoted.reason !== undefined && { reason: quoted.reason }),
    ...omitUndefined({ note }),
    regions: [...quoted.regions, ...read.regions],
    crossCutting: quoted.crossCutting + read.crossCutting,
    secrets: [...quoted.secrets, ...read.secrets],
    diagnostics: [...quoted.diagnostics, ...read.diagnostics, ...readerDiagnostics(read)],
    ...omitUndefined({ usage, estimate: read.estimate, unfinished: read.unfinished }),
  }
}

/** The quotations are stored even if the reader failed. */
function readerDiagnostics({ commit, error }: CommitReceipt): readonly Diagnostic[] {
  if (error === undefined) return []
  const message = `The model wrote nothing about this discussion: ${error.message} The next import asks again.`
  return [{ code: 'discussion_not_read', severity: 'warning', message, commit }]
}

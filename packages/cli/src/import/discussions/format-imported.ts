import type { DiscussionReceipt, ImportedChange } from '@chronicle/schema'
import { oneLine } from '../../host/one-line.ts'
import type { Paint } from '../../host/paint.ts'
import { formatRefusals, formatUsage, formatWrittenCommit } from '../../writing/format-writing.ts'
import { counted } from '../../host/counted.ts'

const LABELS = { github: '#', gitlab: '!' } as const

/** Formats one change and its result. Returns an empty text if there is nothing to report. */
export function formatImportedChange(
  change: ImportedChange,
  receipt: Pick<DiscussionReceipt, 'source' | 'dry_run' | 'notes_ref'>,
  paint: Paint,
): string {
  const label = `${LABELS[receipt.source]}${change.number}`
  const title = oneLine(change.title)
  if (change.status === 'lost' || change.status === 'failed') {
    return `${paint(change.status === 'failed' ? 'red' : 'yellow', `${label} ${change.status}`)}: ${oneLine(change.reason ?? '')} ${title}\n`
  }
  const refused = change.commits.flatMap((commit) => formatRefusals(commit, paint)).map((line) => `${line}\n`)
  if (change.status !== 'annotated') return refused.length === 0 ? '' : `${label} ${title}\n${refused.join('')}`
  const stored = change.commits.filter(({ status }) => status === 'annotated' || status === 'unchanged')
  if (receipt.dry_run === true) {
    return `${label} ${title}\n${stored.map((commit) => formatWrittenCommit(commit, receipt, paint)).join('')}`
  }
  const regions = stored.reduce((sum, commit) => sum + commit.regions.length, 0)
  const ids = stored.map(({ commit }) => commit.slice(0, 12)).join(', ')
  return `${label} ${counted(regions, 'region')} on ${ids} ${title}\n${refused.join('')}`
}

/** Formats the totals of an import, in a few lines. */
export function formatImportTotals(receipt: DiscussionReceipt): string {
  const { changes, known, totals, source, repository, dry_run: dryRun } = receipt
  const noun = source === 'github' ? 'pull request' : 'merge request'
  const parts = [
    `${totals.annotated} ${dryRun === true ? 'would be quoted' : 'quoted'}`,
    ...(totals.unchanged > 0 ? [`${totals.unchanged} quoted before`] : []),
    `${totals.nothing} without a reason`,
    ...(totals.lost > 0 ? [`${totals.lost} lost`] : []),
    ...(totals.failed > 0 ? [`${totals.failed} failed`] : []),
  ]
  const before = known === 0 ? '' : ` ${counted(known, 'other')} imported before.`
  return `${counted(changes.length, noun)} of ${oneLine(repository)}: ${parts.join(', ')}.${before}\n${formatThreads(changes)}${receipt.usage === undefined ? '' : `  The model: ${formatUsage(receipt)}\n`}`
}

const THREADS = {
  quoted: 'with a reason quoted',
  no_reason: 'that give no reason',
  unsettled: 'that nobody settled',
  program: 'by programs alone',
  unplaced: 'whose lines are not in what was merged',
} as const

function formatThreads(changes: readonly ImportedChange[]): string {
  const all = changes.reduce((sum, { threads }) => sum + threads.all, 0)
  if (all === 0) return ''
  const parts = (Object.keys(THREADS) as (keyof typeof THREADS)[]).flatMap((key) => {
    const count = changes.reduce((sum, { threads }) => sum + threads[key], 0)
    return count === 0 ? [] : [`${count} ${THREADS[key]}`]
  })
  return `  ${counted(all, 'thread')} on lines: ${parts.join(', ')}.\n`
}

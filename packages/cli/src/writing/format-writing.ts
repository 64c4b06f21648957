import {
  groupBy,
  type CodedError,
  type RegionReceipt,
  type WritingReceipt,
  type WrittenCommit,
} from '@chronicle/schema'
import { oneLine, showName } from '../host/one-line.ts'
import type { Paint } from '../host/paint.ts'
import { refusalsOf } from './refusals.ts'
import { counted } from '../host/counted.ts'

/** Maximum number of regions shown per commit; the others are only counted. */
const MAX_SHOWN_REGIONS = 8

/** Formats a commit and its result, for people, and for agents that only need to see that it is right. */
export function formatWrittenCommit(
  commit: WrittenCommit,
  receipt: Pick<WritingReceipt, 'dry_run' | 'notes_ref'>,
  paint: Paint,
): string {
  const lines = [headline(commit, receipt, paint)]
  for (const region of commit.regions.slice(0, MAX_SHOWN_REGIONS)) {
    const sign = commit.status === 'unchanged' ? paint('gray', '=') : paint('green', '+')
    lines.push(`  ${sign} ${placeOf(region)}`, `      ${oneLine(region.intent)}${constraintsOf(region)}`)
  }
  const more = commit.regions.length - MAX_SHOWN_REGIONS
  if (more > 0) lines.push(`  and ${more} more`)
  const refused = new Set(refusalsOf(commit.warnings))
  for (const warning of commit.warnings) {
    if (warning.severity === 'warning' && !refused.has(warning)) {
      lines.push(`  ${paint('yellow', 'warning:')} ${oneLine(warning.message)}`)
    }
  }
  lines.push(...formatRefusals(commit, paint))
  return `${lines.join('\n')}\n`
}

/** Formats the claims of the writer that were not stored, each with its code. */
export function formatRefusals({ warnings }: WrittenCommit, paint: Paint): readonly string[] {
  return refusalsOf(warnings).map(({ code, message }) => `  ${paint('yellow', `${code}:`)} ${oneLine(message)}`)
}

function headline(
  { commit, subject, status, reason, regions, cross_cutting: concerns, estimate }: WrittenCommit,
  { dry_run: dryRun, notes_ref: ref }: Pick<WritingReceipt, 'dry_run' | 'notes_ref'>,
  paint: Paint,
): string {
  const named = `${commit.slice(0, 12)}${subject === '' ? '' : ` (${oneLine(subject)})`}`
  const why = reason === undefined ? '' : ` ${oneLine(reason)}`
  switch (status) {
    case 'annotated':
      return `${dryRun ? 'Would record' : 'Recorded'} ${counted(regions.length, 'region')}${concernsOf(concerns)} on ${named} in ${ref}.`
    case 'unchanged':
      return `Nothing new: ${named} has all of this in ${ref} already.`
    case 'nothing':
      return `Nothing recorded on ${named}.${why}`
    case 'unasked':
      return `Would ask the model about ${named}${estimate === undefined ? '' : `: about ${formatUsage({ usage: estimate })}`}`
    case 'skipped':
      return `Skipped ${named}.${why}`
    case 'failed':
      return `${paint('red', 'Failed:')} ${named}.${why}`
  }
}

/** Formats the totals of a run over several commits. */
export function formatTotals(receipt: WritingReceipt): string {
  const { annotated, unchanged, nothing, skipped, unasked, failed } = receipt.totals
  const all = annotated + unchanged + nothing + skipped + unasked + failed
  const parts = [
    `${annotated} ${receipt.dry_run ? 'would be annotated' : 'annotated'}`,
    ...(unasked > 0 ? [`${unasked} would be asked about`] : []),
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
    ...(nothing > 0 ? [`${nothing} with nothing worth recording`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ]
  const usage = receipt.usage === undefined ? '' : ` ${formatUsage(receipt)}`
  return `${counted(all, 'commit')}: ${parts.join(', ')}. Writer: ${receipt.writer}.${usage}\n${formatEstimate(receipt)}`
}

/** Formats what the model calls would cost; returns an empty text if there would be none. */
function formatEstimate({ estimate, totals }: WritingReceipt): string {
  if (estimate === undefined) return ''
  const about = formatUsage({ usage: estimate })
  return `No model was asked. About ${counted(totals.unasked, 'commit')} it would take about ${about}\n`
}

/** Formats why a run ended before all commits were processed. */
export function formatStop({ error, left }: { readonly error: CodedError; readonly left: number }): string {
  const rest = `${counted(left, 'commit')} left`
  if (error.code === 'aborted') return `Ended early, interrupted: what is finished is stored, ${rest}.`
  return `Ended early, ${rest}: ${error.message}`
}

/** Formats the reasons for which commits were skipped, most frequent first. */
export function formatReasons(commits: readonly WrittenCommit[]): string {
  const skipped = commits.flatMap(({ status, reason }) => (status === 'skipped' && reason !== undefined ? reason : []))
  // Reasons that differ only in numbers are grouped, and shown with the numbers of the first commit.
  const reasons = groupBy(skipped, (reason) => reason.replace(/\d+/gu, 'n'))
  return [...reasons]
    .sort(([a, n], [b, m]) => m.length - n.length || (a < b ? -1 : 1))
    .map(([, [first = '', ...others]]) => {
      const also = others.some((reason) => reason !== first) ? ' The others differ only in the numbers.' : ''
      return `  skipped ${others.length + 1}: ${oneLine(first)}${also}\n`
    })
    .join('')
}

/** Formats the tokens and the cost of model calls; returns an empty text if there were none. */
export function formatUsage({ usage }: Pick<WritingReceipt, 'usage'>): string {
  if (usage === undefined) return ''
  const cost = usage.cost_usd === undefined ? 'cost not known' : `$${usage.cost_usd.toFixed(4)}`
  return `${usage.input_tokens} tokens in, ${usage.output_tokens} out, ${cost}.`
}

function placeOf({ file, lines, ast_anchor: anchor }: RegionReceipt): string {
  if (file === '') return 'the commit as a whole'
  const range = lines === undefined ? '' : `:${lines.start}-${lines.end}`
  const name = anchor === undefined ? '' : ` ${showName(anchor.name)}`
  return `${showName(file)}${range}${name}`
}

/** Formats the number of cross-cutting concerns, which are not regions but are stored too. */
export function concernsOf(concerns: number): string {
  return concerns === 0 ? '' : ` and ${counted(concerns, 'cross-cutting concern')}`
}

function constraintsOf({ constraints }: RegionReceipt): string {
  return constraints === 0 ? '' : ` (${counted(constraints, 'constraint')})`
}

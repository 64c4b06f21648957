import { createPaint } from '../host/paint.ts'
import type { AnnotateReceipt, RegionReceipt } from '@chronicle/core/annotate'
import { oneLine, showName } from '../host/one-line.ts'
import { adviceLines } from './advice-lines.ts'
import { counted } from '../host/counted.ts'

/** Returns the confirmation for people, and for agents that only need to see that it is right. */
export function formatReceipt(receipt: AnnotateReceipt, options: { readonly colour: boolean }): string {
  const paint = createPaint(options.colour)
  const lines = [headline(receipt)]
  for (const region of receipt.regions) {
    lines.push(`  ${region.known ? paint('gray', '=') : paint('green', '+')} ${placeOf(region)}`)
    lines.push(
      `      ${oneLine(region.intent)}${region.constraints === 0 ? '' : ` (${counted(region.constraints, 'constraint')})`}`,
    )
  }
  if (receipt.cross_cutting > 0) lines.push(`  ${counted(receipt.cross_cutting, 'cross-cutting concern')}`)
  for (const { path, suggestion } of receipt.ignored) {
    const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`
    lines.push(`  ${paint('yellow', 'ignored:')} ${oneLine(path)}${hint}`)
  }
  for (const { message } of receipt.warnings) lines.push(`  ${paint('yellow', 'warning:')} ${oneLine(message)}`)
  lines.push(...adviceLines(receipt.advice ?? [], paint))
  return `${lines.join('\n')}\n`
}

function headline(receipt: AnnotateReceipt): string {
  const { status, dry_run: dryRun, regions_in_note: total } = receipt
  const commit = `${receipt.commit.slice(0, 12)} (${oneLine(receipt.subject)})`
  if (status === 'unchanged') return `Nothing new: ${commit} has all of this in ${receipt.notes_ref} already.`
  const added = receipt.regions.filter((region) => !region.known).length
  const merged = status === 'merged' ? `, merged with what was there: ${counted(total, 'region')} now` : ''
  const verb = dryRun ? 'Would record' : 'Recorded'
  return `${verb} ${counted(added, 'region')} on ${commit} in ${receipt.notes_ref}${merged}.`
}

function placeOf({ file, lines, ast_anchor: anchor, anchor_match: match }: RegionReceipt): string {
  const range = lines === undefined ? '' : `:${lines.start}${lines.start === lines.end ? '' : `-${lines.end}`}`
  const unit = anchor === undefined ? '' : `  ${oneLine(anchor.name)} [${oneLine(anchor.type)}]`
  const doubt = match === 'fuzzy' || match === 'unchecked' ? ` (${match})` : ''
  return `${showName(file)}${range}${unit}${doubt}`
}

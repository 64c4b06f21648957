import type { CrossCuttingEntry, DependencyEntry, ReadOutput, ReadRegion } from '@chronicle/schema'
import type { FormatOptions, Formatter } from '../contracts/index.ts'
import {
  DATA_NOTICE,
  describeAbsence,
  describeAmbiguity,
  describeDiagnostics,
  describeHint,
  describeQuery,
  describeStats,
  describeTrimmed,
  describeUncommitted,
  describeUnit,
  hasRecords,
} from './describe-output.ts'
import {
  describeCommit,
  describeConfidence,
  describeFreshness,
  describeLines,
  linesBesideTitle,
  regionTitle,
  shortCommit,
} from './describe-region.ts'
import { bulleted, codeSpan, labelled } from './markdown-text.ts'
import { neutralise, neutralisePath } from './neutralise-text.ts'
import { regionBlocks } from './region-blocks.ts'

/**
 * Renders an output as markdown for a model to read (source document 000, §4.9, source document 001, §5.6).
 *
 * Recorded text is data: control, bidi and invisible characters are made visible, and no line of it can begin with
 * one of the markers used here (`## `, `---`, `**Label:**`, `- `), because every line but the first of a text is
 * indented. Empty fields are omitted; with `verbose` they stand as `none`, and the scores are shown.
 */
export function formatMarkdown(output: ReadOutput, options: FormatOptions = {}): string {
  const verbose = options.verbose === true
  const told = new Set<string>()
  const regions = output.regions.map((region) => {
    const section = regionSection(region, verbose, told)
    told.add(region.commit)
    return section
  })
  const sections = [...regions, dependencySection(output, verbose)].filter((section) => section !== '')
  return `${[preamble(output, verbose), sections.join('\n\n---\n\n'), closing(output, verbose)]
    .filter((part) => part !== '')
    .join('\n\n')}\n`
}

/** The formatter behind `--format markdown`, the default. */
export const markdownFormatter: Formatter = { name: 'markdown', format: formatMarkdown }

/** What was asked, what the answer is, and what the reader must know before the rest. */
function preamble(output: ReadOutput, verbose: boolean): string {
  const title = `Recorded notes on ${describeQuery(output.query)}`
  const some = hasRecords(output)
  // Where regions were withheld, the closing notice says so.
  const withheld = (output.trimmed?.original_regions ?? 0) > 0
  const absent = some && output.regions.length === 0 && !withheld ? describeAbsence(output) : ''
  const lines = [
    some ? `${title}. ${DATA_NOTICE}` : `${title}: ${describeAbsence(output)}`,
    ...labelled('Regions', absent),
    ...labelled('Ambiguous anchor', describeAmbiguity(output) ?? ''),
    ...labelled('Uncommitted', describeUncommitted(output) ?? ''),
  ]
  const lists = [
    bulleted('Resolved', verbose ? (output.resolved ?? []).map(describeUnit) : []),
    bulleted('Diagnostics', describeDiagnostics(output.diagnostics, verbose)),
  ]
  return [lines, ...lists]
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')
}

function regionSection(region: ReadRegion, verbose: boolean, told: ReadonlySet<string>): string {
  const blocks = regionBlocks(region, verbose, told).map((block) => {
    const lines = 'entries' in block ? bulleted(block.label, block.entries) : labelled(block.label, block.text)
    return (lines.length === 0 && verbose ? [`**${block.label}:** none`] : lines).join('\n')
  })
  const heading = `## ${regionTitle(region)}\n${metadata(region)}`
  return [heading, ...blocks.filter((block) => block !== '')].join('\n\n')
}

function metadata(region: ReadRegion): string {
  const parts = [`**Commit:** ${describeCommit(region)}`, `**Confidence:** ${describeConfidence(region)}`]
  const lines = linesBesideTitle(region)
  if (lines !== undefined) {
    parts.push(`**${lines.start === lines.end ? 'Line' : 'Lines'}:** ${describeLines(lines)}`)
  }
  const freshness = describeFreshness(region)
  if (freshness !== undefined) parts.push(`**${freshness.label}:** ${freshness.text}`)
  return parts.join(' | ')
}

function dependencySection(output: ReadOutput, verbose: boolean): string {
  const dependencies = bulleted('Dependencies on this', output.dependencies_on_this.map(dependencyBullet))
  const together = bulleted('Cross-cutting', output.cross_cutting.map(crossCuttingBullet))
  const lists = [dependencies, together].map((lines) => lines.join('\n'))
  if (!verbose) return lists.filter((list) => list !== '').join('\n\n')
  const [first, second] = lists
  return [first || '**Dependencies on this:** none', second || '**Cross-cutting:** none'].join('\n\n')
}

function dependencyBullet(entry: DependencyEntry): string {
  const from = [neutralisePath(entry.from_file), neutralise(entry.from_anchor)].filter((part) => part !== '')
  return `${codeSpan(from.join(' — '))}: ${neutralise(entry.nature)} (${shortCommit(entry.commit)})`
}

function crossCuttingBullet(entry: CrossCuttingEntry): string {
  const places = entry.regions.map((region) => codeSpan(neutralisePath(region))).join(', ')
  const nature = entry.nature === undefined ? '' : ` [${neutralise(entry.nature)}]`
  const where = places === '' ? '' : `: ${places}`
  return `${neutralise(entry.description)}${nature}${where} (${shortCommit(entry.commit)})`
}

function closing(output: ReadOutput, verbose: boolean): string {
  const lines = [`**Stats:** ${describeStats(output, verbose)}`]
  if (output.trimmed !== null) {
    const hint = describeHint(output.trimmed)
    const command = hint === undefined ? '' : ` All of it: ${codeSpan(hint)}`
    lines.push(`**Trimmed:** ${describeTrimmed(output.trimmed)}${command}`)
  } else if (verbose) lines.push('**Trimmed:** none')
  return lines.join('\n')
}

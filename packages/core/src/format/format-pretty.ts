import type { ReadOutput, ReadRegion } from '@chronicle/schema'
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
  describeConfidence,
  describeFreshness,
  linesBesideTitle,
  namedLines,
  regionTitle,
  shortCommit,
} from './describe-region.ts'
import { neutralise, neutraliseLines, neutralisePath } from './neutralise-text.ts'
import { regionBlocks } from './region-blocks.ts'
import {
  field,
  heading,
  INDENT,
  label,
  list,
  openPage,
  paragraph,
  section,
  type PrettyPage as Page,
} from './pretty-layout.ts'

/**
 * Renders an output for a person at a terminal: aligned labels, text wrapped to `width` columns, metadata dim and
 * warnings yellow where `colour` is set. Only headings start in the first column; recorded text never does.
 */
export function formatPretty(output: ReadOutput, options: FormatOptions = {}): string {
  const page = openPage(options)
  const told = new Set<string>()
  const regions = output.regions.map((region) => {
    const lines = regionLines(region, page, told)
    told.add(region.commit)
    return lines
  })
  const sections = [preamble(output, page), ...regions, ...otherSections(output, page), closing(output, page)]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

/** The formatter behind `--format pretty`. */
export const prettyFormatter: Formatter = { name: 'pretty', format: formatPretty }

function preamble(output: ReadOutput, page: Page): readonly string[] {
  const absence = output.regions.length === 0 ? capitalised(describeAbsence(output)) : ''
  const resolved = page.verbose ? (output.resolved ?? []) : []
  return [
    ...heading(`Recorded notes on ${describeQuery(output.query)}`, page),
    ...paragraph(hasRecords(output) ? DATA_NOTICE : '', 'dim', page),
    ...paragraph(absence, 'warning', page),
    ...field('Ambiguous anchor', [describeAmbiguity(output) ?? ''], page, 'warning'),
    ...field('Uncommitted', [describeUncommitted(output) ?? ''], page, 'warning'),
    ...list('Resolved', resolved.map(describeUnit), page),
    ...list('Diagnostics', describeDiagnostics(output.diagnostics, page.verbose), page, 'warning'),
  ]
}

function regionLines(region: ReadRegion, page: Page, told: ReadonlySet<string>): readonly string[] {
  const freshness = describeFreshness(region)
  const lines = linesBesideTitle(region)
  const { recency } = region.confidence_factors
  const metadata = [
    shortCommit(region.commit),
    ...(recency === undefined ? [] : [neutralise(recency)]),
    `confidence ${describeConfidence(region)}`,
    ...(lines === undefined ? [] : [namedLines(lines)]),
  ]
  const blocks = regionBlocks(region, page.verbose, told).flatMap((block) =>
    'entries' in block
      ? list(block.label, block.entries, page, block.label === 'Constraints' ? 'accent' : undefined)
      : field(block.label, neutraliseLines(block.text), page, block.label === 'Risk' ? 'warning' : undefined),
  )
  return [
    ...heading(regionTitle(region), page),
    ...paragraph(metadata.join(' · '), 'dim', page),
    ...(freshness === undefined ? [] : field(freshness.label, [freshness.text], page, 'warning')),
    ...blocks,
  ]
}

function otherSections(output: ReadOutput, page: Page): readonly (readonly string[])[] {
  const dependencies = output.dependencies_on_this.map(
    ({ from_file, from_anchor, nature, commit }) =>
      `${[neutralisePath(from_file), neutralise(from_anchor)].join(' — ')}: ${neutralise(nature)} (${shortCommit(commit)})`,
  )
  const together = output.cross_cutting.map(
    ({ description, regions, nature, commit }) =>
      `${neutralise(description)}${nature === undefined ? '' : ` [${neutralise(nature)}]`}: ` +
      `${regions.map(neutralisePath).join(', ')} (${shortCommit(commit)})`,
  )
  return [section('Dependencies on this', dependencies, page), section('Cross-cutting', together, page)]
}

function closing(output: ReadOutput, page: Page): readonly string[] {
  const hint = output.trimmed === null ? undefined : describeHint(output.trimmed)
  const trimmed = output.trimmed === null ? '' : describeTrimmed(output.trimmed)
  return [
    ...heading('Stats', page),
    ...paragraph(describeStats(output, page.verbose), 'dim', page),
    ...(trimmed === '' ? [] : field('Trimmed', [trimmed], page, 'warning')),
    // Not wrapped: it is there to be copied.
    ...(hint === undefined ? [] : [`${INDENT}${label('All of it', page)}${hint}`]),
  ]
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

import type { Answer, TrimmedAnswer } from '@chronicle/schema'
import type { FormatOptions } from '../contracts/formatter.ts'
import { DATA_NOTICE, describeDiagnostics } from '../format/describe-output.ts'
import { bulleted, codeSpan, labelled } from '../format/markdown-text.ts'
import { neutralise, neutraliseLines } from '../format/neutralise-text.ts'
import {
  bullet,
  field,
  heading,
  INDENT,
  label,
  list,
  openPage,
  paragraph,
  type PrettyPage,
} from '../format/pretty-layout.ts'
import { documentText } from '../format/shaped-json.ts'
import type { OutputFormat } from '../read/read-query.ts'
import type { AnswerKind } from './answer-kind.ts'
import type { Page, PageBlock, PageSection } from './page.ts'

/** Renders an answer, ending in a line break. Equal answers, equal bytes. */
export function formatAnswer<O extends Answer>(
  answer: O,
  kind: AnswerKind<O>,
  format: OutputFormat,
  options: FormatOptions = {},
): string {
  if (format === 'json') return documentText(answer, kind.shape, options.verbose === true)
  const page = withDiagnostics(kind.page(answer, options), answer, options)
  return format === 'markdown' ? markdownPage(page, answer, options) : prettyPage(page, answer, options)
}

function withDiagnostics(page: Page, { diagnostics }: Answer, { verbose = false }: FormatOptions): Page {
  const entries = describeDiagnostics(diagnostics, verbose)
  return { ...page, preamble: [...page.preamble, { label: 'Diagnostics', entries, tone: 'warning' }] }
}

function markdownPage(page: Page, { trimmed }: Answer, { verbose = false }: FormatOptions): string {
  const { title, absence, preamble, sections, stats } = page
  const intro = absence === undefined ? `${title}. ${DATA_NOTICE}` : `${title}: ${absence}`
  const parts = [
    intro,
    ...preamble.map((block) => markdownBlock(block, false)),
    ...sections.map((section) => markdownSection(section, verbose)),
    [
      `**Stats:** ${stats}`,
      ...(trimmed === null ? [] : [`**Trimmed:** ${describeWithheld(trimmed)}${hintSpan(trimmed)}`]),
    ].join('\n'),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function markdownSection({ heading: title, facts = [], blocks }: PageSection, verbose: boolean): string {
  const head =
    title === undefined ? [] : [[`## ${title}`, ...(facts.length === 0 ? [] : [facts.join(' | ')])].join('\n')]
  return [...head, ...blocks.map((block) => markdownBlock(block, verbose))].filter((part) => part !== '').join('\n\n')
}

function markdownBlock(block: PageBlock, verbose: boolean): string {
  if ('items' in block) {
    return block.items.flatMap(({ text, below }) => [`- ${text}`, ...below.map((line) => `  - ${line}`)]).join('\n')
  }
  const lines = 'entries' in block ? bulleted(block.label, block.entries) : labelled(block.label, block.text)
  return (lines.length === 0 && verbose ? [`**${block.label}:** none`] : lines).join('\n')
}

function prettyPage(page: Page, { trimmed }: Answer, options: FormatOptions): string {
  const layout = openPage(options)
  const { title, absence, preamble, sections, stats } = page
  const intro = [
    ...heading(title, layout),
    ...(absence === undefined ? paragraph(DATA_NOTICE, 'dim', layout) : paragraph(absence, 'warning', layout)),
    ...preamble.flatMap((block) => prettyBlock(block, { ...layout, verbose: false })),
  ]
  const parts = [
    intro,
    ...sections.map((section) => prettySection(section, layout)),
    prettyClosing(stats, trimmed, layout),
  ]
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function prettySection({ heading: title, facts = [], blocks }: PageSection, layout: PrettyPage): readonly string[] {
  return [
    ...(title === undefined ? [] : heading(title, layout)),
    ...paragraph(facts.join(' · '), 'dim', layout),
    ...blocks.flatMap((block) => prettyBlock(block, layout)),
  ]
}

function prettyBlock(block: PageBlock, layout: PrettyPage): readonly string[] {
  if ('items' in block) {
    return block.items.flatMap(({ text, below }) => [
      ...bullet(text, INDENT, layout),
      ...below.flatMap((line) => bullet(line, INDENT.repeat(2), layout)),
    ])
  }
  return 'entries' in block
    ? list(block.label, block.entries, layout, block.tone)
    : field(block.label, neutraliseLines(block.text), layout, block.tone)
}

function prettyClosing(stats: string, trimmed: TrimmedAnswer | null, layout: PrettyPage): readonly string[] {
  return [
    ...heading('Stats', layout),
    ...paragraph(stats, 'dim', layout),
    ...(trimmed === null ? [] : field('Trimmed', [describeWithheld(trimmed)], layout, 'warning')),
    // Not wrapped: it is there to be copied.
    ...(trimmed?.hint === undefined ? [] : [`${INDENT}${label('All of it', layout)}${neutralise(trimmed.hint)}`]),
  ]
}

/** `3 dependents, 1 cross_cutting withheld; without steps.reasoning (500 tokens).` */
function describeWithheld({ withheld, withheld_fields: fields = [], ...rest }: TrimmedAnswer): string {
  const counts = Object.entries(withheld).map(([name, number]) => `${number} ${neutralise(name.replaceAll('_', ' '))}`)
  const parts = [
    ...(counts.length === 0 ? [] : [`${counts.join(', ')} withheld`]),
    ...(fields.length === 0 ? [] : [`without ${fields.map(neutralise).join(', ')}`]),
  ]
  const over = rest.over_budget === true ? ', over budget: nothing smaller can be given' : ''
  return `${parts.join('; ')} (${rest.estimated_tokens} tokens${over}).`
}

function hintSpan({ hint }: TrimmedAnswer): string {
  return hint === undefined ? '' : ` All of it: ${codeSpan(neutralise(hint))}`
}

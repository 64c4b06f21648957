import { DEFAULT_REMEDIES, diagnosticEntries } from './describe-diagnostics.ts'
import type { FormatOptions } from '../contracts/formatter.ts'
import { DATA_NOTICE } from '../format/describe-output.ts'
import { bulleted, codeSpan, labelled, ownLine } from '../format/markdown-text.ts'
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
import type { AnswerType, AnyAnswer } from './answer-type.ts'
import { describeTrimmed, type AnyNotice } from './describe-trimmed.ts'
import type { Page, PageBlock, PageSection } from './page.ts'
import { renderRemedy } from './render-remedy.ts'

/** Renders an answer that ends with a line break. Equal answers give equal bytes. */
export function formatAnswer<O extends AnyAnswer>(
  answer: O,
  kind: AnswerType<O>,
  format: OutputFormat,
  options: FormatOptions = {},
): string {
  if (format === 'json') return documentText(answer, kind.shape(), options.verbose === true)
  const page = withDiagnostics(kind.page(answer, options), answer, kind, options)
  const notice = answer.trimmed === null ? undefined : withRemedy(answer.trimmed, answer, kind, options)
  return format === 'markdown' ? markdownPage(page, notice, options) : prettyPage(page, notice, options)
}

/** The withheld parts and the remedy. */
interface Notice {
  readonly text: string
  readonly remedy: string | undefined
}

function withRemedy<O extends AnyAnswer>(
  trimmed: AnyNotice,
  answer: O,
  kind: AnswerType<O>,
  { remedies = DEFAULT_REMEDIES }: FormatOptions,
): Notice {
  const { remedy } = trimmed
  return {
    text: describeTrimmed(trimmed),
    remedy: remedy === undefined ? undefined : renderRemedy(remedy, remedies, kind.questionOf(answer)),
  }
}

function withDiagnostics<O extends AnyAnswer>(
  page: Page,
  answer: O,
  kind: AnswerType<O>,
  options: FormatOptions,
): Page {
  const entries = diagnosticEntries(answer.diagnostics, kind.questionOf(answer), options)
  return { ...page, preamble: [...page.preamble, { label: 'Diagnostics', entries, tone: 'warning' }] }
}

function markdownPage(page: Page, notice: Notice | undefined, { verbose = false }: FormatOptions): string {
  const { title, absence, isData = absence === undefined, preamble, sections, stats } = page
  const first = ownLine(`${title}${absence === undefined ? '.' : `: ${absence}`}`)
  const intro = [first, ...(isData ? [DATA_NOTICE] : [])].join(' ')
  const brings = notice?.remedy === undefined ? '' : ` All: ${codeSpan(neutralise(notice.remedy))}`
  const parts = [
    intro,
    ...preamble.map((block) => markdownBlock(block, false)),
    ...sections.map((section) => markdownSection(section, verbose)),
    [
      ...(saysStats(page, notice) ? [`**Stats:** ${stats}`] : []),
      ...(notice === undefined ? [] : [`**Trimmed:** ${notice.text}${brings}`]),
    ].join('\n'),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** Whether to show the stats. They are useless if the budget left no room for any content. */
function saysStats({ absence, stats }: Page, notice: Notice | undefined): boolean {
  return stats !== '' && (notice === undefined || absence === undefined)
}

function markdownSection({ heading: title, facts = [], blocks }: PageSection, verbose: boolean): string {
  const head =
    title === undefined ? [] : [[`## ${title}`, ...(facts.length === 0 ? [] : [ownLine(facts.join(' | '))])].join('\n')]
  return [...head, ...blocks.map((block) => markdownBlock(block, verbose))].filter((part) => part !== '').join('\n\n')
}

function markdownBlock(block: PageBlock, verbose: boolean): string {
  if ('items' in block) {
    return block.items.flatMap(({ text, below }) => [`- ${text}`, ...below.map((line) => `  - ${line}`)]).join('\n')
  }
  const { label: name, isPlain } = block
  const lines = 'entries' in block ? bulleted(name, block.entries) : labelled(name, block.text, isPlain)
  return (lines.length === 0 && verbose ? [`**${name}:** none`] : lines).join('\n')
}

function prettyPage(page: Page, notice: Notice | undefined, options: FormatOptions): string {
  const layout = openPage(options)
  const { title, absence, isData = absence === undefined, preamble, sections, stats } = page
  const intro = [
    ...heading(title, layout),
    ...(isData ? paragraph(DATA_NOTICE, 'dim', layout) : []),
    ...(absence === undefined ? [] : paragraph(capitalised(absence), 'warning', layout)),
    ...preamble.flatMap((block) => prettyBlock(block, { ...layout, verbose: false })),
  ]
  const parts = [
    intro,
    ...sections.map((section) => prettySection(section, layout)),
    prettyClosing(saysStats(page, notice) ? stats : '', notice, layout),
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

function prettyClosing(stats: string, notice: Notice | undefined, layout: PrettyPage): readonly string[] {
  return [
    ...(stats === '' ? [] : [...heading('Stats', layout), ...paragraph(stats, 'dim', layout)]),
    ...(notice === undefined ? [] : field('Trimmed', [notice.text], layout, 'warning')),
    // Not wrapped, because it is meant to be copied.
    ...(notice?.remedy === undefined ? [] : [`${INDENT}${label('All of it', layout)}${neutralise(notice.remedy)}`]),
  ]
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

import type { ReceiptFormatOptions } from '../host/print-receipt.ts'
import { createPaint } from '../host/paint.ts'
import {
  groupBy,
  omitUndefined,
  type CommitReview,
  type Coverage,
  type QualityFinding,
  type QualityFindingKind,
  type QualityReport,
  type ReviewedEvidence,
  type ReviewedRegion,
} from '@chronicle/schema'
import { oneLine } from '../host/one-line.ts'
import { counted } from '../host/counted.ts'

/** Output format of a report for people. */
export type ReportFormat = 'pretty' | 'markdown'

/** A part of a report: a heading and items with details. */
interface Section {
  readonly heading: string
  readonly items: readonly (Item | Title)[]
}

/** A title for the items after it. */
interface Title {
  readonly title: string
}

interface Item {
  readonly mark: '!' | '-' | '+'
  readonly text: string
  readonly details: readonly string[]
  /** A command that is not wrapped, so that it can be copied. */
  readonly command?: string
}

/** Renders the report of `doctor`. */
export function renderDoctor(report: QualityReport, format: ReportFormat, colour: boolean): string {
  const { counts, coverage, environment, findings, fixed = [], notes, scope, diagnostics } = report
  const about = [
    ...(scope.revisions === undefined ? [] : [`of ${scope.revisions}`]),
    ...(scope.paths === undefined ? [] : [`about ${scope.paths.join(', ')}`]),
  ].join(' ')
  const at = report.commit === '' ? '' : ` at ${report.commit.slice(0, 12)}`
  const total = Object.values(counts).reduce((sum, number) => sum + number, 0)
  const verdict = total === 0 ? 'Nothing is wrong with them.' : `${counted(total, 'finding')}.`
  const headline = oneLine(
    `${counted(notes.reviewed, 'note')} reviewed${about === '' ? '' : ` ${about}`}${at}. ${verdict}`,
  )
  return render(
    headline,
    [
      { heading: 'Put right', items: fixed.map((text) => item('+', text)) },
      { heading: 'Coverage', items: coverageItems(coverage) },
      ...findingSections(findings, counts),
      { heading: 'Environment', items: environment.map(({ name, value }) => item('-', `${name}: ${value}`)) },
    ],
    diagnostics.map(({ message }) => oneLine(message)),
    format,
    colour,
  )
}

/** Renders the review of one commit. */
export function renderReview(review: CommitReview, { format, colour }: ReceiptFormatOptions<ReportFormat>): string {
  const { annotation, commit, findings, regions, subject, diagnostics } = review
  const named = `${commit.slice(0, 12)} ${subject}`.trim()
  const headline =
    annotation === undefined
      ? `${named}: nothing is recorded that can be read.`
      : `${named}: ${LEVELS[annotation.context_level]}, ${counted(regions.length, 'region')}.`
  return render(
    oneLine(headline),
    [
      ...(annotation === undefined || annotation.summary === ''
        ? []
        : [{ heading: 'Summary', items: [item('-', annotation.summary)] }]),
      { heading: 'Recorded', items: regions.map(regionItem) },
      ...findingSections(findings),
    ],
    diagnostics.map(({ message }) => oneLine(message)),
    format,
    colour,
  )
}

const LEVELS = { enhanced: 'stated by its author', inferred: 'inferred' } as const

function coverageItems(coverage: Coverage): readonly Item[] {
  const { commits, enhanced, inferred, nothing_to_record: nothing, unannotated } = coverage
  const annotated = enhanced + inferred
  const worth = annotated + unannotated
  const share = worth === 0 ? '' : ` (${Math.round((annotated * 100) / worth)} %)`
  const by = [
    ...(enhanced === 0 ? [] : [`${enhanced} by their authors`]),
    ...(inferred === 0 ? [] : [`${inferred} inferred`]),
  ].join(', ')
  const files = coverage.unannotated_files
  const silent = coverage.nothing_found
  const [newest] = coverage.newest_unannotated
  return [
    item(
      '-',
      `${annotated} of ${counted(worth, 'commit')}${share} annotated${by === '' ? '' : `: ${by}`}`,
      nothing === 0 ? [] : [`of ${commits} looked at, ${nothing} had nothing to record`],
    ),
    ...(silent === 0 ? [] : [item('-', `${counted(silent, 'commit')} in which a writer found nothing to say`)]),
    ...(newest === undefined
      ? []
      : [
          item(
            '-',
            `${counted(unannotated - silent, 'commit')} without an annotation, the newest:`,
            coverage.newest_unannotated.slice(0, 5).map(({ commit, subject }) => `${commit.slice(0, 12)} ${subject}`),
            `git chronicle annotate --commit ${newest.commit.slice(0, 12)}`,
          ),
        ]),
    ...(files.length === 0
      ? []
      : [
          item(
            '-',
            'Changed most, with nothing recorded:',
            files.slice(0, 5).map(({ path, commits: changes }) => `${path}, in ${counted(changes, 'commit')}`),
          ),
        ]),
  ]
}

const HEADINGS: Readonly<Record<QualityFindingKind, string>> = {
  secret_in_note: 'Secrets in notes',
  malformed_note: 'Notes that cannot be read',
  unknown_schema: 'Notes in unknown formats',
  notes_not_fetched: 'Notes that are not read',
  invalid_configuration: 'Configuration',
  identity_unknown: 'Identity',
  cache_not_writable: 'Cache',
  hooks_broken: 'Git hooks',
  unsafe_refspec: 'Refspecs that lose notes, or keep git from fetching or pushing',
  notes_copied_by_git: 'Notes that git copies',
  index_damaged: 'Index',
  open_correction: 'Open corrections',
  dead_anchor: 'Recorded about code that is gone',
  dead_reference: 'References that lead nowhere',
  evidence_not_found: 'Evidence that is not there',
  constraint_without_source: 'Constraints without a source',
  restatement: 'Texts that repeat the change',
  unchanged_file: 'Inferred from a commit that did not change the file',
  concatenated_note: 'Notes of several documents',
  duplicate_region: 'Said twice',
  missing_commit: 'Notes on commits that are missing',
  commit_out_of_history: 'Notes on commits outside of the history',
  rewritten_commits: 'Rewritten commits',
  shallow_history: 'Shallow history',
  no_commit_graph: 'Speed',
}

/**
 * Returns the number of findings of each kind, then the listed findings by file and commit, with the worst file first.
 */
function findingSections(
  findings: readonly QualityFinding[],
  counts: Readonly<Partial<Record<QualityFindingKind, number>>> = {},
): readonly Section[] {
  const kinds = [...new Set(findings.map(({ kind }) => kind))]
  const overview = kinds.map((kind) => {
    const own = findings.filter((finding) => finding.kind === kind)
    const count = counts[kind] ?? own.length
    const more = count > own.length ? `; ${own.length} shown, and ${count - own.length} more (--limit)` : ''
    return item(markOf(own), `${HEADINGS[kind]} (${count}), ${kind}${more}`)
  })
  const byPlace = groupBy(findings, ({ path, commit }) => path ?? (commit === undefined ? REPOSITORY : COMMITS))
  const worstFirst = [...byPlace].sort(([, one], [, other]) => worst(one) - worst(other))
  return [
    { heading: 'Findings', items: overview },
    ...worstFirst.map(([heading, own]) => ({ heading, items: byCommit(own) })),
  ]
}

const REPOSITORY = 'This repository'
const COMMITS = 'Notes as a whole'

function byCommit(findings: readonly QualityFinding[]): Section['items'] {
  return [...groupBy(findings, ({ commit }) => commit)].flatMap(([commit, own]) => [
    ...(commit === undefined ? [] : [{ title: commit.slice(0, 12) }]),
    ...own.map((finding) => {
      const { anchor, fix, kind, message } = finding
      return item(markOf([finding]), `${anchor === undefined ? '' : `${anchor}: `}${message} [${kind}]`, [], fix)
    }),
  ])
}

const WORST_FIRST: readonly QualityFinding['severity'][] = ['error', 'warning', 'info']

function worst(findings: readonly QualityFinding[]): number {
  return Math.min(...findings.map(({ severity }) => WORST_FIRST.indexOf(severity)))
}

function markOf(findings: readonly QualityFinding[]): Item['mark'] {
  return findings.some(({ severity }) => severity !== 'info') ? '!' : '-'
}

function regionItem(region: ReviewedRegion): Item {
  const { anchor, constraints, context_level: level, evidence, file, freshness, intent, lines, retracted } = region
  const place = [file ?? 'the whole commit', anchor ?? (lines && `lines ${lines.start}-${lines.end}`)]
  const state = [freshness, LEVELS[level], ...(retracted ? ['retracted'] : [])].filter((part) => part !== undefined)
  const verified = evidence.length > 0 && evidence.every(({ verdict }) => verdict === 'found')
  return item(
    verified ? '+' : evidence.some(({ verdict }) => verdict === 'not_found') ? '!' : '-',
    `${place.filter((part) => part !== undefined).join(' ')} [${state.join(', ')}]: ${intent}`,
    [
      ...constraints.map(({ text, source }) => `constraint (${source}): ${text}`),
      ...(evidence.length === 0 ? ['no evidence cited'] : evidence.map(evidenceText)),
    ],
  )
}

const VERDICTS = { found: 'verified', not_found: 'NOT FOUND', unverified: 'unverified' } as const

function evidenceText({ author, commit, file, kind, lines, quote, reason, url, verdict }: ReviewedEvidence): string {
  const where = [
    commit === undefined ? kind.replace('_', ' ') : `message of ${commit.slice(0, 12)}`,
    ...(author === undefined ? [] : [`by ${author}`]),
    ...(url === undefined ? [] : [url]),
    ...(file === undefined ? [] : [file]),
    ...(lines === undefined ? [] : [`${lines.start}-${lines.end}`]),
  ].join(' ')
  return `${VERDICTS[verdict]}: ${where}${quote === undefined ? '' : ` "${quote}"`}${reason === undefined ? '' : `. ${reason}`}`
}

function item(mark: Item['mark'], text: string, details: readonly string[] = [], command?: string): Item {
  return { mark, text, details, ...omitUndefined({ command }) }
}

const COLOURS = { '+': 'green', '-': 'gray', '!': 'yellow' } as const

function render(
  headline: string,
  sections: readonly Section[],
  warnings: readonly string[],
  format: ReportFormat,
  colour: boolean,
): string {
  const paint = createPaint(colour)
  const filled = sections.filter(({ items }) => items.length > 0)
  const lines =
    format === 'markdown'
      ? [
          headline,
          ...filled.flatMap(({ heading, items }) => [
            '',
            `## ${oneLine(heading)}`,
            '',
            ...items.flatMap((each, index) =>
              'title' in each
                ? [...(index === 0 ? [] : ['']), `### ${oneLine(each.title)}`, '']
                : [
                    `- ${oneLine(each.text)}`,
                    ...each.details.map((detail) => `  - ${oneLine(detail)}`),
                    ...(each.command === undefined ? [] : [`  - \`${oneLine(each.command)}\``]),
                  ],
            ),
          ]),
          ...(warnings.length === 0 ? [] : ['', ...warnings.map((warning) => `- **Warning:** ${warning}`)]),
        ]
      : [
          headline,
          ...filled.flatMap(({ heading, items }) => [
            '',
            paint('bold', oneLine(heading)),
            ...items.flatMap((each) =>
              'title' in each
                ? [`  ${oneLine(each.title)}`]
                : [
                    `  ${paint(COLOURS[each.mark], each.mark)} ${oneLine(each.text)}`,
                    ...each.details.map((detail) => `      ${oneLine(detail)}`),
                    ...(each.command === undefined ? [] : [`      ${paint('cyan', `$ ${oneLine(each.command)}`)}`]),
                  ],
            ),
          ]),
          ...(warnings.length === 0
            ? []
            : ['', ...warnings.map((warning) => `${paint('yellow', 'warning:')} ${warning}`)]),
        ]
  return `${lines.join('\n')}\n`
}

import { groupBy, type SummaryFile, type SummaryOutput, type SummaryUnit } from '@chronicle/schema'
import type { AnswerType } from '../../answer/answer-type.ts'
import {
  dropEntries,
  dropFields,
  dropPassages,
  lastFirst,
  planOf,
  presentFields,
  type AnswerStep,
} from '../../answer/step-plan.ts'
import { describePlace } from '../../answer/describe-place.ts'
import { claimedSentences } from '../../answer/claimed-sentences.ts'
import { foldText, passagesOf } from '../../answer/fold-text.ts'
import type { Page, PageItems, PageSection } from '../../answer/page.ts'
import { count, describeSilence, withholdsFindings } from '../../format/describe-output.ts'
import { namedLines, shortCommit } from '../../format/describe-region.ts'
import { neutralise, neutralisePath } from '../../format/neutralise-text.ts'
import { historySections } from '../../from-history/history-section.ts'
import { rankReasonParts } from '../../from-history/rank-reason-parts.ts'
import { isFolderPlace, REPOSITORY_PLACE } from '../../place/folder-places.ts'
import { placeCommand } from '../place-command.ts'
import { documentShape } from '../../format/document-shape.ts'

/** How `summary` answers are rendered and trimmed. */
export const SUMMARY_ANSWER: AnswerType<SummaryOutput> = {
  defaultMaxTokens: 3000,
  shape: () => documentShape('SummaryOutput'),
  page,
  plan: planOf(steps),
  questionOf: ({ query }) => {
    const place = { ...query, file: query.file === '' ? '.' : query.file }
    return { command: placeCommand('summary', place), place }
  },
}

function page(answer: SummaryOutput, { verbose = false }: { readonly verbose?: boolean }): Page {
  const { files = [], from_history: reasons = [], query, stats, trimmed, units } = answer
  const byFile = groupBy(units, ({ file }) => (query.kind === 'file' ? query.file : file))
  const others = files.filter(({ file }) => !byFile.has(file))
  const absence =
    trimmed !== null && withholdsFindings(trimmed.withheld)
      ? 'nothing shown; all of it was withheld.'
      : `no record. The query succeeded; no annotation in the history of this commit is about it${describeSilence(stats.history)}.`
  return {
    title: `Summary of ${describePlace({ ...query, file: query.file === '' ? 'the repository' : query.file })}`,
    ...(units.length + others.length + reasons.length === 0 && { absence }),
    preamble: [],
    sections: [
      ...[...byFile].map(([file, own]) => fileSection(file, own, answer, verbose)),
      ...(others.length === 0
        ? []
        : [
            {
              blocks: [
                {
                  label: 'Also annotated',
                  entries: others.map((each) => `${neutralisePath(each.file)}${coverage(each)}`),
                },
              ],
            },
          ]),
      ...historySections(reasons, stats.history, query.kind === 'folder' ? query.file : ''),
    ],
    stats: describeStats(answer),
  }
}

/** Creates the section of a file, with a heading when there are several files. */
function fileSection(file: string, own: readonly SummaryUnit[], answer: SummaryOutput, verbose: boolean): PageSection {
  const counted = answer.files?.find((each) => each.file === file)
  const heading = `${neutralisePath(file)}${counted === undefined ? '' : coverage(counted)}`
  return {
    ...(answer.query.kind !== 'file' && { heading }),
    blocks: [{ items: own.map((unit) => unitItem(unit, answer, verbose)) }],
  }
}

/** ` (3 of 9 units)`; empty for a file without units. */
function coverage({ annotated_units: annotated, unannotated_units: without = 0 }: SummaryFile): string {
  if (annotated + without === 0) return ''
  return ` (${without === 0 ? count(annotated, 'unit') : `${annotated} of ${count(annotated + without, 'unit')}`})`
}

function wholeName(file: string, { query }: SummaryOutput): string {
  if (isFolderPlace(file) && query.kind === 'file') {
    return `rule for ${file === REPOSITORY_PLACE ? 'the whole repository' : neutralisePath(file)}`
  }
  if (file === REPOSITORY_PLACE) return 'the repository'
  return isFolderPlace(file) ? 'the folder' : 'the file'
}

/** `connect (lines 4-9): Opens the connection. [inferred, 2 older]`, and below it the constraints and risks. */
function unitItem(unit: SummaryUnit, answer: SummaryOutput, verbose: boolean): PageItems['items'][number] {
  const {
    anchor,
    commit,
    constraints,
    context_level,
    flagged,
    intent,
    lines,
    older,
    risk_notes: risk,
    timestamp,
  } = unit
  const facts = [
    ...(verbose ? [`${shortCommit(commit)} of ${neutralise(timestamp.slice(0, 10))}`] : []),
    ...(verbose || context_level === 'inferred' ? [context_level] : []),
    ...(flagged === true ? ['flagged as wrong: read why'] : []),
    ...(older === 0 ? [] : [`${older} older`]),
  ]
  const where = lines === undefined ? '' : ` (${namedLines(lines)})`
  const name = anchor === undefined ? wholeName(unit.file, answer) : `${neutralise(anchor)}${where}`
  const intentText = neutralise(intent) === '' ? '(not recorded)' : neutralise(intent)
  const risks = passagesOf(risk).filter((text) => neutralise(text) !== '')
  // A record that contains only a rule has the rule as its intent.
  const isClaim = intent !== '' && claimedSentences(unit).has(foldText(intent))
  const intentPart = isClaim ? '' : `: ${intentText}`
  return {
    text: `${name}${intentPart}${facts.length === 0 ? '' : ` [${facts.join(', ')}]`}`,
    below: [
      ...constraints.map(({ text, source }) => `must: ${neutralise(text)}${source === 'author' ? '' : ' [inferred]'}`),
      ...risks.map((text) => `risk: ${neutralise(text)}`),
    ],
  }
}

function describeStats({ query, stats }: SummaryOutput): string {
  const {
    annotated_files: annotated,
    annotated_units: units,
    files,
    gone_units: gone,
    unannotated_units: without,
  } = stats
  return [
    ...(query.kind === 'file' ? [] : [`${annotated} of ${count(files, 'file')} annotated`]),
    ...(units + without === 0 ? [] : [`${count(units, 'unit')} annotated, ${without} not`]),
    ...(gone === 0 ? [] : [`${gone} annotated and gone (history tells)`]),
  ].join(', ')
}

/**
 * Drops content in this order: reasons from commit messages, units without rules, risks, then the other units, oldest
 * first; each file is dropped with its last unit.
 */
function steps({
  diagnostics,
  files = [],
  from_history: reasons = [],
  query,
  units,
}: SummaryOutput): readonly AnswerStep[] {
  const oldestFirst = [...units.keys()].sort((a, b) => timeOf(units[a]) - timeOf(units[b]) || b - a)
  const plain = oldestFirst.filter((index) => !statesRule(units[index]))
  const ruling = oldestFirst.filter((index) => statesRule(units[index]))
  const last = new Map([...plain, ...ruling].map((index) => [units[index]?.file, index]))
  const fileAt = new Map(files.map(({ file }, index) => [file, index]))
  const withFile = (index: number): readonly AnswerStep[] => {
    const file = units[index]?.file ?? ''
    const own = last.get(file) === index ? fileAt.get(file) : undefined
    return [...dropEntries('units', [index]), ...dropEntries('files', own === undefined ? [] : [own])]
  }
  const names = query.anchor === undefined ? [] : [query.anchor]
  return [
    ...dropEntries('diagnostics', lastFirst(diagnostics)),
    ...dropEntries('files', lastFirst(files), (index) => !last.has(files[index]?.file)),
    ...dropPassages(rankReasonParts(reasons, { names, keepSubjects: true })),
    ...plain.flatMap(withFile),
    ...dropFields('units', presentFields(units, ['risk_notes'])),
    ...ruling.flatMap(withFile),
  ]
}

function statesRule(unit: SummaryUnit | undefined): boolean {
  return unit !== undefined && (unit.constraints.length > 0 || unit.risk_notes !== undefined)
}

function timeOf(unit: SummaryUnit | undefined): number {
  return Date.parse(unit?.timestamp ?? '') || 0
}

import {
  groupBy,
  parsePlace,
  type AcknowledgedFinding,
  type CheckedFile,
  type CheckOutput,
  type CheckQueryEcho,
  type Finding,
  type FindingKind,
} from '@chronicle/schema'
import type { AnswerType } from '../../answer/answer-type.ts'
import { dropEntries, dropFields, lastFirst, planOf, presentFields, type AnswerStep } from '../../answer/step-plan.ts'
import { omittedByLimit } from '../../answer/left-out.ts'
import { DEFAULT_REMEDIES } from '../../answer/describe-diagnostics.ts'
import type { Page, PageBlock, PageSection } from '../../answer/page.ts'
import { quoteWord } from '../../text/quote-word.ts'
import type { FormatOptions } from '../../contracts/formatter.ts'
import { count } from '../../format/describe-output.ts'
import { describeSource, namedLines, shortCommit } from '../../format/describe-region.ts'
import { codeSpan } from '../../format/markdown-text.ts'
import { neutralise, neutralisePath } from '../../format/neutralise-text.ts'
import { commandWords } from '../place-command.ts'
import { isFolderPlace, REPOSITORY_PLACE } from '../../place/folder-places.ts'
import { DEFAULT_MAX_FINDINGS } from './check-query.ts'
import { documentShape } from '../../format/document-shape.ts'

/** How `check` answers are rendered and trimmed. */
export const CHECK_ANSWER: AnswerType<CheckOutput> = {
  defaultMaxTokens: 4000,
  shape: () => documentShape('CheckOutput'),
  page,
  plan: planOf(steps, { independentLists: ['findings'] }),
  questionOf: (answer) => ({ command: command(answer) }),
}

/** The label of each kind of finding, which says what it asks of the author of the change. */
export const FINDING_WORDS: Readonly<Record<FindingKind, string>> = {
  constraint: 'Must hold',
  dependent: 'Relied on',
  cross_cutting: 'Must change together',
  rejected_alternative: 'Was rejected',
  risk: 'Risk',
  comment: 'Comment gone or edited',
  held_by_test: 'Held by test',
  test_gone: 'Test gone or retitled',
}

/** Maximum number of units of a file, and of files without a finding, to list by name; the rest is counted. */
const [MAX_UNITS, MAX_SILENT] = [8, 20]

function page(answer: CheckOutput, options: FormatOptions): Page {
  const { verbose = false } = options
  const { acknowledged, findings, files, stats } = answer
  const byPlace = groupBy(findings, placeOf)
  const carried = findings.flatMap(({ carried_to: places = [] }) => places.map((place) => parsePlace(place).file))
  const spoken = [...byPlace.keys(), ...carried, ...acknowledged.map(placeOf)]
  const silent = files.filter((file) => !spoken.some((place) => isBelow(file, place))).map(changeText)
  return {
    title: `What to verify in ${describeChange(answer.query)}`,
    ...(findings.length === 0 && { absence: absence(answer) }),
    preamble: [
      omittedByLimit(
        stats.findings_found,
        stats.findings_returned,
        'finding',
        'maxFindings',
        { command: command(answer) },
        options,
      ),
    ],
    sections: [
      ...[...byPlace].map(([place, own]) => placeSection(place, own, files)),
      { blocks: [{ label: 'Acknowledged', entries: acknowledged.map(acknowledgedText) }] },
      {
        blocks: [{ label: 'Files without a finding', entries: verbose ? silent : listWithMaximum(silent, MAX_SILENT) }],
      },
      { blocks: howToAcknowledge(answer, options) },
    ],
    stats: [
      `${count(stats.files, 'file')} changed`,
      stats.findings_found > stats.findings_returned
        ? `${stats.findings_returned} of ${count(stats.findings_found, 'finding')}`
        : count(stats.findings_found, 'finding'),
      ...(stats.findings_acknowledged === 0 ? [] : [`${stats.findings_acknowledged} acknowledged`]),
    ].join(', '),
  }
}

/** Returns the command that acknowledges a finding; nothing for a reader who has no commands. */
function howToAcknowledge(
  { findings: [first], query }: CheckOutput,
  { remedies = DEFAULT_REMEDIES }: FormatOptions,
): readonly PageBlock[] {
  if (first === undefined || (remedies !== 'command' && remedies !== 'option')) return []
  const words = changeCommand(query.change, ['--ack', first.id, '--reason', '<why it is right>'])
  const text = codeSpan(['git', 'chronicle', ...words].map(quoteWord).join(' '))
  return [{ label: 'To acknowledge one', text, isPlain: true }]
}

function describeChange({ change, base }: CheckQueryEcho): string {
  const what = change === 'worktree' ? 'uncommitted edits' : change === 'staged' ? 'staged edits' : neutralise(change)
  return base === undefined ? what : `${what} (since ${shortCommit(base)})`
}

/** Returns the file or folder under which a finding is shown. */
function placeOf({ file, folder }: Finding): string {
  return folder ?? file
}

/** Whether a changed file is the place, or is or was below it. */
function isBelow({ file, old_file: old = file }: CheckedFile, place: string): boolean {
  if (!isFolderPlace(place)) return file === place
  return place === REPOSITORY_PLACE || [file, old].some((path) => path.startsWith(place))
}

function placeSection(place: string, findings: readonly Finding[], files: readonly CheckedFile[]): PageSection {
  const changed = files.filter((file) => isBelow(file, place))
  return {
    heading: neutralisePath(place),
    facts: isFolderPlace(place) ? [`rule for ${namesOf(place, changed)}`] : changed.flatMap(changeFacts),
    blocks: [{ label: 'Verify', entries: withReasonsOnce(findings) }],
  }
}

function namesOf(folder: string, files: readonly CheckedFile[]): string {
  if (folder === REPOSITORY_PLACE) return 'the whole repository'
  return listWithMaximum(
    files.map(({ file }) => neutralisePath(file)),
    MAX_UNITS,
  ).join(', ')
}

function changeFacts(file: CheckedFile): readonly string[] {
  const units = listWithMaximum((file.units ?? []).map(neutralise), MAX_UNITS)
  return [changeWords(file), ...(units.length === 0 ? [] : [`touches ${units.join(', ')}`])]
}

function changeWords({ change, old_file: old }: CheckedFile): string {
  return old === undefined ? change : `${change} from ${neutralisePath(old)}`
}

function changeText(file: CheckedFile): string {
  return `${neutralisePath(file.file)} (${changeWords(file)})`
}

function listWithMaximum(texts: readonly string[], most: number): readonly string[] {
  return texts.length <= most ? texts : [...texts.slice(0, most), `${texts.length - most} more`]
}

/** Renders the reason of code only with the first finding about it. */
function withReasonsOnce(findings: readonly Finding[]): readonly string[] {
  const shownKeys = new Set<string>()
  return findings.map((finding) => {
    const { commit, anchor = '', reason } = finding
    const key = JSON.stringify([commit, anchor, reason])
    const known = shownKeys.has(key)
    shownKeys.add(key)
    return findingText(finding, known ? undefined : reason)
  })
}

/** `[high] Must hold — connect, lines 4-9: Keep four sessions (why). [author, confidence 0.82, a1b2c3d]` */
function findingText(finding: Finding, reason: string | undefined): string {
  const {
    anchor,
    lines,
    gone,
    moved,
    also_proposed: others = [],
    carried_to: carried = [],
    places = [],
    echoed = [],
  } = finding
  const where = [
    ...(anchor === undefined ? [] : [neutralise(anchor)]),
    ...(gone === true ? ['gone or renamed'] : moved === true ? ['moved'] : []),
    ...(lines === undefined ? [] : [namedLines(lines)]),
  ].join(', ')
  const more = [
    ...others.map((each) => `another correction says: "${neutralise(each)}"`),
    ...(carried.length === 0 ? [] : [carriedText(carried)]),
    ...(places.length === 0 ? [] : [placesText(finding.kind, places)]),
    ...(echoed.length === 0 ? [] : [`the added lines have: ${echoed.map(neutralise).join(', ')}`]),
  ]
  const text = neutralise(finding.text)
  const claim = more.length === 0 ? text : text.replace(/(?<!\.)\.$/u, '')
  const about = `[${finding.risk}] ${FINDING_WORDS[finding.kind]}${where === '' ? '' : ` — ${where}`}`
  const because = reason === undefined ? '' : ` (${neutralise(reason)})`
  const { context_level: level = 'enhanced', recorded, source } = finding
  const who = source === undefined ? finding.context_level : describeSource(source, recorded, level)
  const facts = [
    ...(who === undefined ? [] : [who]),
    `confidence ${finding.confidence.toFixed(2)}`,
    shortCommit(finding.commit),
    `id ${finding.id}`,
  ]
  return `${about}: ${[claim, ...more].join('; ')}${because} [${facts.join(', ')}]`
}

/**
 * `[high] Must hold — src/a.ts:connect: Keep four sessions. Answer: The peer takes eight. [A <a@b>, trailer of a1b2c3d, id …]`
 */
function acknowledgedText(finding: AcknowledgedFinding): string {
  const { acknowledged, anchor, id, kind, risk, text } = finding
  const { author, commit, reason, where } = acknowledged
  const place = `${neutralisePath(placeOf(finding))}${anchor === undefined ? '' : `:${neutralise(anchor)}`}`
  const from =
    where === 'local'
      ? 'kept in this repository'
      : `${where}${commit === undefined ? '' : ` on ${shortCommit(commit)}`}`
  const stop = /[.!?…]["')\]]?$/u.test(text) ? '' : '.'
  const claimText = `[${risk}] ${FINDING_WORDS[kind]} — ${place}: ${neutralise(text)}${stop}`
  return `${claimText} Answer: ${neutralise(reason)} [${[neutralise(author), from, `id ${id}`].join(', ')}]`
}

/** Renders the places to which the removed code was moved. */
export function carriedText(places: readonly string[]): string {
  return `carried to ${places.map(neutralisePath).join(', ')}`
}

/** Renders the places that rely on the code, or that were left unchanged. */
export function placesText(kind: FindingKind, places: readonly string[]): string {
  const named = places.map(neutralisePath).join(', ')
  return kind === 'cross_cutting' ? `not changed: ${named}` : `by ${named}`
}

/** Diagnostics of files whose change could not be checked. */
const UNCHECKED: ReadonlySet<string> = new Set(['file_in_conflict', 'file_not_checked'])

function absence({ diagnostics, query: { min_confidence: least }, stats, trimmed }: CheckOutput): string {
  if (trimmed !== null && stats.findings_returned > 0) {
    return `nothing shown; ${count(stats.findings_returned, 'finding')} withheld.`
  }
  if (stats.files === 0) return 'nothing changed. The check succeeded.'
  if (stats.findings_acknowledged > 0) return 'every finding is acknowledged. The check succeeded.'
  if (diagnostics.some(({ code }) => UNCHECKED.has(code))) return 'no finding, but not every change could be checked.'
  const trusted = least === undefined || least === 0 ? '' : ` with a confidence of ${least} or more`
  return `no finding. The check succeeded; nothing to verify is recorded${trusted} on the code that the change alters.`
}

/**
 * Drops content in this order: unit names, files without a finding, diagnostics, acknowledged findings, low-risk
 * findings, reasons, the other files, and last the findings with the highest risk.
 */
function steps({ acknowledged, findings, files, diagnostics }: CheckOutput): readonly AnswerStep[] {
  const spoken = new Set(findings.map(({ file }) => file))
  const isSpoken = (index: number): boolean => spoken.has(files[index]?.file ?? '')
  const isLow = (index: number): boolean => findings[index]?.risk === 'low'
  const [fileOrder, findingOrder] = [lastFirst(files), lastFirst(findings)]
  return [
    ...dropFields('files', presentFields(files, ['units'])),
    ...dropEntries('files', fileOrder, (index) => !isSpoken(index)),
    ...dropEntries('diagnostics', lastFirst(diagnostics)),
    ...dropEntries('acknowledged', lastFirst(acknowledged)),
    ...dropEntries('findings', findingOrder, isLow),
    ...dropFields('findings', presentFields(findings, ['reason'])),
    ...dropEntries('files', fileOrder, isSpoken),
    ...dropEntries('findings', findingOrder, (index) => !isLow(index)),
  ]
}

function command({ query }: CheckOutput): readonly string[] {
  const { change, min_confidence: confidence, max_findings: most } = query
  const options = [
    ...(confidence === undefined ? [] : ['--min-confidence', `${confidence}`]),
    ...(most === DEFAULT_MAX_FINDINGS ? [] : ['--max-findings', `${most}`]),
  ]
  return changeCommand(change, options)
}

function changeCommand(change: string, options: readonly string[]): readonly string[] {
  if (change === 'worktree') return ['check', ...options]
  if (change === 'staged') return ['check', '--staged', ...options]
  return commandWords('check', [change], options)
}

import {
  omitUndefined,
  type CurrentPlace,
  type Evidence,
  type ShownAcknowledgement,
  type ShownCommit,
  type ShownNote,
  type ShownRegion,
  type ShowOutput,
} from '@chronicle/schema'
import type { AnswerType } from '../../answer/answer-type.ts'
import { placeText } from '../../answer/entry-texts.ts'
import type { Page, PageBlock, PageSection } from '../../answer/page.ts'
import type { AskedQuestion } from '../../answer/render-remedy.ts'
import { createShownTexts, type ShownTexts } from '../../answer/shown-texts.ts'
import { dropEntries, dropFields, lastFirst, planOf, presentFields, type AnswerStep } from '../../answer/step-plan.ts'
import type { FormatOptions } from '../../contracts/formatter.ts'
import { constraintText, intentText, rejectedText, omitRepeated } from '../../format/claim-texts.ts'
import { count } from '../../format/describe-output.ts'
import {
  describeCorrection,
  describeDependency,
  describeEvidence,
  namedLines,
  shortCommit,
} from '../../format/describe-region.ts'
import { neutralise, neutralisePath } from '../../format/neutralise-text.ts'
import { questionCommand } from '../recorded/question-command.ts'
import { documentShape } from '../../format/document-shape.ts'

/** How `show` answers are rendered and trimmed. */
export const SHOW_ANSWER: AnswerType<ShowOutput> = {
  defaultMaxTokens: 4000,
  shape: () => documentShape('ShowOutput'),
  page,
  plan: planOf(steps),
  questionOf,
}

function questionOf({ query: { at, revision } }: ShowOutput): AskedQuestion {
  const state =
    at === 'WORKTREE' ? [] : at === 'HEAD' || at === 'INDEX' ? [['--at', at] as const] : [['--rev', at] as const]
  return { command: questionCommand('show', state, revision === 'HEAD' ? [] : [revision]) }
}

function page(answer: ShowOutput, { verbose = false }: FormatOptions): Page {
  const { acknowledged = [], commit, cross_cutting: concerns, note, regions, stats, trimmed } = answer
  const shownTexts = createShownTexts()
  if (commit.subject !== undefined) shownTexts.add(commit.subject)
  const name = `Annotation of ${shortCommit(commit.commit)}`
  const title =
    commit.subject === undefined
      ? `${name}, a commit that is not in the repository`
      : `${name} ${neutralise(commit.subject)}`
  const absence =
    trimmed !== null
      ? 'nothing shown.'
      : 'no record. The query succeeded; no annotation that can be read is on this commit.'
  const change = note === undefined ? '' : omitRepeated(note.summary, shownTexts)
  return {
    title,
    ...(note === undefined && { absence, isData: acknowledged.length > 0 }),
    preamble: [
      { label: 'Commit', text: commitText(commit) },
      ...(note === undefined ? [] : [{ label: 'Recorded', text: noteText(note) }]),
      ...(commit.reachable
        ? []
        : [{ label: 'Not in this history', text: notReachable(commit), tone: 'warning' } as const]),
      { label: 'Change', text: change },
      { label: 'Task', text: note?.task === undefined ? '' : omitRepeated(note.task, shownTexts) },
    ],
    sections: [
      ...regions.map((region) => regionSection(region, note, shownTexts, verbose)),
      ...(concerns.length === 0
        ? []
        : [
            {
              heading: 'Must change together',
              blocks: [{ items: concerns.map((each) => ({ text: concernText(each), below: [] })) }],
            },
          ]),
      ...(acknowledged.length === 0
        ? []
        : [
            {
              heading: 'Answered findings',
              blocks: [{ items: acknowledged.map((each) => ({ text: ackText(each), below: [] })) }],
            },
          ]),
    ],
    stats:
      note === undefined
        ? ''
        : [
            count(stats.regions, 'region'),
            ...(stats.gone === 0 ? [] : [`${stats.gone} whose code is gone`]),
            ...(stats.retracted === 0 ? [] : [`${stats.retracted} retracted`]),
            ...(stats.corrections === 0 ? [] : [count(stats.corrections, 'correction')]),
          ].join(', '),
  }
}

function commitText({ author, commit, timestamp }: ShownCommit): string {
  return neutralise([commit, timestamp?.slice(0, 10), author].filter((part) => part !== undefined).join(', '))
}

function noteText({
  context_level: level,
  derived_from: from = [],
  operation,
  read_from: formats,
  recorded,
  timestamp,
}: ShownNote): string {
  const at = (recorded?.at ?? timestamp).slice(0, 10)
  const older = formats.filter((format) => format !== 'chronicle/v1')
  return neutralise(
    [
      level === 'enhanced' ? 'stated' : 'inferred',
      ...(at === '' ? [] : [at]),
      ...(recorded?.by === undefined ? [] : [`by ${recorded.by}`]),
      ...(recorded?.with === undefined ? [] : [`with ${recorded.with}`]),
      ...(operation === 'initial' ? [] : [`${operation} of ${from.map(shortCommit).join(', ')}`]),
      ...(older.length === 0 ? [] : [`read from ${older.join(', ')}`]),
    ].join(', '),
  )
}

function notReachable({ subject }: ShownCommit): string {
  return subject === undefined
    ? 'the commit is gone, as after a rewrite; what it recorded is shown as it stands.'
    : 'the commit is on another branch, or was rewritten; reads from here do not find it.'
}

function regionSection(
  region: ShownRegion,
  note: ShownNote | undefined,
  shownTexts: ShownTexts,
  verbose: boolean,
): PageSection {
  const { ast_anchor: anchor, context_level: level, file = '', lines, recorded, retracted, tags = [] } = region
  const once = (text: string | undefined): string => (verbose ? (text ?? '') : omitRepeated(text, shownTexts))
  const { corrections = [], evidence = [], semantic_dependencies: dependencies = [] } = region
  const attribution = {
    corrections,
    context_level: level ?? note?.context_level ?? 'enhanced',
    ...omitUndefined({ recorded: recorded ?? note?.recorded }),
  }
  const { held_by_tests: tests = [], rejected_alternatives: rejected = [], related_annotations: related = [] } = region
  const heading =
    file === './' ? 'The whole repository' : placeText(file, anchor?.name, anchor === undefined ? lines : undefined)
  return {
    heading,
    facts: [
      ...(retracted === true ? ['RETRACTED: not to be relied on'] : []),
      ...(region.now === undefined ? [] : [nowText(region.now, region)]),
      ...(level === undefined ? [] : [level === 'enhanced' ? 'stated' : 'inferred']),
      ...(recorded === undefined
        ? []
        : [neutralise(`recorded ${recorded.at.slice(0, 10)}${recorded.by === undefined ? '' : ` by ${recorded.by}`}`)]),
      ...(tags.length === 0 ? [] : [`tags ${tags.map(neutralise).join(', ')}`]),
    ],
    blocks: [
      { label: 'Intent', text: verbose ? region.intent : shownIntent(region, shownTexts) },
      {
        label: 'Constraints',
        entries: region.constraints.map((rule) => constraintText(rule, attribution)),
      },
      { label: 'Risk', text: once(region.risk_notes) },
      { label: 'Rejected alternatives', entries: rejected.map(rejectedText) },
      { label: 'Reasoning', text: once(shownReasoning(region, verbose)) },
      ...(verbose && region.recorded_reasoning !== undefined
        ? [{ label: 'Reasoning as recorded', text: region.recorded_reasoning }]
        : []),
      { label: 'Depends on', entries: dependencies.map(describeDependency) },
      {
        label: 'Held by tests',
        entries: tests.map(
          ({ file: path, line, title }) =>
            `${neutralise(title)} (${neutralisePath(path)}${line === undefined ? '' : `:${line}`})`,
        ),
      },
      {
        label: 'Related',
        entries: related.map(({ anchor: unit, commit, relationship }) =>
          neutralise(`${shortCommit(commit)}${unit === '' ? '' : ` ${unit}`} (${relationship})`),
        ),
      },
      { label: 'Corrections', entries: corrections.map(describeCorrection), tone: 'warning' },
      ...evidenceBlocks(evidence, note, verbose),
    ],
  }
}

/** Returns the intent, unless it repeats a rule, a risk or a test title, which is shown anyway. */
function shownIntent(region: ShownRegion, shownTexts: ShownTexts): string {
  const { held_by_tests: tests = [], intent } = region
  if (tests.some(({ title }) => title === intent)) return ''
  return intentText(region, shownTexts)
}

/** Returns the reasoning, unless every sentence of it is a rule of the same region. */
function shownReasoning({ constraints, reasoning }: ShownRegion, verbose: boolean): string | undefined {
  const rules = createShownTexts()
  for (const { text } of constraints) rules.add(text)
  return reasoning === undefined || (!verbose && rules.has(reasoning)) ? undefined : reasoning
}

/** The evidence of a claim is shown only if it is not the commit message above. */
function evidenceBlocks(
  evidence: readonly Omit<Evidence, 'unknown_keys'>[],
  note: ShownNote | undefined,
  verbose: boolean,
): readonly PageBlock[] {
  const shown = verbose
    ? evidence.map(describeEvidence)
    : [...new Set(evidence.map(({ quote: _, ...rest }) => describeEvidence(rest)))].filter(
        (text) => text !== 'commit message' || note?.context_level === 'enhanced',
      )
  return shown.length === 0 ? [] : [{ label: 'Evidence', entries: shown }]
}

/** `now src/b.ts — connect (lines 10-20): 8 of 10 lines intact` */
function nowText(
  { anchor, file = '', freshness, intact_lines: intact, lines }: CurrentPlace,
  region: ShownRegion,
): string {
  if (freshness === 'orphaned') return 'gone: neither the unit nor its lines are where they were'
  const recorded = region.ast_anchor?.name
  const renamed =
    anchor !== undefined && recorded !== undefined && anchor !== recorded && !anchor.endsWith(`::${recorded}`)
  const moved = file !== region.file
  const where = lines === undefined ? '' : namedLines(lines)
  const place = moved || renamed ? placeText(file, renamed ? anchor : recorded, lines) : where
  const state =
    freshness === 'drifted' && intact !== undefined
      ? `changed since, ${intact.intact} of ${intact.recorded} lines intact`
      : freshness === 'drifted'
        ? 'changed since'
        : 'unchanged'
  return `now ${[place, state].filter((part) => part !== '').join(', ')}`
}

function concernText({ description, nature, regions }: ShowOutput['cross_cutting'][number]): string {
  const kind = nature === undefined ? '' : ` [${neutralise(nature)}]`
  return `${neutralise(description)}${kind}: ${regions.map(neutralisePath).join(', ')}`
}

function ackText({ author, finding, reason, where }: ShownAcknowledgement): string {
  return neutralise(`${finding}: ${reason} (${author}${where === 'trailer' ? ', in the message' : ''})`)
}

/** Drops explanations before regions, and regions without constraints and risks before the others. */
function steps({
  acknowledged = [],
  cross_cutting: concerns,
  diagnostics,
  regions,
}: ShowOutput): readonly AnswerStep[] {
  const binds = (index: number): boolean =>
    (regions[index]?.constraints.length ?? 0) > 0 || regions[index]?.risk_notes !== undefined
  const fields = [
    'evidence',
    'related_annotations',
    'held_by_tests',
    'tags',
    'recorded_reasoning',
    'reasoning',
    'semantic_dependencies',
  ] as const
  return [
    ...dropEntries('diagnostics', lastFirst(diagnostics)),
    ...dropFields('regions', presentFields(regions, fields)),
    ...dropEntries('acknowledged', lastFirst(acknowledged)),
    ...dropEntries('regions', lastFirst(regions), (index) => !binds(index)),
    ...dropEntries('cross_cutting', lastFirst(concerns)),
    ...dropEntries('regions', lastFirst(regions), binds),
  ]
}

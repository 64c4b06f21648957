import {
  groupBy,
  type LogEntry,
  type LogOutput,
  type LogQueryEcho,
  type LogRegion,
  type Recording,
} from '@chronicle/schema'
import type { AnswerType } from '../../answer/answer-type.ts'
import { foldText, passagesOf } from '../../answer/fold-text.ts'
import { claimedSentences } from '../../answer/claimed-sentences.ts'
import { placeText } from '../../answer/entry-texts.ts'
import { omittedText } from '../../answer/left-out.ts'
import { subjectTitle } from '../../answer/message-text.ts'
import type { Page, PageItems, PageSection } from '../../answer/page.ts'
import type { AskedQuestion } from '../../answer/render-remedy.ts'
import { createShownTexts, type ShownTexts } from '../../answer/shown-texts.ts'
import { dropEntries, lastFirst, planOf, type AnswerStep } from '../../answer/step-plan.ts'
import type { FormatOptions } from '../../contracts/formatter.ts'
import { authorName, toolName } from '../../format/names.ts'
import { constraintText, rejectedText, omitRepeated } from '../../format/claim-texts.ts'
import { count } from '../../format/describe-output.ts'
import { shortCommit } from '../../format/describe-region.ts'
import { neutralise, neutralisePath } from '../../format/neutralise-text.ts'
import { questionCommand } from '../recorded/question-command.ts'
import { DEFAULT_LOG_LIMIT } from './log-query.ts'
import { mainSentence } from './main-sentence.ts'
import { documentShape } from '../../format/document-shape.ts'

/** Maximum number of places listed for one commit; `show` lists all. */
const MAX_PLACES = 6

/** How `log` answers are rendered and trimmed. */
export const LOG_ANSWER: AnswerType<LogOutput> = {
  defaultMaxTokens: 3000,
  shape: () => documentShape('LogOutput'),
  page,
  plan: planOf(steps),
  questionOf,
}

function questionOf({ query }: LogOutput): AskedQuestion {
  const { before, limit, paths, range, since } = query
  return {
    command: questionCommand(
      'log',
      [
        ['--before', before],
        ['--since', since],
        ['--limit', limit === DEFAULT_LOG_LIMIT ? undefined : limit],
      ],
      range === 'HEAD' ? [] : [range],
      paths,
    ),
  }
}

function page(answer: LogOutput, options: FormatOptions): Page {
  const { verbose = false } = options
  const { entries, query, stats, trimmed } = answer
  const last = entries.at(-1)
  const isCut = stats.more === true || entries.length < stats.entries_returned
  const older =
    last === undefined || !isCut
      ? []
      : [
          omittedText(
            'older annotated commits',
            { option: 'before', value: last.commit.slice(0, 12) },
            questionOf(answer),
            options,
          ),
        ]
  const absence =
    trimmed !== null && stats.entries_returned > 0
      ? `nothing shown; ${count(stats.entries_returned, 'commit')} withheld.`
      : stats.annotations === 0
        ? 'no record. Nothing is recorded in this repository.'
        : `no record. The query succeeded; none of the ${count(stats.annotations, 'annotation')} here matches.`
  return {
    title: titleOf(query),
    ...(entries.length === 0 && { absence }),
    preamble: [],
    sections: [
      ...entries.map((entry) => entrySection(entry, verbose)),
      ...(older.length === 0 ? [] : [{ blocks: [{ label: 'Left out', entries: older }] }]),
    ],
    stats: `${entries.length} of ${count(stats.annotations, 'annotation')}`,
  }
}

function titleOf({ before, paths = [], range, since }: LogQueryEcho): string {
  return [
    `Annotated history of ${neutralise(range)}`,
    ...(paths.length === 0 ? [] : [`for ${paths.map(neutralisePath).join(', ')}`]),
    ...(since === undefined ? [] : [`since ${neutralise(since)}`]),
    ...(before === undefined ? [] : [`before ${shortCommit(before)}`]),
  ].join(' ')
}

function entrySection(entry: LogEntry, verbose: boolean): PageSection {
  const {
    author,
    commit,
    context_level: level,
    operation,
    recorded,
    regions,
    retracted,
    subject,
    summary,
    task,
    timestamp,
  } = entry
  const shownTexts = createShownTexts()
  for (const text of [subject, subjectTitle(subject)]) shownTexts.add(text)
  const by = neutralise(verbose ? author : authorName(author))
  const shown = verbose ? regions : regions.slice(0, MAX_PLACES)
  const changes = passagesOf(summary).flatMap((passage) => omitRepeated(passage, shownTexts) || [])
  const items = [
    ...changes.map((change) => ({ text: neutralise(change), below: [] })),
    ...placeItems(shown, level, shownTexts),
    ...(task === undefined || omitRepeated(task, shownTexts) === ''
      ? []
      : [{ text: `Task: ${neutralise(task)}`, below: [] }]),
    ...(shown.length < regions.length
      ? [{ text: `${count(regions.length - shown.length, 'more place')}: show ${shortCommit(commit)}`, below: [] }]
      : []),
  ]
  return {
    heading: `${neutralise(timestamp.slice(0, 10))} ${shortCommit(commit)} ${neutralise(subject)}`,
    facts: [
      ...(recorded === undefined ? [level === 'enhanced' ? 'stated' : 'inferred'] : [recordingText(recorded, level)]),
      `commit by ${by}`,
      ...(operation === undefined ? [] : [operation === 'amend' ? 'rewritten' : operation]),
      ...(entry.tests === undefined ? [] : [`${count(entry.tests, 'test')} recorded`]),
      ...(retracted === undefined ? [] : [`${count(retracted, 'region')} retracted`]),
    ],
    blocks: items.length === 0 ? [] : [{ items }],
  }
}

/** An inferred annotation is attributed to its tool, not to the person who ran it. */
function recordingText({ at, by, with: tool }: Recording, level: LogEntry['context_level']): string {
  const who = level === 'inferred' ? tool && toolName(tool) : by
  return neutralise(
    `${level === 'inferred' ? 'inferred' : 'stated'} ${at.slice(0, 10)}${who === undefined ? '' : ` by ${who}`}`,
  )
}

/** The place of a region that names no file. */
const WHOLE_COMMIT = placeText('', undefined)

/**
 * Creates an item for each distinct intent, or for each place without one, with its places, constraints, risks and
 * rejected alternatives.
 */
function placeItems(
  regions: readonly LogRegion[],
  level: LogEntry['context_level'],
  shownTexts: ShownTexts,
): readonly PageItems['items'][number][] {
  const intentOf = (region: LogRegion): string =>
    claimedSentences(region).has(foldText(region.intent)) ? '' : neutralise(region.intent)
  const placeOf = ({ anchor, file = '' }: LogRegion): string => placeText(file, anchor)
  const byText = groupBy(regions, (region) => intentOf(region) || `\n${placeOf(region)}`)
  const items = [...byText.values()].map((own): PageItems['items'][number] => {
    const places = [...new Set(own.map(placeOf))]
    const intent = omitRepeated(own[0] && intentOf(own[0]), shownTexts)
    const below = own.flatMap((region) => [
      ...(region.reasoning === undefined
        ? []
        : [[mainSentence(region.reasoning), `why: ${neutralise(mainSentence(region.reasoning))}`] as const]),
      ...region.constraints.map(
        (rule) => [rule.text, `must ${constraintText(rule, { context_level: level, ...region })}`] as const,
      ),
      ...(region.risk_notes === undefined
        ? []
        : [[region.risk_notes, `risk: ${neutralise(region.risk_notes)}`] as const]),
      ...(region.rejected_alternatives ?? []).map(
        (each) => [rejectedText(each), `rejected: ${rejectedText(each)}`] as const,
      ),
    ])
    return {
      text: `${places.join('; ')}${intent === '' ? '' : `: ${intent}`}`,
      below: below.flatMap(([claim, line]) => (omitRepeated(claim, shownTexts) === '' ? [] : [line])),
    }
  })
  return items.filter(({ below, text }) => below.length > 0 || text !== WHOLE_COMMIT)
}

/**
 * Drops content in this order: diagnostics, then the oldest commits; the next page continues where a shorter one ends.
 */
function steps({ diagnostics, entries }: LogOutput): readonly AnswerStep[] {
  return [...dropEntries('diagnostics', lastFirst(diagnostics)), ...dropEntries('entries', lastFirst(entries))]
}

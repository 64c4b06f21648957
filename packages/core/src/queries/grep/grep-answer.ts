import { groupBy, type GrepMatch, type GrepOutput, type GrepQueryEcho, type RecordedKind } from '@chronicle/schema'
import type { AnswerType } from '../../answer/answer-type.ts'
import { omittedText } from '../../answer/left-out.ts'
import type { Page, PageItems } from '../../answer/page.ts'
import type { AskedQuestion } from '../../answer/render-remedy.ts'
import { dropEntries, lastFirst, planOf, type AnswerStep } from '../../answer/step-plan.ts'
import type { FormatOptions } from '../../contracts/formatter.ts'
import { count } from '../../format/describe-output.ts'
import { describeSource, shortCommit } from '../../format/describe-region.ts'
import { neutralise, neutralisePath } from '../../format/neutralise-text.ts'
import { questionCommand } from '../recorded/question-command.ts'
import { DEFAULT_GREP_LIMIT } from './grep-query.ts'
import { documentShape } from '../../format/document-shape.ts'

/** How `grep` answers are rendered and trimmed. */
export const GREP_ANSWER: AnswerType<GrepOutput> = {
  defaultMaxTokens: 3000,
  shape: () => documentShape('GrepOutput'),
  page,
  plan: planOf(steps),
  questionOf,
}

function questionOf({ query }: GrepOutput): AskedQuestion {
  const { all, at, fixed_strings: fixed, ignore_case: ignore, kinds, limit, paths, pattern, tags } = query
  const hasCase = pattern !== undefined && /\p{Lu}/u.test(pattern.replace(/\\./gu, ''))
  return {
    command: questionCommand(
      'grep',
      [
        ['--fixed-strings', fixed],
        ['--ignore-case', hasCase && ignore ? true : undefined],
        ['--case-sensitive', pattern !== undefined && !hasCase && !ignore ? true : undefined],
        ['--kind', kinds?.join(',')],
        ['--tag', tags?.join(',')],
        ['--rev', at === 'HEAD' ? undefined : at],
        ['--all', all],
        ['--limit', limit === DEFAULT_GREP_LIMIT ? undefined : limit],
        ...(pattern?.startsWith('-') === true ? [['-e', pattern] as const] : []),
      ],
      pattern === undefined || pattern.startsWith('-') ? [] : [pattern],
      paths,
    ),
  }
}

const KIND_WORDS: Readonly<Record<RecordedKind, string>> = {
  summary: 'summary',
  task: 'task',
  intent: 'intent',
  reasoning: 'reasoning',
  constraint: 'constraint',
  risk: 'risk',
  rejected: 'rejected',
  dependency: 'depends on',
  cross_cutting: 'must change together',
  test: 'held by test',
  evidence: 'evidence',
  tag: 'tag',
  correction: 'correction',
}

function page(answer: GrepOutput, options: FormatOptions): Page {
  const { matches, query, stats, trimmed } = answer
  const byPlace = groupBy(matches, headingOf)
  const absence =
    trimmed !== null && stats.matches_returned > 0
      ? `nothing shown; ${count(stats.matches_returned, 'match').replace(/matchs$/u, 'matches')} withheld.`
      : `no match. The search succeeded; ${count(stats.annotations_read, 'annotation')} read.`
  const more = { option: 'limit', value: query.limit * 4 }
  return {
    title: titleOf(query),
    ...(matches.length === 0 && { absence }),
    preamble: [],
    sections: [
      ...[...byPlace].map(([place, own]) => ({
        heading: place,
        blocks: [{ items: own.map((each) => item(each, query)) }],
      })),
      ...(stats.more === true
        ? [
            {
              blocks: [
                { label: 'Left out', entries: [omittedText('older matches', more, questionOf(answer), options)] },
              ],
            },
          ]
        : []),
    ],
    stats: `${stats.matches} ${stats.matches === 1 ? 'match' : 'matches'}, ${stats.annotations_read} of ${count(stats.annotations, 'annotation')} read`,
  }
}

/** `Recorded texts that match "retry" (constraint), tagged net, in src/mqtt` */
function titleOf({ at, kinds = [], paths = [], pattern, tags = [] }: GrepQueryEcho): string {
  const what = kinds.length === 0 ? 'Recorded texts' : `Recorded ${kinds.map((kind) => KIND_WORDS[kind]).join(', ')}`
  return [
    what,
    ...(pattern === undefined ? [] : [`matching ${neutralise(JSON.stringify(pattern))}`]),
    ...(tags.length === 0 ? [] : [`tagged ${tags.map(neutralise).join(' or ')}`]),
    ...(paths.length === 0 ? [] : [`in ${paths.map(neutralisePath).join(', ')}`]),
    ...(at === 'HEAD' ? [] : [`at ${neutralise(at)}`]),
  ].join(' ')
}

function headingOf({ file, gone, kind, recorded_file: recorded }: GrepMatch): string {
  if (file === undefined) return kind === 'cross_cutting' ? 'Several places' : 'Whole commits'
  if (file === './') return 'The whole repository'
  const was = recorded === undefined ? '' : ` (recorded as ${neutralisePath(recorded)})`
  return `${neutralisePath(file)}${was}${gone === true ? ' (gone)' : ''}`
}

/** `connect: constraint [author] Never more than one session (a1b2c3d 2025-03-01)` */
function item(match: GrepMatch, { kinds }: GrepQueryEcho): PageItems['items'][number] {
  const {
    also_on: others = [],
    anchor,
    anchor_gone: isGone = false,
    commit,
    context_level: level,
    kind,
    moved_to: place,
    places = [],
    recorded,
    retracted,
    source,
    text,
    timestamp,
  } = match
  const now =
    place === undefined ? (isGone ? ' (no longer there under this name)' : '') : ` (now ${neutralisePath(place)})`
  const unit = anchor === undefined ? '' : `${neutralise(anchor)}${now}: `
  // When only one kind was requested, every match is of that kind.
  const what = kinds?.length === 1 ? '' : `${KIND_WORDS[kind]} `
  const who = `[${source === undefined ? (level === 'enhanced' ? 'stated' : 'inferred') : describeSource(source, recorded, level)}] `
  const date = timestamp === undefined ? '' : ` ${timestamp.slice(0, 10)}`
  const on = [commit, ...others].slice(0, 3).map(shortCommit).join(', ')
  const more = others.length > 2 ? ` and ${others.length - 2} more` : ''
  const named = places.slice(0, 4).map(neutralisePath).join(', ')
  const beyond = places.length > 4 ? ` and ${places.length - 4} more` : ''
  const elsewhere =
    places.length === 0 ? '' : kind === 'cross_cutting' ? ` — ${named}${beyond}` : `; also ${named}${beyond}`
  const withdrawn = retracted === true ? 'RETRACTED ' : ''
  return { text: `${unit}${withdrawn}${what}${who}${neutralise(text)} (${on}${more}${date}${elsewhere})`, below: [] }
}

/**
 * Drops content in this order: diagnostics, then matches of no binding kind, then the other matches; the oldest first.
 */
function steps({ diagnostics, matches }: GrepOutput): readonly AnswerStep[] {
  const oldestFirst = lastFirst(matches)
  const binds = (index: number): boolean => BINDING.has(matches[index]?.kind ?? 'intent')
  return [
    ...dropEntries('diagnostics', lastFirst(diagnostics)),
    ...dropEntries('matches', oldestFirst, (index) => !binds(index)),
    ...dropEntries('matches', oldestFirst, binds),
  ]
}

const BINDING: ReadonlySet<RecordedKind> = new Set(['constraint', 'risk', 'rejected', 'cross_cutting'])

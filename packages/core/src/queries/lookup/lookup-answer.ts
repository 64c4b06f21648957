import { omitUndefined, type LookupOutput, type OpenCorrection, type ReadRegion } from '@chronicle/schema'
import type { AnswerType } from '../../answer/answer-type.ts'
import {
  dropEntries,
  dropFields,
  dropFieldsAt,
  dropPassages,
  lastFirst,
  planOf,
  presentFields,
  type AnswerStep,
} from '../../answer/step-plan.ts'
import { describePlace } from '../../answer/describe-place.ts'
import { dependencyBlocks, placeText } from '../../answer/entry-texts.ts'
import type { Page } from '../../answer/page.ts'
import { heldByTestsSections } from '../../answer/held-by-tests-section.ts'
import { leftOutBlock, ONLY_QUOTATIONS, regionSections, shownRegions } from '../../answer/region-sections.ts'
import type { AskedQuestion } from '../../answer/render-remedy.ts'
import { withoutRepeatedRegionTexts } from '../../answer/without-repeated-region-texts.ts'
import { withoutRepeatedStepTexts } from '../../answer/without-repeated-step-texts.ts'
import { withoutShownSubjects } from '../../answer/without-shown-subjects.ts'
import { finishSection, type ShownPlaces } from '../../answer/shown-places.ts'
import type { FormatOptions } from '../../contracts/formatter.ts'
import {
  count,
  describeAmbiguity,
  describeSilence,
  describeUncommitted,
  withholdsFindings,
} from '../../format/describe-output.ts'
import { describeCorrection, shortCommit } from '../../format/describe-region.ts'
import { historySections } from '../../from-history/history-section.ts'
import { rankReasonParts } from '../../from-history/rank-reason-parts.ts'
import { fieldValue, STATEMENTS } from '../../trim/region-fields.ts'
import { regionValue } from '../../trim/region-value.ts'
import { dependentText } from '../deps/deps-answer.ts'
import { stepSections } from '../history/step-sections.ts'
import { placeCommand } from '../place-command.ts'
import { isSettled } from './open-corrections.ts'
import { documentShape } from '../../format/document-shape.ts'

/** The lists of what is recorded about the queried code. */
const RECORDED_LISTS: readonly string[] = ['regions', 'dependents', 'cross_cutting', 'open_corrections']

/** Whether a step withholds recorded words, in place of which no quote is shown. */
function isRecorded(step: AnswerStep): boolean {
  if (step.isAside === true) return false
  if (step.drop === 'field') return step.list === 'regions' && STATEMENTS.has(step.field)
  return step.drop === 'entry' && RECORDED_LISTS.includes(step.list)
}

/** How `lookup` answers are rendered and trimmed. */
export const LOOKUP_ANSWER: AnswerType<LookupOutput> = {
  defaultMaxTokens: 4000,
  shape: () => documentShape('LookupOutput'),
  page,
  plan: planOf(steps, { independentLists: RECORDED_LISTS, isRecorded }),
  questionOf,
  removeRepetition(answer, { verbose }) {
    const shownSentences = new Set<string>()
    const regions = withoutRepeatedRegionTexts(answer.regions, verbose, shownSentences)
    const { from_history: reasons, ...rest } = answer
    return {
      ...rest,
      ...omitUndefined({ from_history: withoutShownSubjects(reasons, regions, verbose) }),
      regions,
      history: withoutRepeatedStepTexts(answer.history, verbose, shownSentences),
    }
  },
}

function questionOf({ query }: LookupOutput): AskedQuestion {
  return { command: placeCommand('lookup', query), place: query }
}

function page(answer: LookupOutput, options: FormatOptions): Page {
  const { verbose = false } = options
  const { query, regions, dependents, cross_cutting: groups, history, open_corrections: open, stats } = answer
  const { from_history: reasons = [], held_by_tests: tests = [] } = answer
  const nothing = [shownRegions(regions, verbose), reasons, dependents, groups, tests, history, open].every(
    (list) => list.length === 0,
  )
  const isNoRecord = nothing && answer.trimmed === null
  const elsewhere = dependents.length + groups.length > 0
  const shownPlaces: ShownPlaces = new Map()
  const known = regionSections(regions.map(withoutOpenCorrections), verbose, shownPlaces)
  const earlier = stepSections(history, query, verbose, shownPlaces)
  return {
    title: describePlace(query),
    ...(nothing && { absence: absence(answer) }),
    preamble: [
      { label: 'Ambiguous anchor', text: describeAmbiguity(answer), tone: 'warning' },
      { label: 'Uncommitted', text: describeUncommitted(answer) ?? '', tone: 'warning' },
      { label: 'Open corrections', entries: open.map(correctionText), tone: 'warning' },
      leftOutBlock(regions, stats, questionOf(answer), options),
    ],
    sections: [
      ...known.map(finishSection),
      ...historySections(answer.from_history, stats.history),
      ...heldByTestsSections(tests),
      ...(elsewhere || verbose
        ? [
            {
              heading: 'Elsewhere',
              blocks: dependencyBlocks(dependents.map(dependentText), groups),
            },
          ]
        : []),
      ...(earlier.length === 0
        ? []
        : [{ heading: 'Earlier', facts: ['what was recorded about code that is changed, moved or gone'], blocks: [] }]),
      ...earlier.map(finishSection),
    ],
    stats: (isNoRecord && !verbose
      ? []
      : [
          [stats.regions, 'region'] as const,
          [stats.dependents, 'dependent'] as const,
          [stats.history_steps, 'earlier step'] as const,
          [stats.open_corrections, 'open correction'] as const,
        ]
    )
      // When something was found, empty counts are omitted.
      .filter(([number]) => verbose || number > 0)
      .map(([number, noun]) => count(number, noun))
      .join(', '),
  }
}

/** The open corrections of a region are listed above all regions. */
function withoutOpenCorrections(region: ReadRegion): ReadRegion {
  const { corrections, ...rest } = region
  return corrections === undefined ? region : { ...rest, corrections: corrections.filter(isSettled) }
}

/** `src/a.rs — connect (a1b2c3d): flag constraints: no longer true (Ada, 2025-01-31)` */
function correctionText({ commit, file, anchor, ...correction }: OpenCorrection): string {
  const place = file === undefined && anchor === undefined ? 'the whole annotation' : placeText(file ?? '', anchor)
  return `${place} (${shortCommit(commit)}): ${describeCorrection({ ...correction })}`
}

function absence({ regions, stats, trimmed }: LookupOutput): string {
  if (regions.length > 0) return ONLY_QUOTATIONS
  if (trimmed !== null && withholdsFindings(trimmed.withheld)) return 'nothing shown; all of it was withheld.'
  return `no record. The lookup succeeded; no annotation is about it${describeSilence(stats.history)}.`
}

/** Fields that say where the words of a region come from, then those with words, least valuable first. */
const [ORIGIN_FIELDS, WORD_FIELDS] = [
  ['related', 'evidence', 'tags', 'task', 'drifted_by', 'summary', 'ast_anchor.signature'],
  ['semantic_dependencies', 'reasoning', 'rejected_alternatives', 'risk_notes'],
] as const

/** What a region is worth that is wider than the asked place, in shares of one that is about this place alone. */
const [ENCLOSING, WIDER] = [0.6, 0.4]
/** Number of times that recorded lines are longer than the asked place for them to be about what encloses it. */
const TIMES_WIDER = 2

/** Returns the share of its value that a region has for an answer about a place of this many lines. */
function closeness({ about, ast_anchor: unit, lines }: ReadRegion, asked: number): number {
  if (about !== undefined) return about === 'enclosing_unit' ? ENCLOSING : WIDER
  const length = lines === undefined ? Infinity : lines.end - lines.start + 1
  return unit === undefined && length > asked * TIMES_WIDER ? ENCLOSING : 1
}

/**
 * Drops content in this order: reasons of earlier steps; diagnostics; earlier steps, oldest first; inferred tests;
 * inferred regions without constraints that are wider than the asked place; what the history says; resolved units; dependents whose code is gone; where regions come from; regions
 * without constraints, first those that are wider than the asked place, each time their words first; tests; dependents,
 * oldest first; groups; regions with constraints; open corrections.
 */
function steps(answer: LookupOutput): readonly AnswerStep[] {
  const { regions, dependents, cross_cutting: groups, history, open_corrections: open, resolved = [] } = answer
  const { held_by_tests: tests = [] } = answer
  const { anchor, lines } = answer.query
  const units =
    anchor === undefined || resolved.length === 0 ? [{ start: 1, end: Infinity }] : resolved.map((unit) => unit.lines)
  const places = lines === undefined ? units : [{ start: lines[0], end: lines[1] }]
  const asked = places.reduce((sum, { start, end }) => sum + end - start + 1, 0)
  const close = regions.map((region) => closeness(region, asked))
  const value = regions.map((region, index) => regionValue(region) * (close[index] ?? 1))
  const byValue = [...regions.keys()].sort((a, b) => (value[a] ?? 0) - (value[b] ?? 0) || b - a)
  const states = (index: number): boolean => (regions[index]?.constraints.length ?? 0) > 0
  const names = [anchor, ...resolved.map(({ anchor }) => anchor)].filter((name) => name !== undefined)
  const isInferred = (index: number): boolean => tests[index]?.origin === 'history'
  const isGone = (index: number): boolean => dependents[index]?.gone !== undefined
  const isAside = (index: number): boolean =>
    close[index] !== 1 && regions[index]?.context_level === 'inferred' && !states(index)
  const aside = byValue.filter(isAside)
  const wider = byValue.filter((index) => close[index] !== 1 && !isAside(index))
  const closest = byValue.filter((index) => close[index] === 1)
  const wordsOf = (positions: readonly number[]): readonly AnswerStep[] =>
    positions.flatMap((index) => dropFieldsAt('regions', fieldsWithin(WORD_FIELDS, regions[index]), [index]))
  return [
    ...dropFields('history', presentFields(history, ['reasoning'])),
    ...dropEntries('diagnostics', lastFirst(answer.diagnostics)),
    ...dropEntries('history', [...history.keys()]),
    ...dropEntries('held_by_tests', lastFirst(tests), isInferred),
    ...[...wordsOf(aside), ...dropEntries('regions', aside, undefined, true)].map((step) => ({
      ...step,
      isAside: true,
    })),
    ...dropPassages(rankReasonParts(answer.from_history ?? [], { names })),
    ...dropEntries('resolved', lastFirst(resolved)),
    ...dropEntries('dependents', lastFirst(dependents), isGone),
    ...dropFields('regions', fieldsWithin(ORIGIN_FIELDS, ...regions)),
    ...wordsOf(wider),
    ...dropEntries('regions', wider, (index) => !states(index), true),
    ...wordsOf(closest),
    ...dropEntries('regions', closest, (index) => !states(index)),
    ...dropEntries('held_by_tests', lastFirst(tests), (index) => !isInferred(index)),
    ...dropEntries('dependents', lastFirst(dependents), (index) => !isGone(index)),
    ...dropEntries('cross_cutting', lastFirst(groups)),
    ...dropEntries('regions', byValue, states),
    ...dropEntries('open_corrections', lastFirst(open)),
  ]
}

/** Returns the fields that one of the regions has. */
function fieldsWithin<Field extends (typeof ORIGIN_FIELDS | typeof WORD_FIELDS)[number]>(
  fields: readonly Field[],
  ...regions: readonly (ReadRegion | undefined)[]
): readonly Field[] {
  return fields.filter((field) =>
    regions.some((region) => region !== undefined && (fieldValue(region, field)?.length ?? 0) > 0),
  )
}

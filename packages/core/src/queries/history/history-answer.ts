import type { HistoryOutput, HistoryQueryEcho, HistoryStats, HistoryStep } from '@chronicle/schema'
import type { AnswerType } from '../../answer/answer-type.ts'
import { dropEntries, dropFields, lastFirst, planOf, type AnswerStep } from '../../answer/step-plan.ts'
import { describePlace } from '../../answer/describe-place.ts'
import { omittedByLimit } from '../../answer/left-out.ts'
import type { Page } from '../../answer/page.ts'
import type { AskedQuestion } from '../../answer/render-remedy.ts'
import { withoutRepeatedStepTexts } from '../../answer/without-repeated-step-texts.ts'
import { finishSection } from '../../answer/shown-places.ts'
import type { FormatOptions } from '../../contracts/formatter.ts'
import { count, describeAmbiguity, describeSilence } from '../../format/describe-output.ts'
import { neutralise } from '../../format/neutralise-text.ts'
import { anchorRelation, anchorSegments } from '../../read/match-anchor.ts'
import { placeCommand } from '../place-command.ts'
import { DEFAULT_HISTORY_LIMIT } from './history-query.ts'
import { stepSections } from './step-sections.ts'
import { documentShape } from '../../format/document-shape.ts'

/** How `history` answers are rendered and trimmed. */
export const HISTORY_ANSWER: AnswerType<HistoryOutput> = {
  defaultMaxTokens: 4000,
  shape: () => documentShape('HistoryOutput'),
  page,
  plan: planOf(steps),
  questionOf,
  removeRepetition: (answer, { verbose }) => ({ ...answer, steps: withoutRepeatedStepTexts(answer.steps, verbose) }),
}

function questionOf({ query }: HistoryOutput): AskedQuestion {
  return {
    command: placeCommand('history', query, [
      ...(query.limit === DEFAULT_HISTORY_LIMIT ? [] : ['--limit', `${query.limit}`]),
      ...(query.follow_related ? ['--follow-related'] : []),
    ]),
    place: query,
  }
}

function page(answer: HistoryOutput, options: FormatOptions): Page {
  const { verbose = false } = options
  const { query, stats, steps: shownSteps, trimmed } = answer
  const absence =
    trimmed !== null && stats.steps_returned > 0
      ? `nothing shown; ${count(stats.steps_returned, 'step')} withheld.`
      : `no record. The query succeeded; no annotation in the history of this commit is about it${describeSilence(stats.history)}.`
  const former = [...stats.names.filter((name) => !isAsked(name, query)), ...stats.paths.slice(1)].slice(0, 5)
  return {
    title: `History of ${describePlace(query)}`,
    ...(shownSteps.length === 0 && { absence }),
    preamble: [
      { label: 'Ambiguous anchor', text: describeAmbiguity(answer), tone: 'warning' },
      omittedByLimit(
        stats.steps_found,
        stats.steps_returned,
        stats.history === undefined ? 'older step' : 'step',
        'limit',
        questionOf(answer),
        options,
      ),
    ],
    sections: stepSections(shownSteps, query, verbose).map(finishSection),
    stats: [
      countSteps(stats),
      ...(stats.linked_steps === 0 ? [] : [`${stats.linked_steps} linked`]),
      ...(former.length === 0 ? [] : [`also recorded as ${former.map(neutralise).join(', ')}`]),
    ].join(', '),
  }
}

/** `the newest 10 of 24 steps, 18 of them from messages`; recorded steps are returned first. */
function countSteps({ history, steps_found: found, steps_returned: returned }: HistoryStats): string {
  const speaking = history?.speaking ?? 0
  const of = returned < found ? `${speaking === 0 || speaking === found ? 'the newest ' : ''}${returned} of ` : ''
  return [
    `${of}${count(found, 'step')}`,
    ...(speaking === 0 ? [] : [speaking === found ? 'from messages' : `${speaking} of them from messages`]),
    ...(history?.unseen === undefined ? [] : [`${count(history.unseen, 'older commit')} not looked at`]),
  ].join(', ')
}

function isAsked(name: string, { anchor = '' }: HistoryQueryEcho): boolean {
  return anchorRelation(anchorSegments(name), anchorSegments(anchor)) !== undefined
}

/**
 * Drops content in this order: resolved units; diagnostics; inferred steps, oldest first; fields that explain steps,
 * context before reasons; recorded steps, linked ones before those of the code itself, those without rules before those
 * with rules, and older before newer; last the newest step.
 */
function steps({ diagnostics, resolved = [], steps: shownSteps }: HistoryOutput): readonly AnswerStep[] {
  const isInferred = (index: number): boolean => shownSteps[index]?.origin !== undefined
  const own = shownSteps.map(({ linked_from: links }, index) => (links === undefined ? index : -1))
  // The newest recorded step, or the newest inferred one if there is no other.
  const newest = own.findLast((index) => index >= 0 && !isInferred(index)) ?? own.findLast((index) => index >= 0) ?? -1
  const others = [...shownSteps.keys()].filter((index) => index !== newest)
  const byValue = others
    .filter((index) => !isInferred(index))
    .sort((a, b) => valueOf(shownSteps[a]) - valueOf(shownSteps[b]) || a - b)
  return [
    ...dropEntries('resolved', lastFirst(resolved)),
    ...dropEntries('diagnostics', lastFirst(diagnostics)),
    ...dropEntries('steps', others, isInferred),
    ...(shownSteps.length === 0 ? [] : dropFields<keyof HistoryStep>('steps', EXPLAINING_FIELDS)),
    ...dropEntries('steps', byValue),
    ...(newest < 0 ? [] : dropFields<keyof HistoryStep>('steps', ['risk_notes', 'rejected_alternatives'])),
    ...dropEntries('steps', newest < 0 ? [] : [newest]),
  ]
}

/** Fields that explain the rules of a step, in the order in which they are dropped. */
const EXPLAINING_FIELDS = ['tags', 'message', 'task', 'summary', 'related', 'reasoning'] as const

function valueOf(step: HistoryStep | undefined): number {
  if (step === undefined) return 0
  const rules = step.constraints.length > 0 || (step.rejected_alternatives ?? []).length > 0
  return (step.linked_from === undefined ? 2 : 0) + (rules ? 1 : 0)
}

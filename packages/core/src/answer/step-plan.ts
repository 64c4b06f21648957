import { omitEmpty, type Answer, type HistoryReason, type TrimmedAnswer } from '@chronicle/schema'
import { withoutParts, type ReasonPart } from '../from-history/rank-reason-parts.ts'
import type { PlanContext } from './plan-context.ts'

/** The ways to make an answer smaller, in order. The order does not depend on the budget. */
export interface StepPlan<O> {
  readonly length: number
  /**
   * The answer without the first `count` things, but with those of them that are `restored`, by position; with a notice
   * that says so and tells what brings them back.
   */
  without(count: number, restored?: ReadonlySet<number>): O
  /** Positions of the things that can stand without those that are missed less, in order. Absent: none can. */
  readonly independent?: readonly number[]
  /**
   * How many steps withhold the last region: from there on nothing is put back, since what is inferred must not stand
   * in place of what is recorded. Absent: there are no regions.
   */
  readonly stepsToLastRegion?: number
  /** The same without anything, marked as over budget; the most telling first, the shortest last. */
  readonly overBudget: readonly O[]
}

/** One thing that may be withheld: an entry of a list, or a field of every entry of it. */
export type AnswerStep =
  | { readonly drop: 'entry'; readonly list: string; readonly index: number }
  | { readonly drop: 'field'; readonly list: string; readonly field: string }
  | { readonly drop: 'passage'; readonly step: ReasonPart }

/** The steps that withhold the entries of a list at these positions, in their order; of `isMeant` only those. */
export function dropEntries(
  list: string,
  positions: readonly number[],
  isMeant: (index: number) => boolean = () => true,
): readonly AnswerStep[] {
  return positions.filter(isMeant).map((index) => ({ drop: 'entry', list, index }))
}

/** The steps that withhold fields of every entry of a list. */
export function dropFields<Field extends string>(list: string, fields: readonly Field[]): readonly AnswerStep[] {
  return fields.map((field) => ({ drop: 'field', list, field }))
}

/** Of some fields those that an entry of a list has. */
export function presentFields<Entry extends object, Field extends keyof Entry>(
  entries: readonly Entry[],
  fields: readonly Field[],
): readonly Field[] {
  return fields.filter((field) => entries.some((entry) => entry[field] !== undefined))
}

/** The steps that withhold what commits say. */
export function dropPassages(steps: readonly ReasonPart[]): readonly AnswerStep[] {
  return steps.map((step) => ({ drop: 'passage', step }))
}

/** Positions in a list, the last first. */
export function lastFirst(entries: readonly unknown[]): readonly number[] {
  return [...entries.keys()].reverse()
}

/**
 * A plan from steps that are listed one by one, least valuable first. What an entry says it is for and what must hold
 * (`intent`, `constraints`) is never a field here: it goes with its entry.
 */
export function planOf<O extends Answer>(
  stepsOf: (answer: O) => readonly AnswerStep[],
): (answer: O, context: PlanContext) => StepPlan<O> {
  return (answer, context) => {
    const steps = stepsOf(answer)
    const bare = without(answer, steps)
    const notice = noticeOf(steps, context)
    const { withheld_fields: _, ...shorter } = notice
    return {
      length: steps.length,
      independent: steps.flatMap((step, position) => (step.drop === 'passage' ? [position] : [])),
      ...countedTo(steps.findLastIndex((step) => step.drop === 'entry' && step.list === 'regions')),
      without: (count, restored) => {
        const applied = steps.slice(0, count).filter((_, position) => restored?.has(position) !== true)
        return { ...without(answer, applied), trimmed: noticeOf(applied, context) }
      },
      overBudget: [notice, shorter].map((trimmed) => ({
        ...bare,
        trimmed: { ...trimmed, over_budget: true },
      })),
    }
  }
}

/** The number of steps up to the one that withholds the last region, by its position; -1: there is none. */
export function countedTo(position: number): Pick<StepPlan<unknown>, 'stepsToLastRegion'> {
  return position === -1 ? {} : { stepsToLastRegion: position + 1 }
}

function noticeOf(steps: readonly AnswerStep[], { maxTokens, fullTokens }: PlanContext): TrimmedAnswer {
  const withheld: Record<string, number> = {}
  const fields: string[] = []
  for (const step of steps) {
    if (step.drop === 'entry') withheld[step.list] = (withheld[step.list] ?? 0) + 1
    else if (step.drop === 'passage') withheld['from_history'] = (withheld['from_history'] ?? 0) + 1
    else fields.push(`${step.list}.${step.field}`)
  }
  return {
    strategy: 'least_valuable_first',
    estimated_tokens: maxTokens,
    withheld,
    ...omitEmpty({ withheld_fields: fields }),
    remedy: { option: 'maxTokens', value: fullTokens },
  }
}

/** A copy without what the steps name. */
function without<O extends Answer>(answer: O, steps: readonly AnswerStep[]): O {
  const copy: Record<string, unknown> = { ...(answer as object) }
  const passages = steps.flatMap((step) => (step.drop === 'passage' ? [step.step] : []))
  const reasons = copy['from_history'] as readonly HistoryReason[] | undefined
  if (reasons !== undefined && passages.length > 0) {
    const left = withoutParts(reasons, passages)
    if (left.length > 0) copy['from_history'] = left
    else delete copy['from_history']
  }
  const listed = steps.filter((step) => step.drop !== 'passage')
  for (const name of new Set(listed.map((step) => step.list))) {
    const own = listed.filter((step) => step.list === name)
    const gone = new Set(own.flatMap((step) => (step.drop === 'entry' ? [step.index] : [])))
    const fields = new Set(own.flatMap((step) => (step.drop === 'field' ? [step.field] : [])))
    const entries = ((copy[name] as readonly object[] | undefined) ?? []).filter((_, index) => !gone.has(index))
    copy[name] =
      fields.size === 0
        ? entries
        : entries.map((entry) => Object.fromEntries(Object.entries(entry).filter(([key]) => !fields.has(key))))
  }
  return copy as unknown as O
}

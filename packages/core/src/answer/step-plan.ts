import { omitEmpty, type Answer, type HistoryReason, type TrimmedAnswer } from '@chronicle/schema'
import { withoutParts, type ReasonPart } from '../from-history/rank-reason-parts.ts'

/** Input for the notice of a trimmed answer. */
export interface PlanContext {
  readonly maxTokens: number
  /** A budget that the whole answer fits. */
  readonly fullTokens: number
}

/** The steps that make an answer smaller, in order. The order does not depend on the budget. */
export interface StepPlan<O> {
  readonly length: number
  /**
   * Returns the answer without the first `count` parts, except the `restored` positions. Its notice lists the withheld
   * parts and the remedy.
   */
  without(count: number, restored?: ReadonlySet<number>): O
  /** Positions of parts that make sense without the less valuable ones, in order. Absent if there are none. */
  readonly independent?: readonly number[]
  /**
   * Positions of steps that withhold what is recorded about the code. While one of them is taken, only recorded parts
   * are restored. Absent if there are none.
   */
  readonly recorded?: ReadonlySet<number>
  /** The answer with everything withheld, marked as over budget: variants from the most informative to the shortest. */
  readonly overBudget: readonly O[]
}

/**
 * One step of withholding: an entry of a list, a field of all its entries or of the one at `index`, or a part of a
 * reason from the history. With `isAside`, it is worth less than a reason from the history.
 */
export type AnswerStep = { readonly isAside?: boolean } & (
  | {
      readonly drop: 'entry'
      readonly list: string
      readonly index: number
      /** Whether it is never restored where a more valuable part does not fit. */
      readonly inTurn?: boolean
    }
  | { readonly drop: 'field'; readonly list: string; readonly field: string; readonly index?: number }
  | { readonly drop: 'passage'; readonly step: ReasonPart }
)

/** Returns the steps that withhold the entries of a list at the given positions, in order, filtered by `filter`. */
export function dropEntries(
  list: string,
  positions: readonly number[],
  filter: (index: number) => boolean = () => true,
  inTurn = false,
): readonly AnswerStep[] {
  return positions.filter(filter).map((index) => ({ drop: 'entry', list, index, ...(inTurn && { inTurn }) }))
}

/** Returns the steps that withhold fields of every entry of a list. */
export function dropFields<Field extends string>(list: string, fields: readonly Field[]): readonly AnswerStep[] {
  return fields.map((field) => ({ drop: 'field', list, field }))
}

/** Returns the fields that at least one entry of a list has. */
export function presentFields<Entry extends object, Field extends keyof Entry>(
  entries: readonly Entry[],
  fields: readonly Field[],
): readonly Field[] {
  return fields.filter((field) => entries.some((entry) => entry[field] !== undefined))
}

/** Returns the steps that withhold fields of the entries at the given positions, entry by entry. */
export function dropFieldsAt<Field extends string>(
  list: string,
  fields: readonly Field[],
  positions: readonly number[],
): readonly AnswerStep[] {
  return positions.flatMap((index) => fields.map((field): AnswerStep => ({ drop: 'field', list, field, index })))
}

/** Returns the steps that withhold parts of the reasons from the history. */
export function dropPassages(steps: readonly ReasonPart[]): readonly AnswerStep[] {
  return steps.map((step) => ({ drop: 'passage', step }))
}

/** Returns the positions in a list, last first. */
export function lastFirst(entries: readonly unknown[]): readonly number[] {
  return [...entries.keys()].reverse()
}

interface PlanOptions {
  /** Lists whose entries may be restored where a more valuable part does not fit. */
  readonly independentLists?: readonly string[] | undefined
  /** Whether a step withholds something recorded, in place of which nothing inferred is shown. Default: none does. */
  readonly isRecorded?: ((step: AnswerStep) => boolean) | undefined
}

/**
 * Creates a plan from a list of steps, least valuable first. `intent` and `constraints` are never separate fields here:
 * they are withheld together with their entry.
 */
export function planOf<O extends Answer>(
  stepsOf: (answer: O) => readonly AnswerStep[],
  { independentLists = [], isRecorded = () => false }: PlanOptions = {},
): (answer: O, context: PlanContext) => StepPlan<O> {
  return (answer, context) => {
    const steps = stepsOf(answer)
    const bare = without(answer, steps)
    const notice = noticeOf(steps, context)
    const isIndependent = (step: AnswerStep): boolean =>
      step.drop === 'passage' || (step.drop === 'entry' && independentLists.includes(step.list) && step.inTurn !== true)
    const { withheld_fields: _, ...shorter } = notice
    return {
      length: steps.length,
      independent: steps.flatMap((step, position) => (isIndependent(step) ? [position] : [])),
      recorded: new Set(steps.flatMap((step, position) => (isRecorded(step) ? [position] : []))),
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

function noticeOf(steps: readonly AnswerStep[], { maxTokens, fullTokens }: PlanContext): TrimmedAnswer {
  const withheld: Record<string, number> = {}
  const fields = new Set<string>()
  for (const step of steps) {
    if (step.drop === 'entry') withheld[step.list] = (withheld[step.list] ?? 0) + 1
    else if (step.drop === 'passage') withheld['from_history'] = (withheld['from_history'] ?? 0) + 1
    else fields.add(`${step.list}.${step.field}`)
  }
  return {
    strategy: 'least_valuable_first',
    estimated_tokens: maxTokens,
    withheld,
    ...omitEmpty({ withheld_fields: [...fields] }),
    remedy: { option: 'maxTokens', value: fullTokens },
  }
}

/** Returns a copy without the parts that the steps name. */
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
    const fields = own.filter((step) => step.drop === 'field')
    const everywhere = new Set(fields.flatMap(({ field, index }) => (index === undefined ? [field] : [])))
    const at = new Set(fields.map(({ field, index }) => `${index} ${field}`))
    const entries = (copy[name] as readonly object[] | undefined) ?? []
    copy[name] = entries.flatMap((entry, index) => {
      if (gone.has(index)) return []
      const isLeftOut = (field: string): boolean => everywhere.has(field) || at.has(`${index} ${field}`)
      return [fields.length === 0 ? entry : withoutFields(entry, isLeftOut)]
    })
  }
  return copy as unknown as O
}

/** Returns an entry without some fields; `a.b` names the field `b` of the object in `a`. */
function withoutFields(entry: object, isLeftOut: (field: string) => boolean): object {
  const fields = Object.entries(entry as Readonly<Record<string, unknown>>)
  const kept = fields.flatMap(([key, value]): [string, unknown][] => {
    if (isLeftOut(key)) return []
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return [[key, isObject ? withoutFields(value, (field) => isLeftOut(`${key}.${field}`)) : value]]
  })
  const isWhole = kept.length === fields.length && kept.every(([, value], index) => value === fields[index]?.[1])
  return isWhole ? entry : Object.fromEntries(kept)
}

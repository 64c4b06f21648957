import type { Answer, ReadOutput } from '@chronicle/schema'
import type { FormatOptions } from '../contracts/formatter.ts'
import type { ObjectShape } from '../format/object-shape.ts'
import type { Page } from './page.ts'
import type { AskedQuestion } from './render-remedy.ts'
import type { PlanContext, StepPlan } from './step-plan.ts'

/** The answer to any query. */
export type AnyAnswer = Answer | ReadOutput

/** Formatting and budgeting of one kind of answer. Pure. */
export interface AnswerType<O extends AnyAnswer> {
  /**
   * Default budget of the text form, in tokens: about as much as a reader can take in before an edit. JSON has no
   * default budget, because programs want all of it.
   */
  readonly defaultMaxTokens: number
  /** Returns the shape of the JSON document, key by key. Text needs none. */
  shape(): ObjectShape
  /** Returns the page for people and models. */
  page(answer: O, options: FormatOptions): Page
  /** Returns the parts that may be withheld, in order. */
  plan(answer: O, context: PlanContext): StepPlan<O>
  /** Returns the question of the answer. */
  questionOf(answer: O): AskedQuestion
  /** Returns the answer without repeated texts. Absent if the kind of answer never repeats any. */
  removeRepetition?(answer: O, options: RepetitionOptions): O
}

/** Options for removing repeated texts. */
export interface RepetitionOptions {
  /** Whether evidence keeps its quotations. */
  readonly verbose: boolean
}

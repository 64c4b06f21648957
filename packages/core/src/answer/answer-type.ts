import type { Answer, ReadOutput } from '@chronicle/schema'
import type { FormatOptions } from '../contracts/formatter.ts'
import type { ObjectShape } from '../format/object-shape.ts'
import type { Page } from './page.ts'
import type { AskedQuestion } from './render-remedy.ts'
import type { StepPlan } from './step-plan.ts'
import type { PlanContext } from './plan-context.ts'

/** The answer to any query. */
export type AnyAnswer = Answer | ReadOutput

/** What formats and budgets know about one kind of answer. Pure. */
export interface AnswerType<O extends AnyAnswer> {
  /**
   * Tokens that it takes as a text when nobody says otherwise: about what a reader takes in before an edit. A JSON
   * document is for a program, which wants all of it.
   */
  readonly defaultMaxTokens: number
  /** Its JSON document, key by key. */
  readonly shape: ObjectShape
  /** What people and models are shown. */
  page(answer: O, options: FormatOptions): Page
  /** What may be withheld, in order. */
  plan(answer: O, context: PlanContext): StepPlan<O>
  /** The same question again. */
  asked(answer: O): AskedQuestion
  /** The same answer without texts that it says twice. Absent for a kind that repeats none. */
  sayOnce?(answer: O, options: SayOnceOptions): O
}

/** How far repetition goes. */
export interface SayOnceOptions {
  /** Evidence keeps its quotations. */
  readonly verbose: boolean
}

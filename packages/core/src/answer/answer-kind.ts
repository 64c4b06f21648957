import type { Answer } from '@chronicle/schema'
import type { FormatOptions } from '../contracts/formatter.ts'
import type { ObjectShape } from '../format/object-shape.ts'
import type { Page } from './page.ts'

/** One thing that may be withheld: an entry of a list, or a field of every entry of it. */
export type AnswerStep =
  | { readonly drop: 'entry'; readonly list: string; readonly index: number }
  | { readonly drop: 'field'; readonly list: string; readonly field: string }

/** What formats and trimming know about one kind of answer. Pure. */
export interface AnswerKind<O extends Answer> {
  /** Its JSON document, key by key. */
  readonly shape: ObjectShape
  /** What people and models are shown. */
  page(answer: O, options: FormatOptions): Page
  /**
   * All that may be withheld, least valuable first. What an entry says it is for and what must hold (`intent`,
   * `constraints`) is never a field here: it goes with its entry.
   */
  steps(answer: O): readonly AnswerStep[]
  /** The same question as words after `git chronicle`, without a budget. */
  command(answer: O): readonly string[]
}

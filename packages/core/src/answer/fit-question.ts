import type { FormatOptions, RemedyStyle } from '../contracts/formatter.ts'
import type { TokenCounter } from '../contracts/token-counter.ts'
import type { OutputFormat } from '../read/read-query.ts'
import { checkedTokens } from '../tokens/checked-tokens.ts'
import type { AnswerType, AnyAnswer } from './answer-type.ts'
import { fitAnswer, type AnswerBudget } from './fit-answer.ts'
import { formatAnswer } from './format-answer.ts'

/** The part of a question that limits its answer. */
export interface BudgetedQuestion {
  readonly maxTokens?: number | undefined
  readonly format?: OutputFormat | undefined
  readonly verbose?: boolean | undefined
  readonly remedies?: RemedyStyle | undefined
}

/** Replaceable parts of the last step of a query. */
export interface FitOptions<O> {
  readonly tokens: TokenCounter
  /** Default: the formatter of the kind of answer for the requested format. */
  readonly format?: ((answer: O, options: FormatOptions) => string) | undefined
  /** Default: the plan of the kind of answer. */
  readonly trim?: ((answer: O, budget: AnswerBudget<O>) => O) | undefined
}

/** Runs the last step of every query: removes repeated texts and fits the answer to the budget. */
export function fitQuestion<O extends AnyAnswer>(
  answer: O,
  kind: AnswerType<O>,
  { format = 'markdown', maxTokens, remedies = 'none', verbose = false }: BudgetedQuestion,
  options: FitOptions<O>,
): O {
  const shortened = new WeakMap<O, O>()
  const sayOnce = (part: O): O => {
    const known = shortened.get(part) ?? kind.removeRepetition?.(part, { verbose }) ?? part
    shortened.set(part, known)
    return known
  }
  if (maxTokens === undefined) return sayOnce(answer)
  const render = options.format ?? ((part: O, look: FormatOptions) => formatAnswer(part, kind, format, look))
  const tokens = checkedTokens(options.tokens)
  const measure = (part: O): number => tokens.count(render(sayOnce(part), { verbose, remedies }))
  const budget = { maxTokens, measure }
  return sayOnce(options.trim?.(answer, budget) ?? fitAnswer(answer, kind.plan, budget))
}

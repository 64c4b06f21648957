import { renderAnswer, type Answers } from '@chronicle/core'
import { omitUndefined, type Diagnostic, type Remedy } from '@chronicle/schema'
import type { ToolAnswer, ToolCall } from './tool-answer.ts'
import { budgetForText } from './budget.ts'
import { withArguments } from './option-arguments.ts'
import { showInvisible } from './show-invisible.ts'

/** The answer to any question. */
export type QueryAnswer = Answers[keyof Answers]

/**
 * Renders the answer to a question: the published document, and its markdown, with remedies as arguments to give. With
 * `verbose` the text says more; the document has everything anyway, and nulls for what is absent would only cost.
 */
export function toolAnswer(answer: QueryAnswer, call: ToolCall): ToolAnswer {
  const { verbose } = call
  const answerForTools = withRemedies(answer, call)
  const markdown = renderAnswer(answerForTools, 'markdown', { verbose, remedies: 'argument' })
  return {
    document: parseDocument(renderAnswer(answerForTools, 'json', { remedies: 'argument' })),
    text: markdown.replace(STATS, withArguments),
  }
}

/** The line that counts, which is ours: lines of recorded text never begin like this. */
const STATS = /^\*\*Stats:\*\* .*$/gmu

/** The same answer with the budget that was given echoed, and remedies that a caller of tools can use. */
function withRemedies(answer: QueryAnswer, { budget, host }: ToolCall): QueryAnswer {
  const { trimmed } = answer
  const overrides = {
    diagnostics: answer.diagnostics.map((each): Diagnostic => ({ ...each, message: withArguments(each.message) })),
    query: { ...answer.query, ...omitUndefined({ max_tokens: budget }) },
    trimmed: trimmed?.remedy === undefined ? trimmed : { ...trimmed, remedy: enoughBudget(trimmed.remedy, host) },
  }
  return { ...answer, ...overrides } as QueryAnswer
}

/** A remedy whose budget is enough for what reaches the model, not for the text alone. */
function enoughBudget(remedy: Remedy, host: ToolCall['host']): Remedy {
  const { option, value } = remedy
  if (option !== 'maxTokens' || typeof value !== 'number' || value === 0) return remedy
  return { ...remedy, value: budgetForText(value, host) }
}

/**
 * A document that was rendered as JSON, with absent fields left out and scores rounded as published. Invisible
 * characters are written out, because what was recorded by others must not hide there.
 */
export function parseDocument(json: string): ToolAnswer['document'] {
  return showInvisible(JSON.parse(json) as ToolAnswer['document'])
}

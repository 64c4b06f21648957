import { renderAnswer, type Answers } from '@chronicle/core'
import { omitUndefined, type Diagnostic, type Remedy } from '@chronicle/schema'
import type { ToolAnswer, ToolCall } from './tool-answer.ts'
import { budgetForText } from './budget.ts'
import { withArguments } from './option-arguments.ts'
import { showInvisible } from './show-invisible.ts'

/** The answer to any query. */
export type QueryAnswer = Answers[keyof Answers]

/**
 * Renders the answer to a query: the published document, and its markdown with remedies as arguments. `verbose` adds to
 * the text. The document is always complete, without nulls for absent values, which would only cost tokens.
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

/** The statistics line, which Chronicle writes itself: lines of recorded text never begin like this. */
const STATS = /^\*\*Stats:\*\* .*$/gmu

/** Returns the answer with the call's budget echoed, and with remedies that a tool caller can use. */
function withRemedies(answer: QueryAnswer, { budget, host }: ToolCall): QueryAnswer {
  const { trimmed } = answer
  const overrides = {
    diagnostics: answer.diagnostics.map((each): Diagnostic => ({ ...each, message: withArguments(each.message) })),
    query: { ...answer.query, ...omitUndefined({ max_tokens: budget }) },
    trimmed: trimmed?.remedy === undefined ? trimmed : { ...trimmed, remedy: enoughBudget(trimmed.remedy, host) },
  }
  return { ...answer, ...overrides } as QueryAnswer
}

/** Returns the remedy with a budget that covers everything the model receives, not only the text. */
function enoughBudget(remedy: Remedy, host: ToolCall['host']): Remedy {
  const { option, value } = remedy
  if (option !== 'maxTokens' || typeof value !== 'number' || value === 0) return remedy
  return { ...remedy, value: budgetForText(value, host) }
}

/**
 * Parses a document that was rendered as JSON, with absent fields omitted and scores rounded as published. Escapes
 * invisible characters, because text recorded by others must not hide there.
 */
export function parseDocument(json: string): ToolAnswer['document'] {
  return showInvisible(JSON.parse(json) as ToolAnswer['document'])
}

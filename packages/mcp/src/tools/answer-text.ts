import { formatJson, formatMarkdown, renderAnswer, type Answers } from '@chronicle/core'
import { READ_OUTPUT_SCHEMA, type Diagnostic, type ReadOutput } from '@chronicle/schema'
import type { ToolAnswer, ToolCall } from './chronicle-tool.ts'
import { budgetForText } from './budget.ts'
import { withArguments } from './option-arguments.ts'
import { showInvisible } from './show-invisible.ts'

type QueryAnswer = Answers[keyof Answers] | ReadOutput

/**
 * Renders the answer to a question: the published document, and its markdown, with remedies as arguments to give. With
 * `verbose` the text says more; the document has everything anyway, and nulls for what is absent would only cost.
 */
export function toolAnswer(answer: QueryAnswer, call: ToolCall): ToolAnswer {
  const { verbose } = call
  const told = withRemedies(answer, call)
  const [json, markdown] =
    told.$schema === READ_OUTPUT_SCHEMA
      ? [formatJson(told), formatMarkdown(told, { verbose })]
      : [renderAnswer(told, 'json'), renderAnswer(told, 'markdown', { verbose })]
  return { document: parseDocument(json), text: markdown.replace(STATS, withArguments) }
}

/** The line that counts, which is ours: lines of recorded text never begin like this. */
const STATS = /^\*\*Stats:\*\* .*$/gmu

/** The same answer with the budget that was given echoed, and remedies that a caller of tools can use. */
function withRemedies(answer: QueryAnswer, { budget, host }: ToolCall): QueryAnswer {
  const { trimmed } = answer
  const hint = trimmed?.hint === undefined ? undefined : budgetArgument(trimmed.hint, host)
  const said = {
    diagnostics: answer.diagnostics.map((each): Diagnostic => ({ ...each, message: withArguments(each.message) })),
    query: { ...answer.query, ...(budget === undefined ? {} : { max_tokens: budget }) },
    trimmed: trimmed === null || hint === undefined ? trimmed : { ...trimmed, hint },
  }
  return { ...answer, ...said } as QueryAnswer
}

/** The budget that a command to paste asks for, as the argument to give. Without one: the argument that lifts it. */
function budgetArgument(command: string, host: ToolCall['host']): string {
  const asked = /--max-tokens[ =](\d+)/u.exec(command)?.[1]
  return `max_tokens: ${asked === undefined ? 0 : budgetForText(Number(asked), host)}`
}

/**
 * A document that was rendered as JSON, with absent fields left out and scores rounded as published. Invisible
 * characters are written out, because what was recorded by others must not hide there.
 */
export function parseDocument(json: string): ToolAnswer['document'] {
  return showInvisible(JSON.parse(json) as ToolAnswer['document'])
}

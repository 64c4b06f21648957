import type { ModelMessage, ModelTool, RedactError } from '@chronicle/core/contracts'
import { REMINDER } from '../prompts/opening.ts'
import type { Session } from '../session.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { Asker } from './asker.ts'
import type { ConversationEnd } from './conversation-end.ts'
import { runTools } from './run-tools.ts'

/** What a conversation begins with. */
export interface ConversationBrief {
  readonly system: string
  readonly opening: string
  readonly tools: readonly AgentTool[]
  readonly maxTurns: number
  /** Silence is an answer, so it is not asked again. */
  readonly maySayNothing?: boolean
}

/** Stands for an answer without words, which some services do not take back. */
const NO_WORDS = '(no words)'

/**
 * Lets the model look, and emit, until it is done or cut off. What it emits is in the session's findings, whatever the
 * end. One request is one turn, however many tools it calls.
 */
export async function converse(
  brief: ConversationBrief,
  session: Session,
  asker: Asker,
  redactionFailure: () => RedactError | undefined,
): Promise<ConversationEnd> {
  const { limits, tokens, findings } = session
  const system = await asker.clean(brief.system)
  if (system.isErr()) return { end: 'failed', error: system.error }
  const opening = await asker.clean(brief.opening)
  if (opening.isErr()) return { end: 'failed', error: opening.error }
  const tools = brief.tools.map(({ name, description, inputSchema }): ModelTool => ({ name, description, inputSchema }))
  const messages: ModelMessage[] = [{ role: 'user', text: opening.value }]
  const emittedBefore = findings.accepted()
  let nextInput = tokens.count(system.value) + tokens.count(opening.value) + tokens.count(JSON.stringify(tools))
  let reminded = brief.maySayNothing ?? false
  let text = ''

  for (let turn = 0; turn < brief.maxTurns; turn++) {
    if (asker.spentTokens() + nextInput > limits.maxTotalTokens) return { end: 'token_budget', text }
    const request = { system: system.value, messages: [...messages], tools, maxOutputTokens: limits.maxOutputTokens }
    const answer = await asker.ask(request)
    if (answer.isErr()) return { end: 'failed', error: answer.error }
    const { toolCalls, stopReason, usage } = answer.value
    text = answer.value.text
    messages.push({ role: 'assistant', text: text === '' && toolCalls.length === 0 ? NO_WORDS : text, toolCalls })
    nextInput = usage.inputTokens + usage.outputTokens

    if (toolCalls.length > 0) {
      const round = await runTools(toolCalls, brief.tools, session, asker, redactionFailure)
      if (round.isErr()) return { end: 'failed', error: round.error }
      if (round.value.nothing) return { end: 'done', text }
      messages.push({ role: 'tool', results: round.value.results })
      nextInput += round.value.results.reduce((sum, result) => sum + tokens.count(result.text), 0)
    }
    const emitted = findings.accepted() > emittedBefore
    if (stopReason === 'refused') return { end: 'refused', text }
    if (stopReason === 'max_tokens' && emitted) return { end: 'max_tokens', text }
    if (stopReason === 'tool_use' && toolCalls.length > 0) continue
    if (emitted) return { end: 'done', text }
    if (reminded) return { end: stopReason === 'max_tokens' ? 'max_tokens' : 'silent', text }
    reminded = true
    messages.push({ role: 'user', text: REMINDER })
    nextInput += tokens.count(REMINDER)
  }
  return { end: 'max_turns', text }
}

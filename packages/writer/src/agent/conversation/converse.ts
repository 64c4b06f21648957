import type { ModelMessage, ModelTool } from '@chronicle/core/contracts'
import type { Interviewer } from '../interviewer.ts'
import { fitLimits, learnContext } from '../model-facts.ts'
import { CUT_OFF, REMINDER } from '../prompts/opening.ts'
import type { Session } from '../session.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { ConversationEnd } from './conversation-end.ts'
import { countFindings } from '../findings.ts'
import { countMessage, hasDroppableResults, dropOldResults } from './drop-old-results.ts'
import { runTools } from './run-tools.ts'

/** The input of a conversation. */
export interface ConversationBrief {
  readonly system: string
  readonly opening: string
  readonly tools: readonly AgentTool[]
  readonly maxTurns: number
  /** Whether the model may end without a result. It is then not reminded. */
  readonly allowsNoResult?: boolean
}

/** Placeholder for an empty answer, which some services reject when it is sent back. */
const NO_WORDS = '(no words)'

/** Maximum number of consecutive answers that may be cut off without a new finding. */
const MAX_CUT_OFFS = 4

/**
 * Lets the model use tools until it is done or cut off. What it emits is in the session's findings, however the
 * conversation ends. One request is one turn, however many tools it calls.
 */
export async function converse(
  brief: ConversationBrief,
  session: Session,
  interviewer: Interviewer,
): Promise<ConversationEnd> {
  const { asker, facts } = interviewer
  const { limits, tokens, findings } = session
  const system = await asker.clean(brief.system)
  if (system.isErr()) return { end: 'failed', error: system.error }
  const opening = await asker.clean(brief.opening)
  if (opening.isErr()) return { end: 'failed', error: opening.error }
  const tools = brief.tools.map(({ name, description, inputSchema }): ModelTool => ({ name, description, inputSchema }))
  let messages: ModelMessage[] = [{ role: 'user', text: opening.value }]
  const standing = tokens.count(system.value) + tokens.count(JSON.stringify(tools))
  const inputOf = (): number => standing + messages.reduce((sum, message) => sum + countMessage(message, tokens), 0)
  const emittedBefore = findings.accepted()
  let nextInput = inputOf()
  let reminded = brief.allowsNoResult ?? false
  let text = ''
  let cutOffs = 0
  let calledNoTool = true

  for (let turn = 0; turn < brief.maxTurns; turn++) {
    const foundBefore = countFindings(findings)
    const { maxOutputTokens } = fitLimits(limits, facts)
    messages = dropOldResults(messages, facts.contextTokens - maxOutputTokens - standing, tokens)
    if (asker.spentTokens() + nextInput > limits.maxTotalTokens) return { end: 'token_budget', text }
    const request = { system: system.value, messages: [...messages], tools, maxOutputTokens }
    const answer = await asker.ask(request)
    if (answer.isErr()) {
      const { error } = answer
      const isShortened =
        error.code === 'context_too_long' &&
        learnContext(facts, inputOf() + maxOutputTokens, error.message) &&
        hasDroppableResults(messages)
      if (!isShortened) return { end: 'failed', error }
      continue
    }
    const { toolCalls, stopReason, usage } = answer.value
    text = answer.value.text
    calledNoTool &&= toolCalls.length === 0
    messages.push({ role: 'assistant', text: text === '' && toolCalls.length === 0 ? NO_WORDS : text, toolCalls })
    nextInput = usage.inputTokens + usage.outputTokens

    if (toolCalls.length > 0) {
      const fitting = { ...session, limits: fitLimits(limits, facts) }
      const round = await runTools(toolCalls, brief.tools, fitting, interviewer)
      if (round.isErr()) return { end: 'failed', error: round.error }
      if (round.value.nothing) return { end: 'done', text }
      messages.push({ role: 'tool', results: round.value.results })
      nextInput += round.value.results.reduce((sum, result) => sum + tokens.count(result.text), 0)
    }
    const emitted = findings.accepted() > emittedBefore
    if (stopReason === 'refused') return { end: 'refused', text }
    if (stopReason === 'max_tokens') {
      // The rest is requested as long as each answer adds a finding.
      cutOffs = countFindings(findings) > foundBefore ? 0 : cutOffs + 1
      if (cutOffs > MAX_CUT_OFFS) return { end: 'max_tokens', text }
      if (toolCalls.length === 0) messages.push({ role: 'user', text: CUT_OFF })
      continue
    }
    if (stopReason === 'tool_use' && toolCalls.length > 0) continue
    if (emitted) return { end: 'done', text }
    if (reminded) return { end: 'silent', text, calledNothing: calledNoTool }
    reminded = true
    messages.push({ role: 'user', text: REMINDER })
    nextInput += tokens.count(REMINDER)
  }
  return { end: 'max_turns', text }
}

import type { ModelUsage } from '@chronicle/core/contracts'
import { openingPrompt, type PartNumber } from '../prompts/opening.ts'
import { systemPrompt } from '../prompts/system-prompt.ts'
import { describeChange, renderDiff } from '../render-diff.ts'
import type { Session } from '../session.ts'
import { AGENT_TOOLS } from '../tools/all-tools.ts'

/** Tokens of one tool call that reads something. */
const ASK_TOKENS = 60
/** Tokens of one emitted annotation. */
const EMISSION_TOKENS = 250
/** Maximum number of emitted annotations that is assumed; smaller commits have one per file. */
const MAX_EMISSIONS = 3
/** Maximum number of tokens read around the change, over all files. */
const SURROUNDING_TOKENS = 1500

/**
 * Estimates a conversation that reads the diff, reads around it, emits something and ends: four requests, each of which
 * sends everything before it again.
 */
export function estimateConversation(session: Session, part: PartNumber | undefined): ModelUsage {
  const { tokens, limits, files } = session
  const tools = AGENT_TOOLS.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  const start = [systemPrompt('tools', session), openingPrompt(session, part), JSON.stringify(tools)]
  const standing = start.reduce((sum, text) => sum + tokens.count(text), 0)
  const diffs = files.map((file) => tokens.count([describeChange(file), ...renderDiff(file)].join('\n')))
  const diff = diffs.reduce((sum, each) => sum + Math.min(each, limits.maxResultTokens), 0)
  const texts = files.reduce((sum, { after }) => sum + (after === undefined ? 0 : tokens.count(after.text)), 0)
  const around = Math.min(texts, SURROUNDING_TOKENS)
  const emissionTokens = EMISSION_TOKENS * Math.min(files.length, MAX_EMISSIONS)
  return {
    inputTokens: 4 * standing + 3 * diff + 2 * around + emissionTokens + 6 * ASK_TOKENS,
    outputTokens: emissionTokens + 3 * ASK_TOKENS,
  }
}

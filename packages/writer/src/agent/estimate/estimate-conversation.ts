import type { ModelUsage } from '@chronicle/core/contracts'
import { openingPrompt, type PartNumber } from '../prompts/opening.ts'
import { systemPrompt } from '../prompts/system-prompt.ts'
import { describeChange, renderDiff } from '../render-diff.ts'
import type { Session } from '../session.ts'
import { AGENT_TOOLS } from '../tools/all-tools.ts'

/** A call that asks for something. */
const ASK_TOKENS = 60
/** What one annotation takes to write. */
const EMISSION_TOKENS = 250
/** Places that something is said about, where there are so many files. */
const MOST_EMISSIONS = 3
/** What is read around the change, of all files together. */
const SURROUNDING_TOKENS = 1500

/**
 * What a conversation takes that looks at the diff, then around it, then says something, and ends: four requests, each
 * of which sends everything before it again.
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
  const emissionTokens = EMISSION_TOKENS * Math.min(files.length, MOST_EMISSIONS)
  return {
    inputTokens: 4 * standing + 3 * diff + 2 * around + emissionTokens + 6 * ASK_TOKENS,
    outputTokens: emissionTokens + 3 * ASK_TOKENS,
  }
}

import { ok, okAsync, safeTry, type ResultAsync } from '@chronicle/schema'
import type { CallOptions, ModelUsage, TokenCounter } from '@chronicle/core/contracts'
import { bytesPerFour } from '@chronicle/core/text'
import type { AnnotationWriter, WriterError, WriterOutcome } from '../../annotation-writer.ts'
import type { CommitContext } from '../../commit-context.ts'
import { DEFAULT_AGENT_LIMITS, type AgentLimits } from '../agent-limits.ts'
import { agentVersion } from '../agent-version.ts'
import { createFindings } from '../findings.ts'
import { hasChangedText } from '../has-changed-text.ts'
import { planParts } from '../plan-parts.ts'
import type { Session } from '../session.ts'
import { estimateConversation } from './estimate-conversation.ts'

/** Whose work is estimated. */
export interface AgentEstimatorOptions {
  /** As `LanguageModel.name`: commits in which it found nothing before are left out by that name. */
  readonly model: string
  /** US dollars for a million tokens. Absent: tokens are estimated alone. */
  readonly price?: { readonly input: number; readonly output: number }
  /** Default: bytes / 4. */
  readonly tokens?: TokenCounter
  readonly limits?: Partial<AgentLimits>
}

/**
 * Stands in for `createAgentWriter` where nobody is to be asked: says of each commit that the agent would examine about
 * how many tokens that takes. Conversations differ, so this is right within a factor of two or so.
 */
export function createAgentEstimator(options: AgentEstimatorOptions): AnnotationWriter {
  return {
    name: 'llm',
    version: agentVersion(options.model),
    recordedWith: options.model,
    worksInParts: true,
    readsDiscussions: true,
    write: (context, call = {}) => estimate(context, options, call),
  }
}

function estimate(
  context: CommitContext,
  { price, tokens = bytesPerFour(), limits: given }: AgentEstimatorOptions,
  call: CallOptions,
): ResultAsync<WriterOutcome, WriterError> {
  return safeTry(async function* () {
    const files = context.files.filter(hasChangedText)
    if (files.length === 0) return okAsync({ nothing: 'The commit changes no lines of text.', diagnostics: [] })
    const limits = { ...DEFAULT_AGENT_LIMITS, ...given }
    const { parts } = planParts(files, limits)
    let [inputTokens, outputTokens] = [0, 0]
    for (const [index, part] of parts.entries()) {
      const session: Session = { ...{ context, limits, tokens, call }, files: part, findings: createFindings() }
      const number = parts.length === 1 ? undefined : { number: index + 1, count: parts.length }
      const usage = estimateConversation(session, number)
      inputTokens += usage.inputTokens
      outputTokens += usage.outputTokens
    }
    const most = Math.min(inputTokens, limits.maxTotalTokens)
    return ok({ estimate: priced({ inputTokens: most, outputTokens }, price), diagnostics: [] })
  })
}

function priced(usage: ModelUsage, price: AgentEstimatorOptions['price']): ModelUsage {
  if (price === undefined) return usage
  return { ...usage, costUsd: (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1_000_000 }
}

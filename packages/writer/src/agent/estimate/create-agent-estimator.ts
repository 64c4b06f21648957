import { ok, okAsync, omitUndefined, safeTry, type Overrides, type ResultAsync } from '@chronicle/schema'
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

/** Options of `createAgentEstimator`. */
export interface AgentEstimatorOptions {
  /** Name of the model, as in `LanguageModel.name`. Commits in which this model found nothing before are skipped. */
  readonly model: string
  /** US dollars per million tokens. Absent: only tokens are estimated. */
  readonly price?: { readonly input: number; readonly output: number } | undefined
  /** Default: bytes / 4. */
  readonly tokens?: TokenCounter | undefined
  readonly limits?: Overrides<AgentLimits> | undefined
}

/**
 * Replaces `createAgentWriter` when no model is to be called: estimates, for each commit that the agent would examine,
 * how many tokens that takes. Conversations differ, so the estimate is accurate within a factor of about two.
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
    const limits = { ...DEFAULT_AGENT_LIMITS, ...omitUndefined(given ?? {}) }
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

import {
  catchDefects,
  omitUndefined,
  err,
  errAsync,
  ok,
  safeTry,
  type CodedError,
  type Diagnostic,
  type Overrides,
  type Result,
  type ResultAsync,
} from '@chronicle/schema'
import {
  type CallOptions,
  codedError,
  requireArguments,
  type LanguageModel,
  type ModelUsage,
  type Redactor,
  type TokenCounter,
} from '@chronicle/core/contracts'
import { bytesPerFour, checkedTokens } from '@chronicle/core/text'
import type { AnnotationWriter, WriterError, WriterOutcome } from '../annotation-writer.ts'
import type { CommitContext } from '../commit-context.ts'
import { commitWarning } from '../commit-warning.ts'
import { withoutProgramRemarks } from '../discussions/without-program-remarks.ts'
import { DEFAULT_AGENT_LIMITS, type AgentLimits } from './agent-limits.ts'
import { agentVersion } from './agent-version.ts'
import { assembleAnnotation } from './assemble-annotation.ts'
import { createAsker, type Asker } from './conversation/asker.ts'
import type { ConversationEnd } from './conversation/conversation-end.ts'
import { createFindings, type Findings } from './findings.ts'
import { hasChangedText } from './has-changed-text.ts'
import { interviewModel } from './interview-model.ts'
import type { ModelFacts } from './model-facts.ts'
import { redactCommit } from './redact-commit.ts'

/** Options of `createAgentWriter`. */
export interface AgentWriterOptions {
  readonly model: LanguageModel
  /** Redacts everything that is sent. If it fails, nothing is sent. Absent: texts are sent as they are. */
  readonly redactor?: Redactor | undefined
  /** Default: bytes / 4. */
  readonly tokens?: TokenCounter | undefined
  readonly limits?: Overrides<AgentLimits> | undefined
  /**
   * Examines each commit first, and its findings are given to the model as cited material. For example the heuristic
   * writer.
   */
  readonly finder?: AnnotationWriter | undefined
}

/**
 * Creates a writer that lets a language model examine a commit with tools and write down what a later reader should
 * know. An emission is kept only if it is about the commit, says more than the diff does, and cites evidence that
 * exists. The model is told why one was refused, so that it can correct it. A model without tools gets one prompt with
 * as much material as fits.
 *
 * Large commits are examined in parts. When a limit cuts an answer off, or a failure occurs after an emission, the
 * emissions are kept, with a diagnostic. `no_annotations`: the model recorded nothing, and did not say that there is
 * nothing to record. `redaction_failed`: nothing more was sent. With a wrong option, every commit fails with
 * `unsupported`.
 */
export function createAgentWriter(options: AgentWriterOptions): AnnotationWriter {
  const checked = requireAgent(options)
  if (checked.isErr()) return { name: 'llm', version: 'none', write: () => errAsync(checked.error) }
  const facts: ModelFacts = { tools: options.model.supports.tools, contextTokens: Infinity }
  return {
    name: 'llm',
    version: agentVersion(options.model.name),
    recordedWith: options.model.name,
    write: (context, call = {}) => catchDefects(() => write(context, options, facts, call), unexpected),
    worksInParts: true,
    readsDiscussions: true,
  }
}

/** Validates what an untyped caller may get wrong. */
function requireAgent(options: AgentWriterOptions): Result<LanguageModel, CodedError<'unsupported'>> {
  const kinds = {
    model: 'object',
    redactor: 'object?',
    tokens: 'object?',
    limits: 'object?',
    finder: 'object?',
  } as const
  return requireArguments(options, kinds, 'unsupported').andThen(({ model }) =>
    requireArguments(model, { name: 'text', supports: 'object', generate: 'function' }, 'unsupported', 'model.'),
  )
}

/** Converts an exception of a counter, redactor or finder. */
function unexpected(cause: unknown): WriterError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return codedError('internal_error', `The writing agent failed unexpectedly: ${reason}`, { cause })
}

function write(
  given: CommitContext,
  options: AgentWriterOptions,
  facts: ModelFacts,
  call: CallOptions,
): ResultAsync<WriterOutcome, WriterError> {
  return safeTry(async function* () {
    if (call.signal?.aborted === true) {
      return err(codedError('aborted', 'Annotating was aborted.', { cause: call.signal.reason }))
    }
    const context = withoutPrograms(given)
    if (!context.files.some(hasChangedText)) {
      return ok({ nothing: 'The commit changes no lines of text.', diagnostics: [] })
    }
    const { model, redactor } = options
    const tokens = checkedTokens(options.tokens ?? bytesPerFour())
    const limits = { ...DEFAULT_AGENT_LIMITS, ...omitUndefined(options.limits ?? {}) }
    const redacted = yield* redactCommit(context, redactor, call)
    const findings = createFindings()
    const asker = createAsker(model, redactor, call)
    // The finder gets the redacted texts, because its findings are sent.
    const found = await options.finder?.write(redacted.context, call)
    if (found?.isErr() === true && found.error.code === 'aborted') return err(found.error)
    const regions = found?.isOk() === true ? (found.value.annotation?.regions ?? []) : []
    const session = { context: redacted.context, found: regions, limits, tokens, call, findings }
    const interview = await interviewModel(
      { ...session, files: session.context.files.filter(hasChangedText) },
      { facts, asker, redactionFailure: redacted.failure },
    )
    const cutShort = explainEnd(interview.end, context, findings)
    if (cutShort.isErr()) return err(withUsage(cutShort.error, asker))
    const diagnostics = [...interview.diagnostics, ...findings.diagnostics(), ...cutShort.value]
    if (findings.isEmpty()) {
      const nothing = findings.nothing()
      if (nothing !== undefined) return ok({ nothing, diagnostics, ...usageOf(asker) })
      const message = `The model recorded nothing about ${context.commit.id.slice(0, 12)} and did not say that there is nothing to record: ${ENDS[interview.end.end]}. Try again, try another model, or write the annotation with the heuristic writer.`
      const data = { commit: context.commit.id, end: interview.end.end, diagnostics }
      return err(withUsage(codedError('no_annotations', message, { data }), asker))
    }
    const assembled = assembleAnnotation(context, findings, interview.overview)
    if (assembled.isErr()) return err(withUsage(assembled.error, asker))
    return ok({
      annotation: assembled.value.annotation,
      diagnostics: [...diagnostics, ...assembled.value.diagnostics],
      ...(interview.end.end === 'failed' && { unfinished: interview.end.error }),
      ...usageOf(asker),
    })
  })
}

/** Text that programs wrote in a discussion is not shown, and so cannot be cited. */
function withoutPrograms(context: CommitContext): CommitContext {
  const { discussions, ...rest } = context
  return discussions === undefined ? context : { ...rest, discussions: withoutProgramRemarks(discussions) }
}

/**
 * Converts the end of a conversation into diagnostics, or into an error when nothing was emitted or nothing may be
 * kept.
 */
function explainEnd(
  ending: ConversationEnd,
  { commit }: CommitContext,
  findings: Findings,
): Result<readonly Diagnostic[], WriterError> {
  if (ending.end === 'done' || (ending.end === 'silent' && findings.isEmpty())) return ok([])
  if (ending.end === 'failed') {
    const { error } = ending
    if (findings.isEmpty() || error.code === 'redaction_failed') return err(error)
    const message = `The work ended early with ${error.code}: ${error.message} What was recorded until then is kept.`
    return ok([commitWarning(commit.id, { code: 'agent_interrupted', message })])
  }
  const message = `The work ended early: ${ENDS[ending.end]}. What was recorded until then is kept.`
  return ok([commitWarning(commit.id, { code: 'agent_cut_off', message })])
}

const ENDS: Readonly<Record<ConversationEnd['end'], string>> = {
  done: 'it said that it was done',
  silent: 'it ended without a result, and again when it was reminded',
  max_tokens: 'its answer was cut off at the limit of output tokens',
  max_turns: 'it had all the requests that one conversation may have',
  token_budget: 'the tokens for one commit were spent',
  refused: 'it refused to answer',
  failed: 'it failed',
}

/** Adds the usage so far to an error. */
function withUsage<E extends WriterError>(error: E, asker: Asker): E {
  const usage: ModelUsage | undefined = asker.usage()
  return usage === undefined ? error : { ...error, data: { ...error.data, usage } }
}

function usageOf(asker: Asker): { readonly usage?: ModelUsage } {
  const usage = asker.usage()
  return omitUndefined({ usage })
}

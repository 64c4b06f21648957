import {
  CONDENSE_RECEIPT_SCHEMA,
  DEFAULT_NOTES_REF,
  err,
  ok,
  omitEmpty,
  omitUndefined,
  safeTry,
  type CodedError,
  type CondensedCommit,
  type CondensedTexts,
  type CondenseReceipt,
  type Diagnostic,
  type ResultAsync,
  type WritingUsage,
} from '@chronicle/schema'
import {
  codedError,
  redactWith,
  type CallOptions,
  type LanguageModel,
  type ModelUsage,
  type TokenCounter,
} from '@chronicle/core/contracts'
import {
  findSquashes,
  regionId,
  storeCondensed,
  type CondensableTexts,
  type CondensedText,
  type CorrectionError,
  type CorrectionServices,
  type SquashedTexts,
} from '@chronicle/core/corrections'
import { bytesPerFour, subjectOf } from '@chronicle/core/text'
import { DEFAULT_AGENT_LIMITS } from '../agent/agent-limits.ts'
import { createAsker, type Asker } from '../agent/conversation/asker.ts'
import { isFatal, MAX_MODEL_FAILURES } from '../run/fatal-errors.ts'
import { condenseTexts } from './condense-texts.ts'
import { skipTexts } from './skip-texts.ts'

/** Dependencies of `condenseAnnotations`. */
export interface CondenseServices extends CorrectionServices {
  /** Absent: only a dry run is possible. */
  readonly model?: LanguageModel
  /** Default: bytes / 4. */
  readonly tokens?: TokenCounter
}

/** Options of `condenseAnnotations`. */
export interface CondenseOptions extends CallOptions {
  /** Commits with an annotation that was merged from several. Default: all commits reachable from `HEAD`. */
  readonly commits?: readonly string[] | undefined
  /** Maximum number of annotations, newest first. Default: 20, or no limit for named commits. */
  readonly limit?: number | undefined
  /** Whether to only report the texts that would be sent to a model. No model is called and nothing is written. */
  readonly dryRun?: boolean | undefined
  /** Maximum number of tokens in one answer. Default 4096. */
  readonly maxOutputTokens?: number | undefined
}

/** Why condensing failed as a whole. Failed model requests are in the receipt. */
export type CondenseError = CorrectionError | CodedError<'model_not_configured'>

/** Default maximum number of annotations per run. */
export const DEFAULT_CONDENSED_COMMITS = 20

/**
 * Lets a language model condense the reasoning that several commits, now one commit, recorded about one place. The
 * notes stay unchanged: the model's text is stored beside them as a correction in the model's name, if it passes
 * `acceptCondensed`; otherwise the receipt says why it was refused. Only reasoning is condensed. Results are stored
 * after each annotation. A repeated run skips what is done.
 */
export function condenseAnnotations(
  services: CondenseServices,
  options: CondenseOptions = {},
): ResultAsync<CondenseReceipt, CondenseError> {
  return safeTry(async function* () {
    const { commits, dryRun = false, maxOutputTokens = DEFAULT_AGENT_LIMITS.maxOutputTokens, ...call } = options
    const { model, notesRefs: [notesRef = DEFAULT_NOTES_REF] = [], tokens = bytesPerFour() } = services
    const limit = options.limit ?? (commits === undefined ? DEFAULT_CONDENSED_COMMITS : Number.POSITIVE_INFINITY)
    if (!dryRun && model === undefined) return err(noModel())
    const found = yield* findSquashes({ ...omitUndefined({ commits }), limit }, services, call)
    const subjects = yield* services.git.readCommits(
      found.squashes.map(({ commit }) => commit),
      call,
    )
    const asker = model === undefined || dryRun ? undefined : createAsker(model, services.redactor, call)
    const run: Run = { services, call, tokens, maxOutputTokens, asker, failures: 0, stopped: undefined }
    const done: CondensedCommit[] = []
    for (const [index, squash] of found.squashes.entries()) {
      call.onProgress?.({ step: 'condensing', done: index, total: found.squashes.length })
      const places = yield* condenseAnnotation(squash, run)
      const commit = subjects.get(squash.commit)
      const subject = commit && subjectOf(commit.message)
      done.push({ commit: squash.commit, ...omitUndefined({ subject }), places })
    }
    const places = done.flatMap((each) => each.places)
    const usage = asker?.usage()
    return ok({
      $schema: CONDENSE_RECEIPT_SCHEMA,
      status: places.some(({ status }) => status === 'condensed') ? 'condensed' : 'unchanged',
      ...omitEmpty({ dry_run: dryRun }),
      notes_ref: notesRef,
      ...omitUndefined({ model: model?.name }),
      commits: done,
      totals: totalsOf(places, found.left),
      ...omitUndefined({ usage: usage && writingUsage(usage), stopped: run.stopped }),
      warnings: found.others.map(notSquashed),
    })
  })
}

interface Run {
  readonly services: CondenseServices
  readonly call: CallOptions
  readonly tokens: TokenCounter
  readonly maxOutputTokens: number
  /** Absent in a dry run. */
  readonly asker: Asker | undefined
  /** Number of consecutive failed requests. */
  failures: number
  stopped: CondenseReceipt['stopped']
}

/** Condenses one annotation and stores the results. */
function condenseAnnotation(
  { places }: SquashedTexts,
  run: Run,
): ResultAsync<readonly CondensedTexts[], CorrectionError> {
  return safeTry(async function* () {
    const results: CondensedTexts[] = []
    const accepted: CondensedText[] = []
    for (const from of places) {
      const result = await condensePlace(from, run)
      results.push(result)
      if (result.status === 'condensed' && result.text !== undefined) accepted.push({ from, text: result.text })
    }
    const [first, ...others] = accepted
    const { asker, call, services } = run
    if (first === undefined || asker === undefined || services.model === undefined) return ok(results)
    // Stores the paid results even if the work was aborted meanwhile.
    const { signal: _, ...rest } = call
    yield* storeCondensed([first, ...others], services.model.name, services, rest)
    return ok(results)
  })
}

async function condensePlace(from: CondensableTexts, run: Run): Promise<CondensedTexts> {
  const { asker, maxOutputTokens, tokens } = run
  const [region] = from.regions
  const described = {
    ...omitUndefined({ file: region.file, anchor: region.ast_anchor?.name }),
    regions: from.regions.map(regionId),
    texts: from.texts.length,
    tokens: tokens.count(from.texts.join('\n')),
  }
  if (run.stopped !== undefined) return { ...described, status: 'unasked' }
  const problem = skipTexts(from.texts, tokens) ?? (await findSecret(from, run))
  if (problem !== undefined) {
    const failed = problem.code === 'redaction_failed' || problem.code === 'aborted'
    return { ...described, status: failed ? 'failed' : 'skipped', problem }
  }
  if (asker === undefined) return { ...described, status: 'unasked' }
  const answer = await condenseTexts(from.texts, { asker, tokens, maxOutputTokens })
  if (answer.isErr()) {
    const { code, message } = answer.error
    run.failures++
    if (isFatal(answer.error) || run.failures >= MAX_MODEL_FAILURES) run.stopped = { code, message }
    return { ...described, status: 'failed', problem: { code, message } }
  }
  run.failures = 0
  return answer.value.match<CondensedTexts>(
    (text) => ({ ...described, status: 'condensed', text, text_tokens: tokens.count(text) }),
    (refusal) => ({ ...described, status: 'refused', problem: refusal }),
  )
}

/** A text with a secret is not sent, and a correction cannot refer to it either. */
async function findSecret(
  { texts }: CondensableTexts,
  { call, services: { redactor } }: Run,
): Promise<{ readonly code: string; readonly message: string } | undefined> {
  const redacted = redactor && (await redactWith(redactor, texts, call))
  if (redacted === undefined) return undefined
  if (redacted.isErr()) return { code: redacted.error.code, message: redacted.error.message }
  const rule = redacted.value.flatMap(({ secrets }) => secrets)[0]?.rule
  if (rule === undefined) return undefined
  const message = `The texts hold what looks like a secret (${rule}), and were not sent. Take it out with scrub first.`
  return { code: 'secret_found', message }
}

function totalsOf(places: readonly CondensedTexts[], left: number): CondenseReceipt['totals'] {
  const count = (status: CondensedTexts['status']): number => places.filter((each) => each.status === status).length
  const asked = places.filter(({ status }) => status !== 'skipped')
  return {
    places: places.length,
    condensed: count('condensed'),
    refused: count('refused'),
    skipped: count('skipped'),
    failed: count('failed'),
    unasked: count('unasked'),
    tokens: asked.reduce((sum, { tokens }) => sum + tokens, 0),
    saved_tokens: places.reduce((sum, { text_tokens: after, tokens: before }) => sum + before - (after ?? before), 0),
    commits_left: left,
  }
}

function writingUsage({ costUsd, inputTokens, outputTokens }: ModelUsage): WritingUsage {
  return { input_tokens: inputTokens, output_tokens: outputTokens, ...omitUndefined({ cost_usd: costUsd }) }
}

function notSquashed(commit: CondensedCommit['commit']): Diagnostic {
  const message = `What is recorded on ${commit.slice(0, 12)} did not come from several commits: there is nothing to condense.`
  return { code: 'not_squashed', severity: 'info', message, commit }
}

function noModel(): CodedError<'model_not_configured'> {
  const message =
    'No model is configured, and condensing needs one. Give the model, or ask with dryRun what it would be asked about.'
  return codedError('model_not_configured', message)
}

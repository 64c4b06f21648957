import { withSettings } from './with-settings.ts'
import {
  err,
  ok,
  omitUndefined,
  safeTry,
  WRITING_RECEIPT_SCHEMA,
  type CodedError,
  type CommitId,
  type Region,
  type RegionReceipt,
  type ResultAsync,
  type WritingReceipt,
  type WritingUsage,
  type WrittenCommit,
} from '@chronicle/schema'
import type { WriteOptions } from '@chronicle/node'
import type { CommitReceipt } from '@chronicle/writer'
import { secretNotice } from '@chronicle/core/annotate'
import type { ModelUsage } from '@chronicle/core/contracts'
import { readFailedCommits, recordFailure, recordRefusals, recordSettled } from './failed-log.ts'
import { writeOptionsOf, type WritingSession } from './open-session.ts'
import { refusalsOf } from './refusals.ts'

/** What a run came to. */
export interface WritingRun {
  readonly receipt: WritingReceipt
  /** Why it ended before all commits were looked at. */
  readonly stopped?: { readonly error: CodedError; readonly left: number }
}

/** What a run is to do, and who is told how far it is. */
export interface WritingRequest {
  readonly commits: readonly CommitId[]
  readonly options?: Partial<WriteOptions>
  readonly onCommit?: (commit: WrittenCommit) => void
}

/** Writes about commits with the writer of the settings. Failures of single commits are kept in `failed.log`, too. */
export function writeAboutCommits(
  session: WritingSession,
  { commits, options = {}, onCommit }: WritingRequest,
): ResultAsync<WritingRun, CodedError> {
  return safeTry(async function* () {
    const opened = await session.repository.openWriting({ ...writeOptionsOf(session), ...options })
    if (opened.isErr()) return err(withSettings(opened.error))
    const { writer, run } = opened.value
    const failed = yield* readFailedCommits(session.info)
    const isStoring = options.dryRun !== true && options.asking !== 'estimate'
    const written: WrittenCommit[] = []
    let usage: WritingUsage | undefined
    let estimate: WritingUsage | undefined
    let stopped: WritingRun['stopped']
    for await (const event of run(commits)) {
      if (event.kind === 'stopped') {
        stopped = { error: event.error, left: event.left }
        usage = addUsage(usage, event.usage)
      }
      if (event.kind !== 'commit') continue
      const { receipt } = event
      const commit = writtenCommit(receipt)
      if (isStoring) await keepInLog(session, receipt, failed)
      usage = addUsage(usage, receipt.usage ?? usageOfError(receipt))
      estimate = addUsage(estimate, receipt.estimate)
      written.push(commit)
      onCommit?.(commit)
    }
    const dryRun = !isStoring ? { dry_run: true as const } : {}
    return ok({
      receipt: {
        $schema: WRITING_RECEIPT_SCHEMA,
        ...dryRun,
        ...{ writer, notes_ref: session.notesRef, commits: written, totals: totalsOf(written) },
        ...omitUndefined({ usage, estimate }),
      },
      ...omitUndefined({ stopped }),
    })
  })
}

/** Claims that were refused, failures, and that a failure is none any more. */
async function keepInLog(
  session: WritingSession,
  { commit, status, error, unfinished, diagnostics }: CommitReceipt,
  failed: ReadonlyMap<CommitId, string>,
): Promise<void> {
  await recordRefusals(session, commit, refusalsOf(diagnostics))
  const failure = error ?? unfinished
  if (failure !== undefined) return recordFailure(session, commit, failure)
  // Skipped because somebody else has annotated it: what failed is still to be done.
  if (failed.has(commit) && status !== 'skipped') await recordSettled(session, commit, `It is ${status} since.`)
}

/** A commit of a run, as its receipt tells it. */
export function writtenCommit(receipt: CommitReceipt): WrittenCommit {
  const { commit, subject, status, note, regions, crossCutting, secrets, diagnostics, error, unfinished } = receipt
  const reason = error?.message ?? receipt.reason
  return {
    ...{ commit, subject, status: status === 'annotated' && note === 'unchanged' ? 'unchanged' : status },
    ...omitUndefined({ reason }),
    ...{ regions: regions.map(regionReceipt), cross_cutting: crossCutting },
    ...omitUndefined({
      estimate: receipt.estimate && writingUsage(receipt.estimate),
      unfinished: unfinished && { code: unfinished.code, message: unfinished.message },
    }),
    warnings: [...diagnostics, ...secrets.map((secret) => secretNotice(secret, commit))],
  }
}

/** What is shown of a region. */
export function regionReceipt({ file = '', ast_anchor: anchor, lines, intent, constraints }: Region): RegionReceipt {
  return {
    file,
    ...omitUndefined({
      ast_anchor: anchor && anchorOf(anchor),
      lines: lines && { start: lines.start, end: lines.end },
    }),
    ...{ intent, constraints: constraints.length },
  }
}

/** Without the keys of other tools that it was stored with. */
function anchorOf({ type, name, signature }: NonNullable<Region['ast_anchor']>): RegionReceipt['ast_anchor'] & object {
  return { type, name, ...omitUndefined({ signature }) }
}

/** What was paid for a commit that failed. */
function usageOfError({ error }: CommitReceipt): CommitReceipt['usage'] {
  return error?.data?.['usage'] as CommitReceipt['usage']
}

function writingUsage({ inputTokens, outputTokens, costUsd }: ModelUsage): WritingUsage {
  return {
    ...{ input_tokens: inputTokens, output_tokens: outputTokens },
    ...omitUndefined({ cost_usd: costUsd }),
  }
}

/** Adds what was paid for a commit. */
export function addUsage(before: WritingUsage | undefined, spent: ModelUsage | undefined): WritingUsage | undefined {
  if (spent === undefined) return before
  // Of several prices one that is not known makes the sum unknown.
  const cost = before !== undefined && before.cost_usd === undefined ? undefined : spent.costUsd
  return {
    input_tokens: (before?.input_tokens ?? 0) + spent.inputTokens,
    output_tokens: (before?.output_tokens ?? 0) + spent.outputTokens,
    ...(cost === undefined ? {} : { cost_usd: (before?.cost_usd ?? 0) + cost }),
  }
}

/** How many commits came to what. */
export function totalsOf(commits: readonly WrittenCommit[]): WritingReceipt['totals'] {
  const totals = { annotated: 0, unchanged: 0, nothing: 0, skipped: 0, unasked: 0, failed: 0 }
  for (const { status } of commits) totals[status]++
  return totals
}

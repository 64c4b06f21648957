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

/** The result of a run. */
export interface WritingRun {
  readonly receipt: WritingReceipt
  /** Why the run ended before all commits were processed. */
  readonly stopped?: { readonly error: CodedError; readonly left: number }
}

/** The commits and options of a run, and a callback for progress. */
export interface WritingRequest {
  readonly commits: readonly CommitId[]
  readonly options?: Partial<WriteOptions>
  readonly onCommit?: (commit: WrittenCommit) => void
}

/** Annotates commits with the configured writer. Failures of single commits are also logged in `failed.log`. */
export function annotateCommits(
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
    // What is stored is reported a batch at a time, and a batch may end with the time it took.
    const position = new Map(commits.map((commit, index) => [commit as string, index]))
    written.sort((a, b) => (position.get(a.commit) ?? 0) - (position.get(b.commit) ?? 0))
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

/** Logs refused claims, failures, and that a failure has been resolved. */
async function keepInLog(
  session: WritingSession,
  { commit, status, error, unfinished, diagnostics }: CommitReceipt,
  failed: ReadonlyMap<CommitId, string>,
): Promise<void> {
  await recordRefusals(session, commit, refusalsOf(diagnostics))
  const failure = error ?? unfinished
  if (failure !== undefined) return recordFailure(session, commit, failure)
  // A skipped commit was annotated by somebody else, so its failure remains.
  if (failed.has(commit) && status !== 'skipped') await recordSettled(session, commit, `It is ${status} since.`)
}

/** Converts a commit of a run for the receipt. */
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

/** Returns the printed properties of a region. */
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

/** Returns an anchor without additional keys of other tools. */
function anchorOf({ type, name, signature }: NonNullable<Region['ast_anchor']>): RegionReceipt['ast_anchor'] & object {
  return { type, name, ...omitUndefined({ signature }) }
}

/** Returns the usage of a commit that failed. */
function usageOfError({ error }: CommitReceipt): CommitReceipt['usage'] {
  return error?.data?.['usage'] as CommitReceipt['usage']
}

function writingUsage({ inputTokens, outputTokens, costUsd }: ModelUsage): WritingUsage {
  return {
    ...{ input_tokens: inputTokens, output_tokens: outputTokens },
    ...omitUndefined({ cost_usd: costUsd }),
  }
}

/** Adds the usage of a commit. */
export function addUsage(before: WritingUsage | undefined, spent: ModelUsage | undefined): WritingUsage | undefined {
  if (spent === undefined) return before
  // If one of several prices is unknown, so is the sum.
  const cost = before !== undefined && before.cost_usd === undefined ? undefined : spent.costUsd
  return {
    input_tokens: (before?.input_tokens ?? 0) + spent.inputTokens,
    output_tokens: (before?.output_tokens ?? 0) + spent.outputTokens,
    ...(cost !== undefined && { cost_usd: (before?.cost_usd ?? 0) + cost }),
  }
}

/** Counts the commits by status. */
export function totalsOf(commits: readonly WrittenCommit[]): WritingReceipt['totals'] {
  const totals = { annotated: 0, unchanged: 0, nothing: 0, skipped: 0, unasked: 0, failed: 0 }
  for (const { status } of commits) totals[status]++
  return totals
}

import {
  err,
  ok,
  WRITING_RECEIPT_SCHEMA,
  type CodedError,
  type CommitId,
  type Region,
  type RegionReceipt,
  type Result,
  type WritingReceipt,
  type WritingUsage,
  type WrittenCommit,
} from '@chronicle/schema'
import type { WriteOptions } from '@chronicle/node'
import type { CommitReceipt } from '@chronicle/writer'
import { secretNotice } from '@chronicle/core/annotate'
import { recordFailure } from './failed-log.ts'
import { writeOptionsOf, type WritingSession } from './open-session.ts'

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
export async function writeAboutCommits(
  session: WritingSession,
  { commits, options = {}, onCommit }: WritingRequest,
): Promise<Result<WritingRun, CodedError>> {
  const opened = await session.repository.openWriting({ ...writeOptionsOf(session), ...options })
  if (opened.isErr()) return err(withSettings(opened.error))
  const { writer, run } = opened.value
  const written: WrittenCommit[] = []
  let usage: WritingUsage | undefined
  let stopped: WritingRun['stopped']
  for await (const event of run(commits)) {
    if (event.kind === 'stopped') stopped = { error: event.error, left: event.left }
    if (event.kind !== 'commit') continue
    const { receipt } = event
    const commit = writtenCommit(receipt)
    if (receipt.error !== undefined) await recordFailure(session, receipt.commit, receipt.error)
    usage = addUsage(usage, receipt)
    written.push(commit)
    onCommit?.(commit)
  }
  const dryRun = options.dryRun === true ? { dry_run: true as const } : {}
  return ok({
    receipt: {
      $schema: WRITING_RECEIPT_SCHEMA,
      ...dryRun,
      ...{ writer, notes_ref: session.notesRef, commits: written, totals: totalsOf(written) },
      ...(usage === undefined ? {} : { usage }),
    },
    ...(stopped === undefined ? {} : { stopped }),
  })
}

/** Where a model is chosen: who asked for one does not know that from its provider. */
function withSettings(error: CodedError): CodedError {
  if (error.code !== 'model_not_configured') return error
  const where =
    'Models are set by git config: chronicle.provider, chronicle.model, chronicle.baseUrl, chronicle.modelPrice.'
  return { ...error, message: `${error.message} ${where}` }
}

function writtenCommit(receipt: CommitReceipt): WrittenCommit {
  const { commit, subject, status, note, regions, secrets, diagnostics, error } = receipt
  const reason = error?.message ?? receipt.reason
  return {
    ...{ commit, subject, status: status === 'annotated' && note === 'unchanged' ? 'unchanged' : status },
    ...(reason === undefined ? {} : { reason }),
    ...{ regions: regions.map(regionReceipt), cross_cutting: 0 },
    warnings: [...diagnostics, ...secrets.map((secret) => secretNotice(secret, commit))],
  }
}

/** What is shown of a region. */
export function regionReceipt({ file = '', ast_anchor: anchor, lines, intent, constraints }: Region): RegionReceipt {
  return {
    file,
    ...(anchor === undefined ? {} : { ast_anchor: anchorOf(anchor) }),
    ...(lines === undefined ? {} : { lines: { start: lines.start, end: lines.end } }),
    ...{ intent, constraints: constraints.length },
  }
}

/** Without the keys of other tools that it was stored with. */
function anchorOf({ type, name, signature }: NonNullable<Region['ast_anchor']>): RegionReceipt['ast_anchor'] & object {
  return { type, name, ...(signature === undefined ? {} : { signature }) }
}

function addUsage(before: WritingUsage | undefined, { usage, error }: CommitReceipt): WritingUsage | undefined {
  const spent = usage ?? (error?.data?.['usage'] as CommitReceipt['usage'])
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
  const totals = { annotated: 0, unchanged: 0, nothing: 0, skipped: 0, failed: 0 }
  for (const { status } of commits) totals[status]++
  return totals
}

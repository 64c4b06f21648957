import {
  err,
  ok,
  REVIEW_REPORT_SCHEMA,
  ResultAsync,
  type Annotation,
  type CommitId,
  type CommitReview,
  type Freshness,
  type Result,
  type ReviewedEvidence,
  type ReviewedRegion,
} from '@chronicle/schema'
import type { CallOptions } from '@chronicle/core/contracts'
import type { CorrectedRegion, Recorded, RecordedNote } from '@chronicle/core/review'
import type { CommitContext } from '../commit-context.ts'
import { gatherCommit } from '../gather/gather-commits.ts'
import { verdictOf } from './change-findings.ts'
import { reviewAnnotations } from './review-annotations.ts'
import type { ReviewError, ReviewSeams } from './review-request.ts'

/** What is recorded on one commit, every claim with what became of its evidence, and what is wrong with it. */
export function reviewCommit(
  seams: ReviewSeams,
  revision: string,
  call: CallOptions = {},
): ResultAsync<CommitReview, ReviewError> {
  return new ResultAsync(review(seams, revision, call))
}

async function review(
  seams: ReviewSeams,
  revision: string,
  call: CallOptions,
): Promise<Result<CommitReview, ReviewError>> {
  const report = await reviewAnnotations(seams, { commit: revision, findingsPerKind: Infinity }, call)
  if (report.isErr()) return err(report.error)
  const id = await seams.git.resolve(revision, call)
  if (id.isErr()) return err(id.error)
  const commit = id.value as CommitId
  const opened = await seams.openRecorded(call)
  if (opened.isErr()) return err(opened.error)
  const recorded = opened.value
  const refs = await recorded.view.find([commit], call)
  if (refs.isErr()) return err(refs.error)
  const notes = await recorded.notes([...refs.value.values()])
  if (notes.isErr()) return err(notes.error)
  const commits = await seams.git.readCommits([commit], call)
  if (commits.isErr()) return err(commits.error)
  const context = seams.git.changesOf === undefined ? ok(undefined) : await contextOf(seams, commit, call)
  if (context.isErr()) return err(context.error)
  const note = notes.value.get(commit)
  const committedAt = commits.value.get(commit)?.committer.time
  const regions: ReviewedRegion[] = []
  for (const corrected of note?.regions ?? []) {
    const region = await reviewRegion(corrected, note, { commit, committedAt, recorded, context: context.value }, call)
    if (region.isErr()) return err(region.error)
    regions.push(region.value)
  }
  return ok({
    $schema: REVIEW_REPORT_SCHEMA,
    commit,
    subject: commits.value.get(commit)?.message.trimStart().split('\n', 1)[0] ?? '',
    notes_refs: report.value.notes_refs,
    ...(note?.corrected === undefined ? {} : { annotation: describe(note.corrected) }),
    regions,
    findings: report.value.findings,
    diagnostics: report.value.diagnostics,
  })
}

async function contextOf(
  seams: ReviewSeams,
  commit: CommitId,
  call: CallOptions,
): Promise<Result<CommitContext | undefined, ReviewError>> {
  const gathered = await gatherCommit(seams, commit, call)
  return gathered.map(({ context }) => context)
}

function describe(annotation: Annotation): NonNullable<CommitReview['annotation']> {
  const { summary, context_level, timestamp, cross_cutting: groups } = annotation
  return { summary, context_level, timestamp, cross_cutting: groups.length }
}

interface Around {
  readonly commit: CommitId
  readonly committedAt: number | undefined
  readonly recorded: Recorded
  readonly context: CommitContext | undefined
}

async function reviewRegion(
  { region, retracted }: CorrectedRegion,
  note: RecordedNote | undefined,
  around: Around,
  call: CallOptions,
): Promise<Result<ReviewedRegion, ReviewError>> {
  const { file, ast_anchor: anchor, lines, intent, constraints } = region
  const freshness = await freshnessOf(region, around)
  if (freshness.isErr()) return err(freshness.error)
  const evidence: ReviewedEvidence[] = []
  for (const cited of region.evidence) {
    const verdict = around.context === undefined ? ok(undefined) : await verdictOf(cited, around.context, call)
    if (verdict.isErr()) return err(verdict.error)
    const { unknown_keys: _, ...shown } = cited
    evidence.push({ ...shown, ...judged(verdict.value, cited.kind) })
  }
  return ok({
    ...(file === undefined ? {} : { file }),
    ...(anchor === undefined ? {} : { anchor: anchor.name }),
    ...(lines === undefined ? {} : { lines }),
    intent,
    context_level: region.context_level ?? note?.corrected?.context_level ?? 'inferred',
    ...(freshness.value === undefined ? {} : { freshness: freshness.value }),
    constraints: constraints.map(({ text, source }) => ({ text, source })),
    evidence,
    ...(retracted ? { retracted } : {}),
  })
}

function judged(
  verdict: Awaited<ReturnType<typeof verdictOf>> extends Result<infer Verdict, unknown> ? Verdict : never,
  kind: ReviewedEvidence['kind'],
): Pick<ReviewedEvidence, 'verdict' | 'reason'> {
  if (verdict === undefined) {
    const reason =
      kind === 'author_context'
        ? 'What the author said beside the message is not kept.'
        : 'What the commit changed is not known.'
    return { verdict: 'unverified', reason }
  }
  return verdict.found ? { verdict: 'found' } : { verdict: 'not_found', reason: verdict.reason }
}

/** `undefined`: it speaks of the whole commit, or its file has no lines to look for it in. */
async function freshnessOf(
  region: CorrectedRegion['region'],
  { commit, committedAt, recorded }: Around,
): Promise<Result<Freshness | undefined, ReviewError>> {
  if (region.file === undefined) return ok(undefined)
  const now = await recorded.fileNow(region.file)
  if (now.isErr()) return err(now.error)
  if (now.value === undefined) return ok('orphaned')
  const placed = await recorded.placeRegions(now.value, [
    { commit, ...(committedAt === undefined ? {} : { committedAt }), region },
  ])
  return placed.map((regions) => regions?.[0]?.freshness)
}

import {
  ok,
  omitEmpty,
  omitUndefined,
  REVIEW_REPORT_SCHEMA,
  safeTry,
  type Annotation,
  type CommitId,
  type CommitReview,
  type Freshness,
  type Result,
  type ResultAsync,
  type ReviewedEvidence,
  type ReviewedRegion,
} from '@chronicle/schema'
import type { CallOptions } from '@chronicle/core/contracts'
import type { CorrectedRegion, RecordedAnnotations, RecordedNote } from '@chronicle/core/review'
import { subjectOf } from '@chronicle/core/text'
import type { CommitContext } from '../commit-context.ts'
import { gatherCommit } from '../gather/gather-commits.ts'
import { verdictOf } from './change-findings.ts'
import { reviewAnnotations } from './review-annotations.ts'
import type { ReviewError, ReviewServices } from './review-request.ts'

/** Returns what is recorded on one commit, each claim with the verdict on its evidence, and the problems found. */
export function reviewCommit(
  seams: ReviewServices,
  revision: string,
  call: CallOptions = {},
): ResultAsync<CommitReview, ReviewError> {
  return safeTry(async function* () {
    const report = yield* reviewAnnotations(seams, { commit: revision, findingsPerKind: Infinity }, call)
    const id = yield* seams.git.resolve(revision, call)
    const commit = id as CommitId
    const recorded = yield* seams.openRecorded(call)
    const refs = yield* recorded.view.find([commit], call)
    const notes = yield* recorded.notes([...refs.values()])
    const commits = yield* seams.git.readCommits([commit], call)
    const gathered = yield* seams.git.changesOf === undefined ? ok(undefined) : await gatherCommit(seams, commit, call)
    const note = notes.get(commit)
    const committedAt = commits.get(commit)?.committer.time
    const regions: ReviewedRegion[] = []
    for (const corrected of note?.regions ?? []) {
      const region = yield* reviewRegion(
        corrected,
        note,
        { commit, committedAt, recorded, context: gathered?.context },
        call,
      )
      regions.push(region)
    }
    return ok({
      $schema: REVIEW_REPORT_SCHEMA,
      commit,
      subject: subjectOf(commits.get(commit)?.message ?? ''),
      notes_refs: report.notes_refs,
      ...(note?.corrected !== undefined && { annotation: describe(note.corrected) }),
      regions,
      findings: report.findings,
      diagnostics: report.diagnostics,
    })
  })
}

function describe(annotation: Annotation): NonNullable<CommitReview['annotation']> {
  const { summary, context_level, timestamp, cross_cutting: groups } = annotation
  return { summary, context_level, timestamp, cross_cutting: groups.length }
}

interface CommitSurroundings {
  readonly commit: CommitId
  readonly committedAt: number | undefined
  readonly recorded: RecordedAnnotations
  readonly context: CommitContext | undefined
}

function reviewRegion(
  { region, retracted }: CorrectedRegion,
  note: RecordedNote | undefined,
  around: CommitSurroundings,
  call: CallOptions,
): ResultAsync<ReviewedRegion, ReviewError> {
  return safeTry(async function* () {
    const { file, ast_anchor: anchor, lines, intent, constraints } = region
    const freshness = yield* freshnessOf(region, around)
    const evidence: ReviewedEvidence[] = []
    for (const cited of region.evidence) {
      const verdict = yield* around.context === undefined
        ? ok(undefined)
        : await verdictOf(cited, note?.annotation, around.context, call)
      const { unknown_keys: _, ...shown } = cited
      evidence.push({ ...shown, ...judged(verdict, cited.kind, note?.annotation) })
    }
    return ok({
      ...omitUndefined({ file, anchor: anchor?.name, lines }),
      intent,
      context_level: region.context_level ?? note?.corrected?.context_level ?? 'inferred',
      ...omitUndefined({ freshness }),
      constraints: constraints.map(({ text, source }) => ({ text, source })),
      evidence,
      ...omitEmpty({ retracted }),
    })
  })
}

const NOT_KEPT: Partial<Record<ReviewedEvidence['kind'], string>> = {
  author_context: 'What the author said beside the message is not kept.',
  discussion: 'What was said where the change was reviewed is not kept here.',
}

function judged(
  verdict: Awaited<ReturnType<typeof verdictOf>> extends Result<infer Verdict, unknown> ? Verdict : never,
  kind: ReviewedEvidence['kind'],
  annotation: Pick<Annotation, 'provenance'> | undefined,
): Pick<ReviewedEvidence, 'verdict' | 'reason'> {
  if (verdict === undefined) {
    const isCarried = (annotation?.provenance.derived_from.length ?? 0) > 0
    const carried = isCarried ? 'It was cited from a commit that this one was made from.' : undefined
    return { verdict: 'unverified', reason: NOT_KEPT[kind] ?? carried ?? 'What the commit changed is not known.' }
  }
  return verdict.found ? { verdict: 'found' } : { verdict: 'not_found', reason: verdict.reason }
}

/**
 * Returns the freshness of a region. `undefined`: it is about the whole commit, or its file has no lines to compare.
 */
function freshnessOf(
  region: CorrectedRegion['region'],
  { commit, committedAt, recorded }: CommitSurroundings,
): ResultAsync<Freshness | undefined, ReviewError> {
  return safeTry(async function* () {
    if (region.file === undefined) return ok(undefined)
    const now = yield* recorded.fileNow(region.file)
    if (now === undefined) return ok('orphaned')
    const placed = await recorded.placeRegions(now, [{ commit, ...omitUndefined({ committedAt }), region }])
    return placed.map((regions) => regions?.[0]?.freshness)
  })
}

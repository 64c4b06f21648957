import {
  DEFAULT_NOTES_REF,
  DOCTOR_REPORT_SCHEMA,
  err,
  ok,
  omitUndefined,
  safeTry,
  type CommitId,
  type Diagnostic,
  type QualityFinding,
  type QualityReport,
  type ResultAsync,
} from '@chronicle/schema'
import { codedError, requireCommit, type AnnotatedCommit, type CallOptions } from '@chronicle/core/contracts'
import { chronicleCommand } from './correction-commands.ts'
import { knownElsewhere, type RecordedAnnotations } from '@chronicle/core/review'
import { distinct } from '../distinct.ts'
import { createHeuristicWriter } from '../heuristic/create-heuristic-writer.ts'
import { openSilentCommits } from '../run/commits-without-findings.ts'
import { selectCommits } from '../run/select-commits.ts'
import { createFetchCommand } from './fetch-command.ts'
import { createFindingList, type FindingList, type FoundProblem } from './finding-list.ts'
import { liveRegions } from './live-regions.ts'
import { isKnowledge, noteFindings } from './note-findings.ts'
import { createPathFilter, type PathFilter } from './path-filter.ts'
import { createNamedPlaces, type NamedPlaces } from './place-findings.ts'
import { DEFAULT_MAX_DIFF_LINES } from '../run/max-diff-lines.ts'
import { reviewChanges } from './review-changes.ts'
import { listNotes, portionsOf } from './reviewed-notes.ts'
import {
  DEFAULT_FINDINGS_PER_KIND,
  DEFAULT_REVIEWED_COMMITS,
  DEFAULT_REVIEWED_NOTES,
  type ReviewError,
  type ReviewRequest,
  type ReviewServices,
} from './review-request.ts'
import { secretFindings } from './secret-findings.ts'

/**
 * Finds problems in what is recorded, and commits and files with nothing recorded. Reads notes and commits in portions,
 * newest first up to a limit; a diagnostic reports what was left out. Places are looked up at `HEAD`. Writes nothing.
 */
export function reviewAnnotations(
  seams: ReviewServices,
  request: ReviewRequest = {},
  call: CallOptions = {},
): ResultAsync<QualityReport, ReviewError> {
  // A damaged index is deleted before it is reported, so a second attempt rebuilds it.
  return review(seams, request, call).orElse((error) =>
    error.code === 'index_failed' ? review(seams, request, call) : err(error),
  )
}

function review(
  seams: ReviewServices,
  request: ReviewRequest,
  call: CallOptions,
): ResultAsync<QualityReport, ReviewError> {
  return safeTry(async function* () {
    const { maxCommits = DEFAULT_REVIEWED_COMMITS, maxNotes = DEFAULT_REVIEWED_NOTES } = request
    const { findingsPerKind = DEFAULT_FINDINGS_PER_KIND, maxDiffLines = DEFAULT_MAX_DIFF_LINES } = request
    const recorded = yield* seams.openRecorded(call)
    const commits = yield* listCommits(seams, request, maxCommits, call)
    const isNarrow = request.commit !== undefined || request.range !== undefined
    const listed = yield* listNotes({ git: seams.git, recorded }, isNarrow ? commits : undefined, maxNotes, call)

    const findings = createFindingList(findingsPerKind)
    const diagnostics: Diagnostic[] = []
    const report = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic)
    const filter = createPathFilter(request.paths, recorded)
    const places = createNamedPlaces()
    yield* reviewNotes(listed.notes, { seams, recorded, filter, findings, places }, call)
    const silent = await openSilentCommits(seams.cache, createHeuristicWriter())
    const count = yield* reviewChanges(
      commits,
      findingsPerKind,
      { seams, recorded, filter, findings, maxDiffLines, silent, report },
      call,
    )
    const dead = yield* places.findDead({ git: seams.git, recorded }, call)
    const coverage = yield* count.finish(recorded, dead.holding)
    await addAll(dead.problems, filter, findings)
    if (call.signal?.aborted === true) return err(codedError('aborted', 'The review was aborted.'))

    const { found, notes: reviewed } = listed
    for (const limit of limitsMet({ found, reviewed: reviewed.length, ...dead })) report(limit)
    if (seams.redactor === undefined) report(NOT_SEARCHED)
    return ok({
      $schema: DOCTOR_REPORT_SCHEMA,
      commit: recorded.head,
      notes_refs: recorded.notesRefs,
      scope: scopeOf(request),
      coverage,
      notes: { found, reviewed: reviewed.length },
      findings: await withCurrentPaths(findings.findings, recorded),
      counts: findings.counts,
      environment: [],
      diagnostics: distinct([...recorded.diagnostics(), ...diagnostics]),
    })
  })
}

/** The commands keep the recorded path, because they find the regions by it. */
async function withCurrentPaths(
  findings: readonly QualityFinding[],
  recorded: RecordedAnnotations,
): Promise<readonly QualityFinding[]> {
  const named: QualityFinding[] = []
  for (const finding of findings) {
    // A path that cannot be looked up is kept.
    const now = finding.path === undefined ? undefined : (await recorded.fileNow(finding.path)).unwrapOr(undefined)
    named.push(now === undefined ? finding : { ...finding, path: now })
  }
  return named
}

function listCommits(
  { git }: ReviewServices,
  { commit, range }: ReviewRequest,
  limit: number,
  call: CallOptions,
): ResultAsync<readonly CommitId[], ReviewError> {
  return safeTry(async function* () {
    if (commit === undefined) {
      const selected = await selectCommits({ git }, { ...call, ...omitUndefined({ range }), limit })
      return selected.map(({ commits }) => commits)
    }
    if (range !== undefined) {
      return err(codedError('invalid_query', 'A range and a commit exclude each other. Leave one of them out.'))
    }
    return requireCommit(git, commit, call).map((id) => [id])
  })
}

/** Dependencies of a pass over notes. */
interface NoteReview {
  readonly seams: ReviewServices
  readonly recorded: RecordedAnnotations
  readonly filter: PathFilter
  readonly findings: FindingList
  readonly places: NamedPlaces
}

function reviewNotes(
  listed: readonly AnnotatedCommit[],
  { seams, recorded, filter, findings, places }: NoteReview,
  call: CallOptions,
): ResultAsync<void, ReviewError> {
  return safeTry(async function* () {
    const reachable = yield* recorded.reachable(listed)
    const [notesRef = DEFAULT_NOTES_REF] = recorded.notesRefs
    const apart = new Map<CommitId, readonly FoundProblem[]>()
    let fetchCommand: ((commit: CommitId) => string | undefined) | undefined
    let done = 0
    for await (const result of portionsOf(listed, seams.git, call)) {
      const portion = yield* result
      call.onProgress?.({ step: 'reviewing notes', done, total: listed.length })
      done += portion.length
      const notes = yield* recorded.notes(portion)
      for (const { commit, committedAt } of portion) {
        const note = notes.get(commit)
        if (note === undefined) continue
        const { corrected } = note
        const problems = noteFindings(commit, note, notesRef)
        const isMissing = committedAt === undefined && !isKnowledge(note)
        const isApart = isMissing || (committedAt !== undefined && !reachable.has(commit))
        if (isApart) {
          if (isMissing) fetchCommand ??= yield* createFetchCommand(seams.git, call)
          const own = isMissing ? missingCommit(commit, fetchCommand?.(commit)) : outOfHistory(commit)
          apart.set(commit, [...problems.filter(({ kind }) => CARRIED_ALONG.has(kind)), own])
        } else if (committedAt !== undefined && corrected !== undefined) {
          places.add({ commit, committedAt, regions: liveRegions(note), annotation: corrected })
        }
        await addAll(isApart ? problems.filter(({ kind }) => !CARRIED_ALONG.has(kind)) : problems, filter, findings)
      }
      if (seams.redactor === undefined) continue
      const secrets = yield* secretFindings(notes, seams.redactor, call)
      await addAll(secrets, filter, findings)
    }
    // A note that a rewrite carried over also exists on a commit of the history.
    const blobs = new Map(listed.map((each) => [each.commit, each.blobs]))
    const carried = yield* knownElsewhere([...apart.keys()], blobs, seams.git, call)
    const left = [...apart].flatMap(([commit, problems]) => (carried.has(commit) ? [] : problems))
    await addAll(left, filter, findings)
    return ok()
  })
}

/** Problems of what a note says. A note that a rewrite carried over has them too, under a commit of the history. */
const CARRIED_ALONG: ReadonlySet<FoundProblem['kind']> = new Set([
  'open_correction',
  'constraint_without_source',
  'duplicate_region',
])

async function addAll(problems: readonly FoundProblem[], filter: PathFilter, findings: FindingList): Promise<void> {
  for (const problem of problems) if (await filter.concerns(problem)) findings.add(problem)
}

function missingCommit(commit: CommitId, fix: string | undefined): FoundProblem {
  const message = 'The commit is not in the repository: it was rewritten, and its note left behind, or not fetched.'
  return { kind: 'missing_commit', commit, message, ...omitUndefined({ fix }) }
}

function outOfHistory(commit: CommitId): FoundProblem {
  const message = 'The commit is not in the history of HEAD: it is on another branch, or was rewritten.'
  const fix = chronicleCommand('annotate', '--commit', 'REWRITTEN_COMMIT', '--amend-source', commit.slice(0, 12))
  return { kind: 'commit_out_of_history', commit, message, fix }
}

const NOT_SEARCHED: Diagnostic = {
  code: 'secrets_not_searched',
  severity: 'info',
  message: 'No redactor was given, so the notes were not searched for secrets.',
}

function limitsMet(met: {
  readonly found: number
  readonly reviewed: number
  readonly filesNotBlamed: number
}): readonly Diagnostic[] {
  const { found, reviewed, filesNotBlamed } = met
  const messages = [
    ...(found > reviewed ? [`There are ${found} notes; the newest ${reviewed} were reviewed.`] : []),
    ...(filesNotBlamed > 0
      ? [
          `${filesNotBlamed} files were not blamed, so regions in them may be dead. Ask for their paths to have them looked at.`,
        ]
      : []),
  ]
  return messages.map((message) => ({ code: 'review_limited', severity: 'warning', message }))
}

function scopeOf({ commit, range, paths }: ReviewRequest): QualityReport['scope'] {
  const revisions = commit ?? range
  return omitUndefined({ revisions, paths })
}

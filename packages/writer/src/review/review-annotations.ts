import {
  DEFAULT_NOTES_REF,
  DOCTOR_REPORT_SCHEMA,
  err,
  ok,
  ResultAsync,
  type CommitId,
  type Diagnostic,
  type QualityFinding,
  type QualityReport,
  type Result,
} from '@chronicle/schema'
import { codedError, type AnnotatedCommit, type CallOptions } from '@chronicle/core/contracts'
import { chronicleCommand } from './mending.ts'
import type { Recorded, RecordedNote } from '@chronicle/core/review'
import { createHeuristicWriter } from '../heuristic/create-heuristic-writer.ts'
import { openSilentCommits } from '../run/silent-commits.ts'
import { selectCommits } from '../run/select-commits.ts'
import { createFindingList, type FindingList, type FoundProblem } from './finding-list.ts'
import { liveRegions } from './live-regions.ts'
import { isKnowledge, noteFindings } from './note-findings.ts'
import { createPathFilter, type PathFilter } from './path-filter.ts'
import { createNamedPlaces, type NamedPlaces } from './place-findings.ts'
import { reviewChanges } from './review-changes.ts'
import { listNotes, portionsOf } from './reviewed-notes.ts'
import {
  DEFAULT_FINDINGS_PER_KIND,
  DEFAULT_REVIEWED_COMMITS,
  DEFAULT_REVIEWED_NOTES,
  type ReviewError,
  type ReviewRequest,
  type ReviewSeams,
} from './review-request.ts'
import { secretFindings } from './secret-findings.ts'

/**
 * Looks for what is wrong with what is recorded, and for what has nothing recorded. Notes and commits are read a
 * portion at a time, the newest first up to a number; a diagnostic says where that left some out. Places are looked for
 * where `HEAD` stands. Writes nothing.
 */
export function reviewAnnotations(
  seams: ReviewSeams,
  request: ReviewRequest = {},
  call: CallOptions = {},
): ResultAsync<QualityReport, ReviewError> {
  const attempt = async (): Promise<Result<QualityReport, ReviewError>> => {
    const report = await review(seams, request, call)
    // A damaged index has been thrown away by the time it is reported, and is built anew.
    return report.isErr() && report.error.code === 'index_failed' ? review(seams, request, call) : report
  }
  return new ResultAsync(attempt())
}

async function review(
  seams: ReviewSeams,
  request: ReviewRequest,
  call: CallOptions,
): Promise<Result<QualityReport, ReviewError>> {
  const { maxCommits = DEFAULT_REVIEWED_COMMITS, maxNotes = DEFAULT_REVIEWED_NOTES } = request
  const { findingsPerKind = DEFAULT_FINDINGS_PER_KIND } = request
  const opened = await seams.openRecorded(call)
  if (opened.isErr()) return err(opened.error)
  const recorded = opened.value
  const commits = await listCommits(seams, request, maxCommits, call)
  if (commits.isErr()) return err(commits.error)
  const isNarrow = request.commit !== undefined || request.range !== undefined
  const listed = await listNotes({ git: seams.git, recorded }, isNarrow ? commits.value : undefined, maxNotes, call)
  if (listed.isErr()) return err(listed.error)

  const findings = createFindingList(findingsPerKind)
  const diagnostics: Diagnostic[] = []
  const report = (diagnostic: Diagnostic): void => void diagnostics.push(diagnostic)
  const filter = createPathFilter(request.paths, recorded)
  const places = createNamedPlaces()
  const notes = await reviewNotes(listed.value.notes, { seams, recorded, filter, findings, places }, call)
  if (notes.isErr()) return err(notes.error)
  const silent = await openSilentCommits(seams.cache, createHeuristicWriter())
  const count = await reviewChanges(
    commits.value,
    findingsPerKind,
    { seams, recorded, filter, findings, silent, report },
    call,
  )
  if (count.isErr()) return err(count.error)
  const coverage = await count.value.finish(recorded)
  if (coverage.isErr()) return err(coverage.error)
  const dead = await places.findDead({ git: seams.git, recorded }, call)
  if (dead.isErr()) return err(dead.error)
  await addAll(dead.value.problems, filter, findings)
  if (call.signal?.aborted === true) return err(codedError('aborted', 'The review was aborted.'))

  const { found, notes: reviewed } = listed.value
  for (const limit of limitsMet({ found, reviewed: reviewed.length, ...dead.value })) report(limit)
  if (seams.redactor === undefined) report(NOT_SEARCHED)
  return ok({
    $schema: DOCTOR_REPORT_SCHEMA,
    commit: recorded.head,
    notes_refs: recorded.notesRefs,
    scope: scopeOf(request),
    coverage: coverage.value,
    notes: { found, reviewed: reviewed.length },
    findings: await withCurrentPaths(findings.findings, recorded),
    counts: findings.counts,
    environment: [],
    diagnostics: distinct([...recorded.diagnostics(), ...diagnostics]),
  })
}

/** Commands keep the name that the note has, by which they find its regions. */
async function withCurrentPaths(
  findings: readonly QualityFinding[],
  recorded: Recorded,
): Promise<readonly QualityFinding[]> {
  const named: QualityFinding[] = []
  for (const finding of findings) {
    // A name that cannot be looked up stays as it is.
    const now = finding.path === undefined ? undefined : (await recorded.fileNow(finding.path)).unwrapOr(undefined)
    named.push(now === undefined ? finding : { ...finding, path: now })
  }
  return named
}

async function listCommits(
  { git }: ReviewSeams,
  { commit, range }: ReviewRequest,
  limit: number,
  call: CallOptions,
): Promise<Result<readonly CommitId[], ReviewError>> {
  if (commit === undefined) {
    const selected = await selectCommits({ git }, { ...call, ...(range === undefined ? {} : { range }), limit })
    return selected.map(({ commits }) => commits)
  }
  if (range !== undefined) {
    return err(codedError('invalid_query', 'A range and a commit exclude each other. Leave one of them out.'))
  }
  const id = await git.resolve(commit, call)
  if (id.isErr()) return err(id.error)
  if (id.value !== undefined) return ok([id.value])
  const message = `Unknown revision: ${JSON.stringify(commit)}. Give a branch, a tag or a commit id.`
  return err(codedError('revision_not_found', message, { data: { revision: commit } }))
}

/** What a pass over notes is made with. */
interface NoteReview {
  readonly seams: ReviewSeams
  readonly recorded: Recorded
  readonly filter: PathFilter
  readonly findings: FindingList
  readonly places: NamedPlaces
}

async function reviewNotes(
  listed: readonly AnnotatedCommit[],
  { seams, recorded, filter, findings, places }: NoteReview,
  call: CallOptions,
): Promise<Result<void, ReviewError>> {
  const reachable = await recorded.reachable(listed)
  if (reachable.isErr()) return err(reachable.error)
  const [notesRef = DEFAULT_NOTES_REF] = recorded.notesRefs
  let done = 0
  for await (const portion of portionsOf(listed, seams.git, call)) {
    if (portion.isErr()) return err(portion.error)
    call.onProgress?.({ step: 'reviewing notes', done, total: listed.length })
    done += portion.value.length
    const notes = await recorded.notes(portion.value)
    if (notes.isErr()) return err(notes.error)
    for (const { commit, committedAt } of portion.value) {
      const note = notes.value.get(commit)
      if (note === undefined) continue
      await addAll(noteFindings(commit, note, notesRef), filter, findings)
      const { corrected } = note
      if (committedAt === undefined) await addAll(isKnowledge(note) ? [] : [missingCommit(commit)], filter, findings)
      else if (!reachable.value.has(commit)) await addAll([outOfHistory(commit)], filter, findings)
      else if (corrected !== undefined)
        places.add({ commit, committedAt, regions: liveRegions(note), annotation: corrected })
    }
    const secrets = await searchSecrets(notes.value, seams, call)
    if (secrets.isErr()) return err(secrets.error)
    await addAll(secrets.value, filter, findings)
  }
  return ok()
}

async function searchSecrets(
  notes: ReadonlyMap<CommitId, RecordedNote>,
  { redactor }: ReviewSeams,
  call: CallOptions,
): Promise<Result<readonly FoundProblem[], ReviewError>> {
  return redactor === undefined ? ok([]) : secretFindings(notes, redactor, call)
}

async function addAll(problems: readonly FoundProblem[], filter: PathFilter, findings: FindingList): Promise<void> {
  for (const problem of problems) if (await filter.concerns(problem)) findings.add(problem)
}

function missingCommit(commit: CommitId): FoundProblem {
  const message = 'The commit is not in the repository: it was rewritten, and its note left behind, or not fetched.'
  return { kind: 'missing_commit', commit, message, fix: `git fetch REMOTE ${commit}` }
}

function outOfHistory(commit: CommitId): FoundProblem {
  const message = 'The commit is not in the history of HEAD: it is on another branch, or was rewritten.'
  const fix = chronicleCommand('annotate', '--commit', 'REWRITTEN_COMMIT', '--amend-source', commit.slice(0, 12))
  return { kind: 'commit_out_of_history', commit, message, fix }
}

const NOT_SEARCHED: Diagnostic = {
  code: 'secrets_not_searched',
  severity: 'info',
  message: 'Nothing that finds secrets was given, so the notes were not searched for any.',
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
  return { ...(revisions === undefined ? {} : { revisions }), ...(paths === undefined ? {} : { paths }) }
}

function distinct(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...new Map(diagnostics.map((each) => [JSON.stringify(each), each])).values()]
}

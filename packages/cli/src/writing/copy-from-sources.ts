import {
  ok,
  safeTry,
  type CodedError,
  type CommitId,
  type Diagnostic,
  type Region,
  type ResultAsync,
  type WrittenCommit,
} from '@chronicle/schema'
import { requireCommit } from '@chronicle/core/contracts'
import { recordUnrecorded } from '../git-hooks/unrecorded.ts'
import type { WritingSession } from './open-session.ts'
import { regionReceipt, totalsOf, type WritingRun } from './annotate-commits.ts'

/** The commits that a commit was made from. */
export interface CommitSources {
  readonly commit: CommitId
  readonly amended?: CommitId
  /** Any revisions. */
  readonly squashed: readonly string[]
  readonly dryRun?: boolean
}

/** The annotations that a commit receives from its sources. */
export interface CopiedAnnotations {
  /** The commits that it was squashed from. */
  readonly squashed: readonly CommitId[]
  readonly regions: readonly Region[]
  /** Whether some of it is new to the commit. */
  readonly changed: boolean
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Copies what is recorded on the sources of a commit to it. What was said about them and could not be recorded is
 * recorded first.
 */
export function copyFromSources(
  session: WritingSession,
  { commit, amended, squashed, dryRun = false }: CommitSources,
): ResultAsync<CopiedAnnotations, CodedError> {
  return safeTry(async function* () {
    const { repository, notesRef, call } = session
    const sources: CommitId[] = []
    for (const revision of squashed) {
      const advice = `Name the commits that ${commit.slice(0, 12)} was squashed from.`
      sources.push(yield* requireCommit(repository.git, revision, call, advice))
    }
    if (!dryRun) yield* recordUnrecorded(session, amended === undefined ? sources : [...sources, amended])
    const derivations = [
      ...(amended === undefined ? [] : [{ commit, sources: [amended], operation: 'amend' as const }]),
      ...(sources.length === 0 ? [] : [{ commit, sources, operation: 'squash' as const }]),
    ]
    const regions: Region[] = []
    const diagnostics: Diagnostic[] = []
    let changed = false
    for (const derivation of derivations) {
      const takeover = yield* repository.takeOver(derivation, { ...call, notesRef, dryRun })
      changed ||= takeover.changed === true
      regions.push(...takeover.regions)
      diagnostics.push(...takeover.diagnostics)
    }
    return ok({ squashed: sources, regions, changed, diagnostics })
  })
}

/** Adds what a commit received from its sources to a run over that commit. */
export function withTakeover(run: WritingRun, { regions, changed }: CopiedAnnotations): WritingRun {
  if (regions.length === 0 && !changed) return run
  const commits = run.receipt.commits.map((written): WrittenCommit => {
    const { status, reason: _, ...rest } = written
    if (status === 'failed') return written
    const all = [...regions.map(regionReceipt), ...written.regions]
    const distinct = new Map(all.map((region) => [JSON.stringify(region), region]))
    const annotated = changed || status === 'annotated'
    return { ...rest, status: annotated ? 'annotated' : 'unchanged', regions: [...distinct.values()] }
  })
  return { ...run, receipt: { ...run.receipt, commits, totals: totalsOf(commits) } }
}

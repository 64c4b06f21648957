import { err, ok, type CodedError, type CommitId, type Diagnostic, type Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import type { WritingSession } from './open-session.ts'

/** What a commit was made from. */
export interface CommitSources {
  readonly commit: CommitId
  readonly amended?: CommitId
  /** Revisions. */
  readonly squashed: readonly string[]
  readonly dryRun?: boolean
}

/** Takes what is recorded on the sources of a commit over to it. Returns what to know about that. */
export async function takeOverSources(
  { repository, notesRef, call }: WritingSession,
  { commit, amended, squashed, dryRun = false }: CommitSources,
): Promise<Result<readonly Diagnostic[], CodedError>> {
  const sources: CommitId[] = []
  for (const revision of squashed) {
    const id = await repository.git.resolve(revision, call)
    if (id.isErr()) return err(id.error)
    if (id.value === undefined) {
      const message = `Unknown revision: ${JSON.stringify(revision)}. Name the commits that ${commit.slice(0, 12)} was squashed from.`
      return err(codedError('revision_not_found', message, { data: { revision } }))
    }
    sources.push(id.value)
  }
  const diagnostics: Diagnostic[] = []
  const derivations = [
    ...(amended === undefined ? [] : [{ commit, sources: [amended], operation: 'amend' as const }]),
    ...(sources.length === 0 ? [] : [{ commit, sources, operation: 'squash' as const }]),
  ]
  for (const derivation of derivations) {
    const taken = await repository.takeOver(derivation, { ...call, notesRef, dryRun })
    if (taken.isErr()) return err(taken.error)
    diagnostics.push(...taken.value.diagnostics)
  }
  return ok(diagnostics)
}

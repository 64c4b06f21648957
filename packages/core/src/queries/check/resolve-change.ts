import { err, ok, type CommitId, type Result } from '@chronicle/schema'
import { codedError } from '../../contracts/coded-error.ts'
import type { DiffRequest } from '../../contracts/git-backend.ts'
import type { ReadContext } from '../../read/read-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { Change } from './check-query.ts'
import { findMergeBase } from './merge-base.ts'

/** The two states that a change lies between. */
export interface ResolvedChange extends DiffRequest {
  /** The commit whose recorded reasoning counts. Absent: nothing was there before. */
  readonly base: CommitId | undefined
  /** Absent for edits that are not committed. */
  readonly head: CommitId | undefined
}

/** Finds the state before a change, and the one after it. */
export async function resolveChange(
  change: Change,
  context: Pick<ReadContext, 'git' | 'call'>,
): Promise<Result<ResolvedChange, ReadError>> {
  if (change.kind === 'range') return resolveRange(change, context)
  const { git, call } = context
  const info = await git.describe(call)
  if (info.isErr()) return err(info.error)
  if (change.kind === 'worktree' && !(git.supports.worktree && info.value.worktreeDir !== undefined)) {
    return err(
      codedError('invalid_query', 'There is no working tree here to check. Give a range, such as HEAD~1..HEAD.'),
    )
  }
  if (change.kind === 'staged' && !git.supports.index) {
    return err(codedError('invalid_query', `The git backend ${git.name} has no index to check. Give a range.`))
  }
  const base = await git.resolve('HEAD', call)
  if (base.isErr()) return err(base.error)
  const to = change.kind === 'worktree' ? 'WORKTREE' : 'INDEX'
  return ok({ from: stateOf(base.value), to, base: base.value, head: undefined })
}

async function resolveRange(
  { from, to, mergeBase = false }: Extract<Change, { kind: 'range' }>,
  context: Pick<ReadContext, 'git' | 'call'>,
): Promise<Result<ResolvedChange, ReadError>> {
  const head = await resolveRevision(to, context)
  if (head.isErr()) return err(head.error)
  if (from === undefined) {
    const commits = await context.git.readCommits([head.value], context.call)
    if (commits.isErr()) return err(commits.error)
    const base = commits.value.get(head.value)?.parents[0]
    return ok({ from: stateOf(base), to: { commit: head.value }, base, head: head.value })
  }
  const start = await resolveRevision(from, context)
  if (start.isErr()) return err(start.error)
  const base = mergeBase ? await findMergeBase(start.value, head.value, context) : ok(start.value)
  if (base.isErr()) return err(base.error)
  if (base.value === undefined) {
    const message = `${from} and ${to} have no commit in common. Compare them as they are, with ${from}..${to}.`
    return err(codedError('invalid_query', message, { data: { from, to } }))
  }
  return ok({ from: { commit: base.value }, to: { commit: head.value }, base: base.value, head: head.value })
}

async function resolveRevision(
  revision: string,
  { git, call }: Pick<ReadContext, 'git' | 'call'>,
): Promise<Result<CommitId, ReadError>> {
  const commit = await git.resolve(revision, call)
  if (commit.isErr()) return err(commit.error)
  if (commit.value !== undefined) return ok(commit.value)
  const message = `Unknown revision: ${JSON.stringify(revision)}. Give a branch, a tag, a commit id, or a range of them.`
  return err(codedError('revision_not_found', message, { data: { revision } }))
}

function stateOf(base: CommitId | undefined): DiffRequest['from'] {
  return base === undefined ? 'EMPTY' : { commit: base }
}

import { err, ok, omitEmpty, omitUndefined, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import { codedError } from '../../contracts/coded-error.ts'
import { describeValue, requireArguments } from '../../contracts/require-arguments.ts'
import type { DiffRequest } from '../../contracts/git-backend.ts'
import { readMergeHeads } from '../../contracts/merge-heads.ts'
import { SHALLOW_CLONE_ADVICE, parentMissingError, requireCommit } from '../../contracts/require-commit.ts'
import type { ReadContext } from '../../read/read-context.ts'
import type { ReadError } from '../../read/read-error.ts'
import { CHANGE_FORMS, UNCOMMITTED, type Change } from './check-query.ts'
import { findMergeBase } from './merge-base.ts'

/** The two states of a change. */
export interface ResolvedChange extends DiffRequest {
  /** The commit whose annotations apply. Absent when there is no earlier commit. */
  readonly base: CommitId | undefined
  /** The last commit of the change. Absent for uncommitted edits. */
  readonly head: CommitId | undefined
  /** The commits that uncommitted edits merge into `base`. Absent if no merge is under way. */
  readonly merged?: readonly CommitId[]
  /** The commit that `head` was compared with by their merge base. Absent if it is `base`. */
  readonly target?: CommitId
}

/** An untyped caller may pass another kind. */
const KINDS: ReadonlySet<unknown> = new Set<Change['kind']>(['worktree', 'staged', 'range'])

/** Resolves the states before and after a change. */
export function resolveChange(
  change: Change | undefined = UNCOMMITTED,
  context: Pick<ReadContext, 'git' | 'call'>,
): ResultAsync<ResolvedChange, ReadError> {
  return safeTry(async function* () {
    if (!KINDS.has((change as Partial<Change> | null)?.kind)) return err(noChange(change))
    if (change.kind === 'range') {
      yield* requireArguments(change, { to: 'text', from: 'text?' }, 'invalid_query', 'change.')
      return resolveRange(change, context)
    }
    const { git, call } = context
    const info = yield* git.describe(call)
    if (info.worktreeDir === undefined || (change.kind === 'worktree' && !git.supports.worktree)) {
      return err(
        codedError('invalid_query', 'There is no working tree here to check. Give a range, such as HEAD~1..HEAD.'),
      )
    }
    if (change.kind === 'staged' && !git.supports.index) {
      return err(codedError('invalid_query', `The git backend ${git.name} has no index to check. Give a range.`))
    }
    const base = yield* git.resolve('HEAD', call)
    const to = change.kind === 'worktree' ? 'WORKTREE' : 'INDEX'
    const merged = yield* readMergeHeads(git, call)
    return ok({ from: stateOf(base), to, base, head: undefined, ...omitEmpty({ merged }) })
  })
}

function noChange(change: unknown): ReadError {
  const isKindless = typeof change !== 'object' || change === null || Array.isArray(change)
  const named = isKindless
    ? `change is ${describeValue(change)}`
    : `change.kind is ${describeValue((change as Partial<Change>).kind)}`
  return codedError('invalid_query', `The argument ${named}. Give ${CHANGE_FORMS}, or leave change out.`)
}

function resolveRange(
  { from, to, mergeBase = false }: Extract<Change, { kind: 'range' }>,
  context: Pick<ReadContext, 'git' | 'call'>,
): ResultAsync<ResolvedChange, ReadError> {
  const advice = 'Give a branch, a tag, a commit id, or a range of them.'
  return safeTry(async function* () {
    const { git, call } = context
    const head = yield* requireCommit(git, to, call, advice)
    if (from === undefined) {
      const commits = yield* git.readCommits([head], call)
      const base = commits.get(head)?.parents[0]
      if (base === undefined && (yield* isCutOff(head, context))) return err(parentMissingError(to))
      return ok({ from: stateOf(base), to: { commit: head }, base, head })
    }
    const start = yield* requireCommit(git, from, call, advice)
    const base = yield* mergeBase ? await findMergeBase(start, head, context) : ok(start)
    if (base === undefined) {
      const { shallow } = yield* git.describe(call)
      const remedy = shallow ? SHALLOW_CLONE_ADVICE : `Compare them as they are, with ${from}..${to}.`
      const message = `${from} and ${to} have no commit in common${shallow ? ' here' : ''}. ${remedy}`
      return err(codedError('invalid_query', message, { data: { from, to } }))
    }
    const target = base === start ? undefined : start
    return ok({ from: { commit: base }, to: { commit: head }, base, head, ...omitUndefined({ target }) })
  })
}

/** Whether a commit that appears to be a root has, or may have, parents that a shallow clone lacks. */
function isCutOff(commit: CommitId, { git, call }: Pick<ReadContext, 'git' | 'call'>): ResultAsync<boolean, ReadError> {
  return safeTry(async function* () {
    const { shallow } = yield* git.describe(call)
    if (!shallow || git.changesOf === undefined) return ok(shallow)
    const changed = yield* git.changesOf([commit], call)
    return ok(changed.some(({ cutOff }) => cutOff === true))
  })
}

function stateOf(base: CommitId | undefined): DiffRequest['from'] {
  return base === undefined ? 'EMPTY' : { commit: base }
}

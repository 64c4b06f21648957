import type { TreeState } from '@chronicle/core/contracts'
import { ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import { show } from '../request/parameter-kinds.ts'
import type { SourceContext } from '../source-context.ts'
import { sourceFailure, type SourceError } from '../source-error.ts'

/** A state of the files, and its name. */
export interface NamedState<Name extends string = string> {
  /** `HEAD`, `INDEX`, `WORKTREE` or `commit:<rev>`. */
  readonly name: Name
  readonly tree: TreeState
  /** The commit of a committed state. */
  readonly commit?: CommitId
}

/** Returns the state of the current files: the working tree, or `HEAD` if there is none. */
export function currentState(context: SourceContext): ResultAsync<NamedState<'WORKTREE' | 'HEAD'>, SourceError> {
  const { git, call } = context
  return safeTry(async function* () {
    const { bare } = yield* git.describe(call)
    if (bare || !git.supports.worktree) return resolveState('HEAD', context)
    return ok({ name: 'WORKTREE', tree: 'WORKTREE' })
  })
}

/**
 * Resolves the state that `against` names. Fails with `revision_not_found`, or with `unsupported` for the index or the
 * working tree of a bare repository.
 */
export function resolveState<Name extends string>(
  name: Name,
  { git, call }: SourceContext,
): ResultAsync<NamedState<Name>, SourceError> {
  return safeTry(async function* () {
    if (name === 'INDEX' || name === 'WORKTREE') {
      const { bare } = yield* git.describe(call)
      if (bare || !git.supports[name === 'INDEX' ? 'index' : 'worktree']) {
        const what = name === 'INDEX' ? 'index' : 'working tree'
        const why = bare ? `A bare repository has no ${what}` : `The git backend ${git.name} reads no ${what}`
        return sourceFailure('unsupported', `${why}. Compare with HEAD or commit:<rev>.`, { against: name })
      }
      return ok({ name, tree: name as 'INDEX' | 'WORKTREE' })
    }
    const revision = name.startsWith('commit:') ? name.slice('commit:'.length) : name
    const commit = yield* git.resolve(revision, call)
    if (commit !== undefined) return ok({ name, tree: { commit }, commit })
    const message =
      revision === 'HEAD'
        ? 'HEAD names no commit: nothing is committed yet.'
        : `No commit is called ${show(revision)}. Give a branch, a tag or a commit id.`
    return sourceFailure('revision_not_found', message, { revision })
  })
}

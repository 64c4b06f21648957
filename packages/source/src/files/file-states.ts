import type { TreeState } from '@chronicle/core/contracts'
import type { CommitId } from '@chronicle/schema'
import { fail, valueOf } from '../failure.ts'
import { show } from '../request/parameter-kinds.ts'
import type { SourceContext } from '../source-context.ts'

/** A state of the files, and what to call it. */
export interface NamedState<Name extends string = string> {
  /** `HEAD`, `INDEX`, `WORKTREE` or `commit:<rev>`. */
  readonly name: Name
  readonly tree: TreeState
  /** Of a committed state. */
  readonly commit?: CommitId
}

/** The files as they are: the working tree, or where there is none what is committed. */
export async function currentState(context: SourceContext): Promise<NamedState<'WORKTREE' | 'HEAD'>> {
  const { git, call } = context
  const { bare } = await valueOf(git.describe(call))
  return bare || !git.supports.worktree ? stateNamed('HEAD', context) : { name: 'WORKTREE', tree: 'WORKTREE' }
}

/**
 * The state that `against` names. Ends the read with `revision_not_found`, or with `unsupported` for the index or the
 * working tree of a bare repository.
 */
export async function stateNamed<Name extends string>(
  name: Name,
  { git, call }: SourceContext,
): Promise<NamedState<Name>> {
  if (name === 'INDEX' || name === 'WORKTREE') {
    const { bare } = await valueOf(git.describe(call))
    if (bare || !git.supports[name === 'INDEX' ? 'index' : 'worktree']) {
      const what = name === 'INDEX' ? 'index' : 'working tree'
      const why = bare ? `A bare repository has no ${what}` : `The git backend ${git.name} reads no ${what}`
      fail('unsupported', `${why}. Compare with HEAD or commit:<rev>.`, { against: name })
    }
    return { name, tree: name as 'INDEX' | 'WORKTREE' }
  }
  const revision = name.startsWith('commit:') ? name.slice('commit:'.length) : name
  const commit = await valueOf(git.resolve(revision, call))
  if (commit !== undefined) return { name, tree: { commit }, commit }
  const message =
    revision === 'HEAD'
      ? 'HEAD names no commit: nothing is committed yet.'
      : `No commit is called ${show(revision)}. Give a branch, a tag or a commit id.`
  return fail('revision_not_found', message, { revision })
}

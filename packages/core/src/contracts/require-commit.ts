import { err, ok, omitEmpty, safeTry, type CodedError, type CommitId, type ResultAsync } from '@chronicle/schema'
import { nearestSpellings } from '../text/nearest-spelling.ts'
import type { CallOptions } from './call-options.ts'
import { codedError } from './coded-error.ts'
import type { GitBackend, GitError } from './git-backend.ts'

/**
 * Returns the commit that a revision names, or the error `revision_not_found` with the nearest names in `data`.
 * `advice`: what to give instead, for the error message.
 */
export function requireCommit(
  git: Pick<GitBackend, 'describe' | 'resolve' | 'refNames'>,
  revision: string,
  call: CallOptions,
  advice?: string,
): ResultAsync<CommitId, GitError | CodedError<'revision_not_found'>> {
  return safeTry(async function* () {
    const commit = yield* git.resolve(revision, call)
    if (commit !== undefined) return ok(commit)
    const unknown = unknownRevision(revision, advice, await nearestRevisions(git, revision, call))
    const { shallow } = yield* git.describe(call)
    return err(shallow ? { ...unknown, message: `${unknown.message} ${SHALLOW_CLONE_ADVICE}` } : unknown)
  })
}

/** Advice for a shallow clone that lacks commits. */
export const SHALLOW_CLONE_ADVICE =
  "This clone is shallow, so older commits are not here: 'git fetch --unshallow' gets them."

/** Returns the error for a question about the changes of a commit whose parents a shallow clone lacks. */
export function parentMissingError(revision: string): CodedError<'revision_not_found'> {
  const message = `The parent of ${quote(revision)} is not here, so its changes are not known. ${SHALLOW_CLONE_ADVICE}`
  return codedError('revision_not_found', message, { data: { revision } })
}

/**
 * Returns the error for a revision that does not exist. `advice`: what to give instead; `nearest`: the names that may
 * have been meant. `HEAD` does not exist before the first commit of its branch.
 */
export function unknownRevision(
  revision: string,
  advice = 'Give a branch, a tag or a commit id.',
  nearest: readonly string[] = [],
): CodedError<'revision_not_found'> {
  if (revision === 'HEAD') {
    const unborn = 'HEAD names a branch that has no commit. Commit first, or check out another branch.'
    return codedError('revision_not_found', unborn, { data: { revision } })
  }
  const meant = nearest.length === 0 ? '' : ` Did you mean ${nearest.map((name) => JSON.stringify(name)).join(' or ')}?`
  const message = `Unknown revision: ${quote(revision)}.${meant} ${advice}`
  return codedError('revision_not_found', message, { data: { revision, ...omitEmpty({ nearest }) } })
}

/** Maximum number of characters of a revision in a message. Names of branches are shorter. */
const MAX_QUOTED = 200

/** Quotes a revision, only its beginning if it is too long to be one. */
function quote(revision: string): string {
  if (revision.length <= MAX_QUOTED) return JSON.stringify(revision)
  return `${JSON.stringify(`${revision.slice(0, MAX_QUOTED).replace(/[\uD800-\uDBFF]$/, '')}…`)} (${revision.length} characters)`
}

/** Maximum number of names to suggest. */
const MAX_NEAREST = 3
/** Names of default branches. Users often ask for one in a repository that has the other. */
const DEFAULT_BRANCHES: ReadonlySet<string> = new Set(['main', 'master'])

/**
 * Returns the names of branches and tags that may have been meant, each followed by the rest of the revision (`~2`).
 */
export async function nearestRevisions(
  git: Pick<GitBackend, 'refNames'>,
  revision: string,
  call: CallOptions,
): Promise<readonly string[]> {
  const [, name = '', rest = ''] = /^(.*?)((?:[~^:]|@\{).*)?$/su.exec(revision) ?? []
  const listed = await git.refNames?.(call)
  // Without a list of names, the error still says that the revision is unknown.
  const names = listed?.unwrapOr([]) ?? []
  if (name === '' || name === 'HEAD' || names.includes(name)) return []
  const near = [...new Set([...nearestSpellings(name, names), ...nearestSpellings(name, names, withoutRemote)])]
  const other = DEFAULT_BRANCHES.has(name) ? names.filter((each) => DEFAULT_BRANCHES.has(withoutRemote(each))) : []
  return (near.length === 0 ? other : near).slice(0, MAX_NEAREST).map((each) => `${each}${rest}`)
}

/** Removes the remote from a name: users often type `topic` for `origin/topic`. */
function withoutRemote(name: string): string {
  return name.slice(name.indexOf('/') + 1)
}

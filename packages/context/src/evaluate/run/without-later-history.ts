import {
  codedError,
  valueOrThrow,
  type AncestorsRequest,
  type CallOptions,
  type DiffRequest,
  type GitBackend,
  type GitError,
  type RepositoryInfo,
  type TreeState,
} from '@chronicle/core/contracts'
import { err, errAsync, ok, okAsync, type CommitId, type ResultAsync } from '@chronicle/schema'
import { ancestorIds } from './ancestor-ids.ts'

/**
 * Returns a view of a repository as it was when `base` was its newest commit: the base and its ancestors, and their
 * content. `HEAD` is the base. A request for any other existing commit, by id, by name or through a range, or for the
 * index or the working tree, fails with `later_history`: it would leak the solution, and must not look like an empty
 * answer. Notes of other commits are not listed; when a note on an ancestor was written is not checked. Trees and blobs
 * are read by id without a check, because their ids are only known from a commit.
 *
 * The view is read-only, has no working tree and no folders, and leaves closing the repository to the caller. Fails
 * with `missing_object` if `base` is not a commit.
 */
export function withoutLaterHistory(
  git: GitBackend,
  base: CommitId,
  options?: CallOptions,
): ResultAsync<GitBackend, GitError> {
  return ancestorIds(git, base, options).map((ids) => createView(git, base, ids))
}

function createView(git: GitBackend, base: CommitId, contained: ReadonlySet<CommitId>): GitBackend {
  const { readCommits, commitTimes, blobSizes, diffNotes, identity, blame, fileRevisions, ancestors } = git
  const { changedPaths, history, diff, changesOf, readConfig } = git

  /** Unknown ids pass the check, because the repository reports them as missing too. */
  const check = (ids: readonly CommitId[], callOptions?: CallOptions): ResultAsync<undefined, GitError> => {
    const others = ids.filter((id) => !contained.has(id))
    if (others.length === 0) return okAsync(undefined)
    return git.readCommits(others, callOptions).andThen((found) => {
      const later = others.find((id) => found.has(id))
      return later === undefined ? ok(undefined) : err(laterHistory(`commit ${later}`, base))
    })
  }
  const checkState = (state: TreeState | 'EMPTY', callOptions?: CallOptions): ResultAsync<undefined, GitError> => {
    if (state === 'EMPTY') return okAsync(undefined)
    if (typeof state === 'object') return check([state.commit], callOptions)
    return errAsync(laterHistory(state === 'INDEX' ? 'the index' : 'the working tree', base))
  }
  async function* checked<T>(
    request: AncestorsRequest,
    iterate: () => AsyncIterable<T>,
    callOptions: CallOptions | undefined,
  ): AsyncIterable<T> {
    valueOrThrow(await check([request.from], callOptions))
    yield* iterate()
  }
  const checkDiff = ({ from, to }: DiffRequest, callOptions?: CallOptions): ResultAsync<undefined, GitError> =>
    checkState(from, callOptions).andThen(() => checkState(to, callOptions))
  /** Returns the method with a check of the request before it. */
  function withCheck<Request, Answer>(
    method: (this: GitBackend, request: Request, callOptions?: CallOptions) => ResultAsync<Answer, GitError>,
    checkRequest: (request: Request, callOptions?: CallOptions) => ResultAsync<undefined, GitError>,
  ): (request: Request, callOptions?: CallOptions) => ResultAsync<Answer, GitError> {
    return (request, callOptions) =>
      checkRequest(request, callOptions).andThen(() => method.call(git, request, callOptions))
  }

  return {
    name: `${git.name}-without-later-history`,
    supports: {
      ...git.supports,
      rewrites: false,
      worktree: false,
      index: false,
      writeNotes: false,
      linkedWorktrees: false,
    },
    describe: (callOptions) => git.describe(callOptions).map(withoutFolders),
    resolve: (revision, callOptions) =>
      git.resolve(fromBase(revision, base), callOptions).andThen((id) => {
        if (id === undefined || contained.has(id)) return ok(id)
        return err(laterHistory(`${JSON.stringify(revision)}, which is commit ${id}`, base))
      }),
    readCommits: withCheck(readCommits, check),
    readTrees: (ids, callOptions) => git.readTrees(ids, callOptions),
    readBlobs: (ids, callOptions) => git.readBlobs(ids, callOptions),
    readFile: (at, path, callOptions) => checkState(at, callOptions).andThen(() => git.readFile(at, path, callOptions)),
    listFiles: (at, under, callOptions) =>
      checkState(at, callOptions).andThen(() => git.listFiles(at, under, callOptions)),
    listNotes: (ref, callOptions) =>
      git.listNotes(ref, callOptions).map(({ tip, notes }) => ({
        tip,
        notes: new Map([...notes].filter(([commit]) => contained.has(commit))),
      })),
    notesTip: (ref, callOptions) => git.notesTip(ref, callOptions),
    // eslint-disable-next-line no-restricted-syntax -- a backend passes the iteration on
    log: (request, callOptions) => checked(request, () => git.log(request, callOptions), callOptions),
    close: async () => {},
    ...(commitTimes && { commitTimes: withCheck(commitTimes, check) }),
    ...(blobSizes && { blobSizes: blobSizes.bind(git) }),
    ...(diffNotes && {
      diffNotes: (from, to, callOptions) =>
        diffNotes
          .call(git, from, to, callOptions)
          .map((changes) => changes.filter(({ commit }) => contained.has(commit))),
    }),
    ...(identity && { identity: identity.bind(git) }),
    ...(blame && { blame: withCheck(blame, ({ at }, callOptions) => checkState(at, callOptions)) }),
    ...(ancestors && {
      ancestors: (request, callOptions) =>
        checked(request, () => ancestors.call(git, request, callOptions), callOptions),
    }),
    ...(fileRevisions && {
      fileRevisions: withCheck(fileRevisions, ({ from, exclude = [] }, callOptions) =>
        check([from, ...exclude], callOptions),
      ),
    }),
    ...(changedPaths && { changedPaths: withCheck(changedPaths, check) }),
    ...(history && {
      history: withCheck(history, ({ from, exclude = [] }, callOptions) => check([from, exclude].flat(), callOptions)),
    }),
    ...(diff && { diff: withCheck(diff, checkDiff) }),
    ...(changesOf && { changesOf: withCheck(changesOf, check) }),
    ...(readConfig && { readConfig: readConfig.bind(git) }),
  }
}

/** Replaces `HEAD` and `@` with the base, also at the beginning of an expression such as `HEAD~2`. */
function fromBase(revision: string, base: CommitId): string {
  return revision.replace(/^(?:HEAD|@)(?=$|[~^])/, base)
}

/** Hides the repository's folders, caches included, because later work may have left something there. */
function withoutFolders({ objectFormat, shallow }: RepositoryInfo): RepositoryInfo {
  return { objectFormat, shallow, bare: true, prefix: '' }
}

function laterHistory(asked: string, base: CommitId): GitError {
  return codedError(
    'later_history',
    `Asked for ${asked}, which the base ${base} does not contain. Ask about the base and its ancestors only.`,
    { data: { asked, base } },
  )
}

import {
  err,
  ok,
  Result,
  safeTry,
  type CommitId,
  type Region,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { AnnotatedCommit } from '../../contracts/annotation-index.ts'
import { reattachedCommits } from '../../place/collect-candidates.ts'
import { rulePlacesOf } from '../../place/renamed-folders.ts'
import { fileNotFound } from '../../read/file-not-found.ts'
import type { ReadError } from '../../read/read-error.ts'
import { outsideRepository, repositoryPath } from '../../read/repository-path.ts'
import type { OpenedQuery } from '../place-query.ts'
import { pathsOfFolder } from '../summary/paths-of-folder.ts'

/** Some files and folders, and what is recorded about them under every name they have had. */
export interface RecordedPaths {
  /** The paths as resolved, relative to the top of the repository; folders without a trailing slash. */
  readonly paths: readonly RepoPath[]
  /** Commits whose annotation may be about them, without duplicates. */
  readonly commits: readonly AnnotatedCommit[]
  /** Whether a recorded path is one of them, is inside one of them, or is a folder that contains one of them. */
  covers(path: string): boolean
  /** Returns the commits that changed one of them: statements about such a commit as a whole are about them. */
  changing(commits: readonly CommitId[]): ResultAsync<ReadonlySet<CommitId>, ReadError>
}

/** Maximum number of names to look up among the places that must change together. */
const MAX_GROUP_LOOKUPS = 200

/**
 * Resolves the paths of a query about all annotations. `undefined` when they mean the whole repository. A path that no
 * longer exists is valid if something is recorded about it.
 */
export function resolveRecordedPaths(
  given: readonly string[],
  opened: OpenedQuery,
): ResultAsync<RecordedPaths | undefined, ReadError> {
  return safeTry(async function* () {
    const { context, view } = opened
    const paths: RepoPath[] = []
    const names = new Set<RepoPath>()
    const folders: string[] = []
    const renamed = yield* opened.placing.renamedFolders(view)
    for (const each of given) {
      const path = repositoryPath(each)
      if (path === undefined) return err(outsideRepository(each))
      if (path === '') return ok(undefined)
      const known = yield* namesOf(path, opened)
      for (const name of known.names) names.add(name)
      const within = known.isFolder ? `${path}/any` : path
      for (const folder of rulePlacesOf(within, renamed)) names.add(folder as RepoPath)
      if (known.isFolder) folders.push(`${path}/`)
      if (!paths.includes(path)) paths.push(path)
    }
    if (paths.length === 0) return ok(undefined)
    const all = [...names]
    const found = new Map<CommitId, AnnotatedCommit>()
    const add = (commits: readonly AnnotatedCommit[]): void => commits.forEach((each) => found.set(each.commit, each))
    const [annotating, reattached] = yield* Result.combine(
      await Promise.all([view.annotating(all, context.call), reattachedCommits({ paths: all }, view, { context })]),
    )
    add(annotating)
    add(reattached)
    for (const name of all.slice(0, MAX_GROUP_LOOKUPS)) {
      const groups = yield* view.groups(name, context.call)
      add(groups)
    }
    const covers = (path: string): boolean =>
      names.has(path as RepoPath) || folders.some((folder) => path.startsWith(folder))
    return ok({ paths, commits: [...found.values()], covers, changing: createChanging(covers, opened) })
  })
}

interface PathNames {
  readonly names: readonly RepoPath[]
  readonly isFolder: boolean
}

function namesOf(path: RepoPath, opened: OpenedQuery): ResultAsync<PathNames, ReadError> {
  return safeTry(async function* () {
    const { context, queried, view } = opened
    const { call, git } = context
    const file = yield* git.readFile({ commit: queried.head }, path, call)
    const below = yield* file === undefined ? await git.listFiles({ commit: queried.head }, path, call) : ok([])
    if (below.length > 0) {
      const names = await pathsOfFolder(path, new Set(below), opened)
      return names.map((found) => ({ names: found, isFolder: true }))
    }
    if (file === undefined) {
      const [named, under] = yield* Result.combine(
        await Promise.all([view.mentioned([path], call), view.pathsUnder(path, call)]),
      )
      if (under.length > 0) return ok({ names: under.map((each) => each.path), isFolder: true })
      if (named.length === 0) return err(await fileNotFound(path, queried, undefined, context))
    }
    if (view.noteCount === 0) return ok({ names: [path], isFolder: false })
    const history = yield* context.fileHistory(queried.head, path, call)
    const former = history.revisions.flatMap((each) => [each.path, each.previousPath ?? each.path])
    return ok({ names: [...new Set([path, ...former])], isFolder: false })
  })
}

function createChanging(
  covers: RecordedPaths['covers'],
  { context: { call, git } }: OpenedQuery,
): RecordedPaths['changing'] {
  const known = new Map<CommitId, boolean>()
  return (commits) =>
    safeTry(async function* () {
      const unknown = [...new Set(commits)].filter((commit) => !known.has(commit))
      const changes = yield* unknown.length === 0 ? ok([]) : ((await git.changesOf?.(unknown, call)) ?? ok([]))
      for (const { commit, files } of changes) {
        const names = files.flatMap(({ newPath, oldPath }) => [newPath, oldPath]).filter((name) => name !== undefined)
        known.set(commit, names.some(covers))
      }
      return ok(new Set(commits.filter((commit) => known.get(commit) === true)))
    })
}

/** Whether a region is about the paths. `isChanging`: whether its commit changed one of them. */
export function isAbout({ file }: Region, paths: RecordedPaths | undefined, isChanging: boolean): boolean {
  return paths === undefined || (file === undefined ? isChanging : paths.covers(file))
}

import { ok, safeTry, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { FileChange } from '../../contracts/git-backend.ts'
import { rulePlacesOf } from '../../place/renamed-folders.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { OpenedQuery } from '../place-query.ts'
import { renamedPaths } from '../renamed-paths.ts'

/** Maximum number of changed files to open that no note names, to find code that was moved into them. */
const MAX_UNNAMED = 20

/** The changes of files for which something is recorded. */
export interface RecordedChanges {
  /**
   * Files that have to be opened: something is recorded about them under their current or an earlier path, or code may
   * have been moved into them.
   */
  readonly named: ReadonlySet<FileChange>
  /** Files for which only rules of folders or of the repository are recorded, and submodules with such rules. */
  readonly ruled: ReadonlySet<FileChange>
}

/**
 * Finds the changes of files for which something is recorded. Queries all paths at once. A limited number of files that
 * no note names are opened too, because annotations of other files may be about code that was moved into them.
 */
export function recordedChanges(
  changes: readonly FileChange[],
  opened: OpenedQuery,
): ResultAsync<RecordedChanges, ReadError> {
  return safeTry(async function* () {
    const { context, view } = opened
    const nothing: ReadonlySet<FileChange> = new Set()
    if (view.noteCount === 0) return ok({ named: nothing, ruled: nothing })
    const written = yield* pathsOfWideNotes(opened)
    if (written === undefined) return ok({ named: new Set(changes), ruled: nothing })
    const renamedFolders = yield* opened.placing.renamedFolders(view)
    const foldersOf = (change: FileChange): readonly string[] =>
      pathsOf(change).flatMap((path) => rulePlacesOf(path, renamedFolders))
    const folders = new Map(changes.map((change) => [change, foldersOf(change)]))
    const asked = new Set([...changes.flatMap(pathsOf), ...[...folders.values()].flat()])
    const mentioned = yield* view.mentioned([...asked] as RepoPath[], context.call)
    const known = new Set<string>([...mentioned, ...written])
    const isNamed = (change: FileChange): boolean => pathsOf(change).some((path) => known.has(path))
    if (!changes.every(isNamed)) {
      const renamed = yield* renamedPaths('', opened)
      for (const path of renamed.keys()) known.add(path)
      for (const path of yield* reattachedPaths(
        changes.filter((change) => !isNamed(change)).flatMap(pathsOf),
        opened,
      )) {
        known.add(path)
      }
    }
    const unnamed = changes.filter((change) => change.oldPath !== undefined && !isNamed(change))
    if (unnamed.length > MAX_UNNAMED) {
      const message =
        `${unnamed.length} changed files are in no note; ${MAX_UNNAMED} of them were searched for recorded code that ` +
        'was moved into them.'
      context.report({ code: 'check_limited', severity: 'info', message })
    }
    const named = new Set([...changes.filter(isNamed), ...unnamed.slice(0, MAX_UNNAMED)])
    const isRuled = (change: FileChange): boolean => folders.get(change)?.some((folder) => known.has(folder)) === true
    // A submodule cannot be opened, so what holds for its folder is only found as a rule.
    const isOpened = (change: FileChange): boolean => named.has(change) && change.kind !== 'submodule'
    return ok({ named, ruled: new Set(changes.filter((change) => !isOpened(change) && isRuled(change))) })
  })
}

/** Returns the paths on both sides of a change. */
function pathsOf({ newPath, oldPath }: FileChange): readonly RepoPath[] {
  return [...new Set([oldPath, newPath])].filter((path) => path !== undefined)
}

/** Returns the paths to which a recorded region was reattached. */
function reattachedPaths(
  paths: readonly RepoPath[],
  { context: { call, reattached } }: OpenedQuery,
): ResultAsync<readonly RepoPath[], ReadError> {
  return safeTry(async function* () {
    const found: RepoPath[] = []
    // Most repositories have no reattached region at all.
    if ((yield* reattached(paths, call)).size === 0) return ok(found)
    for (const path of paths) if ((yield* reattached([path], call)).size > 0) found.push(path)
    return ok(found)
  })
}

/**
 * Returns the paths written by commits whose notes have a region without a file, which is about all that is left of its
 * commit. `undefined` when the backend cannot tell what a commit changed.
 */
function pathsOfWideNotes({ context, view }: OpenedQuery): ResultAsync<ReadonlySet<string> | undefined, ReadError> {
  return safeTry(async function* () {
    const wide = yield* view.annotating([], context.call)
    const notes = yield* context.notes(wide, context.call)
    const commits: CommitId[] = []
    for (const [commit, { annotation }] of notes) {
      if (annotation?.regions.some(({ file }) => file === undefined) === true) commits.push(commit)
    }
    if (commits.length === 0) return ok(new Set())
    if (context.git.changesOf === undefined) return ok(undefined)
    const changed = await context.git.changesOf(commits, context.call)
    return changed.map((all) =>
      // It is unknown what a commit at the edge of a shallow clone wrote.
      all.some(({ cutOff }) => cutOff === true)
        ? undefined
        : new Set(all.flatMap(({ files }) => files.flatMap(({ newPath }) => newPath ?? []))),
    )
  })
}

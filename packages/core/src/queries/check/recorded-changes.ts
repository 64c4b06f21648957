import { ok, safeTry, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { FileChange } from '../../contracts/git-backend.ts'
import { foldersOf } from '../../place/folder-places.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { FindCurrentPath } from '../find-current-path.ts'
import type { OpenedQuery } from '../place-query.ts'
import { renamedPaths } from '../renamed-paths.ts'

/** Changed files that nothing names and that are opened all the same, for code that was moved into them. */
const MAX_UNNAMED = 20

/**
 * Returns the changes of files about which something is recorded, under any name that the file had: the only ones that
 * have to be opened. Asks about all paths at once. Of files that no note names a few are opened too: what is recorded
 * about other files may be about code that was moved into them.
 */
export function recordedChanges(
  changes: readonly FileChange[],
  findCurrentPath: FindCurrentPath,
  opened: OpenedQuery,
): ResultAsync<ReadonlySet<FileChange>, ReadError> {
  return safeTry(async function* () {
    const { context, view } = opened
    if (view.noteCount === 0) return ok(new Set())
    const written = yield* pathsOfWideNotes(opened)
    if (written === undefined) return ok(new Set(changes))
    const names = new Map(changes.map((change) => [change, namesOf(change)]))
    const mentioned = yield* view.mentioned([...new Set([...names.values()].flat())] as RepoPath[], context.call)
    const known = new Set<string>([...mentioned, ...written])
    const isNamed = (change: FileChange): boolean => names.get(change)?.some((name) => known.has(name)) === true
    if (changes.every(isNamed)) return ok(new Set(changes))
    const renamed = yield* renamedPaths('', findCurrentPath, opened)
    for (const path of renamed.keys()) known.add(path)
    const named = changes.filter(isNamed)
    const unnamed = changes.filter((change) => change.oldPath !== undefined && !isNamed(change))
    if (unnamed.length > MAX_UNNAMED) {
      const message =
        `${unnamed.length} changed files are in no note; ${MAX_UNNAMED} of them were searched for recorded code that ` +
        'was moved into them.'
      context.report({ code: 'check_limited', severity: 'info', message })
    }
    return ok(new Set([...named, ...unnamed.slice(0, MAX_UNNAMED)]))
  })
}

/** The paths on both sides of a change, and the folders whose rules hold there. */
function namesOf({ newPath, oldPath }: FileChange): readonly string[] {
  const paths = [oldPath, newPath].filter((path) => path !== undefined)
  return [...new Set(paths.flatMap((path) => [path, ...foldersOf(path)]))]
}

/**
 * The paths that commits wrote whose notes have a region without a file, which is about whatever is left of its commit.
 * `undefined` where the backend cannot tell what a commit changed.
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
      // What a commit at the edge of a shallow clone wrote is not known.
      all.some(({ cutOff }) => cutOff === true)
        ? undefined
        : new Set(all.flatMap(({ files }) => files.flatMap(({ newPath }) => newPath ?? []))),
    )
  })
}

import { err, ok, type CommitId, type RepoPath, type Result } from '@chronicle/schema'
import type { FileChange } from '../../contracts/git-backend.ts'
import type { ReadError } from '../../read/read-error.ts'
import type { Opened } from '../place-query.ts'

/**
 * Returns the changes of files about which something is recorded, under any name that the file had: the only ones that
 * have to be opened. Asks about all paths at once, and reads no file.
 */
export async function recordedChanges(
  changes: readonly FileChange[],
  opened: Opened,
): Promise<Result<ReadonlySet<FileChange>, ReadError>> {
  const { context, facts, view } = opened
  if (view.noteCount === 0) return ok(new Set())
  // Without the history, no earlier name is known, and any note may be about any file.
  if (facts === undefined) return ok(new Set(changes))
  const written = await pathsOfWideNotes(opened)
  if (written.isErr()) return err(written.error)
  if (written.value === undefined) return ok(new Set(changes))
  const namesOf = formerNames(facts.renames)
  const names = new Map(changes.map((change) => [change, namesOf(change)]))
  const mentioned = await view.mentioned([...new Set([...names.values()].flat())] as RepoPath[], context.call)
  if (mentioned.isErr()) return err(mentioned.error)
  const recorded = new Set<string>([...mentioned.value, ...written.value])
  return ok(new Set(changes.filter((change) => names.get(change)?.some((name) => recorded.has(name)) === true)))
}

/**
 * The paths that commits wrote whose notes have a region without a file, which is about whatever is left of its commit.
 * `undefined` where the backend cannot tell what a commit changed.
 */
async function pathsOfWideNotes({
  context,
  view,
}: Opened): Promise<Result<ReadonlySet<string> | undefined, ReadError>> {
  const wide = await view.annotating([], context.call)
  if (wide.isErr()) return err(wide.error)
  const notes = await context.notes(wide.value, context.call)
  if (notes.isErr()) return err(notes.error)
  const commits: CommitId[] = []
  for (const [commit, { annotation }] of notes.value) {
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
}

/** Tells the names of a changed file: on both sides, and every one that may have become the older of them by renames. */
function formerNames(
  renames: readonly (readonly [from: string, to: string])[],
): (change: FileChange) => readonly string[] {
  const sources = new Map<string, string[]>()
  for (const [from, to] of renames) {
    const known = sources.get(to)
    if (known === undefined) sources.set(to, [from])
    else known.push(from)
  }
  return ({ oldPath, newPath }) => {
    const names = new Set<string>([oldPath, newPath].filter((path) => path !== undefined))
    // Grows while it is walked.
    for (const name of names) for (const from of sources.get(name) ?? []) names.add(from)
    return [...names]
  }
}

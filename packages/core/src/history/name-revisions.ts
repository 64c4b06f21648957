import { ok, okAsync, safeTry, type ResultAsync } from '@chronicle/schema'
import type { GitError } from '../contracts/git-backend.ts'
import type { LineRevision } from './line-history.ts'

/** Returns the name of a revision's unit at that revision. */
export type NameRevision = (revision: LineRevision) => ResultAsync<string, GitError>

/**
 * Sets the names that the unit had in revisions, given newest first. Lines are followed by edits, which do not show
 * that the unit or its parent was renamed. If the oldest revision has the same name as the newest, all between are
 * assumed to have it. Otherwise the renames are found by bisection, because each lookup parses a state of the file.
 */
export function nameRevisions(
  revisions: readonly LineRevision[],
  nameOf: NameRevision,
): ResultAsync<readonly LineRevision[], GitError> {
  return safeTry(async function* () {
    const names: (string | undefined)[] = revisions.map(({ name }) => name)
    for (const [first, last] of runsOfOneName(names)) {
      const oldest = yield* nameAt(last, revisions, nameOf)
      if (oldest === names[last]) continue
      const newest = yield* nameAt(first, revisions, nameOf)
      yield* fill({ at: first, name: newest }, { at: last, name: oldest }, names, (at) => nameAt(at, revisions, nameOf))
    }
    return ok(revisions.map((revision, index) => withName(revision, names[index], names[index + 1])))
  })
}

interface NamedRevision {
  readonly at: number
  readonly name: string | undefined
}

function fill(
  from: NamedRevision,
  to: NamedRevision,
  names: (string | undefined)[],
  nameOf: (at: number) => ResultAsync<string | undefined, GitError>,
): ResultAsync<void, GitError> {
  return safeTry(async function* () {
    if (from.name === to.name || to.at - from.at < 2) {
      for (let at = from.at; at <= to.at; at++) names[at] = at === to.at ? to.name : from.name
      return ok(undefined)
    }
    const at = Math.floor((from.at + to.at) / 2)
    const middle: NamedRevision = { at, name: yield* nameOf(at) }
    yield* fill(from, middle, names, nameOf)
    yield* fill(middle, to, names, nameOf)
    return ok(undefined)
  })
}

/** Returns the first and last index of each run of revisions with the same name. */
function runsOfOneName(names: readonly (string | undefined)[]): readonly (readonly [number, number])[] {
  const runs: [number, number][] = []
  for (const [index, name] of names.entries()) {
    const run = runs.at(-1)
    if (run !== undefined && names[run[0]] === name) run[1] = index
    else if (name !== undefined) runs.push([index, index])
  }
  return runs
}

function nameAt(
  index: number,
  revisions: readonly LineRevision[],
  nameOf: NameRevision,
): ResultAsync<string | undefined, GitError> {
  const revision = revisions[index]
  return revision === undefined ? okAsync(undefined) : nameOf(revision)
}

function withName(revision: LineRevision, name: string | undefined, older: string | undefined): LineRevision {
  const { before } = revision
  if (name === undefined) return revision
  if (before?.name !== revision.name || (before?.by !== 'lines' && before?.by !== 'blanks'))
    return { ...revision, name }
  return { ...revision, name, before: { ...before, name: older ?? name } }
}

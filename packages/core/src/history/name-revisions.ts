import { ok, okAsync, safeTry, type ResultAsync } from '@chronicle/schema'
import type { GitError } from '../contracts/git-backend.ts'
import type { LineRevision } from './line-history.ts'

/** What the unit of a revision is called in it. */
export type NameRevision = (revision: LineRevision) => ResultAsync<string, GitError>

/**
 * Gives revisions, newest first, the names that their unit had. Lines are followed by edits, which do not tell that the
 * unit or what it is part of was renamed. Where the oldest revision has the name of the newest, all between are taken to
 * have it; else the renames are looked for by halves, since each look parses a state of the file.
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

interface Named {
  readonly at: number
  readonly name: string | undefined
}

function fill(
  from: Named,
  to: Named,
  names: (string | undefined)[],
  nameOf: (at: number) => ResultAsync<string | undefined, GitError>,
): ResultAsync<void, GitError> {
  return safeTry(async function* () {
    if (from.name === to.name || to.at - from.at < 2) {
      for (let at = from.at; at <= to.at; at++) names[at] = at === to.at ? to.name : from.name
      return ok(undefined)
    }
    const at = Math.floor((from.at + to.at) / 2)
    const middle: Named = { at, name: yield* nameOf(at) }
    yield* fill(from, middle, names, nameOf)
    yield* fill(middle, to, names, nameOf)
    return ok(undefined)
  })
}

/** The first and the last of revisions that follow each other under one name. */
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

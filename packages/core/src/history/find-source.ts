import { ok, safeTry, type LineRange, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { FileRevision, GitBackend, GitError } from '../contracts/git-backend.ts'
import { compareSlices, withoutBlanks } from '../place/compare-slices.ts'
import type { FileState, FileText, FileTexts } from '../place/file-texts.ts'
import { keptLines } from '../place/line-map.ts'
import type { LineMaps } from '../place/line-maps.ts'
import { lengthOf } from '../place/overlaps.ts'
import { byName, isSameBody, unitBody, type UnitBody } from '../place/unit-body.ts'

/** The former place of code that a commit moved. */
export interface MovedCode {
  readonly state: FileState
  readonly lines: LineRange
  readonly name: string | undefined
}

/** Lines that were all added by one commit. */
export interface AddedCode {
  readonly text: FileText
  readonly lines: LineRange
  readonly name: string | undefined
  /** Provides the file's paths in the commit and in its parent. */
  readonly revision: FileRevision
}

/** Dependencies of finding moved code. */
export interface SourceSearch {
  readonly git: GitBackend
  readonly texts: FileTexts
  readonly maps: LineMaps
  readonly call: CallOptions
  /** Whether the units of a file can be parsed. */
  readonly hasUnits: (path: RepoPath) => boolean
}

/** Maximum number of files of a commit to search for moved code: nobody moves a single function with more. */
const MAX_FILES_SEARCHED = 50
/** Minimum share of the lines that a text must contain for its units to be compared. */
const MIN_PROMISING = 0.6
/** Minimum share of equal lines if no unit is known, the same as for the bodies of units. */
const SAME_SHARE = 0.8
/** Maximum share of its lines that may remain at the old place of moved code. */
const MAX_KEPT = 0.5

/**
 * Finds the place from which a commit moved the code that it added: the same or a similar body, deleted by this commit,
 * elsewhere in the file or in another file. Code that still exists there was copied, not moved.
 */
export function findSource(added: AddedCode, search: SourceSearch): ResultAsync<MovedCode | undefined, GitError> {
  return safeTry(async function* () {
    const { name, revision, text } = added
    const { commit, parents, path, previousBlob, previousPath = path } = revision
    const [parent, ...others] = parents
    if (parent === undefined || others.length > 0) return ok(undefined)
    const own = unitBody(text.lines(), { type: 'function', name: name ?? '', lines: added.lines })
    // A body that does not match itself is too short to be identified.
    if (!isSameBody(own, own)) return ok(undefined)
    if (previousBlob !== undefined) {
      const here = await searchFile(added, own, { path: previousPath, blob: previousBlob }, revision, search)
      if (here.isErr() || here.value !== undefined) return here
    }
    if (search.git.changedPaths === undefined) return ok(undefined)
    const changed = yield* search.git.changedPaths([commit], search.call)
    const paths = (changed.get(commit) ?? []).filter((each) => each !== path && each !== previousPath)
    if (paths.length > MAX_FILES_SEARCHED) return ok(undefined)
    for (const other of paths.filter((each) => isLike(each, path, search))) {
      const before = yield* search.texts.blobAt(parent, other)
      const after = yield* search.texts.blobAt(commit, other)
      if (before === undefined) continue
      const found = await searchFile(added, own, { path: other, blob: before }, { path: other, blob: after }, search)
      if (found.isErr() || found.value !== undefined) return found
    }
    return ok(undefined)
  })
}

/** Whether code may move between two files: both have parsed languages, or the same extension. */
function isLike(one: RepoPath, other: RepoPath, { hasUnits }: SourceSearch): boolean {
  return hasUnits(other) ? hasUnits(one) : one.split('.').at(-1) === other.split('.').at(-1)
}

/** Searches one file for code that exists before the commit but not after it. */
function searchFile(
  { lines, name, text }: AddedCode,
  own: UnitBody,
  before: FileState,
  after: { readonly path: RepoPath; readonly blob?: FileState['blob'] | undefined },
  { maps, texts }: SourceSearch,
): ResultAsync<MovedCode | undefined, GitError> {
  return safeTry(async function* () {
    const older = yield* texts.open(before)
    if (older === undefined) return ok(undefined)
    const body = text.lines().slice(lines.start - 1, lines.end)
    if (!isPromising(body, older.lines())) return ok(undefined)
    const map = yield* after.blob === undefined
      ? ok(undefined)
      : await maps.between(before, { path: after.path, blob: after.blob }, texts)
    const isGone = (range: LineRange): boolean =>
      map === undefined || keptLines(map, range).count < MAX_KEPT * lengthOf(range)

    const units = name === undefined ? undefined : await older.units()
    if (units !== undefined) {
      const unit = byName(units, name).find(
        (each) => isGone(each.lines) && isSameBody(own, unitBody(older.lines(), each)),
      )
      return ok(unit && { state: before, lines: unit.lines, name: unit.name })
    }
    const same = compareSlices(body.map(withoutBlanks), older.lines().map(withoutBlanks), 1)
    const [first, last] = [same.ranges[0], same.ranges.at(-1)]
    if (first === undefined || last === undefined) return ok(undefined)
    const range = { start: first.start, end: last.end }
    const isAll = same.count >= SAME_SHARE * Math.max(body.length, lengthOf(range))
    return ok(isAll && isGone(range) ? { state: before, lines: range, name } : undefined)
  })
}

function isPromising(body: readonly string[], older: readonly string[]): boolean {
  const there = new Set(older.map((line) => line.trim()))
  const telling = body.map((line) => line.trim()).filter((line) => line !== '')
  return telling.filter((line) => there.has(line)).length >= MIN_PROMISING * telling.length
}

import { ok, safeTry, type LineRange, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { FileRevision, GitBackend, GitError } from '../contracts/git-backend.ts'
import { compareSlices } from '../place/compare-slices.ts'
import type { FileState, FileText, FileTexts } from '../place/file-texts.ts'
import { keptLines } from '../place/line-map.ts'
import type { LineMaps } from '../place/line-maps.ts'
import { lengthOf } from '../place/overlaps.ts'
import { isSameBody, unitBody, type UnitBody } from '../place/unit-body.ts'

/** Where code was that a commit moved. */
export interface MovedCode {
  readonly state: FileState
  readonly lines: LineRange
  readonly name: string | undefined
}

/** Lines that a commit added, all of them. */
export interface AddedCode {
  readonly text: FileText
  readonly lines: LineRange
  readonly name: string | undefined
  /** What names the paths that the file has in the commit and in its parent. */
  readonly revision: FileRevision
}

/** What looking for moved code needs. */
export interface SourceSearch {
  readonly git: GitBackend
  readonly texts: FileTexts
  readonly maps: LineMaps
  readonly call: CallOptions
  /** Whether units of a file can be told. */
  readonly hasUnits: (path: RepoPath) => boolean
}

/** Files that a commit changes at the most for code to be looked for in them: nobody moves one function that way. */
const MAX_FILES_SEARCHED = 50
/** Share of the lines that a text must have for its units to be looked at. */
const MIN_PROMISING = 0.6
/** Share of the lines that must be the same where no unit is known, as for the bodies of units. */
const SAME_SHARE = 0.8
/** Share of the lines that a commit may keep of code that it moved away. */
const MAX_KEPT = 0.5

/**
 * Finds where a commit took code from that it added: the same or a similar body, deleted by this commit, in another
 * place of the file or in another file. What is still there was copied, which is no move.
 */
export function findSource(added: AddedCode, search: SourceSearch): ResultAsync<MovedCode | undefined, GitError> {
  return safeTry(async function* () {
    const { name, revision, text } = added
    const { commit, parents, path, previousBlob, previousPath = path } = revision
    const [parent, ...others] = parents
    if (parent === undefined || others.length > 0) return ok(undefined)
    const own = unitBody(text.lines(), { type: 'function', name: name ?? '', lines: added.lines })
    // A body that does not even equal itself is too short to be told from others.
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

/** Code moves between files of languages that are known, or of one kind. */
function isLike(one: RepoPath, other: RepoPath, { hasUnits }: SourceSearch): boolean {
  return hasUnits(other) ? hasUnits(one) : one.split('.').at(-1) === other.split('.').at(-1)
}

/** Looks in one file for code that is there before the commit, and not afterwards. */
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
      const unit = units.find((each) => isGone(each.lines) && isSameBody(own, unitBody(older.lines(), each)))
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

function withoutBlanks(line: string): string {
  return line.replace(/\s+/gu, '')
}

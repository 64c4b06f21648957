import {
  formatPlace,
  ok,
  omitUndefined,
  safeTry,
  type LineRange,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { AstUnit } from '../../contracts/ast-parser.ts'
import type { FileChange, FileContent, TreeState } from '../../contracts/git-backend.ts'
import { absentIfTooLarge } from '../../place/file-texts.ts'
import { keptLines, mapOfHunks } from '../../place/line-map.ts'
import { contains, overlaps } from '../../place/overlaps.ts'
import { successorOf } from '../../place/successor-of.ts'
import { linesRemoved, longestRun, MIN_LINES } from '../../place/extracted-lines.ts'
import { byName, isMovedBody, unitBody, type UnitBody } from '../../place/unit-body.ts'
import { hasWords } from '../../place/lines-with-words.ts'
import { lastSegment } from '../../read/match-anchor.ts'
import { outlineOnce } from '../../read/outline-once.ts'
import type { ReadError } from '../../read/read-error.ts'
import { isBinary } from '../../text/text-bytes.ts'
import { textLines } from '../../text/text-lines.ts'
import type { OpenedQuery } from '../place-query.ts'
import { contentAfter, type TouchedFile } from './touched-file.ts'
import { spanLines } from './touched-lines.ts'

/** Where a change put lines that it removed from a place. */
export interface MovedCode {
  /** The places, as `file:anchor`. */
  readonly places: readonly string[]
  /** Whether one of them is the whole unit, under its name. */
  readonly isWhole: boolean
}

/**
 * Finds where a change put lines that it removed from a place of a file. `unit` names the unit at this place if the
 * file has it no longer.
 */
export type FindMovedCode = (
  file: TouchedFile,
  place: LineRange,
  unit: string | undefined,
) => ResultAsync<MovedCode, ReadError>

/** Maximum number of changed files to search, and of untracked files. */
const [MAX_CHANGED, MAX_UNTRACKED] = [50, 20]
/** Minimum number of lines with words for a part of a unit to count as moved into another unit. */
const MIN_KEPT = 2

/** A file at the end of the change, with the ranges of its added lines. */
interface ChangedFileText {
  readonly path: RepoPath
  readonly change: FileChange | undefined
  readonly lines: readonly string[]
  readonly added: readonly LineRange[]
  units(): Promise<readonly AstUnit[]>
}

/**
 * Creates the search. It reads the other changed files once, and only if enough code was removed from a place to be
 * recognised elsewhere, or the unit at a place is gone and lines with words were removed with it.
 */
export function createFindMovedCode(changes: readonly FileChange[], to: TreeState, opened: OpenedQuery): FindMovedCode {
  let files: ResultAsync<readonly ChangedFileText[], ReadError> | undefined
  return (file, place, gone) =>
    safeTry(async function* () {
      const { change, hunks, whole } = file
      const removed = removedLines(file, place)
      if (removed.size === 0 && hunks.length === 0) return ok({ places: [], isWhole: false })
      const places = new Set<string>()
      let isWhole = false
      const body = unitBody(textLines(whole.content.bytes), { type: 'function', name: gone ?? '', lines: place })
      const before = new Set(((await whole.outline())?.units ?? []).map(({ name }) => name))
      const map = mapOfHunks(hunks)
      // Fewer lines cannot be recognised in another file.
      const isRun = removed.size >= MIN_LINES
      for (const after of yield* isRun || (gone !== undefined && removed.size > 0)
        ? (files ??= readChangedTexts(changes, to, opened))
        : changedFiles([change], to, opened)) {
        const own = after.change === change
        const moved = own || gone === undefined ? undefined : await sameUnit(after, gone, body, removed)
        if (moved !== undefined) {
          isWhole ||= moved.isWhole
          places.add(formatPlace({ file: after.path, anchor: moved.unit.name }))
          continue
        }
        const runs = after.added.flatMap((range) => runIn(after.lines, range, removed))
        const kept = own ? keptLines(map, place).ranges.filter((range) => isPart(after.lines, range)) : []
        if (runs.length + kept.length === 0) continue
        const units = await after.units()
        for (const range of [...runs, ...kept]) {
          const unit = successorOf([range], units)
          if (own && (unit === undefined || before.has(unit.name))) continue
          places.add(formatPlace({ file: after.path, ...omitUndefined({ anchor: unit?.name }) }))
        }
      }
      return ok({ places: [...places], isWhole })
    })
}

/** Minimum number of lines of a unit of which one, its declaration, may have been edited when it was moved. */
const MIN_LINES_WITH_EDIT = 3

/** Returns the unit to which the change moved one with the same name, and whether it has all of the removed lines. */
async function sameUnit(
  { added, lines, units }: ChangedFileText,
  name: string,
  body: UnitBody,
  removed: ReadonlySet<string>,
): Promise<{ readonly unit: AstUnit; readonly isWhole: boolean } | undefined> {
  const mayLack = removed.size < MIN_LINES_WITH_EDIT ? 0 : 1
  for (const unit of byName(await units(), name)) {
    if (lastSegment(unit.name) !== lastSegment(name) || !added.some((range) => contains(range, unit.lines))) continue
    const lacking = linesRemoved([...removed], lines.slice(unit.lines.start - 1, unit.lines.end)).size
    const isWhole = lacking <= mayLack
    if (isWhole || isMovedBody(body, unitBody(lines, unit))) return { unit, isWhole }
  }
  return undefined
}

/** Returns the lines with words that a change removes from a place. */
function removedLines({ hunks, whole }: TouchedFile, place: LineRange): ReadonlySet<string> {
  const lines = textLines(whole.content.bytes)
  const spans = hunks.map((hunk) => spanLines(hunk.old)).filter((span) => span !== undefined && overlaps(span, place))
  return linesRemoved(
    spans.flatMap((span) =>
      span === undefined ? [] : lines.slice(Math.max(span.start, place.start) - 1, Math.min(span.end, place.end)),
    ),
    [],
  )
}

function runIn(
  lines: readonly string[],
  { start, end }: LineRange,
  removed: ReadonlySet<string>,
): readonly LineRange[] {
  const run = longestRun(lines.slice(start - 1, end), removed)
  return run === undefined ? [] : [{ start: run.start + start - 1, end: run.end + start - 1 }]
}

function isPart(lines: readonly string[], { start, end }: LineRange): boolean {
  return lines.slice(start - 1, end).filter(hasWords).length >= MIN_KEPT
}

function changedFiles(
  changes: readonly FileChange[],
  to: TreeState,
  opened: OpenedQuery,
): ResultAsync<readonly ChangedFileText[], ReadError> {
  return safeTry(async function* () {
    const files: ChangedFileText[] = []
    for (const change of changes.slice(0, MAX_CHANGED)) {
      const { binary, hunks, newPath } = change
      if (newPath === undefined || binary) continue
      const content = yield* contentAfter(change, to, opened).orElse(absentIfTooLarge)
      const added = hunks.map((hunk) => spanLines(hunk.new)).filter((span) => span !== undefined)
      files.push(...toChangedFileText(newPath, change, content, added, opened))
    }
    return ok(files)
  })
}

/** Returns the changed files and the untracked ones. */
function readChangedTexts(
  changes: readonly FileChange[],
  to: TreeState,
  opened: OpenedQuery,
): ResultAsync<readonly ChangedFileText[], ReadError> {
  return safeTry(async function* () {
    const files = [...(yield* changedFiles(changes, to, opened))]
    const { call, git } = opened.context
    if (to !== 'WORKTREE') return ok(files)
    const known = new Set(yield* git.listFiles('INDEX', undefined, call))
    for (const { newPath } of changes) if (newPath !== undefined) known.add(newPath)
    const untracked = (yield* git.listFiles('WORKTREE', undefined, call)).filter((path) => !known.has(path))
    for (const path of untracked.slice(0, MAX_UNTRACKED)) {
      const content = yield* git.readFile('WORKTREE', path, call).orElse(absentIfTooLarge)
      files.push(...toChangedFileText(path, undefined, content, undefined, opened))
    }
    return ok(files)
  })
}

/** Returns an empty list if the content is not text. Without `added`, all of its lines count as added. */
function toChangedFileText(
  path: RepoPath,
  change: FileChange | undefined,
  content: FileContent | undefined,
  added: readonly LineRange[] | undefined,
  { context }: OpenedQuery,
): readonly ChangedFileText[] {
  if (content?.kind !== 'file' || isBinary(content.bytes)) return []
  const lines = textLines(content.bytes)
  const outline = outlineOnce(path, content, context)
  const units = async (): Promise<readonly AstUnit[]> => (await outline())?.units ?? []
  return [{ path, change, lines, added: added ?? [{ start: 1, end: lines.length }], units }]
}

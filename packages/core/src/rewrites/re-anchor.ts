import {
  isFolderPath,
  ok,
  okAsync,
  omitUndefined,
  safeTry,
  type CommitId,
  type LineRange,
  type Region,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { AstUnit } from '../contracts/ast-parser.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import type { FileHistory } from '../history/file-history.ts'
import { findUnits } from '../place/find-units.ts'
import { keptLines } from '../place/line-map.ts'
import { lengthOf } from '../place/overlaps.ts'
import { placeRegion } from '../place/place-region.ts'
import { createPlacingContext, type PlacingContext } from '../place/placing-context.ts'
import { hasUnit, openIn } from '../place/state-in.ts'
import type { TargetFile } from '../place/target-file.ts'
import { byName, isSameBody, unitBody } from '../place/unit-body.ts'
import { isBinary } from '../text/text-bytes.ts'
import { createQueryContext, type QueryContext } from '../read/query-context.ts'
import type { ReadError } from '../read/read-error.ts'
import type { FileStates } from './file-states.ts'
import type { CarrierServices } from './rewrite.ts'
import { verbatimLines } from './verbatim-lines.ts'

/** Places regions of old commits in the files of one new commit. */
export interface ReAnchoring {
  /**
   * Returns the region with the file, the unit and the lines of its code in the new commit. `undefined` when the code
   * is not there. `path` is the current path of the file; default: the recorded path.
   */
  reAnchor(region: Region, recordedIn: CommitId, path?: RepoPath): ResultAsync<Region | undefined, ReadError>
  /** Returns the region in another file to which the commit moved the unit. */
  reAnchorElsewhere(region: Region, recordedIn: CommitId, path: RepoPath): ResultAsync<Region | undefined, ReadError>
  /** Whether the commit has a file at the path. */
  hasFile(path: RepoPath): ResultAsync<boolean, ReadError>
}

/** Opens the files of new commits. Outlines are shared between them. */
export type OpenReAnchoring = (to: CommitId, call: CallOptions) => ReAnchoring

const NO_HISTORY: FileHistory = { revisions: [], changedTogether: () => okAsync(new Map()) }

/**
 * Creates the placing of regions in rewritten commits. Old and new commits are siblings, so there is no history to
 * follow: the two states of a file are compared by the same rules as in a read.
 */
export function createReAnchoring(
  { git, ast }: Pick<CarrierServices, 'git' | 'ast'>,
  states: FileStates,
): OpenReAnchoring {
  const base: QueryContext = {
    ...createQueryContext({ git, ...omitUndefined({ ast }) }),
    fileHistory: () => okAsync(NO_HISTORY),
  }
  return (to, call) => {
    // Most commits can be handled without opening their files.
    let opened: PlacingContext | undefined
    const openPlacing = (): PlacingContext =>
      (opened ??= createPlacingContext({ ...base, call, report: () => undefined }, { head: to, headAt: 0, at: to }))
    const targets = new Map<string, ResultAsync<TargetFile | undefined, ReadError>>()

    function target(path: RepoPath, formerly: string): ResultAsync<TargetFile | undefined, ReadError> {
      const key = `${path}\0${formerly}`
      const known = targets.get(key) ?? openTarget(to, path, formerly as RepoPath, openPlacing())
      targets.set(key, known)
      return known
    }

    return {
      reAnchor(region, recordedIn, path) {
        return safeTry(async function* () {
          const { file, lines, ast_anchor: anchor } = region
          // A region about the whole commit, a folder or the repository applies to the new commit unchanged.
          if (file === undefined || isFolderPath(file)) return ok(region)
          const quick =
            path === undefined ? unchangedIn(region, file as RepoPath, { recordedIn, to, states }) : undefined
          if (quick !== undefined) return ok(quick)
          const placing = openPlacing()
          const now = yield* target(path ?? (file as RepoPath), file)
          if (now === undefined) return ok(undefined)
          const moved: Region = { ...region, file: now.path }
          if (lines === undefined && anchor === undefined) return ok(moved)
          const blob = yield* placing.texts.blobAt(recordedIn, file as RepoPath)
          if (blob === now.blob || now.text === undefined) return ok(moved)
          if (blob !== undefined && lines !== undefined) {
            const shifted = yield* shiftedLines({ path: file as RepoPath, blob }, lines, now, placing)
            if (shifted !== undefined) return ok({ ...moved, lines: shifted })
          }
          const units = await now.text.units()
          const placed = yield* placeRegion(
            { commit: recordedIn, recordedIn, region },
            units === undefined ? now : { ...now, units },
            placing,
          )
          if (placed === undefined) return ok(undefined)
          const { anchorMatch, place, units: found } = placed
          const renamed = anchorMatch === 'fuzzy' || anchorMatch === 'line_overlap' ? found[0] : undefined
          if (renamed !== undefined) {
            const had = yield* hasUnit(renamed.name, recordedIn, file as RepoPath, placing.texts)
            // A unit that already had this name before is a different one, however similar it is.
            if (had && renamed.name !== anchor?.name) return ok(undefined)
          }
          return ok({
            ...moved,
            ...omitUndefined({
              ast_anchor: anchor && anchorNow(anchor, renamed, found[0]),
              lines: lines && place,
            }),
          })
        })
      },
      reAnchorElsewhere(region, recordedIn, path) {
        return safeTry(async function* () {
          const { file, ast_anchor: anchor, lines } = region
          if (file === undefined || anchor === undefined) return ok(undefined)
          const placing = openPlacing()
          const older = yield* openIn(recordedIn, [file as RepoPath], placing.texts)
          const opened = yield* target(path, path)
          const text = opened?.text
          if (older === undefined || text === undefined) return ok(undefined)
          const old = findUnits(anchor, (await older.units()) ?? [], lines === undefined ? [] : [lines])?.units[0]
          if (old === undefined) return ok(undefined)
          const body = unitBody(older.lines(), old)
          const units = byName((await text.units()) ?? [], old.name)
          const unit = units.find((each) => isSameBody(body, unitBody(text.lines(), each)))
          if (unit === undefined) return ok(undefined)
          // A unit that the file had before is another one; one of the same name may have been replaced by this code.
          const there = yield* openIn(recordedIn, [path], placing.texts)
          const before = (await there?.units())?.find(({ name }) => name === unit.name)
          const isOther =
            before !== undefined && (unit.name !== old.name || isSameBody(body, unitBody(there?.lines() ?? [], before)))
          if (isOther) return ok(undefined)
          return ok({
            ...region,
            file: path,
            ast_anchor: anchorNow(anchor, unit, unit),
            ...omitUndefined({ lines: lines && unit.lines }),
          })
        })
      },
      hasFile(path) {
        return safeTry(async function* () {
          if (states.blobAt(to, path) !== undefined) return ok(true)
          const blob = await openPlacing().texts.blobAt(to, path)
          return blob.map((id) => id !== undefined)
        })
      },
    }
  }
}

/** Returns the region if it can be placed without a diff: its file is the same, or equal around its lines. */
function unchangedIn(
  region: Region,
  file: RepoPath,
  { recordedIn, to, states }: { readonly recordedIn: CommitId; readonly to: CommitId; readonly states: FileStates },
): Region | undefined {
  const [older, newer] = [states.blobAt(recordedIn, file), states.blobAt(to, file)]
  if (older === undefined || newer === undefined) return undefined
  if (older === newer) return region
  const [before, after] = [states.textOf(older), states.textOf(newer)]
  if (before === undefined || after === undefined || region.lines === undefined || isBinary(after)) return undefined
  const lines = verbatimLines(before, after, region.lines)
  return lines && { ...region, lines }
}

function anchorNow(
  anchor: NonNullable<Region['ast_anchor']>,
  renamed: AstUnit | undefined,
  unit: AstUnit | undefined,
): NonNullable<Region['ast_anchor']> {
  const named = renamed === undefined ? anchor : { ...anchor, type: renamed.type, name: renamed.name }
  if (named.signature === undefined || unit?.signature === undefined) return named
  return { ...named, signature: unit.signature }
}

/** Returns the new position of lines that are all unchanged and adjacent. */
function shiftedLines(
  older: { readonly path: RepoPath; readonly blob: TargetFile['blob'] },
  lines: LineRange,
  { maps, text }: TargetFile,
  { texts }: PlacingContext,
): ResultAsync<LineRange | undefined, ReadError> {
  return safeTry(async function* () {
    if (text === undefined) return ok(undefined)
    const map = yield* maps.between(older, text, texts)
    if (map === undefined) return ok(undefined)
    const { count, ranges } = keptLines(map, lines)
    return ok(count === lengthOf(lines) && ranges.length === 1 ? ranges[0] : undefined)
  })
}

function openTarget(
  to: CommitId,
  path: RepoPath,
  formerly: RepoPath,
  { context, texts }: PlacingContext,
): ResultAsync<TargetFile | undefined, ReadError> {
  return safeTry(async function* () {
    const blob = yield* texts.blobAt(to, path)
    if (blob === undefined) return ok(undefined)
    const text = yield* texts.open({ path, blob })
    const names = new Set<string>([path, formerly])
    return ok({
      path,
      committedPath: path,
      paths: [...new Set([path, formerly])],
      names,
      blob,
      text,
      // Parsed only when lines are not enough.
      units: undefined,
      lineCount: text?.lines().length ?? 0,
      committed: undefined,
      uncommitted: [],
      history: NO_HISTORY,
      maps: await context.lineMaps(path),
      facts: await context.placeFacts(path, blob),
    })
  })
}

import { ok, safeTry, type CommitId, type LineRange, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { hashIds, hashText } from '../cache/hash-text.ts'
import type { AnnotatedCommit, AnnotationView } from '../contracts/annotation-index.ts'
import { neutralisePath } from '../format/neutralise-text.ts'
import { lastSegment } from '../read/match-anchor.ts'
import type { MessageReason } from '../notes/message-reason.ts'
import { isOnlyInferred } from '../read/is-only-inferred.ts'
import type { ReadError } from '../read/read-error.ts'
import { isFolderPlace } from './folder-places.ts'
import type { QueriedFile } from './former-homes.ts'
import type { PlacingContext } from './placing-context.ts'
import { readRegions, type CorrectionsByCommit } from './read-regions.ts'
import { linesIn } from './lines-with-words.ts'
import { lengthOf } from './overlaps.ts'
import type { PlaceableRegion, RecordedRegion } from './recorded-region.ts'
import { openRecordedState, recordedUnit } from './recorded-state.ts'
import { openIn } from './state-in.ts'
import { findExtractedLines, linesRemoved } from './extracted-lines.ts'
import type { TargetFile } from './target-file.ts'

/** The notes among a list that are needed although they name only other files. */
export interface MovedRegions {
  /** Keys, from `regionId`, of regions whose code may have moved into the file. */
  readonly regions: readonly string[]
  /** Commits of these regions, and commits with diagnostics about their annotation. */
  readonly commits: readonly CommitId[]
  /**
   * Why each commit's message is shown beside its note, in the order of the notes: the first letter of its
   * `MessageReason`, or `-`.
   */
  readonly messageReasons: string
}

/**
 * Minimum share of an inferred region's lines that this file has if its unit moved here and was renamed, or if the other
 * file has a unit of its name.
 */
const MIN_SHARE = 0.2
/** Maximum number of regions of other files that are followed to see whether they moved into this one. */
const MAX_FOLLOWED = 50

/** Returns a key that identifies a region within a list of notes. */
export function regionId({ commit, position, region: { ast_anchor: anchor, file = '' } }: RecordedRegion): string {
  return JSON.stringify([commit, position, file, anchor?.name ?? ''])
}

/** Whether a region is about a file other than those named. A region about a folder or a whole commit is not. */
export function isForeign({ region: { file } }: RecordedRegion, names: ReadonlySet<string>): boolean {
  return file !== undefined && !names.has(file) && !isFolderPlace(file)
}

/**
 * Finds which of these notes have regions of other files whose code may now be in this file. Reads all of them once for
 * each state of the file, the notes and the repository; a repeated query reads only the notes it needs.
 */
export function findMovedRegions(
  notes: readonly AnnotatedCommit[],
  corrections: CorrectionsByCommit,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<MovedRegions, ReadError> {
  return safeTry(async function* () {
    const { journal, queried } = placing
    const ids = hashIds([queried.head, ...notes.flatMap(({ blobs, commit }) => [commit, ...blobs])])
    const of = corrections.size === 0 ? ids : `${ids} ${hashText(JSON.stringify([...corrections]))}`
    const kept = await target.facts.get<MovedRegions>({ key: 'moved', of }, journal, () =>
      safeTry(async function* () {
        const { messageReasons, diagnostics, regions } = yield* readRegions(notes, corrections, placing)
        const foreign = regions.filter((region) => isForeign(region, target.names))
        const moved = yield* await mayHaveMoved(foreign, target, placing)
        const commits = new Set([...moved.map(({ commit }) => commit), ...diagnostics.keys()])
        return ok({
          regions: moved.map(regionId),
          commits: [...commits],
          messageReasons: notes.map(({ commit }) => messageReasons.get(commit)?.charAt(0) ?? '-').join(''),
        })
      }),
    )
    return kept.map((found) => found ?? { regions: [], commits: [], messageReasons: '' })
  })
}

/** Decodes a letter of `MovedRegions.messageReasons`. */
export function decodeMessageReason(letter: string | undefined): MessageReason | undefined {
  return letter === 's' ? 'stated' : letter === 'q' ? 'quoted' : undefined
}

/** Returns commits with an annotation that names a file from which code of this file may have come. */
export function annotationsOfFormerHomes(
  target: TargetFile,
  view: AnnotationView,
  { context, formerHomes }: PlacingContext,
): ResultAsync<readonly AnnotatedCommit[], ReadError> {
  return safeTry(async function* () {
    const homes = yield* formerHomes(toHousedFile(target))
    return homes.size === 0 ? ok([]) : view.annotating([...homes.keys()], context.call)
  })
}

function toHousedFile({ committedPath, history, units = [] }: TargetFile): QueriedFile {
  return { committedPath, history, names: units.map(({ name }) => name) }
}

/**
 * Returns the regions of other files whose unit, or a part of it, may now be in this file. Either this file has a unit
 * whose name ends in the same segment, or the other file no longer contains that word; or lines of the region that the
 * other file lost are here. Inferred regions are many: of these, lines or the whole name must be here.
 */
export function mayHaveMoved(
  foreign: readonly RecordedRegion[],
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<readonly RecordedRegion[], ReadError> {
  return safeTry(async function* () {
    const { context, formerHomes, queried, texts } = placing
    const units = target.units ?? []
    const named: RecordedRegion[] = []
    const others: RecordedRegion[] = []
    const isFull = (): boolean => named.length + others.length >= MAX_FOLLOWED
    const rest = new Map<string, RecordedRegion[]>()
    if (foreign.length === 0) return ok([])
    const homes = yield* formerHomes(toHousedFile(target))
    for (const region of foreign) {
      const { ast_anchor: anchor, file, lines } = region.region
      if ((anchor === undefined && lines === undefined) || file === undefined) continue
      // Only a commit after the region was recorded can have moved its unit.
      const isShared = (homes.get(file as RepoPath) ?? -Infinity) >= (region.committedAt ?? -Infinity)
      if (!isShared && target.uncommitted.length === 0) continue
      const last = anchor && lastSegment(anchor.name)
      const hasName = units.some((unit) => lastSegment(unit.name) === last)
      const share = !hasName ? 0 : isOnlyInferred(region) ? yield* shareKept(region, target, placing) : 1
      // Many units are called `new` or `run`.
      const isLikely = hasName && (share > 0 || units.some(({ name }) => name === anchor?.name))
      if (share >= MIN_SHARE || (isLikely && !(yield* isInFile(region, placing)))) named.push(region)
      else rest.set(file, [...(rest.get(file) ?? []), region])
    }
    for (const [file, regions] of rest) {
      if (isFull() || regions.length === 0) continue
      const opened = yield* openIn(queried.head, [file as RepoPath], texts)
      const words = opened?.lines().join('\n') ?? ''
      for (const region of regions) {
        const { ast_anchor: anchor } = region.region
        const isGone = anchor !== undefined && !words.includes(lastSegment(anchor.name))
        const isLike = isGone && (!isOnlyInferred(region) || (yield* shareKept(region, target, placing)) >= MIN_SHARE)
        const extracted = yield* isLike || isFull() ? ok(undefined) : await findExtractedLines(region, target, placing)
        if (isLike || (extracted !== undefined && isEnough(extracted, region))) {
          others.push(region)
        }
      }
    }
    // A unit of the name is there, so these are the most likely ones.
    const likely = [...named.slice(-MAX_FOLLOWED), ...others]
    if (likely.length > MAX_FOLLOWED) {
      const message =
        `${likely.length} regions of other files may be about code that was moved to ${neutralisePath(target.path)}; ` +
        `${MAX_FOLLOWED} were followed.`
      context.report({ code: 'history_limited', severity: 'info', message, path: target.path })
    }
    return ok(likely.slice(0, MAX_FOLLOWED))
  })
}

/** Returns the share of a region's lines with words, as recorded, that the file has; 1 if the lines are unknown. */
function shareKept(
  recorded: PlaceableRegion,
  target: TargetFile,
  placing: PlacingContext,
): ResultAsync<number, ReadError> {
  return safeTry(async function* () {
    const older = yield* openRecordedState(recorded, target, placing)
    const own = recorded.region.lines ?? (await recordedUnit(recorded, older))?.lines
    if (older === undefined || own === undefined) return ok(1)
    const lines = linesIn(older.lines(), own)
    const all = linesRemoved(lines, []).size
    return ok(all === 0 ? 1 : 1 - linesRemoved(lines, target.text?.lines() ?? []).size / all)
  })
}

/** Whether a file of the queried commit has a unit with exactly the name that a region was recorded for. */
function isInFile({ region }: PlaceableRegion, { queried, texts }: PlacingContext): ResultAsync<boolean, ReadError> {
  return safeTry(async function* () {
    const file = yield* openIn(queried.head, [region.file as RepoPath], texts)
    return ok(((await file?.units()) ?? []).some(({ name }) => name === region.ast_anchor?.name))
  })
}

/** Whether extracted lines are enough of a region for it to be about them: of an inferred one, a small part is not. */
function isEnough(extracted: LineRange, region: RecordedRegion): boolean {
  const { lines } = region.region
  return lines === undefined || !isOnlyInferred(region) || lengthOf(extracted) >= MIN_SHARE * lengthOf(lines)
}

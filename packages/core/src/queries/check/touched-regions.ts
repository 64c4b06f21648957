import { ok, safeTry, type HoldingTest, type ReadRegion, type ResultAsync } from '@chronicle/schema'
import type { DiffHunk } from '../../contracts/git-backend.ts'
import { isFolderPlace } from '../../place/folder-places.ts'
import { answeringRegions, type AnsweringRegion } from '../../read/answering-regions.ts'
import { findRegions } from '../../read/find-regions.ts'
import type { ReadError } from '../../read/read-error.ts'
import { scoreRegions } from '../../read/score-regions.ts'
import type { OpenedQuery } from '../place-query.ts'
import type { FindMovedCode, MovedCode } from './carried-code.ts'
import { partOfHunk } from './code-hunks.ts'
import type { Reach } from './risk.ts'
import { findLostComments, type LostComment } from './find-lost-comments.ts'
import type { ComparedFile, TouchedFile } from './touched-file.ts'
import { contains } from '../../place/overlaps.ts'
import { touches } from './touched-lines.ts'

/** A recorded region that a change touches, with its score before the change. */
export interface TouchedRegion {
  readonly region: ReadRegion
  /** The tests that it names and that exist before the change. */
  readonly tests: readonly HoldingTest[]
  /** Whether it contains nothing but tests. */
  readonly onlyTests: boolean
  readonly reach: Reach
  readonly hunks: readonly DiffHunk[]
  readonly gone: boolean
  /** Name of its unit before the change. */
  readonly anchor: string | undefined
  /** Whether the change touches only comments that the region quotes. */
  readonly commentsOnly: boolean
  /** The comments that the region quotes and that the change deletes or edits. */
  readonly comments: readonly LostComment[]
  /** Where the change put lines that it removed from the region. */
  readonly carriedTo?: readonly string[]
  /** Whether the change moved the whole unit, under its name, to one of these places. */
  readonly moved?: boolean
}

/** How a change touches a region. */
export type Touch = Omit<TouchedRegion, 'carriedTo' | 'moved' | 'onlyTests' | 'region' | 'tests'>

/**
 * Returns the regions recorded for the touched places of one file: the matches of a read of the whole file, filtered.
 */
export function findTouchedRegions(
  file: TouchedFile,
  findCarried: FindMovedCode,
  opened: OpenedQuery,
): ResultAsync<readonly TouchedRegion[], ReadError> {
  return safeTry(async function* () {
    const { context, placing, queried, view } = opened
    const found = yield* findRegions(file.whole, view, placing)
    const { onlyTests, regions } = yield* answeringRegions(
      [found],
      { anchor: undefined, exactName: false, verbose: false },
      placing,
    )
    const touched = [...regions, ...onlyTests].flatMap((each) => {
      const how = resolveTouch(each, file)
      return how === undefined ? [] : [{ each, how }]
    })
    const ids = [...new Set(touched.map(({ each }) => each.commit))]
    const commits = yield* context.git.readCommits(ids, context.call)
    const all = { minConfidence: 0, maxRegions: 1, tags: undefined, files: [file.whole.path] }
    const scored: TouchedRegion[] = []
    for (const { each, how } of touched) {
      const [region] = scoreRegions([{ ...each, related: [] }], all, queried, commits, context).regions
      if (region === undefined) continue
      const { place } = each.placement
      const unit = how.gone ? how.anchor : undefined
      const isFollowed = place !== undefined && !how.commentsOnly
      const { places, isWhole } = yield* isFollowed ? await findCarried(file, place, unit) : ok(NOT_MOVED)
      const tests = each.region.held_by_tests ?? []
      scored.push({ ...how, region, tests, onlyTests: onlyTests.includes(each), carriedTo: places, moved: isWhole })
    }
    return ok(scored)
  })
}

const NOT_MOVED: MovedCode = { places: [], isWhole: false }

/** The parts of a changed file that determine what a change touches. */
type ChangedCode = ComparedFile & Pick<TouchedFile, 'units'>

type PlacedRegion = Pick<AnsweringRegion, 'placement' | 'region'>

/** Returns how a change touches a region, or comments that it quotes; `undefined` when it does not. */
export function resolveTouch(match: PlacedRegion, file: ChangedCode): Touch | undefined {
  return withComments(touchOfCode(match, file), match, file)
}

/** Adds the quoted comments that the change deletes or edits: they touch the region even if its code is unchanged. */
function withComments(how: TouchOfCode | undefined, match: PlacedRegion, file: ChangedCode): Touch | undefined {
  // When the code is gone, its comments go with it.
  const { texts } = file
  if (texts === undefined || how?.gone === true) return how && { ...how, commentsOnly: false, comments: [] }
  const comments = findLostComments(match.region.evidence, texts.before, texts.after)
  if (how !== undefined) return { ...how, commentsOnly: false, comments }
  if (comments.length === 0) return undefined
  const { units } = match.placement
  const anchor = units[0]?.name ?? match.region.ast_anchor?.name
  const hunks = [...file.hunks, ...file.otherHunks].filter((hunk) => comments.some(({ lines }) => touches(hunk, lines)))
  return { reach: 'unit', hunks, gone: false, anchor, commentsOnly: true, comments }
}

type TouchOfCode = Omit<Touch, 'comments' | 'commentsOnly'>

/** Returns how a change touches the code of a region; `undefined` when it does not. */
function touchOfCode({ placement, region }: PlacedRegion, file: ChangedCode): TouchOfCode | undefined {
  const { hunks } = file
  if (file.sameCode) return undefined
  const deleted = file.change.status === 'deleted'
  const { extracted = [], kept, place, units: named } = placement
  const anchor = named[0]?.name ?? region.ast_anchor?.name
  if (region.file !== undefined && isFolderPlace(region.file)) {
    return { reach: 'file', hunks, gone: false, anchor: undefined }
  }
  if (region.file !== undefined && place === undefined) {
    return { reach: deleted ? 'unit' : 'file', hunks, gone: deleted, anchor: undefined }
  }
  const onKept = hunks.filter((hunk) => kept.some((range) => touches(hunk, range)))
  if (region.file === undefined) {
    return onKept.length === 0 ? undefined : { reach: 'file', hunks: onKept, gone: false, anchor }
  }
  const units = (file.units ?? []).filter(({ unit }) =>
    named.some((each) => each.name === unit.name && each.lines.start === unit.lines.start),
  )
  const gone = deleted || (units.length > 0 && units.every((unit) => unit.gone))
  const places = place === undefined ? extracted : [place, ...extracted]
  const onPlace = hunks.filter((hunk) => places.some((range) => touches(hunk, range)))
  const touching = hunks.filter((hunk) => onPlace.includes(hunk) || units.some((unit) => unit.hunks.includes(hunk)))
  if (touching.length === 0) return undefined
  // Lines that were extracted from a unit are now in another one.
  const others = (file.units ?? []).filter(({ unit }) => extracted.some((range) => contains(unit.lines, range)))
  const [other] = units.length > 0 ? [] : others.filter((each) => touching.some((hunk) => each.hunks.includes(hunk)))
  if (other !== undefined) {
    return { reach: 'unit', hunks: touching, gone: deleted || other.gone, anchor: other.unit.name }
  }
  // A region about some lines of a large unit is less at risk when other lines change.
  const speaksOfAll = region.lines === undefined
  const inside = units.length > 0 && units.every((unit) => !unit.direct) && !gone
  const direct =
    gone || (onPlace.length > 0 && !inside) || units.some((unit) => unit.direct && (unit.leaf || speaksOfAll))
  const own = [...places, ...units.map(({ unit }) => unit.lines)]
  const hull = { start: Math.min(...own.map(({ start }) => start)), end: Math.max(...own.map(({ end }) => end)) }
  const { texts } = file
  const parts = texts ? touching.map((each) => partOfHunk(each, hull, texts.before.text, texts.after.text)) : touching
  return { reach: direct ? 'unit' : 'enclosing', hunks: parts, gone, anchor }
}

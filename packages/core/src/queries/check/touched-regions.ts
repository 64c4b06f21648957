import { err, ok, type ReadRegion, type Result } from '@chronicle/schema'
import type { DiffHunk } from '../../contracts/git-backend.ts'
import { applyCorrections } from '../../read/apply-corrections.ts'
import { blameScope } from '../../read/blame-scope.ts'
import { fetchNotes } from '../../read/fetch-notes.ts'
import { matchRegions, type MatchedRegion } from '../../read/match-regions.ts'
import type { ReadError } from '../../read/read-error.ts'
import { scoreRegions } from '../../read/score-regions.ts'
import type { Opened } from '../place-query.ts'
import type { Reach } from './risk.ts'
import { goneComments, type GoneComment } from './gone-comments.ts'
import type { TouchedFile } from './touched-file.ts'
import { touches } from './touched-lines.ts'

/** A recorded region that a change touches, scored as it stands before the change. */
export interface TouchedRegion {
  readonly region: ReadRegion
  readonly reach: Reach
  readonly hunks: readonly DiffHunk[]
  readonly gone: boolean
  /** The name its unit has before the change. */
  readonly anchor: string | undefined
  /** The change is of comments that the region quotes, and of nothing else that it is about. */
  readonly commentsOnly: boolean
  /** The comments that the region quotes and the change deletes or edits. */
  readonly comments: readonly GoneComment[]
}

/** How a change touches a region. */
type Touch = Omit<TouchedRegion, 'region'>

/** What was recorded on the touched places of one file: the stages of a read of the whole file, once, then a filter. */
export async function findTouchedRegions(
  file: TouchedFile,
  opened: Opened,
): Promise<Result<readonly TouchedRegion[], ReadError>> {
  const { context, standpoint, view, facts } = opened
  const blamed = await blameScope(file.whole, view, facts, standpoint, false, context)
  if (blamed.isErr()) return err(blamed.error)
  const scopes = [blamed.value]
  const fetched = await fetchNotes(scopes, { contextLevel: 'all', lines: undefined }, undefined, context)
  if (fetched.isErr()) return err(fetched.error)
  const matched = await matchRegions(scopes, fetched.value, { anchor: undefined, lines: undefined })
  const touched = new Map<string, Touch>()
  const candidates = matched.filter((match) => {
    const how = withComments(touchOf(match, file), match, file)
    if (how !== undefined) touched.set(keyOf(match), how)
    return how !== undefined
  })
  const corrected = await applyCorrections(candidates, { verbose: false }, context)
  if (corrected.isErr()) return err(corrected.error)
  const all = { minConfidence: 0, maxRegions: 1, tags: undefined, files: [file.whole.path] }
  return ok(
    corrected.value.flatMap((match) => {
      const how = touched.get(keyOf(match))
      const [region] = scoreRegions([{ ...match, related: [] }], all, standpoint, context).regions
      return how === undefined || region === undefined ? [] : [{ ...how, region }]
    }),
  )
}

function keyOf({ commit, position }: MatchedRegion): string {
  return `${commit} ${position}`
}

/** Adds the quoted comments that the change deletes or edits: they touch the region, even where its code is the same. */
function withComments(how: TouchOfCode | undefined, match: MatchedRegion, file: TouchedFile): Touch | undefined {
  // With the code, what is said about it goes too.
  const { texts } = file
  if (texts === undefined || how?.gone === true) return how && { ...how, commentsOnly: false, comments: [] }
  const comments = goneComments(match.region.evidence, texts.before, texts.after)
  if (how !== undefined) return { ...how, commentsOnly: false, comments }
  if (comments.length === 0) return undefined
  const { units } = match.placement
  const anchor = units[0]?.name ?? match.region.ast_anchor?.name
  const hunks = [...file.hunks, ...file.otherHunks].filter((hunk) => comments.some(({ lines }) => touches(hunk, lines)))
  return { reach: 'unit', hunks, gone: false, anchor, commentsOnly: true, comments }
}

type TouchOfCode = Omit<Touch, 'comments' | 'commentsOnly'>

/** How a change touches the code that a region is about; `undefined` when it does not. */
function touchOf({ region, placement }: MatchedRegion, file: TouchedFile): TouchOfCode | undefined {
  const { hunks } = file
  if (file.sameCode) return undefined
  const deleted = file.change.status === 'deleted'
  const { carried, units: named } = placement
  const anchor = named[0]?.name ?? region.ast_anchor?.name
  if (region.file !== undefined && region.ast_anchor === undefined && region.lines === undefined) {
    return { reach: deleted ? 'unit' : 'file', hunks, gone: deleted, anchor: undefined }
  }
  const onOwnLines = hunks.filter((hunk) => carried.own.some((range) => touches(hunk, range)))
  if (region.file === undefined) {
    return onOwnLines.length === 0 ? undefined : { reach: 'file', hunks: onOwnLines, gone: false, anchor }
  }
  const units = (file.units ?? []).filter(({ unit }) =>
    named.some((each) => each.name === unit.name && each.lines.start === unit.lines.start),
  )
  const gone = deleted || (units.length > 0 && units.every((unit) => unit.gone))
  const { current } = carried
  const onPlace = current === undefined ? [] : hunks.filter((hunk) => touches(hunk, current))
  // Between lines that a commit wrote in several units there is code that it did not speak of.
  const onLines = named.length > 0 ? onOwnLines : [...onOwnLines, ...onPlace]
  const touching = hunks.filter((hunk) => onLines.includes(hunk) || units.some((unit) => unit.hunks.includes(hunk)))
  if (touching.length === 0) return undefined
  // What was said of some lines of a large unit is less at risk by a change of others.
  const speaksOfAll = region.lines === undefined || current === undefined
  const direct =
    gone || onLines.length > 0 || onPlace.length > 0 || units.some((unit) => unit.direct && (unit.leaf || speaksOfAll))
  return { reach: direct ? 'unit' : 'enclosing', hunks: touching, gone, anchor }
}

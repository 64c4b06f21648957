import {
  groupBy,
  isFolderPath,
  ok,
  omitUndefined,
  safeTry,
  type Correction,
  type RecordedAgain,
  type Region,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import { foldText } from '../answer/fold-text.ts'
import type { CallOptions } from '../contracts/call-options.ts'
import { createAncestry } from '../history/ancestry.ts'
import { newestNotes } from '../notes/newest-notes.ts'
import { anchorSegments } from '../read/match-anchor.ts'
import type { CorrectionError } from './correction-error.ts'
import type { CorrectionServices } from './correction-services.ts'
import type { DraftCorrection } from './draft-correction.ts'
import { openNotes, type OpenAnnotation } from './open-annotation.ts'
import { regionValues } from './region-values.ts'
import { placeOf } from './select-regions.ts'

/** Maximum number of annotations of the corrected files to search, newest first. */
const MAX_ANNOTATIONS = 500

/**
 * Fields whose values are claims. A claim recorded on several commits is shown once, and stays until it is corrected on
 * all of them.
 */
const CLAIMS = ['constraints', 'risk_notes', 'rejected_alternatives'] as const
const FIELDS: ReadonlySet<string> = new Set([...CLAIMS, 'intent', 'reasoning', 'semantic_dependencies'])

/**
 * Returns, for each correction that removes something, the regions of other commits reachable from `HEAD` that make the
 * same claim about the same unit, for example after merging a cherry-pick. Without an index returns nothing.
 */
export function findDuplicateClaims(
  drafts: readonly DraftCorrection[],
  { index, ...seams }: CorrectionServices,
  call: CallOptions,
): ResultAsync<ReadonlyMap<DraftCorrection, readonly RecordedAgain[]>, CorrectionError> {
  return safeTry(async function* () {
    const again = new Map<DraftCorrection, readonly RecordedAgain[]>()
    const regions = drafts.flatMap((draft) => draft.regions)
    const files = [...new Set(regions.flatMap(({ file }) => (file === undefined || isFolderPath(file) ? [] : [file])))]
    if (index === undefined || files.length === 0) return ok(again)
    const head = yield* seams.git.resolve('HEAD', call)
    if (head === undefined) return ok(again)
    const view = yield* index.refresh(call)
    const commits = new Set<string>(drafts.map(({ commit }) => commit))
    const annotating = yield* view.annotating(files as RepoPath[], call)
    const newest = newestNotes(
      annotating.filter(({ commit }) => !commits.has(commit)),
      MAX_ANNOTATIONS,
    )
    const ranks = yield* createAncestry(seams.git).rank(head, newest, call)
    const order = (open: OpenAnnotation): number => ranks.get(open.commit) ?? 0
    const reachable = newest.filter(({ commit }) => ranks.has(commit))
    const opened = yield* openNotes(reachable, seams, call)
    const standing = [...opened].sort((a, b) => order(b) - order(a)).flatMap(standingRegions)
    const byUnit = groupBy(standing, ({ now }) => unitOf(now))
    for (const draft of drafts) {
      const found = draft.regions.flatMap((region) =>
        (byUnit.get(unitOf(region)) ?? []).flatMap((each) => sameAs(region, draft.correction, each)),
      )
      if (found.length > 0) again.set(draft, found)
    }
    return ok(again)
  })
}

/** A region as recorded and after its corrections. */
interface StandingRegion {
  readonly open: OpenAnnotation
  readonly recorded: Region
  readonly now: Region
}

function standingRegions(open: OpenAnnotation): readonly StandingRegion[] {
  return open.corrected.regions.flatMap(({ region: now, retracted }, position) => {
    const recorded = open.annotation.regions[position]
    return retracted || recorded === undefined ? [] : [{ open, recorded, now }]
  })
}

function unitOf({ ast_anchor: unit, file, lines }: Region): string {
  return JSON.stringify([file, unit === undefined ? (lines ?? null) : anchorSegments(unit.name).join('::')])
}

function sameAs(
  region: Region,
  { field, target_value: value, superseded_by: newer }: Pick<Correction, 'field' | 'target_value' | 'superseded_by'>,
  { now, open, recorded }: StandingRegion,
): readonly RecordedAgain[] {
  const { commit } = open
  if (commit === newer) return []
  const place = { commit, ...placeOf(recorded) }
  if (field === undefined || value === undefined) return hasSameClaim(region, now) ? [place] : []
  if (!FIELDS.has(field)) return []
  const same = regionValues(now, field).find((each) => foldText(each) === foldText(value))
  return same === undefined ? [] : [{ ...place, ...omitUndefined({ target_value: same }) }]
}

/** Whether two regions share a claim or, if one of them has no claims, the intent. */
function hasSameClaim(a: Region, b: Region): boolean {
  const [claims, others] = [claimsOf(a), claimsOf(b)]
  if (claims.size === 0 || others.size === 0) return a.intent.trim() !== '' && foldText(a.intent) === foldText(b.intent)
  return [...claims].some((claim) => others.has(claim))
}

function claimsOf(region: Region): ReadonlySet<string> {
  return new Set(CLAIMS.flatMap((field) => regionValues(region, field).map((value) => `${field} ${foldText(value)}`)))
}

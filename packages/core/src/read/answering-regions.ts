import {
  completeRegion,
  formatPlace,
  ok,
  omitUndefined,
  safeTry,
  type Region,
  type ResultAsync,
} from '@chronicle/schema'
import { findDrift } from '../place/find-drift.ts'
import { isFolderPlace } from '../place/folder-places.ts'
import type { OutlinedRegion } from '../place/known-regions.ts'
import type { PlacingContext } from '../place/placing-context.ts'
import type { TargetFile } from '../place/target-file.ts'
import { commentOfRegion, withoutRemovedRules } from './comment-of-region.ts'
import type { PlacedFile } from './find-regions.ts'
import { matchAnchor } from './match-anchor.ts'
import { remainingPart } from './remaining-part.ts'
import type { ReadError } from './read-error.ts'
import { withoutRetracted } from './report-retracted.ts'
import type { ResolvedQuery } from './resolve-query.ts'
import type { ResolvedScope } from './resolved-scope.ts'
import { saysOnlyTests } from './says-only-tests.ts'
import { selectRegion, type AskedPlace, type SelectedRegion } from './select-regions.ts'
import { createFindStandingTests, type FindExistingTests } from './standing-tests.ts'

/**
 * A region that matches the query, and what became of it. It lists only tests that still exist, at their current
 * places.
 */
export interface AnsweringRegion extends SelectedRegion {
  readonly scope: ResolvedScope
  /** Newest first; `uncommitted` for uncommitted edits. */
  readonly driftedBy: readonly string[]
  /** Whether only its binding parts are still shown. */
  readonly bindingOnly: boolean
  readonly comment: 'stands' | 'changed' | undefined
  /** Whether its commit changed the file, so that statements about the commit apply to this change. */
  readonly changedHere: boolean
}

/** The regions that match a query. */
export interface AnsweringRegions {
  readonly regions: readonly AnsweringRegion[]
  /** Regions that contain nothing but the tests of the place. */
  readonly onlyTests: readonly AnsweringRegion[]
  /**
   * Number of regions about the queried place whose code is gone, or that are about a change of which nothing is left.
   */
  readonly gone: number
  /** Current places of the units of further regions, which were moved to other files. */
  readonly movedTo: readonly string[]
  /** Names of the units of gone regions that differ from the unit found under the queried name, without duplicates. */
  readonly goneUnits: readonly string[]
}

/** Returns the placed regions that match the query, and the number of regions whose code is gone. */
export function answeringRegions(
  files: readonly PlacedFile[],
  query: Pick<ResolvedQuery, 'anchor' | 'exactName' | 'verbose'>,
  placing: PlacingContext,
): ResultAsync<AnsweringRegions, ReadError> {
  return safeTry(async function* () {
    const answering: AnsweringRegion[] = []
    const standingTests = createFindStandingTests(placing)
    let gone = 0
    const movedTo: string[] = []
    const goneUnits = new Set<string>()
    for (const { regions, scope, target } of files) {
      const { ranges, units } = scope
      const asked = { ranges, units, anchor: query.anchor, exactName: query.exactName }
      for (const region of regions) {
        const selected = selectRegion(region, asked)
        if (selected === undefined) {
          if (region.placement !== undefined || region.retracted || !isAbout(region, target, asked)) continue
          const name = region.region.ast_anchor?.name
          const now = yield* name === undefined ? ok(undefined) : await placing.unitNow(name, scope.committedPath)
          if (now === undefined) gone++
          else movedTo.push(formatPlace({ file: now.path, anchor: now.name }))
          if (name !== undefined && scope.units?.every((unit) => unit.name !== name) === true) goneUnits.add(name)
          continue
        }
        const described = yield* describe(selected, scope, target, placing, standingTests)
        if (described === 'gone') gone++
        else if (described !== 'silent') answering.push(described)
      }
      await Promise.all([target.maps.save(), target.facts.save()])
    }
    const regions = withoutRetracted(answering, query.verbose, placing.context.report)
    return ok({
      regions: regions.filter(({ region }) => !saysOnlyTests(region)),
      onlyTests: regions.filter(({ region }) => saysOnlyTests(region)),
      gone,
      movedTo,
      goneUnits: [...goneUnits],
    })
  })
}

/** Whether a region counts in the answer, either as a match or as one whose code is gone. */
export function countsInAnswer(region: OutlinedRegion, target: TargetFile, asked: AskedPlace): boolean {
  return selectRegion(region, asked) !== undefined || (region.placement === undefined && isAbout(region, target, asked))
}

/** Describes a match. `silent` when the region contained only titles of tests that no longer exist. */
function describe(
  match: SelectedRegion,
  scope: ResolvedScope,
  target: TargetFile,
  placing: PlacingContext,
  standingTests: FindExistingTests,
): ResultAsync<AnsweringRegion | 'gone' | 'silent', ReadError> {
  return safeTry(async function* () {
    const { held_by_tests: tests = [] } = match.region
    const standing = yield* tests.length === 0 ? ok([]) : await standingTests(tests)
    if (standing.length === 0 && saysOnlyTests(match.region)) return ok('silent')
    const comment = commentOfRegion(match.region, target)
    const tested = tests.length === 0 ? match.region : { ...match.region, held_by_tests: standing }
    // A region that only repeats a comment is shown with what became of the comment.
    const selected = { ...match, region: comment === undefined ? withoutRemovedRules(tested, target) : tested }
    const part = yield* remainingPart(selected, target, placing)
    if (part === 'none') return ok('gone')
    const region = part === 'tests' ? testsAlone(selected.region) : selected.region
    const drift = yield* findDrift(selected, selected.placement, target, placing)
    const changedHere = target.history.revisions.some(({ commit }) => commit === selected.commit)
    return ok({ ...selected, region, scope, driftedBy: drift, bindingOnly: part === 'binding', comment, changedHere })
  })
}

/** Returns a region with nothing but the tests of its place. */
function testsAlone({ ast_anchor: anchor, file, held_by_tests: tests = [], lines }: Region): Region {
  const place = omitUndefined({ ast_anchor: anchor, file, lines })
  return completeRegion({ ...place, intent: tests[0]?.title ?? '', held_by_tests: tests })
}

/** Whether a region whose code is gone was about the queried file, or about the queried unit by its name. */
function isAbout({ region }: OutlinedRegion, { names }: TargetFile, asked: AskedPlace): boolean {
  const { anchor, exactName = false, ranges, units } = asked
  if (region.file === undefined || isFolderPlace(region.file) || !names.has(region.file)) return false
  if (anchor === undefined) return ranges === undefined
  // A name that matches a unit is not a misspelling of another one.
  const fuzzy = !exactName && units === undefined
  return (
    region.ast_anchor !== undefined && matchAnchor(anchor, [region.ast_anchor.name], String, { fuzzy }) !== undefined
  )
}

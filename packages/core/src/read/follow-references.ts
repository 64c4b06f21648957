import {
  ok,
  omitUndefined,
  safeTry,
  type Region,
  type RelatedAnnotation,
  type ResolvedRelated,
  type ResultAsync,
} from '@chronicle/schema'
import type { AnnotationView } from '../contracts/annotation-index.ts'
import { matchAnchor } from './match-anchor.ts'
import type { RecordedRegion } from '../place/recorded-region.ts'
import type { ListUnits } from './outlines.ts'
import type { ReadContext, QueriedCommit } from './read-context.ts'
import type { ReadError } from './read-error.ts'
import { roundConfidence, scoreElsewhere } from './score-elsewhere.ts'

/** The annotations linked from a region, nearest first. */
export interface Links {
  readonly related: readonly ResolvedRelated[]
}

/** The parts of a region needed to follow its links. */
export type LinkingRegion = Pick<RecordedRegion, 'commit' | 'region'>

interface Trail<R> {
  readonly from: R
  readonly related: ResolvedRelated[]
  /** `commit anchor` pairs already on this trail. */
  readonly visited: Set<string>
  frontier: readonly RelatedAnnotation[]
}

/** Maximum number of links followed from one region, so that a dense web of notes cannot grow without limit. */
const MAX_RELATED = 100

/**
 * Stage 5: follows `related_annotations`, breadth first, up to `depth` hops. The notes of one hop are read in one batch
 * for all regions. A commit and anchor already visited from a region is not visited again.
 */
export function followReferences<R extends LinkingRegion>(
  regions: readonly R[],
  depth: number,
  view: AnnotationView,
  queried: QueriedCommit,
  unitsOf: ListUnits,
  context: ReadContext,
): ResultAsync<readonly (R & Links)[], ReadError> {
  return safeTry(async function* () {
    const trails = regions.map((region) => startTrail(region))
    for (let hop = 1; hop <= depth; hop++) {
      const wanted = [...new Set(trails.flatMap(({ frontier }) => frontier.map(({ commit }) => commit)))].sort()
      if (wanted.length === 0) break
      const found = yield* view.find(wanted, context.call)
      const notes = yield* context.correctedNotes([...new Set(found.values())], context.call)
      for (const trail of trails) {
        const next: RelatedAnnotation[] = []
        for (const link of trail.frontier) {
          if (trail.related.length >= MAX_RELATED) break
          const note = found.get(link.commit)
          const commit = note?.commit ?? link.commit
          const step = `${commit} ${link.anchor}`
          if (trail.visited.has(step)) continue
          trail.visited.add(step)
          const base = { commit, anchor: link.anchor, relationship: link.relationship, hop }
          const corrected = note === undefined ? undefined : notes.get(note.commit)
          const annotation = corrected?.annotation
          if (corrected === undefined || annotation === undefined) {
            trail.related.push({ ...base, unresolved: note === undefined ? 'no_annotation' : 'malformed_note' })
            continue
          }
          const region = findRegion(annotation.regions, link.anchor)
          if (region === undefined && findRegion(corrected.retracted, link.anchor) !== undefined) {
            trail.related.push({ ...base, unresolved: 'retracted' })
            continue
          }
          if (region === undefined) {
            trail.related.push({ ...base, unresolved: 'no_region', intent: annotation.summary })
            continue
          }
          const scored = await scoreElsewhere(region, annotation, queried, unitsOf, context)
          const confidence = roundConfidence(scored * (corrected.factors.get(region) ?? 1))
          const file = omitUndefined({ file: region.file })
          trail.related.push({ ...base, confidence, intent: region.intent, ...file })
          next.push(...region.related_annotations)
        }
        trail.frontier = next
      }
    }
    return ok(trails.map(({ from, related }) => ({ ...from, related })))
  })
}

function startTrail<R extends LinkingRegion>(from: R): Trail<R> {
  const own = `${from.commit} ${from.region.ast_anchor?.name ?? ''}`
  return { from, related: [], visited: new Set([own]), frontier: from.region.related_annotations }
}

/** Returns the region that a link's anchor names: an anchor, a file, or `file:anchor`. */
export function findRegion(regions: readonly Region[], anchor: string): Region | undefined {
  const byName = matchAnchor(anchor, regions, (region) => region.ast_anchor?.name ?? '', { fuzzy: false })
  if (byName !== undefined) return byName.matches[0]
  return regions.find(
    ({ file, ast_anchor }) => file === anchor || (ast_anchor !== undefined && `${file}:${ast_anchor.name}` === anchor),
  )
}

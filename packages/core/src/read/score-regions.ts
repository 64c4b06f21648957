import { omitEmpty, omitUndefined, type CommitId, type ReadRegion } from '@chronicle/schema'
import { mergeClaims } from '../answer/merge-claims.ts'
import { mergeRegions } from '../answer/merge-regions.ts'
import type { Commit } from '../contracts/git-backend.ts'
import type { RegionFacts } from '../contracts/scorer.ts'
import type { AnsweringRegion } from './answering-regions.ts'
import { commitTime } from '../contracts/commit-time.ts'
import type { Links } from './follow-references.ts'
import { isOnlyInferred } from './is-only-inferred.ts'
import type { ReadContext, QueriedCommit } from './read-context.ts'
import { correctionsOfRegion, recordingOfRegion } from './recording-of-region.ts'
import type { ResolvedQuery } from './resolve-query.ts'
import { roundConfidence } from './score-elsewhere.ts'

/** The regions that match the query, and the number of those beyond the maximum. */
export interface ScoredRegions {
  readonly regions: readonly ReadRegion[]
  /** Number of regions that passed every filter but exceeded `maxRegions`. */
  readonly beyondMax: number
}

/** A region that matches the query, with the annotations it links to. */
export type LinkedRegion = AnsweringRegion & Links

/** Scores the regions, applies the filters, merges repeated ones, and keeps those with the highest confidence. */
export function scoreRegions(
  linked: readonly LinkedRegion[],
  query: Pick<ResolvedQuery, 'minConfidence' | 'maxRegions' | 'tags' | 'files'>,
  queried: QueriedCommit,
  commits: ReadonlyMap<CommitId, Commit>,
  { scorer }: Pick<ReadContext, 'scorer'>,
): ScoredRegions {
  const wanted = query.tags === undefined ? undefined : new Set(query.tags.map((tag) => tag.toLowerCase()))
  const scored = linked
    .filter(({ region }) => wanted === undefined || region.tags.some((tag) => wanted.has(tag.toLowerCase())))
    .map((region) => ({
      region: scoreRegion(region, queried, commits.get(region.commit), scorer),
      position: region.position,
    }))
    .filter(({ region }) => region.confidence >= query.minConfidence)
    .sort((a, b) => compareRegions(a.region, b.region) || a.position - b.position)
  const merged = mergeClaims(mergeRegions(scored.map(({ region }) => region)))
  const kept = merged.slice(0, query.maxRegions)
  const rank = new Map<string, number>(query.files.map((file, i) => [file, i]))
  const byFile = [...kept.entries()].sort(
    ([i, a], [j, b]) => (rank.get(a.file) ?? 0) - (rank.get(b.file) ?? 0) || i - j,
  )
  return { regions: byFile.map(([, region]) => region), beyondMax: merged.length - kept.length }
}

/** Regions about exactly the queried place come before regions about more than that. */
const WIDTHS: readonly ReadRegion['about'][] = [undefined, 'enclosing_unit', 'file', 'commit', 'folder', 'repository']

/**
 * Sorts by how much a region is about, then by confidence, then newest first, then by commit id, so that the order is
 * deterministic.
 */
function compareRegions(a: ReadRegion, b: ReadRegion): number {
  const width = WIDTHS.indexOf(a.about) - WIDTHS.indexOf(b.about)
  const newest = Date.parse(b.timestamp) - Date.parse(a.timestamp)
  return width || b.confidence - a.confidence || newest || 0 || (a.commit < b.commit ? -1 : a.commit > b.commit ? 1 : 0)
}

function scoreRegion(
  linked: LinkedRegion,
  { headAt }: QueriedCommit,
  made: Commit | undefined,
  scorer: ReadContext['scorer'],
): ReadRegion {
  const { annotation, commit, committedAt, correctionFactor, placement, region, scope } = linked
  const [unit] = placement.units
  const facts: RegionFacts = {
    region,
    annotation,
    committedAt: (committedAt ?? Number.NaN) * 1000,
    headAt,
    anchorMatch: placement.anchorMatch,
    survival: placement.survival,
    freshness: placement.freshness,
    ...omitUndefined({
      anchorDistance: placement.anchorMatch === 'fuzzy' ? placement.anchorDistance : undefined,
      currentAnchor: unit && { type: unit.type, name: unit.name, ...omitUndefined({ signature: unit.signature }) },
    }),
  }
  const level = region.context_level ?? annotation.context_level
  const score = scorer.score(facts)
  const { intact, recorded } = placement
  const isOfThis = linked.changedHere && !linked.bindingOnly
  const otherName = unit !== undefined && region.ast_anchor !== undefined && unit.name !== region.ast_anchor.name
  return {
    commit,
    timestamp: commitTime(committedAt) ?? annotation.timestamp,
    ...omitUndefined({ recorded: recordingOfRegion(annotation, region, made) }),
    context_level: level,
    confidence: roundConfidence(score.confidence * correctionFactor),
    confidence_factors: score.factors,
    confidence_scores: score.scores,
    file: scope.path,
    ...omitUndefined({
      recorded_file: region.file === scope.path ? undefined : region.file,
      ast_anchor: region.ast_anchor,
      current_anchor: otherName ? unit.name : undefined,
      about: linked.about,
      lines: region.lines,
      current_lines: placement.place,
    }),
    survival: roundConfidence(placement.survival),
    ...omitUndefined({ intact_lines: recorded === 0 ? undefined : { intact, recorded } }),
    freshness: placement.freshness,
    ...omitEmpty({ drifted_by: linked.driftedBy, outlived: linked.bindingOnly }),
    ...omitUndefined({ comment: linked.comment }),
    ...omitEmpty({ summary: isOfThis && annotation.summary !== region.intent ? annotation.summary : undefined }),
    ...omitUndefined({ task: linked.bindingOnly ? undefined : annotation.task }),
    intent: region.intent,
    ...omitUndefined({ reasoning: linked.bindingOnly ? undefined : region.reasoning }),
    constraints: region.constraints,
    ...omitUndefined({ risk_notes: region.risk_notes }),
    ...omitEmpty({
      rejected_alternatives: region.rejected_alternatives,
      evidence: region.evidence,
      // What was inferred from an import went with the change.
      semantic_dependencies: linked.bindingOnly && isOnlyInferred(linked) ? [] : region.semantic_dependencies,
      tags: region.tags,
      corrections: correctionsOfRegion(region, made),
      related: linked.related,
    }),
  }
}

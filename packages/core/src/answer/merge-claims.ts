import { groupBy, omitEmpty, omitUndefined, type ReadRegion } from '@chronicle/schema'
import { foldText, joinPassages, passagesOf } from './fold-text.ts'
import { unitKey } from './merge-regions.ts'

/**
 * Shows a rule, risk or rejected alternative of a unit once, even if it was recorded on several commits: on the newest,
 * or on the newest that states it if others inferred it. That region lists the other commits in `also_on`, newest
 * first. A region that says nothing else is removed. Regions about different units stay unchanged, because a rule for
 * one need not hold for the other.
 */
export function mergeClaims(regions: readonly ReadRegion[]): readonly ReadRegion[] {
  const keys = regions.map(unitKey)
  const groups = groupBy(regions.keys(), (i) => keys[i])
  const merged = new Map<number, ReadRegion | undefined>()
  for (const group of groups.values()) if (group.length > 1) mergeUnit(group, regions, merged)
  return regions.flatMap((region, i) => {
    const now = merged.has(i) ? merged.get(i) : region
    return now === undefined ? [] : [now]
  })
}

/** Merges the regions of one unit, given as positions. Writes each result to `merged`. */
function mergeUnit(
  group: readonly number[],
  regions: readonly ReadRegion[],
  merged: Map<number, ReadRegion | undefined>,
): void {
  const newestFirst = [...group]
    .sort((a, b) => timeOf(regions[b]) - timeOf(regions[a]) || a - b)
    .flatMap((position) => {
      const region = regions[position]
      return region === undefined ? [] : [{ position, region, claims: claimsOf(region) }]
    })
  const keeperOf = claimOwners(newestFirst)
  const alsoOn = new Map<number, Set<string>>()
  const counts = new Map<string, number>()
  const count = (region: ReadRegion, by: 1 | -1): void => {
    for (const text of textsOf(region)) counts.set(text, (counts.get(text) ?? 0) + by)
  }
  const remains = newestFirst.map(({ position, region, claims }) => {
    for (const { key } of claims) {
      const keeper = keeperOf.get(key)
      if (keeper === undefined || keeper === position) continue
      const others = alsoOn.get(keeper) ?? new Set()
      alsoOn.set(keeper, others.add(region.commit))
    }
    const after = withoutClaims(region, (claim) => keeperOf.get(claim) === position)
    count(after, 1)
    const lostAll = claims.length > 0 && claims.every(({ key }) => keeperOf.get(key) !== position)
    return { position, region, after, lostAll }
  })
  for (const { position, region, after, lostAll } of remains) {
    if (lostAll && saysNothingNew(after, counts, region)) {
      count(after, -1)
      merged.set(position, undefined)
      continue
    }
    const also = new Set([...(alsoOn.get(position) ?? []), ...(region.also_on ?? [])])
    also.delete(region.commit)
    merged.set(position, { ...after, ...(also.size > 0 && { also_on: [...also] }) })
  }
}

interface Claim {
  readonly key: string
  readonly isStated: boolean
}

/** Returns the claims of a region as comparable texts. */
function claimsOf({
  constraints,
  context_level: level,
  rejected_alternatives: rejected = [],
  risk_notes,
}: ReadRegion): readonly Claim[] {
  const isStated = level === 'enhanced'
  return [
    ...constraints.map(({ text, source }) => ({ key: ruleKey(text), isStated: source === 'author' })),
    ...passagesOf(risk_notes).map((risk) => ({ key: riskKey(risk), isStated })),
    ...rejected.map((each) => ({ key: rejectedKey(each), isStated })),
  ]
}

const ruleKey = (text: string): string => `rule ${foldText(text)}`
const riskKey = (text: string): string => `risk ${foldText(text)}`
const rejectedKey = ({ approach, reason }: { readonly approach: string; readonly reason: string }): string =>
  `rejected ${foldText(approach)}: ${foldText(reason)}`

/** Returns which region shows each claim, given regions newest first. */
function claimOwners(
  newestFirst: readonly { readonly position: number; readonly claims: readonly Claim[] }[],
): ReadonlyMap<string, number> {
  const found = new Map<string, { readonly position: number; readonly isStated: boolean }>()
  for (const { position, claims } of newestFirst) {
    for (const { key, isStated } of claims) {
      const known = found.get(key)
      if (known === undefined || (isStated && !known.isStated)) found.set(key, { position, isStated })
    }
  }
  return new Map([...found].map(([key, { position }]) => [key, position]))
}

function withoutClaims(region: ReadRegion, isKept: (claim: string) => boolean): ReadRegion {
  const { rejected_alternatives: rejected, risk_notes: risk, ...rest } = region
  const kept = (rejected ?? []).filter((each) => isKept(rejectedKey(each)))
  const passages = passagesOf(risk).filter((passage) => isKept(riskKey(passage)))
  const text = passages.length === passagesOf(risk).length ? risk : joinPassages(passages)
  return {
    ...rest,
    constraints: region.constraints.filter(({ text: rule }) => isKept(ruleKey(rule))),
    ...omitUndefined({ risk_notes: text }),
    ...omitEmpty({ rejected_alternatives: kept }),
  }
}

/**
 * Whether a region without its claims says nothing beyond other regions of its unit and those claims. `counts`: number
 * of regions of the unit that contain each text, including this one.
 */
function saysNothingNew(region: ReadRegion, counts: ReadonlyMap<string, number>, before: ReadRegion): boolean {
  const { corrections = [], related = [], semantic_dependencies: dependencies = [] } = region
  if (corrections.length + related.length + dependencies.length > 0) return false
  const lost = new Set(before.constraints.map(({ text }) => foldText(text)))
  return [...textsOf(region)].every((text) => lost.has(text) || (counts.get(text) ?? 0) > 1)
}

/** Returns the distinct texts of a region, folded. */
function textsOf({ constraints, intent, reasoning }: ReadRegion): ReadonlySet<string> {
  return new Set([intent, ...passagesOf(reasoning), ...constraints.map(({ text }) => text)].map(foldText))
}

function timeOf(region: ReadRegion | undefined): number {
  return Date.parse(region?.timestamp ?? '') || 0
}

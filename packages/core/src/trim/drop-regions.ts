import type { CrossCuttingEntry, DependencyEntry, ReadOutput, ReadRegion } from '@chronicle/schema'
import { lastSegment } from '../read/match-anchor.ts'

/** Maximum number of code units of a name; a longer text is not a name and is compared unchanged. */
const MAX_NAME = 1000

/**
 * Returns the positions of the regions, newest first by commit time. For equal times, the regions are in topological
 * order, so the commit that comes first is the newer one. Within one commit the last position comes first. A region
 * with an invalid time counts as newest, because nothing says that it is foundational.
 */
export function newestFirst(regions: readonly ReadRegion[]): readonly number[] {
  const times = regions.map(({ timestamp }) => {
    const time = Date.parse(timestamp)
    return Number.isNaN(time) ? Infinity : time
  })
  const firstOf = new Map<string, number>()
  for (const [i, { commit }] of regions.entries()) if (!firstOf.has(commit)) firstOf.set(commit, i)
  const commitAt = (i: number): number => firstOf.get(regions[i]?.commit ?? '') ?? 0
  return [...regions.keys()].sort((a, b) => {
    const [timeA = 0, timeB = 0] = [times[a], times[b]]
    if (timeA !== timeB) return timeA < timeB ? 1 : -1
    return commitAt(a) - commitAt(b) || b - a
  })
}

/** Decides which entries outside `regions` still apply, given the kept regions, which must be the original objects. */
export type EntryFilter = (kept: readonly ReadRegion[]) => {
  readonly dependency: (entry: DependencyEntry) => boolean
  readonly crossCutting: (entry: CrossCuttingEntry) => boolean
}

/**
 * Creates a filter for dependencies and cross-cutting entries that are only about dropped regions. An entry that is
 * about no region of the output is about the queried code itself and stays. Units are compared by file and unqualified
 * name, so in doubt an entry stays.
 */
export function createEntryFilter(output: ReadOutput): EntryFilter {
  const keys = new Map(output.regions.map((region) => [region, regionKeys(region)]))
  const known = new Set([...keys.values()].flat())
  const dependencyKeys = new Map(output.dependencies_on_this.map((entry) => [entry, dependencyTargets(entry)]))
  const crossCuttingKeys = new Map(output.cross_cutting.map((entry) => [entry, entry.regions.map(placeKey)]))
  return (kept) => {
    const alive = new Set(kept.flatMap((region) => keys.get(region) ?? []))
    const stays = (targets: readonly string[] = []): boolean =>
      !targets.some((target) => known.has(target)) || targets.some((target) => alive.has(target))
    return {
      dependency: (entry) => stays(dependencyKeys.get(entry)),
      crossCutting: (entry) => stays(crossCuttingKeys.get(entry)),
    }
  }
}

function regionKeys(region: ReadRegion): readonly string[] {
  const files = region.recorded_file === undefined ? [region.file] : [region.file, region.recorded_file]
  const name = region.ast_anchor?.name
  if (name === undefined) return files.map((file) => key(file))
  return [key(undefined, name), ...files.flatMap((file) => [key(file), key(file, name)])]
}

function dependencyTargets({ on_file: file, on_anchor: anchor }: DependencyEntry): readonly string[] {
  return file === undefined && anchor === undefined ? [] : [key(file, anchor)]
}

/** `file:anchor`, or a bare file. */
function placeKey(place: string): string {
  const colon = place.indexOf(':')
  return colon < 0 ? key(place) : key(place.slice(0, colon), place.slice(colon + 1))
}

function key(file: string | undefined, anchor?: string): string {
  return `${file ?? ''}\0${anchor === undefined ? '' : unqualified(anchor)}`
}

function unqualified(anchor: string): string {
  return anchor.length > MAX_NAME ? anchor : lastSegment(anchor)
}

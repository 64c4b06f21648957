import type { Region } from '@chronicle/schema'
import { matchAnchor } from '../read/match-anchor.ts'
import type { PlaceRevision } from './history-of-places.ts'

/** Whether a region of a commit is about the place that the commit changed. */
export function isAboutPlace(
  { ast_anchor: anchor, file, lines }: Region,
  { lines: changed, path }: PlaceRevision,
): boolean {
  if (file !== path) return false
  if (changed === undefined) return true
  if (anchor !== undefined && changed.name !== undefined)
    return (
      isPartOf(anchor.name, changed.name) ||
      matchAnchor(anchor.name, [changed.name], String, { fuzzy: false }) !== undefined
    )
  return lines !== undefined && lines.start <= changed.lines.end && changed.lines.start <= lines.end
}

/** Whether a unit is part of another one, such as a method of its class. */
export function isPartOf(inner: string, outer: string): boolean {
  return inner.startsWith(`${outer}::`)
}

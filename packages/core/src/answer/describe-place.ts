import type { PlaceEcho } from '@chronicle/schema'
import { describeQuery } from '../format/describe-output.ts'

/** Formats a place: `src/a.rs — connect at v1.2 (a1b2c3d)` */
export function describePlace(query: PlaceEcho): string {
  return describeQuery({ ...query, depth: 0, max_regions: 0 })
}

import type { Queries } from '@chronicle/core'
import { formatPlace, type ReadRegion } from '@chronicle/schema'
import type { ConstraintFinder, RecordedConstraint } from '@chronicle/source'

/** Maximum number of regions for one place. Beyond it, those with the lowest confidence are omitted. */
const MAX_REGIONS = 200

/**
 * Creates a finder of constraints on source lines, which uses the query that agents use. Omits linked reasoning
 * elsewhere.
 */
export function createConstraintFinder(read: Queries['read']): ConstraintFinder {
  return ({ path, lines, at }, call) =>
    read({ files: [path], lines, at, depth: 0, maxRegions: MAX_REGIONS, sources: ['notes'] }, call).map(({ regions }) =>
      regions.flatMap(constraintsOf),
    )
}

function constraintsOf(region: ReadRegion): readonly RecordedConstraint[] {
  const { file, about, current_anchor: renamed, ast_anchor: anchor, current_lines: lines, commit } = region
  const isRule = about === 'folder' || about === 'repository'
  const name = isRule ? undefined : (renamed ?? anchor?.name)
  const place = {
    about: name === undefined ? file : formatPlace({ file, anchor: name }),
    ...(!isRule && lines !== undefined && { lines }),
    commit,
  }
  return region.constraints.map(({ text, source }) => ({ text, source, ...place }))
}

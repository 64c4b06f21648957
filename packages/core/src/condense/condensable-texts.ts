import { groupBy, splitPassages, type CommitId, type Region } from '@chronicle/schema'
import type { OpenAnnotation } from '../corrections/open-annotation.ts'

/** Reasoning about one place from several sources, which could be condensed into one text. */
export interface CondensableTexts {
  readonly commit: CommitId
  /** The regions as recorded, in the order of the annotation. The condensed text is attached to the first. */
  readonly regions: readonly [Region, ...Region[]]
  /** The reasoning of each region, after corrections. */
  readonly reasoning: readonly string[]
  /** The distinct texts, at least two. */
  readonly texts: readonly string[]
  /** Number of commits whose annotations were squashed into this one. */
  readonly commits: number
}

/** Whether an annotation was made from those of several commits. */
export function isSquash({ annotation }: Pick<OpenAnnotation, 'annotation'>): boolean {
  return annotation.provenance.operation === 'squash'
}

/**
 * Finds the texts of a squashed annotation that could be condensed: passages of one region's reasoning, and the
 * reasoning of regions about the same place, from the same recorder and of the same kind of knowledge. The author's
 * statements are never combined with inferred texts, nor the words of two people. Retracted regions are ignored.
 */
export function condensableTexts(open: OpenAnnotation): readonly CondensableTexts[] {
  if (!isSquash(open)) return []
  const { annotation, commit, corrected } = open
  const texts = corrected.regions.flatMap(({ region: { reasoning = '' }, retracted }, position) => {
    const recorded = annotation.regions[position]
    return recorded === undefined || retracted || reasoning === '' ? [] : [{ recorded, reasoning }]
  })
  const groups = groupBy(texts, ({ recorded }) => placeAndRecorder(recorded, open))
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group.map(({ recorded }) => recorded)
    const texts = new Set(group.flatMap(({ reasoning }) => splitPassages(reasoning).filter((text) => text !== '')))
    if (first === undefined || texts.size < 2) return []
    return [
      {
        commit,
        regions: [first, ...others] as const,
        reasoning: group.map(({ reasoning }) => reasoning),
        texts: [...texts],
        commits: annotation.provenance.derived_from.length,
      },
    ]
  })
}

function placeAndRecorder(region: Region, { annotation }: OpenAnnotation): string {
  const { ast_anchor: anchor, context_level: level = annotation.context_level, file, lines } = region
  const { by, email, with: tool } = region.recorded ?? annotation.provenance.recorded ?? {}
  return JSON.stringify([
    ...[file, anchor?.type, anchor?.name, lines?.start, lines?.end],
    ...[level, by, email, level === 'inferred' ? tool : undefined],
  ])
}

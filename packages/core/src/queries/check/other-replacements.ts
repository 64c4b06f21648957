import type { ReadRegion, UnknownKeys } from '@chronicle/schema'

/**
 * Returns the words that other corrections propose for the value that a correction replaced by this constraint. Two
 * people who correct the same value in two clones disagree, and only the first correction is applied.
 */
export function otherReplacements({ corrections = [] }: ReadRegion, constraint: string): readonly string[] {
  const amends = corrections.filter((each) => each['correction_type'] === 'amend' && each['field'] === 'constraints')
  const applied = amends.find((each) => isApplied(each) && each['replacement'] === constraint)
  if (applied === undefined) return []
  const others = amends.filter((each) => !isApplied(each) && each['target_value'] === applied['target_value'])
  return [...new Set(others.map((each) => each['replacement']))].filter(
    (words): words is string => typeof words === 'string' && words !== constraint,
  )
}

function isApplied(correction: UnknownKeys): boolean {
  return correction['effect'] === 'applied'
}

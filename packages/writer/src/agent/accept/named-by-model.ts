import { describeRegion } from '../findings.ts'

/**
 * Returns the model's name for the place of an annotation, even of an invalid one, so that a later valid one can
 * replace it.
 */
export function modelPlaceName(input: unknown): string {
  const { file, ast_anchor: anchor } = fieldsOf(input)
  if (typeof file !== 'string') return 'a place'
  const { name } = fieldsOf(anchor)
  return describeRegion(file, typeof name === 'string' ? name : undefined)
}

/** Returns the model's names for the places of a concern, sorted. */
export function modelConcernName(input: unknown): string {
  const { regions } = fieldsOf(input)
  const names = (Array.isArray(regions) ? regions : []).filter((each) => typeof each === 'string').toSorted()
  return names.length === 0 ? 'places that change together' : `places that change together (${names.join(', ')})`
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

import { describeRegion } from '../findings.ts'

/** Returns how a model named the place of an annotation, also of one that is none, so that a better one replaces it. */
export function placeNamed(input: unknown): string {
  const { file, ast_anchor: anchor } = fieldsOf(input)
  if (typeof file !== 'string') return 'a place'
  const { name } = fieldsOf(anchor)
  return describeRegion(file, typeof name === 'string' ? name : undefined)
}

/** Returns how a model named the places of a concern, in any order of them. */
export function concernNamed(input: unknown): string {
  const { regions } = fieldsOf(input)
  const names = (Array.isArray(regions) ? regions : []).filter((each) => typeof each === 'string').toSorted()
  return names.length === 0 ? 'places that change together' : `places that change together (${names.join(', ')})`
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

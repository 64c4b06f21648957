import type { Region } from '@chronicle/schema'

/** Whether a region contains nothing but the tests of its place: its intent is the title of one of them. */
export function saysOnlyTests(region: Region): boolean {
  const { held_by_tests: tests = [], intent, reasoning = '', risk_notes: risk = '' } = region
  const lists = [
    region.constraints,
    region.rejected_alternatives,
    region.semantic_dependencies,
    region.related_annotations,
    region.evidence,
  ]
  return (
    tests.some(({ title }) => title === intent) &&
    reasoning === '' &&
    risk === '' &&
    lists.every((list) => list.length === 0)
  )
}

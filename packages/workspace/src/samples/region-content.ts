import type { Region } from '@chronicle/schema'
import type { SampledRegion } from './sample.ts'

const SHOWN_FIELDS = [
  'intent',
  'reasoning',
  'constraints',
  'risk_notes',
  'rejected_alternatives',
  'semantic_dependencies',
  'related_annotations',
  'held_by_tests',
  'tags',
  'evidence',
] as const

/** Returns the content of a region, without its place and empty fields. */
export function regionContent(region: Region): SampledRegion['region'] {
  const fields = Object.fromEntries(SHOWN_FIELDS.flatMap((key) => (isEmpty(region[key]) ? [] : [[key, region[key]]])))
  return fields as unknown as SampledRegion['region']
}

/** Returns `path — unit (lines 4-9)`, with the parts that a region has. Empty when it is about the whole commit. */
export function placeOfRegion({ file = '', ast_anchor: anchor, lines }: Region): string {
  const where = lines === undefined ? '' : ` (lines ${lines.start}-${lines.end})`
  return `${file}${anchor === undefined ? '' : ` — ${anchor.name}`}${where}`
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0)
}

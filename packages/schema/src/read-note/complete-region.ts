import type { Region, UnknownKeys } from '../annotation.ts'

/** Creates a region from the known fields. Undefined fields are omitted; missing lists are empty. */
export function completeRegion(fields: PartialRegion): Region {
  const present = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<Region>
  return {
    constraints: [],
    semantic_dependencies: [],
    related_annotations: [],
    tags: [],
    rejected_alternatives: [],
    evidence: [],
    corrections: [],
    ...present,
    intent: fields.intent,
  }
}

/** The fields of a region, each of which except the intent may be undefined. */
export type PartialRegion = { readonly [Key in Exclude<keyof Region, 'intent'>]?: Region[Key] | undefined } & {
  readonly intent: string
}

/**
 * Returns the keys of an older document that the model does not know, in an object of their own. Beside the keys of a
 * `chronicle/v1` region they could be mistaken for one of them.
 */
export function legacyKeys(
  format: 'chronicle_v2' | 'chronicle_v3',
  { unknown_keys }: { readonly unknown_keys?: UnknownKeys },
): { readonly unknown_keys?: UnknownKeys } {
  return unknown_keys === undefined ? {} : { unknown_keys: { [format]: unknown_keys } }
}

/** Joins the non-empty texts with line breaks. */
export function joinLines(...texts: readonly (string | undefined)[]): string | undefined {
  const present = texts.filter((text) => text !== undefined && text !== '')
  return present.length === 0 ? undefined : present.join('\n')
}

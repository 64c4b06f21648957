import type { Region, UnknownKeys } from '../annotation.ts'

/** A region out of the fields that are known; undefined ones are left out, lists that are not given are empty. */
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

/** Fields of a region, each of which but the intent may be undefined. */
export type PartialRegion = { readonly [Key in Exclude<keyof Region, 'intent'>]?: Region[Key] | undefined } & {
  readonly intent: string
}

/**
 * Keys that an older document had and the model does not know, in an object of their own: beside those of a
 * `chronicle/v1` region they might be taken for one of its keys.
 */
export function legacyKeys(
  format: 'chronicle_v2' | 'chronicle_v3',
  { unknown_keys }: { readonly unknown_keys?: UnknownKeys },
): { readonly unknown_keys?: UnknownKeys } {
  return unknown_keys === undefined ? {} : { unknown_keys: { [format]: unknown_keys } }
}

/** The texts that there are, one a line. */
export function joinLines(...texts: readonly (string | undefined)[]): string | undefined {
  const present = texts.filter((text) => text !== undefined && text !== '')
  return present.length === 0 ? undefined : present.join('\n')
}

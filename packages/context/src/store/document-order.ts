import { compareText } from '@chronicle/schema'

/** Compares two objects by key. */
export function compareKeys(a: { readonly key: string }, b: { readonly key: string }): number {
  return compareText(a.key, b.key)
}

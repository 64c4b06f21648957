import { groupBy } from '@chronicle/schema'
import type { ConfigSection } from './git-backend.ts'

/** Groups the entries of a section of the configuration by their keys. */
export function valuesByKey(entries: readonly (readonly [key: string, value: string])[]): ConfigSection {
  const groups = groupBy(entries, ([key]) => key)
  return new Map([...groups].map(([key, group]) => [key, group.map(([, value]) => value)]))
}

import { neutralisePath } from '../format/neutralise-text.ts'

/** Maximum number of characters of a name in a message. Names of units and nearly all paths are shorter. */
const MAX_SHOWN = 300

/**
 * Returns a name that was asked for, such as a path or an anchor, for a message: on one line, and only the beginning of
 * what is too long to be one.
 */
export function shownName(name: string): string {
  if (name.length <= MAX_SHOWN) return neutralisePath(name)
  return `${neutralisePath(name.slice(0, MAX_SHOWN).replace(/[\uD800-\uDBFF]$/, ''))}… (${name.length} characters)`
}

import { omitUndefined, parsePlace, type Place } from '@chronicle/schema'

/** The form of a dependency line. */
export const DEPENDENCY_LINE_FORM =
  '<path>:<unit> - <assumption>, such as "src/pool.ts:Pool::acquire - hands out at most four"'

const DEPENDENCY_LINE = /^\s*(?:[-*]\s+)?(\S+?)\s*(?:\s[-–—]+\s|:\s)\s*(.+)$/

/**
 * Parses a line that starts with `file` or `file:anchor`, a dash and the assumption. `undefined`: the line has another
 * form.
 */
export function parseDependencyLine(line: string): (Place & { readonly nature: string }) | undefined {
  const [, place, nature] = DEPENDENCY_LINE.exec(line) ?? []
  if (place === undefined || nature === undefined) return undefined
  const { file, anchor } = parsePlace(place)
  return /[/.]/.test(file) ? { file, ...omitUndefined({ anchor }), nature } : undefined
}

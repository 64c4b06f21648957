import type { ImportFacts } from '../import-facts.ts'

/** An import statement at an offset of the text. */
export interface ImportAt extends Omit<ImportFacts, 'line'> {
  readonly at: number
}

/** Finds the imports of one language. `code` is the text as `maskText` returns it. */
export type Extractor = (text: string, code: string) => Iterable<ImportAt>

/**
 * Returns the original text of a named group that matched in the masked code, or `undefined` if the group did not
 * match. The regular expression must have the flag `d`.
 */
export function textOfGroup(text: string, match: RegExpExecArray, group: string): string | undefined {
  const span = match.indices?.groups?.[group]
  return span === undefined ? undefined : text.slice(...span)
}

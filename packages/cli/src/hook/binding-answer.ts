import { namesCode } from '@chronicle/core/prose'
import type { HistoryReason, LookupOutput } from '@chronicle/schema'

/** Maximum number of files of a commit that does one thing: code, its test, the documentation and the changelog. */
const FILES_OF_ONE_CHANGE = 4
/** A commit with more files is about none of them, even the one it changed most. */
const MAX_FILES = 12

/**
 * Reduces an answer to what is worth interrupting somebody who did not ask: what constrains the code, and what was said
 * about it. Omits quotations of comments that are in the code, reasons for the file's location, statements about
 * deleted code, and how the answer was found. `unit` is the name of the requested unit, or of the unit that contains
 * the requested lines.
 */
export function bindingAnswer(
  { resolved: _, ...answer }: LookupOutput,
  { unit }: { readonly unit: string | undefined },
): LookupOutput {
  return {
    ...answer,
    regions: answer.regions.filter(({ about, comment }) => comment !== 'stands' && about !== 'commit'),
    from_history: (answer.from_history ?? []).filter((reason) => isAboutCode(reason, unit)),
    history: [],
    diagnostics: [],
  }
}

function isAboutCode(reason: HistoryReason, unit: string | undefined): boolean {
  const { about, files_changed: files = Infinity, passages, replaced_by: by, summary = '' } = reason
  // A reverted change does not constrain the code.
  if (by?.relation === 'reverts') return false
  if (isCoined(unit) && namesCode([summary, ...passages.map(({ text }) => text)].join('\n'), [unit])) return true
  if (about === undefined || about === 'enclosing_unit') return files <= MAX_FILES
  // Code outside units is imports and lists, which change along with other code.
  return unit !== undefined && passages.length > 0 && files <= FILES_OF_ONE_CHANGE
}

/** Whether the name of a unit is unlikely to occur in a message as an ordinary word, unlike `run`. */
function isCoined(unit: string | undefined): unit is string {
  const own = unit?.split('::').at(-1) ?? ''
  return /[\p{L}\p{N}]_|[\p{Ll}\p{N}]\p{Lu}/u.test(own)
}

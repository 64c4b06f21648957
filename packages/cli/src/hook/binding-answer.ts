import { namesCode } from '@chronicle/core/prose'
import type { HistoryReason, LookupOutput } from '@chronicle/schema'

/** Files of a commit that does one thing: code, its test, the documentation and the list of changes. */
const FILES_OF_ONE_CHANGE = 4
/** A commit of more files is about none of them, whatever it changed most. */
const MAX_FILES = 12

/**
 * What of an answer is worth an interruption of somebody who did not ask: what binds the code and what was said about
 * it. Left out are quotations of comments that stand in it, why its file is where it is, what was said of code that is
 * gone, and how the answer came about. `unit` is the name of the unit asked about, or that the lines asked about are in.
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
  // What was undone does not bind.
  if (by?.relation === 'reverts') return false
  if (isCoined(unit) && namesCode([summary, ...passages.map(({ text }) => text)].join('\n'), [unit])) return true
  if (about === undefined || about === 'enclosing_unit') return files <= MAX_FILES
  // Outside of units stand imports and lists, which change along with other code.
  return unit !== undefined && passages.length > 0 && files <= FILES_OF_ONE_CHANGE
}

/** Whether the name of a unit is none that stands in a message as an ordinary word, as `run` does. */
function isCoined(unit: string | undefined): unit is string {
  const own = unit?.split('::').at(-1) ?? ''
  return /[\p{L}\p{N}]_|[\p{Ll}\p{N}]\p{Lu}/u.test(own)
}

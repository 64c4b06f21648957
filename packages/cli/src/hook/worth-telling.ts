import type { HistoryReason, LookupOutput } from '@chronicle/schema'

/**
 * A commit of more files than these that does not name the code is about something else: one change of everything, such
 * as new type hints, says nothing that an edit of one place should know.
 */
const MAX_FILES = 5

/**
 * What of an answer is worth an interruption of somebody who did not ask: what binds the code and what was said about
 * it. Left out are quotations of comments that stand in it, what was said of code that is gone, and how the answer came
 * about.
 */
export function worthTelling({ resolved: _, ...answer }: LookupOutput): LookupOutput {
  return {
    ...answer,
    regions: answer.regions.filter(({ comment }) => comment !== 'stands'),
    from_history: (answer.from_history ?? []).filter(isAboutCode),
    history: [],
    diagnostics: [],
  }
}

function isAboutCode({ about, files_changed: files, passages, replaced_by: by }: HistoryReason): boolean {
  // What was undone does not bind, unless its reason is told with it.
  if (by?.relation === 'reverts') return false
  if (about === undefined || about === 'enclosing_unit') return true
  // A subject alone, of a commit about something else, tells nothing of this place.
  return passages.length > 0 && files !== undefined && files <= MAX_FILES
}

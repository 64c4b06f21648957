import type { Diagnostic, NotesRef } from '@chronicle/schema'

export function noNotes(refs: readonly NotesRef[]): Diagnostic {
  const message =
    `No Chronicle annotations found: ${refs.join(', ')} ${refs.length > 1 ? 'do' : 'does'} not exist here. ` +
    `Notes are not fetched by a plain clone: try 'git chronicle sync enable', or record some.`
  return { code: 'no_notes', severity: 'info', message }
}

export const SHALLOW: Diagnostic = {
  code: 'history_incomplete',
  severity: 'warning',
  message:
    'This clone is shallow: lines from before its edge count as written there, and what was recorded on older ' +
    "commits is not found. 'git fetch --unshallow' completes it.",
}

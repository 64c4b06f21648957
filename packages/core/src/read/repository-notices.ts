import type { Diagnostic, NotesRef, ResultAsync } from '@chronicle/schema'
import type { GitError } from '../contracts/git-backend.ts'
import type { ReadContext } from './read-context.ts'

/** Returns the diagnostic for a repository in which nothing is recorded. */
export function noNotesNotice({
  call,
  isPlainClone,
  notesRefs,
}: Pick<ReadContext, 'call' | 'isPlainClone' | 'notesRefs'>): ResultAsync<Diagnostic, GitError> {
  return isPlainClone(call).map((isClone) => noNotes(notesRefs, isClone))
}

function noNotes(refs: readonly NotesRef[], isClone: boolean): Diagnostic {
  const fetching = isClone ? ` A plain clone fetches none; 'git chronicle sync enable' does.` : ''
  const message = `Nothing is recorded: no ${refs.join(', ')} here.${fetching}`
  return { code: 'no_notes', severity: 'info', message }
}

export const NO_COMMITS: Diagnostic = {
  code: 'no_commits',
  severity: 'info',
  message: 'HEAD names a branch that has no commit yet, so nothing is recorded. Commit first.',
}

export const SHALLOW: Diagnostic = {
  code: 'history_incomplete',
  severity: 'warning',
  message:
    'This clone is shallow: older lines count as written at its edge, and what was recorded on older ' +
    "commits is not found. 'git fetch --unshallow' completes it.",
}

import { err, ok, type NotesRef, type Result } from '@chronicle/schema'
import { codedError } from '../contracts/coded-error.ts'
import { withoutCredentials } from '../contracts/without-credentials.ts'
import type { Remote, Remotes } from '../contracts/notes-sharing.ts'
import { fetchRefspec } from './shared-refs.ts'
import type { ShareError } from './share-services.ts'

/**
 * Chooses the remote: the named one; else the only one for which sync is enabled; else, among those with sync enabled
 * or among all, the upstream of the current branch, the only one, or `origin`.
 */
export function chooseRemote(
  { all, upstream }: Remotes,
  notesRef: NotesRef,
  wanted: string | undefined,
): Result<Remote, ShareError> {
  if (all.length === 0) {
    const message =
      'This repository has no remote to share notes with. Add one: git remote add origin <url>. Without one, use git chronicle export and import.'
    return err(codedError('remote_unknown', message, { data: { remotes: [] } }))
  }
  const names = all.map(({ name }) => name)
  if (wanted !== undefined) {
    const named = all.find(({ name }) => name === wanted)
    if (named !== undefined) return ok(named)
    // The argument may be a URL that contains a password.
    const shown = withoutCredentials(wanted)
    const message = `There is no remote ${JSON.stringify(shown)} here. There is: ${names.join(', ')}. Add another with git remote add.`
    return err(codedError('remote_unknown', message, { data: { remote: shown, remotes: names } }))
  }
  const enabled = all.filter(({ name, fetchRefspecs }) => fetchRefspecs.includes(fetchRefspec(notesRef, name)))
  const candidates = enabled.length > 0 ? enabled : all
  const find = (name: string | undefined): Remote | undefined => candidates.find((each) => each.name === name)
  const chosen = candidates.length === 1 ? candidates[0] : (find(upstream) ?? find('origin'))
  if (chosen !== undefined) return ok(chosen)
  const message = `There are several remotes, and none of them is the upstream of this branch or named origin: ${candidates.map(({ name }) => name).join(', ')}. Name the one to share notes with.`
  return err(codedError('remote_unknown', message, { data: { remotes: names } }))
}

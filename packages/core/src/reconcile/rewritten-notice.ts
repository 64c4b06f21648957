import type { Diagnostic } from '@chronicle/schema'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import { createKnownState } from './known-state.ts'

/**
 * Returns a notice that annotated commits were rewritten and not carried, if that is cached. Nothing is searched, so it
 * costs no more than reading a small file. The cache is written by `reconcile`, `doctor` and other commands that count,
 * and is valid until the notes change.
 */
export async function rewrittenNotice(
  storage: CacheStorage | undefined,
  notesTip: string | undefined,
): Promise<Diagnostic | undefined> {
  if (storage === undefined || notesTip === undefined) return undefined
  const known = await createKnownState(storage).at(notesTip)
  if (known === undefined || known.waiting === 0) return undefined
  const commits = known.waiting === 1 ? '1 annotated commit was' : `${known.waiting} annotated commits were`
  return {
    code: 'rewritten_commits',
    severity: 'info',
    message: `${commits} rewritten, and what is recorded there was not carried: see 'git chronicle reconcile --dry-run'.`,
  }
}

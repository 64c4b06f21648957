import type { Diagnostic } from '@chronicle/schema'
import type { CacheStorage } from '../contracts/cache-storage.ts'
import { createKnownState } from './known-state.ts'

/**
 * Says that annotated commits were rewritten and not carried, if that is known: nothing is looked for, so that it costs
 * an answer no more than reading a small file. It is known since `reconcile`, `doctor` or whatever else asked for it last,
 * until the notes change.
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

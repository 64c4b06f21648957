import type { Diagnostic } from '@chronicle/schema'
import type { ReadContext } from '../read/read-context.ts'
import { createKnownState } from './known-state.ts'

/**
 * Says that annotated commits were rewritten, or that `HEAD` has copies of them, and what is recorded there was not
 * carried, if that is known: nothing is looked for, so that it costs an answer no more than reading a small file. It is
 * known since `reconcile`, `doctor` or whatever else asked for it last, until the notes change.
 */
export async function rewrittenNotice(
  { call, git, storage }: Pick<ReadContext, 'call' | 'git' | 'storage'>,
  notes: string | undefined,
): Promise<Diagnostic | undefined> {
  if (storage === undefined || notes === undefined) return undefined
  const known = await createKnownState(storage).last(notes)
  if (known === undefined || known.waiting + known.copied === 0) return undefined
  // What one branch has of others, another one need not have.
  const isHere = known.copied > 0 && (await git.resolve('HEAD', call)).unwrapOr(undefined) === known.head
  const copied = isHere ? known.copied : 0
  if (known.waiting + copied === 0) return undefined
  const what = [
    ...(known.waiting === 0 ? [] : [`${commits(known.waiting)} rewritten`]),
    ...(copied === 0 ? [] : [`${commits(copied)} picked or squashed from another branch`]),
  ].join(', ')
  return {
    code: 'rewritten_commits',
    severity: 'info',
    message: `${what}, and what is recorded there was not carried: see 'git chronicle reconcile --dry-run'.`,
  }
}

function commits(count: number): string {
  return count === 1 ? '1 annotated commit was' : `${count} annotated commits were`
}

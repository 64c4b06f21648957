import type { Diagnostic } from '@chronicle/schema'
import type { ReadContext } from '../read/read-context.ts'
import { createRewriteCountCache } from './rewrite-count-cache.ts'

/**
 * Returns a diagnostic if annotated commits are known to be rewritten or copied to `HEAD`, and their annotations were
 * not carried. Searches nothing, so it costs an answer a small file read, and a look-up of `HEAD` if there are copies.
 * They are known from the last search, such as by `reconcile` or `doctor`, until the notes change.
 */
export async function rewrittenNotice(
  { call, git, storage }: Pick<ReadContext, 'call' | 'git' | 'storage'>,
  notes: string | undefined,
): Promise<Diagnostic | undefined> {
  if (storage === undefined || notes === undefined) return undefined
  const known = await createRewriteCountCache(storage).last(notes)
  if (known === undefined || known.waiting + known.copied === 0) return undefined
  // The counted copies are those of the `HEAD` of that time; another branch may have none.
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
    message: `${what}, but annotations were not carried over: see 'git chronicle reconcile --dry-run'.`,
  }
}

/** Whether a diagnostic says already that annotations were not carried over. */
export function isRewrittenNotice({ code }: Diagnostic): boolean {
  return code === 'rewritten_commits'
}

function commits(count: number): string {
  return count === 1 ? '1 annotated commit was' : `${count} annotated commits were`
}

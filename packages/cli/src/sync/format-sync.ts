import type { SyncedRef, SyncReceipt } from '@chronicle/schema'
import { oneLine } from '../host/one-line.ts'

/** Formats the receipt of a `sync` command for people. */
export function formatSync(receipt: SyncReceipt): string {
  const { action, remote, refs } = receipt
  const name = oneLine(remote.url === undefined ? remote.name : `${remote.name} (${remote.url})`)
  const lines = [headline(receipt, name), ...refs.flatMap((ref) => refLines(ref, action))]
  const next = nextStep(receipt)
  return `${[...lines, ...(next === undefined ? [] : [next])].join('\n')}\n`
}

function headline({ action, enabled, refs }: SyncReceipt, remote: string): string {
  const pulled = sum(refs, 'pulled')
  const pushed = sum(refs, 'pushed')
  switch (action) {
    case 'enable':
      return `${enabled ? `git fetch now brings the notes of ${remote}.` : `The notes of ${remote} are shared.`} ${took(refs)}`
    case 'disable':
      return `git fetch no longer brings the notes of ${remote}. Those here stay.`
    case 'status':
      return enabled ? `Notes are shared with ${remote}.` : `Notes are not fetched from ${remote} by git fetch.`
    case 'pull':
      return `Fetched the notes of ${remote}. ${took(refs)}`
    case 'push':
      if (refs.every(({ tip }) => tip === undefined)) return `Nothing to push to ${remote}.`
      return `${pushed === 0 ? `${remote} has all of it already.` : `Pushed ${notes(refs, 'pushed')} to ${remote}.`}${pulled === 0 ? '' : ` ${took(refs)}`}`
  }
}

function took(refs: readonly SyncedRef[]): string {
  return sum(refs, 'pulled') === 0 ? 'Nothing new.' : `New or changed here: ${notes(refs, 'pulled')}.`
}

function refLines(synced: SyncedRef, action: SyncReceipt['action']): readonly string[] {
  const { ref, status, to_push, to_pull } = synced
  if (status === 'absent' || action === 'disable') return []
  const counts = [...(to_push > 0 ? [`${to_push} to push`] : []), ...(to_pull > 0 ? [`${to_pull} to pull`] : [])]
  const state = status === 'equal' ? 'as at the remote' : counts.length > 0 ? counts.join(', ') : WORDS[status]
  return [`  ${ref}: ${state}`]
}

/** States in which the notes are the same and only their histories differ. */
const WORDS = { ahead: 'to push', behind: 'to pull', diverged: 'to merge', absent: 'none' } as const

function nextStep({ action, enabled, remote, refs }: SyncReceipt): string | undefined {
  if (action === 'disable') return undefined
  if (refs.every(({ status }) => status === 'absent')) return 'Nothing is recorded yet, here or there.'
  if (refs.some(({ status }) => status === 'behind' || status === 'diverged')) {
    return `Next: git chronicle sync pull ${remote.name}`
  }
  if (refs.some(({ status }) => status === 'ahead')) return `Next: git chronicle sync push ${remote.name}`
  return action === 'status' && !enabled ? `Next: git chronicle sync enable ${remote.name}` : undefined
}

function sum(refs: readonly SyncedRef[], key: 'pulled' | 'pushed'): number {
  return refs.reduce((total, ref) => total + ref[key], 0)
}

/**
 * Formats a number of notes. Each ref counts its own commits: an annotation and its correction are two notes of one
 * commit.
 */
function notes(refs: readonly SyncedRef[], key: 'pulled' | 'pushed'): string {
  const count = sum(refs, key)
  if (refs.filter((ref) => ref[key] > 0).length > 1) return `${count} notes`
  return count === 1 ? 'the notes of 1 commit' : `the notes of ${count} commits`
}

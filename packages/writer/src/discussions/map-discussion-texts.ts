import { omitUndefined } from '@chronicle/schema'
import type { Remark } from '@chronicle/core/contracts'
import type { CommitDiscussion } from './commit-discussion.ts'

/** Returns discussions with each text of `discussionWords` replaced, in the same order. */
export function mapDiscussionWords(
  discussions: readonly CommitDiscussion[],
  words: readonly string[],
): readonly CommitDiscussion[] {
  let next = 0
  const take = (text: string): string => words[next++] ?? text
  const replaced = (remark: Remark): Remark => ({ ...remark, text: take(remark.text) })
  return discussions.map(({ change, whole, threads }) => ({
    change: { ...change, title: take(change.title), description: take(change.description) },
    ...omitUndefined({ whole: whole && { ...whole, remarks: whole.remarks.map(replaced) } }),
    threads: threads.map((placed) => ({
      ...placed,
      thread: { ...placed.thread, remarks: placed.thread.remarks.map(replaced) },
    })),
  }))
}

/** Returns every text written in discussions. */
export function discussionWords(discussions: readonly CommitDiscussion[]): readonly string[] {
  return discussions.flatMap(({ change, whole, threads }) => [
    change.title,
    change.description,
    ...(whole?.remarks ?? []).map(({ text }) => text),
    ...threads.flatMap(({ thread }) => thread.remarks.map(({ text }) => text)),
  ])
}

import type { DiscussionThread, Remark } from '@chronicle/core/contracts'
import { omitUndefined } from '@chronicle/schema'
import { readRemark, readReviewComment, type ReviewComment } from './read-github.ts'

/** GitHub's lists for one pull request. */
export interface PullAnswers {
  /** From `/pulls/{number}/comments`: comments on lines. */
  readonly comments: readonly unknown[]
  /** From `/issues/{number}/comments`: comments on the whole pull request. */
  readonly conversation: readonly unknown[]
  /** From `/pulls/{number}/reviews`. */
  readonly reviews: readonly unknown[]
}

/**
 * Groups comments into threads: comments on lines by what they reply to, and everything about the whole pull request in
 * one.
 */
export function githubThreads({ comments, conversation, reviews }: PullAnswers): readonly DiscussionThread[] {
  const onLines = comments.flatMap((entry) => readReviewComment(entry) ?? [])
  const groups = new Map<number, ReviewComment[]>()
  const roots = new Map(onLines.map(({ id, inReplyTo }) => [id, inReplyTo ?? id]))
  for (const comment of onLines) {
    const root = rootOf(comment.id, roots)
    groups.set(root, [...(groups.get(root) ?? []), comment])
  }
  const threads = [...groups.values()].map((group) => threadOf(group.toSorted((a, b) => byTime(a.remark, b.remark))))
  const whole = [...conversation, ...reviews].flatMap((entry) => readRemark(entry) ?? []).toSorted(byTime)
  return [...threads, ...(whole.length === 0 ? [] : [{ remarks: whole }])]
}

/** Finds the first comment of a thread. Replies name that comment; on older servers they name the previous one. */
function rootOf(id: number, parents: ReadonlyMap<number, number>): number {
  let root = id
  for (const seen = new Set<number>(); !seen.has(root);) {
    seen.add(root)
    root = parents.get(root) ?? root
  }
  return root
}

function threadOf(group: readonly ReviewComment[]): DiscussionThread {
  const place = group.map((comment) => comment.place).find((each) => each !== undefined)
  return {
    ...omitUndefined({ place }),
    remarks: group.map(({ remark }) => remark),
  }
}

function byTime(a: Remark, b: Remark): number {
  return a.at - b.at
}

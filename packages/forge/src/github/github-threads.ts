import type { DiscussionThread, Remark } from '@chronicle/core/contracts'
import { omitUndefined } from '@chronicle/schema'
import { readRemark, readReviewComment, type ReviewComment } from './read-github.ts'

/** The lists that GitHub keeps of one pull request. */
export interface PullAnswers {
  /** Of `/pulls/{number}/comments`: on lines. */
  readonly comments: readonly unknown[]
  /** Of `/issues/{number}/comments`: on the whole. */
  readonly conversation: readonly unknown[]
  /** Of `/pulls/{number}/reviews`. */
  readonly reviews: readonly unknown[]
}

/** Puts together what answers each other: comments on lines by what they reply to, and all that is about the whole. */
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

/** Replies name the first comment; what older servers have names the one before. */
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

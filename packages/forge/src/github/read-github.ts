import type { MergedChange, ProposedCommit, Remark, Speaker, ThreadPlace } from '@chronicle/core/contracts'
import { omitUndefined } from '@chronicle/schema'
import { commitAt, countAt, lineAt, objectOf, textAt, timeAt, urlAt, type Answer } from '../http/fields.ts'
import { isProgramName } from '../program-accounts.ts'

/** Parses an entry of `/pulls`. Returns `undefined` if it is not a pull request or was not merged. */
export function readPull(entry: unknown): MergedChange | undefined {
  const pull = objectOf(entry)
  const number = countAt(pull, 'number')
  const mergedAt = timeAt(pull, 'merged_at')
  const url = urlAt(pull, 'html_url')
  if (number === undefined || mergedAt === undefined || url === undefined) return undefined
  const mergeCommit = commitAt(pull, 'merge_commit_sha')
  const headCommit = commitAt(objectOf(pull?.['head']), 'sha')
  return {
    ...{ number, label: `#${number}`, url, mergedAt },
    title: textAt(pull, 'title') ?? '',
    description: textAt(pull, 'body') ?? '',
    author: readSpeaker(pull),
    revision: textAt(pull, 'updated_at') ?? '',
    ...omitUndefined({ mergeCommit, headCommit }),
  }
}

/** Returns the author of an entry. A person's words that an app posted count as a program's. */
function readSpeaker(entry: Answer | undefined): Speaker {
  const user = objectOf(entry?.['user'])
  // The user of a deleted account is absent.
  const name = textAt(user, 'login') ?? 'ghost'
  const program = textAt(user, 'type') === 'Bot' || objectOf(entry?.['performed_via_github_app']) !== undefined
  return { name, program: program || isProgramName(name) }
}

/** Parses a comment of any kind, or a review with a text. */
export function readRemark(entry: unknown): Remark | undefined {
  const comment = objectOf(entry)
  const text = textAt(comment, 'body')
  const url = urlAt(comment, 'html_url')
  const at = timeAt(comment, 'created_at') ?? timeAt(comment, 'submitted_at')
  if (text === undefined || url === undefined || at === undefined) return undefined
  // The review was not submitted yet, or was dismissed.
  if (/^(?:PENDING|DISMISSED)$/.test(textAt(comment, 'state') ?? '')) return undefined
  return { author: readSpeaker(comment), at, url, text }
}

/** A comment on lines, and its thread. */
export interface ReviewComment {
  readonly id: number
  readonly inReplyTo?: number
  readonly remark: Remark
  readonly place?: ThreadPlace
}

/** Parses a comment on lines. */
export function readReviewComment(entry: unknown): ReviewComment | undefined {
  const comment = objectOf(entry)
  const remark = readRemark(comment)
  const id = countAt(comment, 'id')
  if (remark === undefined || id === undefined) return undefined
  const inReplyTo = countAt(comment, 'in_reply_to_id')
  const place = readPlace(comment)
  return {
    ...{ id, remark },
    ...omitUndefined({ inReplyTo, place }),
  }
}

/** Returns the lines at the time of the comment: the current lines are unset if the code has changed since. */
function readPlace(comment: Answer | undefined): ThreadPlace | undefined {
  const path = textAt(comment, 'path')
  if (path === undefined) return undefined
  const side = textAt(comment, 'side') === 'LEFT' ? 'old' : 'new'
  const end = lineAt(comment, 'original_line') ?? lineAt(comment, 'line')
  const start = lineAt(comment, 'original_start_line') ?? lineAt(comment, 'start_line') ?? end
  const sameSide = (textAt(comment, 'start_side') ?? 'RIGHT') === (side === 'old' ? 'LEFT' : 'RIGHT')
  const commit = commitAt(comment, 'original_commit_id')
  const hunk = textAt(comment, 'diff_hunk')
  const isWhole = textAt(comment, 'subject_type') === 'file' || end === undefined || start === undefined
  return {
    ...{ path, side },
    // Lines of the old side are not lines of the reviewed commit.
    ...(commit !== undefined && side !== 'old' && { commit }),
    ...(!isWhole && { lines: { start: sameSide && start <= end ? start : end, end } }),
    ...omitUndefined({ hunk }),
  }
}

/** Parses an entry of a pull request's commits. Returns `undefined` if it is not a commit or is a merge. */
export function readPullCommit(entry: unknown): ProposedCommit | undefined {
  const listed = objectOf(entry)
  const commit = objectOf(listed?.['commit'])
  const id = commitAt(listed, 'sha')
  const message = textAt(commit, 'message')
  if (id === undefined || message === undefined || isMerge(listed?.['parents'])) return undefined
  const authoredAt = timeAt(objectOf(commit?.['author']), 'date')
  return { id, message, ...omitUndefined({ authoredAt }) }
}

function isMerge(parents: unknown): boolean {
  return Array.isArray(parents) && parents.length > 1
}

/** Returns the number of the pull request that a comment or review belongs to. */
export function pullNumberOf(entry: unknown): number | undefined {
  const comment = objectOf(entry)
  const url =
    textAt(comment, 'pull_request_url') ?? (/\/pull\/\d+(?:$|[#?/])/.exec(textAt(comment, 'html_url') ?? '') ?? [])[0]
  const digits = /\/(?:pulls|pull)\/(\d+)(?:$|[#?/])/.exec(url ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}

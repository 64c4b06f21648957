import type { LineRange } from '@chronicle/schema'
import type { DiffHunk } from '@chronicle/core/contracts'
import type { ChangedFile, CommitContext } from '../commit-context.ts'
import { subjectOf } from '../text/subject-of.ts'
import type { RestatementSources } from './find-restatement.ts'

/**
 * What a reader of a commit sees without any annotation: its subject, and of a file the lines that changed, in `lines`
 * of the new side where they are given.
 */
export function restatementSources(context: CommitContext, file?: ChangedFile, lines?: LineRange): RestatementSources {
  const subject = subjectOf(context.commit.message)
  if (file === undefined) return { subject }
  const hunks = lines === undefined ? file.hunks : file.hunks.filter((hunk) => touches(hunk, lines))
  const changed = hunks.flatMap(({ old, new: added }) => [
    ...(file.before?.lines.slice(old.start - 1, old.start - 1 + old.count) ?? []),
    ...(file.after?.lines.slice(added.start - 1, added.start - 1 + added.count) ?? []),
  ])
  return { subject, changed: [file.path, ...changed] }
}

/** Whether a change lies in some lines of the new side. A mere removal lies in the lines on both sides of its place. */
export function touches({ new: { start, count } }: DiffHunk, lines: LineRange): boolean {
  const end = count === 0 ? start + 1 : start + count - 1
  return start <= lines.end && end >= lines.start
}

import type { LineRange } from '@chronicle/schema'
import type { DiffHunk } from '@chronicle/core/contracts'
import { subjectOf } from '@chronicle/core/text'
import type { ChangedFile, CommitContext } from '../commit-context.ts'
import type { RestatementSources } from './find-restatement.ts'

/**
 * Returns what a reader of a commit sees without any annotation: its subject and, for a file, the changed lines,
 * limited to `lines` of the new side if given.
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

/** Whether a change overlaps some lines of the new side. A pure removal counts as the lines on both sides of it. */
export function touches({ new: { start, count } }: DiffHunk, lines: LineRange): boolean {
  const end = count === 0 ? start + 1 : start + count - 1
  return start <= lines.end && end >= lines.start
}

import { omitUndefined } from '@chronicle/schema'
import type { Remark } from '@chronicle/core/contracts'
import type { CommitDiscussion } from './commit-discussion.ts'
import { isProgramReply, isProgramText } from './speech/program-text.ts'
import { spokenText } from './speech/spoken-text.ts'

/**
 * Returns what people wrote in discussions, for read-only use: without text by programs, quotations, suggestions,
 * folded parts and template lines. Discussions in which nobody said anything are left out.
 */
export function withoutProgramRemarks(discussions: readonly CommitDiscussion[]): readonly CommitDiscussion[] {
  return discussions.flatMap((discussion): readonly CommitDiscussion[] => {
    const { change, whole, threads } = discussion
    const byProgram = change.author.program || isProgramText(change.description)
    const spoken = {
      change: {
        ...change,
        ...(change.author.program && { title: '' }),
        description: byProgram || whole === undefined ? '' : spokenText(change.description, whole.template),
      },
      ...omitUndefined({ whole: whole && { ...whole, remarks: whole.remarks.flatMap(spokenRemark) } }),
      threads: threads.flatMap((placed) => {
        const remarks = placed.thread.remarks.flatMap(spokenRemark)
        return remarks.length === 0 ? [] : [{ ...placed, thread: { ...placed.thread, remarks } }]
      }),
    }
    const isSilent =
      spoken.change.description === '' && (spoken.whole?.remarks ?? []).length === 0 && spoken.threads.length === 0
    return isSilent ? [] : [spoken]
  })
}

function spokenRemark(remark: Remark): readonly Remark[] {
  if (remark.author.program || isProgramReply(remark.text)) return []
  const text = spokenText(remark.text)
  return text === '' ? [] : [{ ...remark, text }]
}

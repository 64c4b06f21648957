import type { HistoryReason, PlaceHistoryStats } from '@chronicle/schema'
import type { PageBlock, PageSection } from '../answer/page.ts'
import { count } from '../format/describe-output.ts'
import { shortCommit } from '../format/describe-region.ts'
import { neutralise } from '../format/neutralise-text.ts'
import { commitRemarks } from './commit-remarks.ts'

/**
 * Returns the section of an answer with the reasons from the history, or none without reasons. File names are relative
 * to `folder`.
 */
export function historySections(
  reasons: readonly HistoryReason[] | undefined,
  stats: PlaceHistoryStats | undefined,
  folder = '',
): readonly PageSection[] {
  if (reasons === undefined || reasons.length === 0) return []
  return [
    {
      heading: `History: ${describe(stats)}`,
      blocks: reasons.map((reason) => reasonBlock(reason, folder)),
    },
  ]
}

/** Formats the numbers: `4 of 9 commits` */
function describe(stats: PlaceHistoryStats | undefined): string {
  const { commits = 0, newest_only: isBounded = false, speaking = 0, unseen = 0 } = stats ?? {}
  const older = unseen === 0 ? '' : `; ${unseen} older not looked at`
  return `${speaking} of ${isBounded ? 'the newest ' : ''}${count(commits, 'commit')}${older}`
}

function reasonBlock(reason: HistoryReason, folder: string): PageBlock {
  const { commit, passages, summary, timestamp } = reason
  const remarks = commitRemarks(reason, folder)
  const remark = remarks.length === 0 ? '' : `(${remarks.join('; ')}) `
  const subject = summary === undefined ? '' : withFullStop(summary, passages)
  // A single list item without a subject before it needs no bullet.
  const isAlone = subject === '' && passages.length === 1
  const quoted = isAlone ? passagesText(passages).replace(BULLET, '') : passagesText(passages)
  const parts = [subject, quoted].filter((text) => text !== '')
  return {
    label: `${shortCommit(commit)} ${neutralise(timestamp.slice(0, 4))}`,
    text: `${remark}${parts.join(BULLET.test(quoted) ? '\n' : ' ')}`,
    isPlain: true,
  }
}

const BULLET = /^[-*•+] /u
/** The end of a sentence. Text that lacks it, such as a list item, needs a line break before the next passage. */
const ENDS = /[.!?:;…]["'”’)\]`*_]*$/u

/** Ends a subject with a full stop before further sentences, unless the first of them continues it. */
function withFullStop(subject: string, [first]: HistoryReason['passages']): string {
  return first !== undefined && first.continues !== true && /[\p{L}\p{N})\]>`'"]$/u.test(subject)
    ? `${subject}.`
    : subject
}

/** Joins passages, on one line if they are single lines without a bullet. */
function passagesText(passages: HistoryReason['passages']): string {
  let text = ''
  let isBlock = false
  for (const [at, { continues, source, text: words }] of passages.entries()) {
    const quotation = source === 'comment' ? `${introductionOf(at, passages)}${words}` : words
    const apart = isBlock || words.includes('\n') || /^\s*[-*•+\d]/u.test(words) || !ENDS.test(text)
    text += text === '' ? quotation : `${continues !== true && apart ? '\n' : ' '}${quotation}`
    isBlock = words.includes('\n')
  }
  return text
}

/** Says once for consecutive quotations from comments where they come from. */
function introductionOf(at: number, passages: HistoryReason['passages']): string {
  if (passages[at - 1]?.source === 'comment') return ''
  return passages[at + 1]?.source === 'comment' ? 'In comments that are gone: ' : 'In a comment that is gone: '
}

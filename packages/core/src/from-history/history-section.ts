import type { HistoryReason, PlaceHistoryStats } from '@chronicle/schema'
import type { PageBlock, PageSection } from '../answer/page.ts'
import { count } from '../format/describe-output.ts'
import { shortCommit } from '../format/describe-region.ts'
import { neutralise } from '../format/neutralise-text.ts'

const ABOUT: Readonly<Record<NonNullable<HistoryReason['about']>, string>> = {
  enclosing_unit: 'about the unit around it',
  file: 'about the file',
  change: 'about a larger change',
}

const REPLACED: Readonly<Record<NonNullable<HistoryReason['replaced_by']>['relation'], string>> = {
  reverts: 'reverted by',
  fixes: 'fixed by',
}

/** The section of an answer that says what commits say; none where they say nothing. */
export function historySections(
  reasons: readonly HistoryReason[] | undefined,
  stats: PlaceHistoryStats | undefined,
): readonly PageSection[] {
  if (reasons === undefined || reasons.length === 0) return []
  return [{ heading: 'From the history', facts: [describe(stats)], blocks: reasons.map(reasonBlock) }]
}

/** `4 of the 9 commits that changed it, newest first; not recorded` */
function describe(stats: PlaceHistoryStats | undefined): string {
  const { commits = 0, speaking = 0, unseen = 0 } = stats ?? {}
  const older = unseen === 0 ? '' : `; ${unseen} older not looked at`
  return `not recorded; messages of ${speaking} of ${count(commits, 'commit')} that changed it, newest first${older}`
}

function reasonBlock(reason: HistoryReason): PageBlock {
  const { about, commit, files_changed: files = 0, passages, replaced_by: by, summary, timestamp } = reason
  const remarks = [
    ...(about === undefined ? [] : [about === 'change' && files > 1 ? `one of ${files} files changed` : ABOUT[about]]),
    ...(by === undefined ? [] : [`${REPLACED[by.relation]} ${shortCommit(by.commit)}`]),
  ]
  const subject = remarks.length === 0 ? summary : `${summary} (${remarks.join('; ')})`
  return {
    label: `${shortCommit(commit)} ${neutralise(timestamp.slice(0, 10))}`,
    text: `${subject}\n${passagesText(passages)}`,
  }
}

/** Passages of one paragraph stay in one line. */
function passagesText(passages: HistoryReason['passages']): string {
  let text = ''
  for (const { continues, source, text: words } of passages) {
    const said = source === 'comment' ? `In a comment that is gone: ${words}` : words
    text += text === '' ? said : `${continues === true ? ' ' : '\n'}${said}`
  }
  return text
}

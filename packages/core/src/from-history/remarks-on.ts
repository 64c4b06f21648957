import type { HistoryReason } from '@chronicle/schema'
import { shortCommit } from '../format/describe-region.ts'

const REPLACED: Readonly<Record<NonNullable<HistoryReason['replaced_by']>['relation'], string>> = {
  reverts: 'reverted by',
  fixes: 'fixed by',
}

/** What the commit is about, when that is more than the place asked for, and what became of it. */
export function remarksOn({
  about,
  files_changed: files = 0,
  replaced_by: by,
}: Pick<HistoryReason, 'about' | 'files_changed' | 'replaced_by'>): readonly string[] {
  return [
    ...(about === 'file' ? ['file'] : []),
    ...(about === 'change' ? [files > 1 ? `${files} files` : 'file'] : []),
    ...(by === undefined ? [] : [`${REPLACED[by.relation]} ${shortCommit(by.commit)}`]),
  ]
}

import type { HistoryReason } from '@chronicle/schema'
import { count } from '../format/describe-output.ts'
import { shortCommit } from '../format/describe-region.ts'
import { neutralise, neutralisePath } from '../format/neutralise-text.ts'

const REPLACED: Readonly<Record<NonNullable<HistoryReason['replaced_by']>['relation'], string>> = {
  reverts: 'reverted by',
  fixes: 'fixed by',
}

/**
 * Returns remarks about a commit: its topic if wider than the queried place, whether it was replaced, and what it
 * reverts. File names are relative to `folder`.
 */
export function commitRemarks(
  {
    about,
    files = [],
    files_changed: changed = 0,
    replaced_by: by,
    reverts = [],
  }: Pick<HistoryReason, 'about' | 'files' | 'files_changed' | 'replaced_by' | 'reverts'>,
  folder = '',
): readonly string[] {
  return [
    ...(about === 'file' ? ['file'] : []),
    ...(about === 'enclosing_unit' ? ['enclosing unit'] : []),
    ...(files.length > 0 ? [filesText(files, changed, folder)] : []),
    ...(about === 'change' && files.length === 0 ? [changed > 1 ? `${changed} files` : 'file'] : []),
    ...(by === undefined ? [] : [`${REPLACED[by.relation]} ${shortCommit(by.commit)}`]),
    ...reverts.map(
      ({ commit, subject }) =>
        `reverts ${shortCommit(commit)}${subject === undefined ? '' : ` “${neutralise(subject)}”`}`,
    ),
  ]
}

/** Formats a list of files: `a.ts, b.ts and 3 more files` */
function filesText(files: readonly string[], changed: number, folder: string): string {
  const named = files.map((file) => neutralisePath(folder === '' ? file : file.slice(folder.length + 1)))
  const others = changed - files.length
  return `${named.join(', ')}${others > 0 ? ` and ${count(others, 'more file')}` : ''}`
}

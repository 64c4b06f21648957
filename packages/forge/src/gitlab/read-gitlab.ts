import type {
  DiscussionThread,
  MergedChange,
  ProposedCommit,
  Remark,
  Speaker,
  ThreadPlace,
} from '@chronicle/core/contracts'
import { omitUndefined } from '@chronicle/schema'
import { commitAt, countAt, lineAt, listAt, objectOf, textAt, timeAt, urlAt, type Answer } from '../http/fields.ts'
import { isProgramName } from '../program-accounts.ts'

/** Parses an entry of `/merge_requests`. Returns `undefined` if it is not a merge request or was not merged. */
export function readMergeRequest(entry: unknown): MergedChange | undefined {
  const request = objectOf(entry)
  const number = countAt(request, 'iid')
  const mergedAt = timeAt(request, 'merged_at')
  const url = urlAt(request, 'web_url')
  if (number === undefined || mergedAt === undefined || url === undefined) return undefined
  const mergeCommit = commitAt(request, 'merge_commit_sha')
  const squashCommit = commitAt(request, 'squash_commit_sha')
  const headCommit = commitAt(request, 'sha')
  return {
    ...{ number, label: `!${number}`, url, mergedAt },
    title: textAt(request, 'title') ?? '',
    description: textAt(request, 'description') ?? '',
    author: readSpeaker(request),
    revision: textAt(request, 'updated_at') ?? '',
    ...omitUndefined({ mergeCommit, squashCommit, headCommit }),
  }
}

function readSpeaker(entry: Answer | undefined): Speaker {
  const author = objectOf(entry?.['author'])
  const name = textAt(author, 'username') ?? 'ghost'
  return {
    name,
    program: author?.['bot'] === true || isProgramName(name) || / bot$/i.test(textAt(author, 'name') ?? ''),
  }
}

/** Parses an entry of `/discussions`. Returns `undefined` if nobody wrote anything in it. */
export function readDiscussion(entry: unknown, { url }: MergedChange): DiscussionThread | undefined {
  const discussion = objectOf(entry)
  const notes = listAt(discussion, 'notes')
    .map(objectOf)
    .filter((note) => note !== undefined)
  const remarks = notes.flatMap((note) => readNote(note, url) ?? []).toSorted((a, b) => a.at - b.at)
  if (remarks.length === 0) return undefined
  const place = notes.map(readPlace).find((each) => each !== undefined)
  const resolvable = notes.filter((note) => note['resolvable'] === true)
  return {
    ...omitUndefined({ place }),
    ...(resolvable.length > 0 && { resolved: resolvable.every((note) => note['resolved'] === true) }),
    remarks,
  }
}

/** Parses a note. Returns `undefined` if it is empty or a system note of GitLab. */
function readNote(note: Answer, changeUrl: string): Remark | undefined {
  const text = textAt(note, 'body')
  const at = timeAt(note, 'created_at')
  const id = countAt(note, 'id')
  if (text === undefined || at === undefined || note['system'] === true) return undefined
  return { author: readSpeaker(note), at, url: id === undefined ? changeUrl : `${changeUrl}#note_${id}`, text }
}

function readPlace(note: Answer): ThreadPlace | undefined {
  const position = objectOf(note['position'])
  const type = textAt(position, 'position_type') ?? 'text'
  const newLine = lineAt(position, 'new_line')
  const oldLine = lineAt(position, 'old_line')
  // A line that exists on both sides is unchanged and counts as a line of the new side.
  const side = newLine === undefined && oldLine !== undefined ? 'old' : 'new'
  const path = textAt(position, side === 'old' ? 'old_path' : 'new_path') ?? textAt(position, 'new_path')
  if (path === undefined || (type !== 'text' && type !== 'file')) return undefined
  const end = side === 'old' ? oldLine : newLine
  const start = lineAt(objectOf(objectOf(position?.['line_range'])?.['start']), `${side}_line`) ?? end
  const commit = commitAt(position, side === 'old' ? 'base_sha' : 'head_sha')
  const isWhole = type === 'file' || start === undefined || end === undefined
  return {
    ...{ path, side },
    ...omitUndefined({ commit }),
    ...(!isWhole && { lines: { start: Math.min(start, end), end } }),
  }
}

/** Parses an entry of a merge request's commits. Returns `undefined` if it is not a commit or is a merge. */
export function readMergeRequestCommit(entry: unknown): ProposedCommit | undefined {
  const commit = objectOf(entry)
  const id = commitAt(commit, 'id')
  const message = textAt(commit, 'message') ?? textAt(commit, 'title')
  if (id === undefined || message === undefined || listAt(commit, 'parent_ids').length > 1) return undefined
  const authoredAt = timeAt(commit, 'authored_date')
  return { id, message, ...omitUndefined({ authoredAt }) }
}

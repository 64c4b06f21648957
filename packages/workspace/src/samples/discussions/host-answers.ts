import { omitEmpty } from '@chronicle/schema'
import type { MergedIds } from './discussed-repository.ts'
import type { ScriptedDiscussion, WrittenRemark, WrittenThread } from './parse-discussions.ts'

/** A file with a response as `gh api` or `glab api` writes it. */
interface AnswerFile {
  readonly name: string
  readonly text: string
}

/** Returns the responses of the host to queries about a change. */
export function answersOf(discussion: ScriptedDiscussion, ids: MergedIds): readonly AnswerFile[] {
  const files = discussion.host === 'github' ? githubAnswers(discussion, ids) : gitlabAnswers(discussion, ids)
  return Object.entries(files).map(([name, entries]) => ({
    name: `${discussion.number}/${name}.json`,
    text: JSON.stringify(entries),
  }))
}

type Answers = Readonly<Record<string, readonly object[]>>

function githubAnswers(discussion: ScriptedDiscussion, { proposed, merged, at }: MergedIds): Answers {
  const { number, title, description, author, commits, threads, talk } = discussion
  const url = `https://github.com/acme/shop/pull/${number}`
  let id = number * 100
  const userOf = ({ by, isProgram }: Pick<WrittenRemark, 'by' | 'isProgram'>): object => ({
    ...{ login: by, type: isProgram ? 'Bot' : 'User' },
  })
  const spoken = (remark: WrittenRemark): object => ({
    ...{ user: userOf(remark), body: remark.text, created_at: iso(at - 3600 + (id % 100) * 60) },
  })
  const comments = threads.flatMap((thread) => {
    const root = id + 1
    const { nth, line } = placeOf(discussion, thread)
    return thread.remarks.map((remark, index) => ({
      ...spoken(remark),
      ...{ id: ++id, ...(index === 0 ? {} : { in_reply_to_id: root }) },
      ...{ path: thread.path, side: 'RIGHT', line, original_line: line, subject_type: 'line' },
      ...{ commit_id: proposed.at(-1), original_commit_id: proposed[nth], diff_hunk: hunkOf(discussion, thread) },
      ...{ html_url: `${url}#discussion_r${id}`, pull_request_url: apiOf(number) },
    }))
  })
  const conversation = talk.map((remark) => ({
    ...spoken(remark),
    ...{ id: ++id, html_url: `${url}#issuecomment-${id}`, issue_url: `${apiOf(number)}/comments` },
  }))
  const dates = { created_at: iso(at - 40_000), updated_at: iso(at), closed_at: iso(at), merged_at: iso(at) }
  return {
    pulls: [
      {
        ...{ number, title, body: description === '' ? null : description, html_url: url, state: 'closed', ...dates },
        ...{ user: { login: author, type: 'User' }, merge_commit_sha: merged, head: { sha: proposed.at(-1) } },
      },
    ],
    ...{ comments, conversation },
    commits: commits.map(({ message }, nth) => ({
      sha: proposed[nth],
      commit: { message, author: { name: 'Ada', date: iso(at - 43_200 + nth * 60) } },
      parents: [{}],
    })),
  }
}

function gitlabAnswers(discussion: ScriptedDiscussion, { proposed, merged, at }: MergedIds): Answers {
  const { number, title, description, author, manner, commits, threads, talk } = discussion
  let id = number * 100
  const noteOf = ({ by, isProgram, text }: WrittenRemark, more: object): object => ({
    ...{ id: ++id, body: text, author: { username: by, name: by, ...omitEmpty({ bot: isProgram }) } },
    ...{ created_at: iso(at - 3600 + (id % 100) * 60), system: false },
    ...{ noteable_type: 'MergeRequest', noteable_iid: number, ...more },
  })
  const onLines = threads.map((thread) => {
    const { nth, line } = placeOf(discussion, thread)
    const { path, resolved } = thread
    const shas = { head_sha: proposed[nth], base_sha: proposed[0], start_sha: proposed[0] }
    const position = { ...shas, position_type: 'text', old_path: path, new_path: path, new_line: line, old_line: null }
    return { notes: thread.remarks.map((remark) => noteOf(remark, { resolvable: true, resolved, position })) }
  })
  const opened = {
    ...{ author: { username: author }, state: 'merged' },
    ...{ merged_at: iso(at), updated_at: iso(at) },
  }
  return {
    merge_requests: [
      {
        ...{ iid: number, title, description, ...opened, sha: proposed.at(-1) },
        ...{ web_url: `https://gitlab.com/acme/shop/-/merge_requests/${number}` },
        merge_commit_sha: manner === 'merge' ? merged : null,
        squash_commit_sha: manner === 'squash' ? merged : null,
      },
    ],
    discussions: [...onLines, ...talk.map((remark) => ({ notes: [noteOf(remark, { resolvable: false })] }))],
    commits: commits
      .map(({ message }, nth) => ({
        ...{ id: proposed[nth], short_id: proposed[nth]?.slice(0, 8), message, parent_ids: [] },
        authored_date: iso(at - 43_200 + nth * 60),
      }))
      .toReversed(),
  }
}

/**
 * Returns the position of the last proposed commit whose version of the file contains the text, and the number of that
 * line.
 */
function placeOf(
  { commits }: ScriptedDiscussion,
  { path, at }: WrittenThread,
): { readonly nth: number; readonly line: number } {
  const nth = commits.findLastIndex(({ files }) => files.some((file) => file.path === path && file.after.includes(at)))
  const lines = afterOf(commits[nth]?.files, path).split('\n')
  const line = lines.findIndex((text) => text.includes(at)) + 1
  if (line === 0) throw new Error(`No line of ${path} has: ${at}`)
  return { nth, line }
}

function hunkOf(discussion: ScriptedDiscussion, thread: WrittenThread): string {
  const { nth, line } = placeOf(discussion, thread)
  const lines = afterOf(discussion.commits[nth]?.files, thread.path).split('\n').slice(0, line)
  return [`@@ -0,0 +1,${line} @@`, ...lines.map((text) => `+${text}`)].join('\n')
}

function afterOf(files: ScriptedDiscussion['commits'][number]['files'] | undefined, path: string): string {
  return files?.find((file) => file.path === path)?.after ?? ''
}

function apiOf(number: number): string {
  return `https://api.github.com/repos/acme/shop/pulls/${number}`
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

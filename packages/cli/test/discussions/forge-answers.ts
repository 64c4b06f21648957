import {
  AUTHOR,
  changeUrl,
  remarkUrl,
  type DiscussedChange,
  type DiscussedHistory,
  type Host,
} from './discussed-history.ts'
import type { Routes } from './forge-server.ts'

/** Returns a host's API responses to all requests about some changes, with the host's own keys. */
export function forgeAnswers(host: Host, { changes }: Pick<DiscussedHistory, 'changes'>): Routes {
  const newest = changes.toReversed()
  return new Map<string, unknown>(
    host === 'github'
      ? [
          ['/api/v3/repos/acme/shop/pulls', [openPull(), ...newest.map(pullOf)]],
          ...newest.flatMap((change) => githubRoutes(change)),
        ]
      : [
          ['/api/v4/projects/acme/shop/merge_requests', newest.map(mergeRequestOf)],
          ...newest.flatMap((change) => gitlabRoutes(change)),
        ],
  )
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

function openPull(): object {
  return {
    number: 9999,
    state: 'closed',
    title: 'Given up',
    body: 'It must not be merged, because it is wrong.',
    merged_at: null,
    merge_commit_sha: 'f'.repeat(40),
    updated_at: iso(2_000_000_000),
    html_url: changeUrl('github', 9999),
    user: userOf(AUTHOR),
  }
}

function userOf(login: string): object {
  return { login, id: login.length, type: login.endsWith('[bot]') ? 'Bot' : 'User', site_admin: false }
}

function pullOf({ number, title, description, at, mergeCommit, head }: DiscussedChange): object {
  return {
    ...{ number, state: 'closed', title, locked: false, draft: false },
    body: description === '' ? null : description,
    user: userOf(AUTHOR),
    html_url: changeUrl('github', number),
    created_at: iso(at - 7200),
    updated_at: iso(at),
    closed_at: iso(at),
    merged_at: iso(at),
    merge_commit_sha: mergeCommit,
    head: { ref: `topic-${number}`, sha: head },
    base: { ref: 'main' },
  }
}

function githubRoutes(change: DiscussedChange): (readonly [string, unknown])[] {
  const { number, commits, threads, conversation, at, head } = change
  const api = `https://api.github.com/repos/acme/shop`
  let remark = 0
  const comments = threads.flatMap((thread) => {
    const root = number * 100 + remark
    return thread.remarks.map(({ by, text }, index) => ({
      id: number * 100 + remark,
      ...(index === 0 ? {} : { in_reply_to_id: root }),
      pull_request_review_id: number,
      diff_hunk: hunkUpTo(thread.diff, thread.line),
      path: thread.path,
      commit_id: head,
      original_commit_id: thread.commit,
      ...{ position: thread.outdated ? null : 1, original_position: 1 },
      ...{ line: thread.outdated ? null : thread.line, original_line: thread.line },
      ...{ start_line: null, original_start_line: null, start_side: null, side: 'RIGHT', subject_type: 'line' },
      user: userOf(by),
      body: text,
      created_at: iso(at - 3600 + remark),
      html_url: remarkUrl('github', number, remark++, true),
      pull_request_url: `${api}/pulls/${number}`,
    }))
  })
  const talk = conversation.map(({ by, text }) => ({
    id: number * 100 + remark,
    user: userOf(by),
    body: text,
    created_at: iso(at - 1800 + remark),
    html_url: remarkUrl('github', number, remark++, false),
    issue_url: `${api}/issues/${number}`,
    performed_via_github_app: null,
  }))
  const reviews = [
    {
      id: 1,
      user: userOf('erik'),
      body: '',
      state: 'APPROVED',
      html_url: `${changeUrl('github', number)}#pullrequestreview-1`,
      submitted_at: iso(at),
      pull_request_url: `${api}/pulls/${number}`,
    },
  ]
  const listed = commits.map(({ id, message, at: date }) => ({
    sha: id,
    commit: {
      message,
      author: { name: 'Ana', email: 'ana@example.com', date: iso(date) },
      committer: { date: iso(date) },
    },
    parents: [{ sha: 'e'.repeat(40) }],
  }))
  return [
    [`/api/v3/repos/acme/shop/pulls/${number}/comments`, comments],
    [`/api/v3/repos/acme/shop/issues/${number}/comments`, talk],
    [`/api/v3/repos/acme/shop/pulls/${number}/reviews`, reviews],
    [`/api/v3/repos/acme/shop/pulls/${number}/commits`, listed],
  ]
}

function mergeRequestOf({ number, title, description, at, mergeCommit, squashCommit, head }: DiscussedChange): object {
  return {
    ...{ id: number + 1000, iid: number, project_id: 7, title, description, state: 'merged' },
    author: accountOf(AUTHOR),
    web_url: changeUrl('gitlab', number),
    created_at: iso(at - 7200),
    updated_at: iso(at),
    merged_at: iso(at),
    merge_commit_sha: mergeCommit,
    squash_commit_sha: squashCommit,
    sha: head,
    source_branch: `topic-${number}`,
    target_branch: 'main',
  }
}

function accountOf(username: string): object {
  return { id: username.length, username, name: username, state: 'active', web_url: `https://gitlab.com/${username}` }
}

function gitlabRoutes({ number, commits, threads, conversation, at }: DiscussedChange): (readonly [string, unknown])[] {
  const base = `/api/v4/projects/acme/shop/merge_requests/${number}`
  let remark = 0
  const noteOf = (by: string, text: string, more: object): object => ({
    id: number * 100 + remark,
    body: text,
    author: accountOf(by),
    created_at: iso(at - 3600 + remark++),
    system: false,
    noteable_type: 'MergeRequest',
    noteable_iid: number,
    ...more,
  })
  const onLines = threads.map(({ remarks, commit, base: start, path, line }, index) => {
    const position = {
      base_sha: start,
      start_sha: start,
      head_sha: commit,
      old_path: path,
      new_path: path,
      position_type: 'text',
      old_line: null,
      new_line: line,
      line_range: null,
    }
    const notes = remarks.map(({ by, text }) =>
      noteOf(by, text, { type: 'DiffNote', resolvable: true, resolved: false, position }),
    )
    return { id: `d${number}-${index}`, individual_note: false, notes }
  })
  const talk = conversation.map(({ by, text }, index) => ({
    id: `c${number}-${index}`,
    individual_note: true,
    notes: [noteOf(by, text, { type: null, resolvable: false })],
  }))
  const system = {
    id: `s${number}`,
    individual_note: true,
    notes: [
      {
        id: 1,
        body: 'approved this merge request, because it must be',
        author: accountOf('erik'),
        created_at: iso(at),
        system: true,
      },
    ],
  }
  const listed = commits.map(({ id, message, at: date }) => ({
    id,
    short_id: id.slice(0, 8),
    title: message,
    message,
    parent_ids: [],
    authored_date: iso(date),
  }))
  const versions = threads.map(({ commit, base: start }, index) => ({
    id: number * 10 + index,
    head_commit_sha: commit,
    base_commit_sha: start,
  }))
  return [
    [`${base}/discussions`, [...onLines, ...talk, system]],
    [`${base}/commits`, listed.toReversed()],
    [`${base}/versions`, versions],
    ...threads.map(({ path, diff }, index): readonly [string, unknown] => [
      `${base}/versions/${number * 10 + index}`,
      { id: number * 10 + index, diffs: [{ old_path: path, new_path: path, diff: diff.slice(diff.indexOf('@@')) }] },
    ]),
  ]
}

/** Returns a hunk in GitHub's form, which ends with the commented line. */
function hunkUpTo(diff: string, line: number): string {
  const part: string[] = []
  let next = Infinity
  for (const text of diff.split('\n')) {
    const [, start] = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(text) ?? []
    if (start !== undefined) {
      part.splice(0, Infinity)
      next = Number(start)
      part.push(text)
      continue
    }
    part.push(text)
    if (text.startsWith('-')) continue
    if (next++ === line) return part.join('\n')
  }
  throw new Error(`no line ${line} in ${diff}`)
}

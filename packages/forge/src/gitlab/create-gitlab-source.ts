import { ok, safeTry } from '@chronicle/schema'
import type { DiscussionSource } from '@chronicle/core/contracts'
import { createForgeClient, type ForgeConnection } from '../http/forge-client.ts'
import { listUntil } from '../http/list-until.ts'
import type { ForgeRepository } from '../repository/parse-remote-url.ts'
import { withDiffParts } from './with-diff-parts.ts'
import { readDiscussion, readMergeRequest, readMergeRequestCommit } from './read-gitlab.ts'

/**
 * Creates a source that reads merge requests from gitlab.com or any other GitLab. A token is optional; it needs read
 * access to the API.
 */
export function createGitlabSource({ host, path }: ForgeRepository, connection: ForgeConnection): DiscussionSource {
  const client = createForgeClient(connection, {
    host: 'GitLab',
    tokenVariable: 'GITLAB_TOKEN',
    repository: path,
    headers: { accept: 'application/json', 'user-agent': 'git-chronicle' },
  })
  const base = `projects/${encodeURIComponent(path)}/merge_requests`

  const listMerged: DiscussionSource['listMerged'] = (request = {}, call = {}) => {
    const pages = client.pages(`${base}?state=merged&order_by=updated_at&sort=desc&per_page=100`, call)
    return listUntil(pages, readMergeRequest, request)
  }

  // GitLab lists the newest commits first.
  const listCommits: DiscussionSource['listCommits'] = ({ number }, call = {}) =>
    client
      .listAll(`${base}/${number}/commits?per_page=100`, call)
      .map((listed) => ({ commits: listed.flatMap((entry) => readMergeRequestCommit(entry) ?? []).toReversed() }))

  const listThreads: DiscussionSource['listThreads'] = (change, call = {}) =>
    safeTry(async function* () {
      const listed = yield* client.listAll(`${base}/${change.number}/discussions?per_page=100`, call)
      const read = listed.flatMap((entry) => readDiscussion(entry, change) ?? [])
      const threads = yield* withDiffParts(client, `${base}/${change.number}`, read, call)
      return ok({ threads, diagnostics: [] })
    })

  return { name: 'gitlab', repository: `${host}/${path}`, listMerged, listCommits, listThreads }
}

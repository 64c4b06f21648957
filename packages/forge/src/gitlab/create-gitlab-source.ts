import { ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type {
  CallOptions,
  DiscussedThreads,
  DiscussionError,
  DiscussionSource,
  MergedChange,
  MergedChangesRequest,
  ProposedCommits,
} from '@chronicle/core/contracts'
import { createForgeClient, type ForgeConnection } from '../http/forge-client.ts'
import { listUntil } from '../http/list-until.ts'
import type { ForgeRepository } from '../repository/parse-remote-url.ts'
import { withDiffParts } from './with-diff-parts.ts'
import { readDiscussion, readMergeRequest, readMergeRequestCommit } from './read-gitlab.ts'

/** Reads merge requests of GitLab, at gitlab.com or anywhere else. Needs a token that may read the API, if any. */
export function createGitlabSource({ host, path }: ForgeRepository, connection: ForgeConnection): DiscussionSource {
  const client = createForgeClient(connection, {
    host: 'GitLab',
    tokenVariable: 'GITLAB_TOKEN',
    repository: path,
    headers: { accept: 'application/json', 'user-agent': 'git-chronicle' },
  })
  const base = `projects/${encodeURIComponent(path)}/merge_requests`

  function listMerged(
    request: MergedChangesRequest,
    call: CallOptions,
  ): ResultAsync<readonly MergedChange[], DiscussionError> {
    return safeTry(async function* () {
      const pages = client.pages(`${base}?state=merged&order_by=updated_at&sort=desc&per_page=100`, call)
      return listUntil(pages, readMergeRequest, 'updated_at', request)
    })
  }

  function listCommits({ number }: MergedChange, call: CallOptions): ResultAsync<ProposedCommits, DiscussionError> {
    return safeTry(async function* () {
      const listed = yield* client.all(`${base}/${number}/commits?per_page=100`, call)
      // GitLab lists the newest first.
      return ok({ commits: listed.flatMap((entry) => readMergeRequestCommit(entry) ?? []).toReversed() })
    })
  }

  function listThreads(change: MergedChange, call: CallOptions): ResultAsync<DiscussedThreads, DiscussionError> {
    return safeTry(async function* () {
      const listed = yield* client.all(`${base}/${change.number}/discussions?per_page=100`, call)
      const read = listed.flatMap((entry) => readDiscussion(entry, change) ?? [])
      const threads = await withDiffParts(client, `${base}/${change.number}`, read, call)
      return threads.map((all) => ({ threads: all, diagnostics: [] }))
    })
  }

  return {
    name: 'gitlab',
    repository: `${host}/${path}`,
    listMerged: (request = {}, call = {}) => listMerged(request, call),
    listCommits: (change, call = {}) => listCommits(change, call),
    listThreads: (change, call = {}) => listThreads(change, call),
  }
}

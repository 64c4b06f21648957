import { ok, omitEmpty, safeTry, type ResultAsync } from '@chronicle/schema'
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
import { githubThreads } from './github-threads.ts'
import { readPull, readPullCommit } from './read-github.ts'

/** GitHub lists no more commits of a pull request than these. */
const MAX_COMMITS = 250

/** Reads pull requests of GitHub, or of GitHub Enterprise. Needs read access to pull requests and nothing else. */
export function createGithubSource({ host, path }: ForgeRepository, connection: ForgeConnection): DiscussionSource {
  const client = createForgeClient(connection, {
    host: 'GitHub',
    tokenVariable: 'GITHUB_TOKEN',
    repository: path,
    headers: {
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      'user-agent': 'git-chronicle',
    },
  })
  const base = `repos/${path.split('/').map(encodeURIComponent).join('/')}`

  function listMerged(
    request: MergedChangesRequest,
    call: CallOptions,
  ): ResultAsync<readonly MergedChange[], DiscussionError> {
    return safeTry(async function* () {
      const pages = client.pages(`${base}/pulls?state=closed&sort=updated&direction=desc&per_page=100`, call)
      return listUntil(pages, readPull, 'updated_at', request)
    })
  }

  function listCommits({ number }: MergedChange, call: CallOptions): ResultAsync<ProposedCommits, DiscussionError> {
    return safeTry(async function* () {
      const listed = yield* client.all(`${base}/pulls/${number}/commits?per_page=100`, call)
      const commits = listed.flatMap((entry) => readPullCommit(entry) ?? [])
      return ok({ commits, ...omitEmpty({ cutOff: listed.length >= MAX_COMMITS }) })
    })
  }

  function listThreads({ number }: MergedChange, call: CallOptions): ResultAsync<DiscussedThreads, DiscussionError> {
    return safeTry(async function* () {
      const comments = yield* client.all(`${base}/pulls/${number}/comments?per_page=100`, call)
      const conversation = yield* client.all(`${base}/issues/${number}/comments?per_page=100`, call)
      const reviews = yield* client.all(`${base}/pulls/${number}/reviews?per_page=100`, call)
      const answers = { comments, conversation, reviews }
      return ok({ threads: githubThreads(answers), diagnostics: [] })
    })
  }

  return {
    name: 'github',
    repository: `${host}/${path}`,
    listMerged: (request = {}, call = {}) => listMerged(request, call),
    listCommits: (change, call = {}) => listCommits(change, call),
    listThreads: (change, call = {}) => listThreads(change, call),
  }
}

import { ok, omitEmpty, safeTry } from '@chronicle/schema'
import type { DiscussionSource } from '@chronicle/core/contracts'
import { createForgeClient, type ForgeConnection } from '../http/forge-client.ts'
import { listUntil } from '../http/list-until.ts'
import type { ForgeRepository } from '../repository/parse-remote-url.ts'
import { githubThreads } from './github-threads.ts'
import { readPull, readPullCommit } from './read-github.ts'

/** Maximum number of commits that GitHub lists for a pull request. */
const MAX_COMMITS = 250

/**
 * Creates a source that reads pull requests from GitHub or GitHub Enterprise. Needs only read access to pull requests.
 */
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

  const listMerged: DiscussionSource['listMerged'] = (request = {}, call = {}) => {
    const pages = client.pages(`${base}/pulls?state=closed&sort=updated&direction=desc&per_page=100`, call)
    return listUntil(pages, readPull, request)
  }

  const listCommits: DiscussionSource['listCommits'] = ({ number }, call = {}) =>
    client.listAll(`${base}/pulls/${number}/commits?per_page=100`, call).map((listed) => ({
      commits: listed.flatMap((entry) => readPullCommit(entry) ?? []),
      ...omitEmpty({ cutOff: listed.length >= MAX_COMMITS }),
    }))

  const listThreads: DiscussionSource['listThreads'] = ({ number }, call = {}) =>
    safeTry(async function* () {
      const comments = yield* client.listAll(`${base}/pulls/${number}/comments?per_page=100`, call)
      const conversation = yield* client.listAll(`${base}/issues/${number}/comments?per_page=100`, call)
      const reviews = yield* client.listAll(`${base}/pulls/${number}/reviews?per_page=100`, call)
      return ok({ threads: githubThreads({ comments, conversation, reviews }), diagnostics: [] })
    })

  return { name: 'github', repository: `${host}/${path}`, listMerged, listCommits, listThreads }
}

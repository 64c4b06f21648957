import { err, ok, okAsync, ResultAsync, type Result } from '@chronicle/schema'
import {
  codedError,
  type DiscussedThreads,
  type DiscussionError,
  type DiscussionSource,
  type MergedChange,
  type MergedChangesRequest,
  type ProposedCommits,
} from '@chronicle/core/contracts'
import { readPull, readPullCommit } from '../github/read-github.ts'
import { githubThreads } from '../github/github-threads.ts'
import { readDiscussion, readMergeRequest, readMergeRequestCommit } from '../gitlab/read-gitlab.ts'
import { parseRemoteUrl } from '../repository/parse-remote-url.ts'
import {
  githubKind,
  githubNumber,
  gitlabKind,
  gitlabNumber,
  sortEntries,
  type AnswerFile,
  type SortedEntries,
} from './sort-entries.ts'

/**
 * Creates a source that reads merged changes from files with saved API responses, without requests to any host. Entries
 * from different files are matched by the numbers they contain, or else by the number in the path of their file.
 * `repository`: host and path, if the address of the first change does not contain them.
 */
export function createFileSource(
  kind: 'github' | 'gitlab',
  files: readonly AnswerFile[],
  repository = 'files',
): DiscussionSource {
  const { read, commitsOf, threadsOf, sorted } = readersOf(kind, files)

  function listMerged(request: MergedChangesRequest): Result<readonly MergedChange[], DiscussionError> {
    const { since = -Infinity, limit = Infinity, wanted = () => true } = request
    const changes = new Map<number, MergedChange>()
    for (const entry of sorted.changes) {
      const change = read(entry)
      const known = change === undefined ? undefined : changes.get(change.number)
      if (change !== undefined && (known === undefined || known.revision <= change.revision)) {
        changes.set(change.number, change)
      }
    }
    if (sorted.changes.length === 0) {
      const [noun, expected] =
        kind === 'github'
          ? ['pull request', 'repos/{owner}/{repo}/pulls?state=closed']
          : ['merge request', 'merge_requests?state=merged']
      const message = `No ${noun} is in ${filesText(files)}. ${sorted.diagnostics[0]?.message ?? ''} Write the answer to ${expected} into one of the files.`
      return err(
        codedError('discussion_file_unreadable', message.replace(/ {2,}/g, ' '), {
          data: { files: files.map(({ name }) => name) },
        }),
      )
    }
    return ok(
      [...changes.values()]
        .toSorted((a, b) => b.mergedAt - a.mergedAt || b.number - a.number)
        .filter((change) => change.mergedAt >= since && wanted(change))
        .slice(0, limit),
    )
  }

  return {
    name: kind,
    repository: repositoryOf(sorted.changes, read) ?? repository,
    listMerged: (request = {}) => new ResultAsync(Promise.resolve(listMerged(request))),
    listCommits: (change) => okAsync(commitsOf(change)),
    listThreads: (change) => okAsync({ ...threadsOf(change), diagnostics: sorted.diagnostics }),
  }
}

/** Returns the host and the path in the address of the first change: `github.com/acme/shop`. */
function repositoryOf(entries: readonly unknown[], read: Readers['read']): string | undefined {
  const first = entries.find((entry) => read(entry) !== undefined)
  const url = first === undefined ? undefined : read(first)?.url
  const [address] = /^.+(?=\/(?:pull|-\/merge_requests)\/\d+)/.exec(url ?? '') ?? []
  const found = address === undefined ? undefined : parseRemoteUrl(address)
  return found && `${found.host}/${found.path}`
}

interface Readers {
  readonly sorted: SortedEntries
  readonly read: (entry: unknown) => MergedChange | undefined
  readonly commitsOf: (change: MergedChange) => ProposedCommits
  readonly threadsOf: (change: MergedChange) => Pick<DiscussedThreads, 'threads'>
}

function readersOf(kind: 'github' | 'gitlab', files: readonly AnswerFile[]): Readers {
  if (kind === 'github') {
    const sorted = sortEntries(files, githubKind, githubNumber)
    return {
      sorted,
      read: readPull,
      commitsOf: ({ number }) => ({
        commits: sorted.of('commit', number).flatMap((entry) => readPullCommit(entry) ?? []),
      }),
      threadsOf: ({ number }) => ({
        threads: githubThreads({
          comments: sorted.of('comment', number),
          conversation: sorted.of('conversation', number),
          reviews: sorted.of('review', number),
        }),
      }),
    }
  }
  const sorted = sortEntries(files, gitlabKind, gitlabNumber)
  return {
    sorted,
    read: readMergeRequest,
    commitsOf: ({ number }) => ({
      commits: sorted
        .of('commit', number)
        .flatMap((entry) => readMergeRequestCommit(entry) ?? [])
        .toReversed(),
    }),
    threadsOf: (change) => ({
      threads: [
        ...sorted.of('discussion', change.number),
        ...sorted.of('conversation', change.number).map((note) => ({ notes: [note] })),
      ].flatMap((entry) => readDiscussion(entry, change) ?? []),
    }),
  }
}

function filesText(files: readonly AnswerFile[]): string {
  const [first] = files
  if (first === undefined) return 'no file'
  return files.length === 1 ? first.name : `the ${files.length} files from ${first.name} on`
}

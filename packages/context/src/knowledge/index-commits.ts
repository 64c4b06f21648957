import type { CallOptions, Commit, GitBackend, KnowledgeDocument, KnowledgeStore } from '@chronicle/core/contracts'
import { ok, safeTry, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { subjectOf } from '@chronicle/core/text'
import type { ContextError } from '../context-error.ts'
import { checkAborted } from '../failure.ts'
import { termsOfWords } from '../words/terms.ts'

/** Maximum number of commits of a history to index, newest first. */
export const MAX_COMMITS = 5_000
/** Maximum number of files of a commit. A larger commit is about the repository, not about a task. */
const MAX_FILES = 30
const BATCH = 1_000

const BOT = /\[bot\]|dependabot|renovate|greenkeeper|pyup/i

/** A past change: the task in words, and the files that it changed. */
export interface CommitFacts {
  readonly subject: string
  /** Committer time in seconds. */
  readonly time: number
  readonly files: readonly RepoPath[]
}

/**
 * Adds the facts of missing commits to the store. The facts of a commit at the edge of a shallow clone are unknown
 * until its parents are fetched, so it stays missing.
 */
export function indexCommits(
  git: GitBackend,
  store: KnowledgeStore,
  missing: readonly CommitId[],
  call: CallOptions,
): ResultAsync<void, ContextError> {
  return safeTry(async function* () {
    const { shallow } = yield* git.describe(call)
    for (let from = 0; from < missing.length; from += BATCH) {
      yield* checkAborted(call.signal)
      const ids = missing.slice(from, from + BATCH)
      const commits = yield* git.readCommits(ids, call)
      const paths = git.changedPaths === undefined ? undefined : yield* git.changedPaths(ids, call)
      const known = shallow
        ? ids.filter((id) => commits.get(id)?.parents.length !== 0 || (paths?.get(id)?.length ?? 0) > 0)
        : ids
      const documents = known.map((id) => documentOf(id, commits.get(id), paths?.get(id) ?? []))
      yield* store.add('commits', documents, call)
      call.onProgress?.({ step: 'indexing commits', done: from + ids.length, total: missing.length })
    }
    return ok()
  })
}

/** Returns the term that finds the commits that changed a file. Words never contain `:`. */
export function pathTerm(path: string): string {
  return `path:${path}`
}

function documentOf(id: CommitId, commit: Commit | undefined, files: readonly RepoPath[]): KnowledgeDocument {
  const isInformative = commit !== undefined && tells(commit, files)
  const subject = isInformative ? subjectOf(commit.message) : ''
  const facts: CommitFacts = { subject, time: commit?.committer.time ?? 0, files: isInformative ? files : [] }
  const terms = new Map<string, readonly number[]>()
  let length = 0
  if (isInformative) {
    for (const term of termsOfWords(commit.message)) {
      length++
      terms.set(term, [(terms.get(term)?.[0] ?? 0) + 1])
    }
    for (const path of files) terms.set(pathTerm(path), [1])
  }
  return { key: id, value: JSON.stringify(facts), lengths: [length], terms }
}

function tells({ parents, author, message }: Commit, files: readonly RepoPath[]): boolean {
  if (parents.length > 1 || files.length === 0 || files.length > MAX_FILES) return false
  return !BOT.test(`${author.name} ${author.email}`) && message.trim() !== ''
}

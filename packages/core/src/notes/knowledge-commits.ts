import {
  DECIDED_IN,
  LEARNED_FROM,
  ok,
  safeTry,
  type Annotation,
  type CommitId,
  type Region,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError } from '../contracts/git-backend.ts'

/** The object that a `chronicle/knowledge-v1` note is on: the tree without entries, by object format. */
const EMPTY_TREES: ReadonlySet<string> = new Set([
  '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
])

/** Whether a note is about the repository: it is on the empty tree, which no history reaches. */
export function isRepositoryNote(object: CommitId): boolean {
  return EMPTY_TREES.has(object)
}

/**
 * The commit that each region of a note about the repository is shown under: the one it was decided in or learned
 * from, where there is such a commit; otherwise the object that the note is on.
 */
export function knowledgeCommits(
  { commit: object, regions }: Annotation,
  git: GitBackend,
  call: CallOptions,
): ResultAsync<ReadonlyMap<Region, CommitId>, GitError> {
  return safeTry(async function* () {
    const commits = new Map<Region, CommitId>()
    const resolved = new Map<string, CommitId | undefined>()
    for (const region of regions) {
      const link = region.related_annotations.find(({ relationship }) => ORIGINS.has(relationship))
      if (link !== undefined && !resolved.has(link.commit)) {
        const found = yield* git.resolve(link.commit, call)
        resolved.set(link.commit, found)
      }
      commits.set(region, (link && resolved.get(link.commit)) ?? object)
    }
    return ok(commits)
  })
}

const ORIGINS: ReadonlySet<string> = new Set([DECIDED_IN, LEARNED_FROM])

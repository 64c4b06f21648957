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

/** The empty tree in each object format. A `chronicle/knowledge-v1` note about the repository is attached to it. */
const EMPTY_TREES: ReadonlySet<string> = new Set([
  '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
])

/** Whether a note is about the repository: such a note is attached to the empty tree, which no history reaches. */
export function isRepositoryNote(object: CommitId): boolean {
  return EMPTY_TREES.has(object)
}

/**
 * Returns the commit under which each region of a note about the repository is shown: the commit in which it was
 * decided or from which it was learned, if there is one, else the object that the note is attached to.
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

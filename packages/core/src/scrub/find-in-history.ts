import { ok, safeTry, type BlobId, type CommitId, type ResultAsync, type TreeId } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError, NotesTip } from '../contracts/git-backend.ts'

/** Number of objects read in one batch. */
const BATCH = 500

/**
 * Whether any blob that a notes ref has ever contained, except the known ones, passes the test. Reads the whole
 * history.
 */
export function findInHistory(
  git: GitBackend,
  tip: NotesTip,
  known: ReadonlySet<BlobId>,
  test: (bytes: Uint8Array) => boolean,
  call: CallOptions,
): ResultAsync<boolean, GitError> {
  return safeTry(async function* () {
    const trees = yield* rootTrees(git, tip, call)
    const seen = new Set<string>(known)
    let pending: readonly TreeId[] = [...new Set(trees)]
    while (pending.length > 0) {
      const [now, later] = [pending.slice(0, BATCH), pending.slice(BATCH)]
      const entries = yield* git.readTrees(now, call)
      const fresh = [...entries.values()].flat().filter(({ id }) => !seen.has(id))
      for (const { id } of fresh) seen.add(id)
      const folders = fresh.filter(({ kind }) => kind === 'tree').map(({ id }) => id as TreeId)
      const blobs = fresh.filter(({ kind }) => kind === 'file' || kind === 'executable').map(({ id }) => id as BlobId)
      for (let start = 0; start < blobs.length; start += BATCH) {
        const contents = yield* git.readBlobs([...new Set(blobs.slice(start, start + BATCH))], call)
        if ([...contents.values()].some(test)) return ok(true)
      }
      pending = [...new Set([...folders, ...later])]
    }
    return ok(false)
  })
}

function rootTrees(git: GitBackend, tip: NotesTip, call: CallOptions): ResultAsync<readonly TreeId[], GitError> {
  return safeTry(async function* () {
    const trees: TreeId[] = []
    const seen = new Set<CommitId>([tip])
    let pending: readonly CommitId[] = [tip]
    while (pending.length > 0) {
      const commits = yield* git.readCommits(pending, call)
      const parents = [...commits.values()].flatMap((commit) => commit.parents)
      trees.push(...[...commits.values()].map(({ tree }) => tree))
      pending = [...new Set(parents)].filter((parent) => !seen.has(parent))
      for (const parent of pending) seen.add(parent)
    }
    return ok(trees)
  })
}

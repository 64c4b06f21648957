import { err, ok, type BlobId, type CommitId, type Result, type TreeId } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { GitBackend, GitError, NotesTip } from '../contracts/git-backend.ts'

/** Objects read at a time. */
const BATCH = 500

/** Whether any blob that a notes ref has ever held, besides those given, passes the test. Reads the whole history. */
export async function findInHistory(
  git: GitBackend,
  tip: NotesTip,
  known: ReadonlySet<BlobId>,
  test: (bytes: Uint8Array) => boolean,
  call: CallOptions,
): Promise<Result<boolean, GitError>> {
  const trees = await rootTrees(git, tip, call)
  if (trees.isErr()) return err(trees.error)
  const seen = new Set<string>(known)
  let pending: readonly TreeId[] = [...new Set(trees.value)]
  while (pending.length > 0) {
    const [now, later] = [pending.slice(0, BATCH), pending.slice(BATCH)]
    const entries = await git.readTrees(now, call)
    if (entries.isErr()) return err(entries.error)
    const fresh = [...entries.value.values()].flat().filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    const folders = fresh.filter(({ kind }) => kind === 'tree').map(({ id }) => id as TreeId)
    const blobs = fresh.filter(({ kind }) => kind === 'file' || kind === 'executable').map(({ id }) => id as BlobId)
    for (let start = 0; start < blobs.length; start += BATCH) {
      const contents = await git.readBlobs([...new Set(blobs.slice(start, start + BATCH))], call)
      if (contents.isErr()) return err(contents.error)
      if ([...contents.value.values()].some(test)) return ok(true)
    }
    pending = [...new Set([...folders, ...later])]
  }
  return ok(false)
}

async function rootTrees(
  git: GitBackend,
  tip: NotesTip,
  call: CallOptions,
): Promise<Result<readonly TreeId[], GitError>> {
  const trees: TreeId[] = []
  const seen = new Set<CommitId>([tip])
  let pending: readonly CommitId[] = [tip]
  while (pending.length > 0) {
    const commits = await git.readCommits(pending, call)
    if (commits.isErr()) return err(commits.error)
    const parents = [...commits.value.values()].flatMap((commit) => commit.parents)
    trees.push(...[...commits.value.values()].map(({ tree }) => tree))
    pending = [...new Set(parents)].filter((parent) => !seen.has(parent))
    for (const parent of pending) seen.add(parent)
  }
  return ok(trees)
}

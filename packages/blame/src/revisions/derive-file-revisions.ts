import {
  codedError,
  type FileRevision,
  type FileRevisionsRequest,
  type GitError,
  type TreeEntry,
} from '@chronicle/core/contracts'
import { err, ok, omitUndefined, safeTry, type BlobId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { CommitQueue } from '../commit-queue.ts'
import { listCommits } from '../history/list-commits.ts'
import { asFile, type CommitNode, type ObjectReader } from '../object-reader.ts'
import { detectRenames } from '../renames/detect-renames.ts'
import { diffTrees } from '../renames/diff-trees.ts'

/**
 * Derives `GitBackend.fileRevisions` from commits, trees and blobs: walks from a commit to its parents, using the
 * file's name in each of them. Fails with `missing_object` when a required object is missing, with `aborted`, and with
 * every error of the backend.
 */
export function deriveFileRevisions(
  reader: ObjectReader,
  request: FileRevisionsRequest,
): ResultAsync<readonly FileRevision[], GitError> {
  return safeTry(async function* () {
    if (reader.isAborted()) return err(abortedRevisions(request))
    const { exclude = [], from, path, since = -Infinity } = request
    const listed = exclude.length === 0 ? undefined : yield* listCommits(reader, { from, exclude })
    const allowed = listed && new Set(listed.map(({ id }) => id))
    const queue = new CommitQueue<QueuedFile>()
    const seen = new Set<string>()
    const add = ({ commit, path: name }: NamedFile): void => {
      const key = `${commit.id} ${name}`
      if (!seen.has(key) && commit.time >= since && allowed?.has(commit.id) !== false)
        queue.push({ commit, path: name, time: commit.time })
      seen.add(key)
    }
    add({ commit: yield* reader.commit(from), path })
    const revisions: FileRevision[] = []
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
      if (reader.isAborted()) return err(abortedRevisions(request))
      const { revision, parents } = yield* compareWithParents(reader, file)
      if (revision !== undefined) revisions.push(revision)
      parents.forEach(add)
    }
    return ok(revisions)
  })
}

/** A path in a commit, whether or not a file exists there. */
interface NamedFile {
  readonly commit: CommitNode
  readonly path: RepoPath
}

interface QueuedFile extends NamedFile {
  readonly time: number
}

interface Step {
  readonly revision?: FileRevision
  /** The parents at which the walk continues. */
  readonly parents: readonly NamedFile[]
}

function compareWithParents(reader: ObjectReader, { commit, path }: NamedFile): ResultAsync<Step, GitError> {
  return safeTry(async function* () {
    const parents = yield* reader.commits(commit.parents)
    const trees = [commit, ...parents].map(({ tree }) => tree)
    const [own, ...theirs] = yield* reader.entries(trees, path)
    const same = parents.find((_, index) => isSame(own, theirs[index]))
    if (same !== undefined) return ok<Step>({ parents: [{ commit: same, path }] })
    const blob = blobOf(own)
    const next: (NamedFile & { readonly blob: BlobId | undefined })[] = []
    for (const [index, parent] of parents.entries()) {
      const there = theirs[index]
      const former =
        blob !== undefined && asFile(there) === undefined
          ? yield* findFormerName(reader, { commit, path }, parent)
          : undefined
      next.push(former ?? { commit: parent, path, blob: blobOf(there) })
    }
    const [first] = next
    if ((blob ?? first?.blob) === undefined) return ok<Step>({ parents: next })
    const renamedTo =
      blob === undefined && first !== undefined ? yield* findNewName(reader, { commit, path }, first.commit) : undefined
    const revision: FileRevision = {
      ...{ commit: commit.id, parents: commit.parents, committedAt: commit.time, path },
      ...omitUndefined({ blob }),
      ...(first?.blob !== undefined && { previousBlob: first.blob }),
      ...(first !== undefined && first.path !== path && { previousPath: first.path }),
      ...omitUndefined({ renamedTo }),
    }
    return ok<Step>({ revision, parents: next })
  })
}

/**
 * Returns the most similar of the files that the commit deleted. As in blame, other new files do not compete for it.
 */
function findFormerName(
  reader: ObjectReader,
  { commit, path }: NamedFile,
  parent: CommitNode,
): ResultAsync<(NamedFile & { readonly blob: BlobId }) | undefined, GitError> {
  return safeTry(async function* () {
    const { deleted, added } = yield* diffTrees(reader, parent.tree, commit.tree)
    const target = added.filter((file) => file.path === path)
    const [rename] = yield* detectRenames(reader, { deleted, added: target })
    return ok(rename && { commit: parent, path: rename.from.path, blob: rename.from.id })
  })
}

function findNewName(
  reader: ObjectReader,
  { commit, path }: NamedFile,
  parent: CommitNode,
): ResultAsync<RepoPath | undefined, GitError> {
  return safeTry(async function* () {
    const difference = yield* diffTrees(reader, parent.tree, commit.tree)
    if (!difference.deleted.some((file) => file.path === path)) return ok(undefined)
    const renames = yield* detectRenames(reader, difference)
    return ok(renames.find(({ from }) => from.path === path)?.to.path)
  })
}

function isSame(one: TreeEntry | undefined, other: TreeEntry | undefined): boolean {
  return one?.id === other?.id && one?.kind === other?.kind
}

function blobOf(entry: TreeEntry | undefined): BlobId | undefined {
  const file = asFile(entry)
  return file === undefined || file.kind === 'submodule' ? undefined : file.id
}

function abortedRevisions({ path }: FileRevisionsRequest): GitError {
  return codedError('aborted', `Reading the revisions of ${path} was aborted.`, { data: { path } })
}

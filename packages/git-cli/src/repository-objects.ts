import type { Commit, TreeEntry } from '@chronicle/core/contracts'
import { isObjectId, type BlobId, type CommitId, type RepoPath, type TreeId } from '@chronicle/schema'
import { GitFailure, throwIfAborted } from './git-failure.ts'
import type { Repository } from './open-repository.ts'
import { canBeAsked, type ObjectReader } from './object-reader.ts'
import type { StoredObject } from './object-stream.ts'
import { parseCommit } from './parse-commit.ts'
import { parseRawTree, parseTree, type RawTreeEntry } from './parse-tree.ts'

/** The commit a revision names. */
export async function resolveCommit(objects: ObjectReader, revision: string): Promise<CommitId | undefined> {
  // In `:/text` everything that follows is the text.
  const name = revision.startsWith(':') ? revision : `${revision}^{commit}`
  if (revision === '' || !canBeAsked(revision)) return undefined
  const [object] = await objects.info([name])
  return object?.type === 'commit' ? (object.id as CommitId) : undefined
}

/** Objects of one type by id. What does not exist or is of another type is left out. */
export async function readObjects<Id extends string>(
  objects: ObjectReader,
  ids: readonly Id[],
  type: StoredObject['type'],
): Promise<ReadonlyMap<Id, Uint8Array>> {
  const wanted = [...new Set(ids)].filter(isObjectId)
  const answers = await objects.contents(wanted)
  const found = new Map<Id, Uint8Array>()
  for (const [index, id] of wanted.entries()) {
    const object = answers[index]
    if (object?.type === type) found.set(id, bytesOf(object))
  }
  return found
}

/** How large blobs are, without their contents. */
export async function readBlobSizes(
  objects: ObjectReader,
  ids: readonly BlobId[],
): Promise<ReadonlyMap<BlobId, number>> {
  const wanted = [...new Set(ids)].filter(isObjectId)
  const answers = await objects.info(wanted)
  return new Map(
    wanted.flatMap((id, index): [BlobId, number][] => {
      const object = answers[index]
      return object?.type === 'blob' ? [[id, object.size]] : []
    }),
  )
}

/** The contents of an object, unless there are too many. */
export function bytesOf(object: StoredObject): Uint8Array {
  if (object.bytes !== undefined) return object.bytes
  throw new GitFailure(
    'file_too_large',
    `The ${object.type} ${object.id} has ${object.size} bytes, more than this backend reads. ` +
      'Raise limits.objectBytes to read it.',
    { data: { id: object.id, size: object.size } },
  )
}

/** Commits by id, in the order asked for. What is no commit is left out. */
export async function readCommits(
  repository: Repository,
  ids: readonly CommitId[],
): Promise<ReadonlyMap<CommitId, Commit>> {
  throwIfAborted(repository.signal)
  const known = new Map<CommitId, Commit>()
  for (const id of ids) {
    const commit = repository.commits.get(id)
    if (commit !== undefined) known.set(id, commit)
  }
  const missing = ids.filter((id) => !known.has(id))
  if (missing.length === 0) return known
  const [found, { shallowEdge }] = await Promise.all([
    readObjects(repository.objects, missing, 'commit'),
    repository.locate(),
  ])
  for (const [id, bytes] of found) {
    const parsed = parseCommit(id, bytes)
    const commit = shallowEdge.has(id) ? { ...parsed, parents: [] } : parsed
    repository.commits.set(id, commit)
    known.set(id, commit)
  }
  return new Map(
    [...new Set(ids)].flatMap((id): [CommitId, Commit][] => {
      const commit = known.get(id)
      return commit === undefined ? [] : [[id, commit]]
    }),
  )
}

/** The tree of a commit. */
export async function readRootTree(objects: ObjectReader, commit: CommitId): Promise<TreeId | undefined> {
  if (!isObjectId(commit)) return undefined
  const [tree] = await objects.info([`${commit}^{tree}`])
  return tree?.type === 'tree' ? (tree.id as TreeId) : undefined
}

export async function readTrees(
  objects: ObjectReader,
  ids: readonly TreeId[],
): Promise<ReadonlyMap<TreeId, readonly TreeEntry[]>> {
  const found = await readObjects(objects, ids, 'tree')
  return new Map([...found].map(([id, bytes]) => [id, parseTree(bytes, id.length)]))
}

/** Trees as they are stored, all of which must be there. */
export async function readRawTrees(
  objects: ObjectReader,
  ids: readonly TreeId[],
): Promise<ReadonlyMap<TreeId, readonly RawTreeEntry[]>> {
  const found = await readObjects(objects, ids, 'tree')
  const lost = ids.find((id) => !found.has(id))
  if (lost !== undefined) throw missingTree(lost)
  return new Map([...found].map(([id, bytes]) => [id, parseRawTree(bytes, id.length)]))
}

export function missingTree(id: string): GitFailure {
  return new GitFailure(
    'missing_object',
    `The tree ${id} is not in the repository. Run "git fsck" to see what is lost.`,
    {
      data: { id },
    },
  )
}

/** Whether a path can be in a repository: no empty, `.` or `..` segments, and nothing of git's own folder. */
export function isRepoPath(path: string): boolean {
  return !path.includes('\0') && path.split('/').every((name) => !/^(?:|\.|\.\.|\.git)$/i.test(name))
}

/** The entry at a path of a commit. */
export async function findEntry(
  objects: ObjectReader,
  commit: CommitId,
  path: RepoPath,
): Promise<TreeEntry | undefined> {
  if (!isObjectId(commit) || !isRepoPath(path)) return undefined
  const slash = path.lastIndexOf('/')
  const folder = slash < 0 ? '' : path.slice(0, slash)
  const entries = await readFolder(objects, commit, folder)
  return entries?.find(({ name }) => name === path.slice(slash + 1))
}

async function readFolder(
  objects: ObjectReader,
  commit: CommitId,
  folder: string,
): Promise<readonly TreeEntry[] | undefined> {
  const name = `${commit}:${folder}`
  if (canBeAsked(name)) {
    const [object] = await objects.contents([name])
    return object?.type === 'tree' ? parseTree(bytesOf(object), commit.length) : undefined
  }
  const entry = await findEntry(objects, commit, folder as RepoPath)
  if (entry?.kind !== 'tree') return undefined
  return (await readTrees(objects, [entry.id as TreeId])).get(entry.id as TreeId)
}

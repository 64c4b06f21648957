import { codedError, type Commit, type GitError, type TreeEntry } from '@chronicle/core/contracts'
import {
  err,
  isObjectId,
  isUtf8Path,
  ok,
  okAsync,
  ResultAsync,
  safeTry,
  type BlobId,
  type CommitId,
  type RepoPath,
  type Result,
  type TreeId,
} from '@chronicle/schema'
import { checkAborted } from './git-failure.ts'
import type { Repository } from './open-repository.ts'
import { canBeAsked, type ObjectReader } from './object-reader.ts'
import type { StoredObject } from './object-stream.ts'
import { parseCommit } from './parse-commit.ts'
import { parseRawTree, parseTree, type RawTreeEntry } from './parse-tree.ts'

/** Resolves a revision to a commit. */
export function resolveCommit(objects: ObjectReader, revision: string): ResultAsync<CommitId | undefined, GitError> {
  // In `:/text`, everything after the slash is the text, so no suffix is possible.
  const name = revision.startsWith(':') ? revision : `${revision}^{commit}`
  if (revision === '' || !canBeAsked(revision)) return okAsync(undefined)
  return objects.info([name]).map(([object]) => (object?.type === 'commit' ? (object.id as CommitId) : undefined))
}

/** Reads objects of one type by id. Omits objects that do not exist or have another type. */
export function readObjects<Id extends string>(
  objects: ObjectReader,
  ids: readonly Id[],
  type: StoredObject['type'],
): ResultAsync<ReadonlyMap<Id, Uint8Array>, GitError> {
  const wanted = [...new Set(ids)].filter(isObjectId)
  return objects.contents(wanted).andThen((answers): Result<ReadonlyMap<Id, Uint8Array>, GitError> => {
    const found = new Map<Id, Uint8Array>()
    for (const [index, id] of wanted.entries()) {
      const object = answers[index]
      if (object?.type !== type) continue
      if (object.bytes === undefined) return err(tooLarge(object))
      found.set(id, object.bytes)
    }
    return ok(found)
  })
}

/** Returns the sizes of blobs without reading their contents. */
export function readBlobSizes(
  objects: ObjectReader,
  ids: readonly BlobId[],
): ResultAsync<ReadonlyMap<BlobId, number>, GitError> {
  const wanted = [...new Set(ids)].filter(isObjectId)
  const sizesOf = (answers: readonly (StoredObject | undefined)[]): ReadonlyMap<BlobId, number> =>
    new Map(
      wanted.flatMap((id, index): [BlobId, number][] => {
        const object = answers[index]
        return object?.type === 'blob' ? [[id, object.size]] : []
      }),
    )
  return objects.info(wanted).map(sizesOf)
}

/** Returns the contents of an object, or an error if it exceeds the limit. */
export function bytesOf(object: StoredObject): Result<Uint8Array, GitError> {
  return object.bytes === undefined ? err(tooLarge(object)) : ok(object.bytes)
}

function tooLarge({ id, size, type }: StoredObject): GitError {
  return codedError(
    'file_too_large',
    `The ${type} ${id} has ${size} bytes, more than this backend reads. Raise limits.objectBytes to read it.`,
    { data: { id, size } },
  )
}

/** Reads commits by id, in the requested order. Omits ids that are not commits. */
export function readCommits(
  repository: Repository,
  ids: readonly CommitId[],
): ResultAsync<ReadonlyMap<CommitId, Commit>, GitError> {
  return safeTry(async function* () {
    yield* checkAborted(repository.signal)
    const known = new Map<CommitId, Commit>()
    for (const id of ids) {
      const commit = repository.commits.get(id)
      if (commit !== undefined) known.set(id, commit)
    }
    const missing = ids.filter((id) => !known.has(id))
    if (missing.length === 0) return ok(known)
    const [found, { shallowEdge }] = yield* ResultAsync.combine([
      readObjects(repository.objects, missing, 'commit'),
      repository.locate(),
    ])
    for (const [id, bytes] of found) {
      const parsed = parseCommit(id, bytes)
      const commit = shallowEdge.has(id) ? { ...parsed, parents: [] } : parsed
      repository.commits.set(id, commit)
      known.set(id, commit)
    }
    return ok(
      new Map(
        [...new Set(ids)].flatMap((id): [CommitId, Commit][] => {
          const commit = known.get(id)
          return commit === undefined ? [] : [[id, commit]]
        }),
      ),
    )
  })
}

/** Returns the root tree of a commit. */
export function readRootTree(objects: ObjectReader, commit: CommitId): ResultAsync<TreeId | undefined, GitError> {
  if (!isObjectId(commit)) return okAsync(undefined)
  return objects.info([`${commit}^{tree}`]).map(([tree]) => (tree?.type === 'tree' ? (tree.id as TreeId) : undefined))
}

export function readTrees(
  objects: ObjectReader,
  ids: readonly TreeId[],
): ResultAsync<ReadonlyMap<TreeId, readonly TreeEntry[]>, GitError> {
  return readObjects(objects, ids, 'tree').andThen((found) => parseEach(found, parseTree))
}

/** Reads trees in their stored form. All of them must exist. */
export function readRawTrees(
  objects: ObjectReader,
  ids: readonly TreeId[],
): ResultAsync<ReadonlyMap<TreeId, readonly RawTreeEntry[]>, GitError> {
  return readObjects(objects, ids, 'tree').andThen((found) => {
    const lost = ids.find((id) => !found.has(id))
    if (lost !== undefined) return err(missingTree(lost))
    return parseEach(found, parseRawTree)
  })
}

function parseEach<T>(
  found: ReadonlyMap<TreeId, Uint8Array>,
  parse: (bytes: Uint8Array, idLength: number) => Result<T, GitError>,
): Result<ReadonlyMap<TreeId, T>, GitError> {
  return safeTry(function* () {
    const parsed = new Map<TreeId, T>()
    for (const [id, bytes] of found) parsed.set(id, yield* parse(bytes, id.length))
    return ok(parsed)
  })
}

export function missingTree(id: string): GitError {
  return codedError('missing_object', `The tree ${id} is not in the repository. Run "git fsck" to see what is lost.`, {
    data: { id },
  })
}

/**
 * Whether a path can exist in a repository: no empty, `.` or `..` segments, no path into git's own folder, and only
 * UTF-8 names.
 */
export function isRepoPath(path: string): boolean {
  return (
    !path.includes('\0') && isUtf8Path(path) && path.split('/').every((name) => !/^(?:|\.|\.\.|\.git)$/i.test(name))
  )
}

/** Returns the entry at a path of a commit. */
export function findEntry(
  repository: Pick<Repository, 'folders' | 'objects'>,
  commit: CommitId,
  path: RepoPath,
): ResultAsync<TreeEntry | undefined, GitError> {
  if (!isObjectId(commit) || !isRepoPath(path)) return okAsync(undefined)
  const slash = path.lastIndexOf('/')
  const folder = slash < 0 ? '' : path.slice(0, slash)
  return readFolder(repository, commit, folder).map((entries) =>
    entries?.find(({ name }) => name === path.slice(slash + 1)),
  )
}

function readFolder(
  repository: Pick<Repository, 'folders' | 'objects'>,
  commit: CommitId,
  folder: string,
): ResultAsync<readonly TreeEntry[] | undefined, GitError> {
  const { folders, objects } = repository
  return safeTry(async function* () {
    const name = `${commit}:${folder}`
    const known = folders.get(name)
    if (known !== undefined) return ok(known)
    if (canBeAsked(name)) {
      const [object] = yield* objects.contents([name])
      if (object?.type !== 'tree') return ok(undefined)
      // Other files of the folder may have been read at the same time.
      const entries = folders.get(name) ?? (yield* parseTree(yield* bytesOf(object), commit.length))
      folders.set(name, entries)
      return ok(entries)
    }
    const entry = yield* findEntry(repository, commit, folder as RepoPath)
    if (entry?.kind !== 'tree') return ok(undefined)
    const id = entry.id as TreeId
    return readTrees(objects, [id]).map((trees) => trees.get(id))
  })
}

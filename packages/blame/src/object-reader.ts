import {
  codedError,
  type CallOptions,
  type GitBackend,
  type GitError,
  type RepositoryInfo,
  type TreeEntry,
} from '@chronicle/core/contracts'
import {
  err,
  ok,
  safeTry,
  type BlobId,
  type CommitId,
  type RepoPath,
  type ResultAsync,
  type TreeId,
} from '@chronicle/schema'
import { BoundedMap } from './bounded-map.ts'

/** The part of a backend that blame and history need. */
export type ObjectSource = Pick<
  GitBackend,
  'resolve' | 'describe' | 'readCommits' | 'readTrees' | 'readBlobs' | 'readFile' | 'listFiles' | 'readConfig'
>

/** The parts of a commit that blame needs. */
export interface CommitNode {
  readonly id: CommitId
  readonly tree: TreeId
  readonly parents: readonly CommitId[]
  /** Committer time in seconds. */
  readonly time: number
}

/** A tree entry other than a folder: a file, a link or a submodule. */
export interface FileEntry {
  readonly id: BlobId
  readonly kind: 'file' | 'executable' | 'symlink' | 'submodule'
}

const MAX_COMMITS = 200_000
const MAX_ENTRIES = 400_000
const MAX_TREE_ENTRIES = 200_000
const MAX_BLOB_BYTES = 32 * 1024 * 1024

/** The cache of objects that were read. */
class ObjectCache {
  commits: BoundedMap<CommitId, CommitNode> = new BoundedMap(MAX_COMMITS)
  /** Commits that were cut off from their parents (the shallow edge) when these were read. */
  edge: ReadonlySet<CommitId> = new Set()
  readonly trees: BoundedMap<TreeId, readonly TreeEntry[]> = new BoundedMap(
    MAX_TREE_ENTRIES,
    (entries) => entries.length + 1,
  )
  readonly blobs: BoundedMap<BlobId, Uint8Array> = new BoundedMap(MAX_BLOB_BYTES, (bytes) => bytes.length + 1)
  /** Tree entries by tree id and name; `null` if the tree has no entry of that name. */
  readonly entries: BoundedMap<string, TreeEntry | null> = new BoundedMap(MAX_ENTRIES)
}

/**
 * Reads objects in as few and as large calls as the walk allows, and caches them. A missing object is the error
 * `missing_object`: history that cannot be read must not look like the beginning of history.
 */
export class ObjectReader {
  readonly source: ObjectSource
  /** Options of the call for which the objects are read. */
  readonly options: CallOptions | undefined
  readonly #known: ObjectCache

  constructor(source: ObjectSource, options?: CallOptions, known: ObjectCache = new ObjectCache()) {
    this.source = source
    this.options = options
    this.#known = known
  }

  /** Returns a reader with the same cache for another call. */
  withOptions(options: CallOptions | undefined): ObjectReader {
    return new ObjectReader(this.source, options, this.#known)
  }

  /** Clears the cached commits if the shallow edge has changed, because their parents may differ. */
  invalidateIfReshallowed({ shallowEdge = new Set() }: Pick<RepositoryInfo, 'shallowEdge'>): void {
    const { edge } = this.#known
    const isSame = shallowEdge.size === edge.size && [...shallowEdge].every((commit) => edge.has(commit))
    if (!isSame) this.#known.commits = new BoundedMap(MAX_COMMITS)
    this.#known.edge = shallowEdge
  }

  /** A method, because the answer can change during a call. */
  isAborted(): boolean {
    return this.options?.signal?.aborted === true
  }

  commit(id: CommitId): ResultAsync<CommitNode, GitError> {
    return this.commits([id]).map(([commit]) => commit!)
  }

  /** Returns the commits in the order of `ids`. */
  commits(ids: readonly CommitId[]): ResultAsync<readonly CommitNode[], GitError> {
    return this.#readThrough('commit', ids, this.#known.commits, (missing) =>
      this.source.readCommits(missing, this.options).map((commits) => {
        const nodes = new Map<CommitId, CommitNode>()
        for (const { id, tree, parents, committer } of commits.values()) {
          nodes.set(id, { id, tree, parents, time: committer.time })
        }
        return nodes
      }),
    )
  }

  trees(ids: readonly TreeId[]): ResultAsync<readonly (readonly TreeEntry[])[], GitError> {
    return this.#readThrough('tree', ids, this.#known.trees, (missing) => this.source.readTrees(missing, this.options))
  }

  blobs(ids: readonly BlobId[]): ResultAsync<readonly Uint8Array[], GitError> {
    return this.#readThrough('blob', ids, this.#known.blobs, (missing) => this.source.readBlobs(missing, this.options))
  }

  /** Caches content that may not be stored in the repository. `id` must belong to these bytes alone. */
  remember(id: BlobId, bytes: Uint8Array): void {
    this.#known.blobs.set(id, bytes)
  }

  /** Returns the file that each of the trees has at a path. Cached trees are not read again. */
  find(roots: readonly TreeId[], path: RepoPath): ResultAsync<readonly (FileEntry | undefined)[], GitError> {
    return this.entries(roots, path).map((entries) => entries.map(asFile))
  }

  /** Like `find`, but includes folders. */
  entries(roots: readonly TreeId[], path: RepoPath): ResultAsync<readonly (TreeEntry | undefined)[], GitError> {
    return safeTry(
      async function* (this: ObjectReader) {
        const names = path.split('/')
        const last = names.pop() ?? ''
        let trees: readonly (TreeId | undefined)[] = roots
        for (const name of names) {
          const entries = yield* this.#entriesNamed(trees, name)
          trees = entries.map((entry) => (entry?.kind === 'tree' ? (entry.id as TreeId) : undefined))
        }
        return this.#entriesNamed(trees, last)
      }.bind(this),
    )
  }

  #entriesNamed(
    trees: readonly (TreeId | undefined)[],
    name: string,
  ): ResultAsync<readonly (TreeEntry | undefined)[], GitError> {
    return safeTry(
      async function* (this: ObjectReader) {
        const found = new Map<TreeId | undefined, TreeEntry | null | undefined>([[undefined, null]])
        for (const tree of trees) if (tree !== undefined) found.set(tree, this.#known.entries.get(`${tree}/${name}`))
        const unknown = [...found].flatMap(([tree, entry]) => (tree !== undefined && entry === undefined ? [tree] : []))
        for (const [index, entries] of (yield* this.trees(unknown)).entries()) {
          const entry = entries.find((candidate) => candidate.name === name) ?? null
          found.set(unknown[index], entry)
          this.#known.entries.set(`${unknown[index]!}/${name}`, entry)
        }
        return ok(trees.map((tree) => found.get(tree) ?? undefined))
      }.bind(this),
    )
  }

  #readThrough<Id extends string, Value>(
    type: string,
    ids: readonly Id[],
    known: BoundedMap<Id, Value>,
    read: (missing: readonly Id[]) => ResultAsync<ReadonlyMap<Id, Value>, GitError>,
  ): ResultAsync<readonly Value[], GitError> {
    return safeTry(async function* () {
      const values = new Map<Id, Value | undefined>(ids.map((id) => [id, known.get(id)]))
      const missing = [...values].flatMap(([id, value]) => (value === undefined ? [id] : []))
      if (missing.length > 0) {
        for (const [id, value] of yield* read(missing)) {
          values.set(id, value)
          known.set(id, value)
        }
      }
      const result: Value[] = []
      for (const id of ids) {
        const value = values.get(id)
        if (value === undefined) return err(missingObject(type, id))
        result.push(value)
      }
      return ok(result)
    })
  }
}

/** Returns the entry as a file, or `undefined` if it is a folder. */
export function asFile(entry: TreeEntry | undefined): FileEntry | undefined {
  if (entry === undefined || entry.kind === 'tree') return undefined
  return { id: entry.id as BlobId, kind: entry.kind }
}

function missingObject(type: string, id: string): GitError {
  return codedError(
    'missing_object',
    `The ${type} ${id} is needed to follow the history but is not in the repository. ` +
      'Fetch the missing objects (git fetch --refetch --no-filter), or check the repository with git fsck.',
    { data: { type, id } },
  )
}

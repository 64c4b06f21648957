import { codedError, type CallOptions, type GitBackend, type GitError, type TreeEntry } from '@chronicle/core/contracts'
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

/** What blame and history need of a backend. */
export type ObjectSource = Pick<
  GitBackend,
  'resolve' | 'describe' | 'readCommits' | 'readTrees' | 'readBlobs' | 'readFile' | 'listFiles' | 'readConfig'
>

/** The part of a commit that decides who is to blame. */
export interface CommitNode {
  readonly id: CommitId
  readonly tree: TreeId
  readonly parents: readonly CommitId[]
  /** Committer time in seconds. */
  readonly time: number
}

/** Something that has content and no entries: a file, a link or a submodule. */
export interface FileEntry {
  readonly id: BlobId
  readonly kind: 'file' | 'executable' | 'symlink' | 'submodule'
}

const MAX_COMMITS = 200_000
const MAX_ENTRIES = 400_000
const MAX_TREE_ENTRIES = 200_000
const MAX_BLOB_BYTES = 32 * 1024 * 1024

/**
 * Reads objects in as few and as large calls as the walk allows, and each of them once as long as it is remembered.
 * Here an object that is missing is the error `missing_object`: history that cannot be read must not look like the
 * beginning of history.
 */
export class ObjectReader {
  readonly source: ObjectSource
  readonly #commits = new BoundedMap<CommitId, CommitNode>(MAX_COMMITS)
  readonly #trees = new BoundedMap<TreeId, readonly TreeEntry[]>(MAX_TREE_ENTRIES, (entries) => entries.length + 1)
  readonly #blobs = new BoundedMap<BlobId, Uint8Array>(MAX_BLOB_BYTES, (bytes) => bytes.length + 1)
  /** One entry of a tree, by tree id and name; `null` where the tree has none of that name. */
  readonly #entries = new BoundedMap<string, TreeEntry | null>(MAX_ENTRIES)

  constructor(source: ObjectSource) {
    this.source = source
  }

  commit(id: CommitId, options?: CallOptions): ResultAsync<CommitNode, GitError> {
    return this.commits([id], options).map(([commit]) => commit!)
  }

  /** In the order asked for. */
  commits(ids: readonly CommitId[], options?: CallOptions): ResultAsync<readonly CommitNode[], GitError> {
    return this.#readThrough('commit', ids, this.#commits, (missing) =>
      this.source.readCommits(missing, options).map((commits) => {
        const nodes = new Map<CommitId, CommitNode>()
        for (const { id, tree, parents, committer } of commits.values()) {
          nodes.set(id, { id, tree, parents, time: committer.time })
        }
        return nodes
      }),
    )
  }

  trees(ids: readonly TreeId[], options?: CallOptions): ResultAsync<readonly (readonly TreeEntry[])[], GitError> {
    return this.#readThrough('tree', ids, this.#trees, (missing) => this.source.readTrees(missing, options))
  }

  blobs(ids: readonly BlobId[], options?: CallOptions): ResultAsync<readonly Uint8Array[], GitError> {
    return this.#readThrough('blob', ids, this.#blobs, (missing) => this.source.readBlobs(missing, options))
  }

  /** Makes a content readable that may not be stored. `id` must stand for these bytes and no others. */
  remember(id: BlobId, bytes: Uint8Array): void {
    this.#blobs.set(id, bytes)
  }

  /** What each of the trees has at a path. Trees that were met before are not read again. */
  find(
    roots: readonly TreeId[],
    path: RepoPath,
    options?: CallOptions,
  ): ResultAsync<readonly (FileEntry | undefined)[], GitError> {
    return this.entries(roots, path, options).map((entries) => entries.map(asFile))
  }

  /** The same with folders. */
  entries(
    roots: readonly TreeId[],
    path: RepoPath,
    options?: CallOptions,
  ): ResultAsync<readonly (TreeEntry | undefined)[], GitError> {
    return safeTry(
      async function* (this: ObjectReader) {
        const names = path.split('/')
        const last = names.pop() ?? ''
        let trees: readonly (TreeId | undefined)[] = roots
        for (const name of names) {
          const entries = yield* this.#entriesNamed(trees, name, options)
          trees = entries.map((entry) => (entry?.kind === 'tree' ? (entry.id as TreeId) : undefined))
        }
        return this.#entriesNamed(trees, last, options)
      }.bind(this),
    )
  }

  #entriesNamed(
    trees: readonly (TreeId | undefined)[],
    name: string,
    options: CallOptions | undefined,
  ): ResultAsync<readonly (TreeEntry | undefined)[], GitError> {
    return safeTry(
      async function* (this: ObjectReader) {
        const found = new Map<TreeId | undefined, TreeEntry | null | undefined>([[undefined, null]])
        for (const tree of trees) if (tree !== undefined) found.set(tree, this.#entries.get(`${tree}/${name}`))
        const unknown = [...found].flatMap(([tree, entry]) => (tree !== undefined && entry === undefined ? [tree] : []))
        for (const [index, entries] of (yield* this.trees(unknown, options)).entries()) {
          const entry = entries.find((candidate) => candidate.name === name) ?? null
          found.set(unknown[index], entry)
          this.#entries.set(`${unknown[index]!}/${name}`, entry)
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

/** The entry as a file, unless it is a folder. */
export function asFile(entry: TreeEntry | undefined): FileEntry | undefined {
  if (entry === undefined || entry.kind === 'tree') return undefined
  return { id: entry.id as BlobId, kind: entry.kind }
}

function missingObject(type: string, id: string): GitError {
  return codedError(
    'missing_object',
    `The ${type} ${id} is needed to follow the history but is not in the repository. ` +
      'Fetch the missing objects (git fetch --refetch), or check the repository with git fsck.',
    { data: { type, id } },
  )
}

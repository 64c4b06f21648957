import { withBlame } from '@chronicle/blame'
import type { Commit, GitBackend, TreeEntry, TreeState } from '@chronicle/core/contracts'
import { okAsync, type BlobId, type CommitId, type NotesRef, type RepoPath, type TreeId } from '@chronicle/schema'
import { createHash } from 'node:crypto'

/** A commit and its content: file names (without folders) and their text. */
export interface MemoryCommit {
  readonly message: string
  /** Seconds since the epoch. */
  readonly time: number
  readonly files: Readonly<Record<string, string>>
  /** The annotation of the commit. */
  readonly note?: object
}

/**
 * Creates a `GitBackend` over a list of commits, oldest first. It has no blame of its own: `withBlame` derives it from
 * commits, trees and blobs, as for any backend without one.
 */
export function createMemoryGit(list: readonly MemoryCommit[], notesRef: NotesRef): GitBackend {
  const blobs = new Map<BlobId, Uint8Array>()
  const trees = new Map<TreeId, readonly TreeEntry[]>()
  const commits = new Map<CommitId, Commit>()
  const notes = new Map<CommitId, readonly BlobId[]>()

  const storeBlob = (text: string): BlobId => {
    const id = hash<BlobId>(`blob ${text}`)
    blobs.set(id, new TextEncoder().encode(text))
    return id
  }

  let head: CommitId | undefined
  for (const { message, time, files, note } of list) {
    const entries = Object.keys(files)
      .sort()
      .map((name): TreeEntry => ({ name, kind: 'file', id: storeBlob(files[name] ?? '') }))
    const tree = hash<TreeId>(`tree ${JSON.stringify(entries)}`)
    trees.set(tree, entries)
    const signature = { name: 'Ada', email: 'ada@example.com', time, zone: 0 }
    const parents = head === undefined ? [] : [head]
    const id = hash<CommitId>(`commit ${tree} ${parents.join()} ${time} ${message}`)
    commits.set(id, { id, tree, parents, author: signature, committer: signature, message })
    if (note !== undefined) notes.set(id, [storeBlob(JSON.stringify({ ...note, commit: id }))])
    head = id
  }
  const tip = notes.size === 0 ? undefined : hash<CommitId>(`notes ${JSON.stringify([...notes])}`)

  const entriesAt = (at: TreeState): readonly TreeEntry[] => {
    const commit = typeof at === 'string' ? undefined : commits.get(at.commit)
    return (commit && trees.get(commit.tree)) ?? []
  }

  return withBlame({
    name: 'memory',
    supports: {
      blame: false,
      history: false,
      revisions: false,
      writeNotes: false,
      diffNotes: false,
      sharing: false,
      diff: false,
      changesOf: false,
      rewrites: false,
      worktree: false,
      index: false,
      revisionExpressions: false,
      linkedWorktrees: false,
      objectFormats: ['sha1'],
    },
    describe: () => okAsync({ objectFormat: 'sha1', bare: true, shallow: false, prefix: '' }),
    resolve: (revision) => okAsync(revision === 'HEAD' ? head : commits.get(revision as CommitId)?.id),
    readCommits: (ids) => okAsync(pick(commits, ids)),
    readTrees: (ids) => okAsync(pick(trees, ids)),
    readBlobs: (ids) => okAsync(pick(blobs, ids)),
    readFile: (at, path) => {
      const id = entriesAt(at).find((entry) => entry.name === path)?.id as BlobId | undefined
      const bytes = id && blobs.get(id)
      return okAsync(id && bytes && { kind: 'file', id, bytes })
    },
    listFiles: (at) => okAsync(entriesAt(at).map((entry) => entry.name as RepoPath)),
    listNotes: (ref) => okAsync(ref === notesRef ? { tip, notes } : { tip: undefined, notes: new Map() }),
    notesTip: (ref) => okAsync(ref === notesRef ? tip : undefined),
    async *log({ from }) {
      for (let at = commits.get(from); at; at = commits.get(at.parents[0] ?? ('' as CommitId))) {
        const { id, parents, author, committer, message } = at
        yield { id, parents, authorName: author.name, committedAt: committer.time, subject: message }
      }
    },
    close: () => Promise.resolve(),
  })
}

function hash<Id extends string>(text: string): Id {
  return createHash('sha1').update(text).digest('hex') as Id
}

function pick<Id, Value>(all: ReadonlyMap<Id, Value>, ids: readonly Id[]): ReadonlyMap<Id, Value> {
  return new Map(
    ids.flatMap((id) => {
      const value = all.get(id)
      return value === undefined ? [] : [[id, value]]
    }),
  )
}

import type { FileContent, GitBackend, Signature } from '@chronicle/core/contracts'
import { DEFAULT_NOTES_REF, type BlobId, type CommitId, type NotesRef } from '@chronicle/schema'
import { noteBytes } from '../fixture/fast-import.ts'
import { FIXTURE_EPOCH, FIXTURE_IDENTITY, type FixtureFile } from '../fixture/fixture-repository.ts'
import { memoryGit } from './memory-git.ts'
import { writeMemoryNotes } from './memory-notes.ts'
import { createMemoryObjects, putCommit, putTree, type MemoryEntry, type MemoryObjects } from './memory-objects.ts'
import type { MemoryRepository } from './memory-repository.ts'

/** One commit of an in-memory repository. */
export interface MemoryCommit {
  /** All files of the commit, or with `keep` only those that change; `null` removes one. */
  readonly files: Readonly<Record<string, FixtureFile | null>>
  /** Whether to start from the files of the first parent. Default true. */
  readonly keep?: boolean
  readonly message?: string
  /** Positions of the parents in the list of commits. Default: the previous commit. */
  readonly parents?: readonly number[]
  /** Author and committer time in seconds. Default: an hour after the previous commit. */
  readonly date?: number
  readonly author?: { readonly name: string; readonly email: string }
}

/** A repository as plain data. */
export interface MemoryGitDescription {
  readonly commits: readonly MemoryCommit[]
  readonly objectFormat?: 'sha1' | 'sha256'
  /** Branches by name, as positions in the list of commits. Default: `main` at the last commit. */
  readonly branches?: Readonly<Record<string, number>>
  /** The branch that `HEAD` refers to. Default `main`. */
  readonly head?: string
  readonly tags?: Readonly<Record<string, number>>
  /**
   * Notes by ref, each on a commit given by position or id. Text and bytes are stored unchanged, other values as JSON.
   */
  readonly notes?: Readonly<Record<string, readonly (readonly [commit: number | CommitId, content: unknown])[]>>
  /** Files that the index adds to those of `HEAD` or replaces; `null` removes one. */
  readonly index?: Readonly<Record<string, FixtureFile | null>>
  /** Files that the working tree adds to those of the index or replaces; `null` removes one. */
  readonly worktree?: Readonly<Record<string, FixtureFile | null>>
  /** The identity for writing notes. `null`: unknown. Default: the identity of all fixtures. */
  readonly identity?: { readonly name: string; readonly email: string } | null
}

/** An in-memory repository, and the ids of its commits, which are those that git computes for the same content. */
export interface MemoryGit {
  readonly git: GitBackend
  readonly commits: readonly CommitId[]
}

/** Builds a repository from a description, without git and without a disk. */
export function createMemoryGit(description: MemoryGitDescription): MemoryGit {
  const { objectFormat = 'sha1', head = 'main', identity = FIXTURE_IDENTITY } = description
  const objects = createMemoryObjects(objectFormat)
  const built: { readonly id: CommitId; readonly files: ReadonlyMap<string, MemoryEntry>; readonly date: number }[] = []
  for (const [position, commit] of description.commits.entries()) {
    const parents = (commit.parents ?? (position === 0 ? [] : [position - 1])).map((parent) => at(built, parent))
    const base = commit.keep === false ? undefined : parents[0]?.files
    const files = applyFiles(objects, base ?? new Map(), commit.files)
    const date = commit.date ?? (built.at(-1)?.date ?? FIXTURE_EPOCH - 3600) + 3600
    const signature: Signature = { ...(commit.author ?? FIXTURE_IDENTITY), time: date, zone: 0 }
    const id = putCommit(objects, {
      tree: putTree(objects, files),
      parents: parents.map((parent) => parent.id),
      author: signature,
      committer: { ...signature, ...FIXTURE_IDENTITY },
      message: commit.message ?? `Commit ${position}\n`,
    })
    built.push({ id, files, date })
  }

  const last = built.length - 1
  const refs = new Map<string, string>([['HEAD', `refs/heads/${head}`]])
  for (const [name, position] of Object.entries(description.branches ?? (last < 0 ? {} : { [head]: last }))) {
    refs.set(`refs/heads/${name}`, at(built, position).id)
  }
  for (const [name, position] of Object.entries(description.tags ?? {})) {
    refs.set(`refs/tags/${name}`, at(built, position).id)
  }
  const headFiles = built.find(({ id }) => id === refs.get(`refs/heads/${head}`))?.files ?? new Map()
  const index = applyFiles(objects, headFiles, description.index ?? {})
  const time = (built.at(-1)?.date ?? FIXTURE_EPOCH) + 3600
  const repository: MemoryRepository = {
    info: { objectFormat, bare: false, shallow: false, prefix: '' },
    objects,
    refs,
    index,
    worktree: worktreeFiles(objects, index, description.worktree ?? {}),
    shallowEdge: new Set(),
    ...(identity !== null && { identity: { ...identity, time } }),
  }
  for (const [ref, notes] of Object.entries(description.notes ?? {})) {
    const contents = notes.map(([commit, content]): [CommitId, Uint8Array] => [
      typeof commit === 'number' ? at(built, commit).id : commit,
      noteBytes(content),
    ])
    const planter = { ...repository, identity: { ...FIXTURE_IDENTITY, time } }
    const written = writeMemoryNotes(planter, ref as NotesRef, undefined, new Map(contents), {
      message: 'Notes\n',
      dropHistory: false,
    })
    if (written.isErr()) throw new Error(`the notes of ${ref || DEFAULT_NOTES_REF}: ${written.error.message}`)
  }
  return { git: memoryGit(repository), commits: built.map(({ id }) => id) }
}

function at<T>(list: readonly T[], position: number): T {
  const item = list[position]
  if (item === undefined) throw new Error(`there is no commit at position ${position}, or not yet`)
  return item
}

function applyFiles(
  objects: MemoryObjects,
  base: ReadonlyMap<string, MemoryEntry>,
  changes: Readonly<Record<string, FixtureFile | null>>,
): ReadonlyMap<string, MemoryEntry> {
  const files = new Map(base)
  for (const [path, file] of Object.entries(changes)) {
    if (file === null) files.delete(path)
    else files.set(path, putFile(objects, file))
  }
  return files
}

function putFile(objects: MemoryObjects, file: FixtureFile): MemoryEntry {
  if (typeof file === 'string') return { kind: 'file', id: objects.put('blob', Buffer.from(file)) }
  if (file instanceof Uint8Array) return { kind: 'file', id: objects.put('blob', file) }
  if ('symlink' in file) return { kind: 'symlink', id: objects.put('blob', Buffer.from(file.symlink)) }
  return { kind: 'executable', id: objects.put('blob', Buffer.from(file.executable)) }
}

function worktreeFiles(
  objects: MemoryObjects,
  index: ReadonlyMap<string, MemoryEntry>,
  changes: Readonly<Record<string, FixtureFile | null>>,
): ReadonlyMap<string, FileContent> {
  const contents = new Map<string, FileContent>()
  for (const [path, { kind, id }] of applyFiles(objects, index, changes)) {
    const bytes = objects.get(id)?.bytes ?? new Uint8Array()
    contents.set(path, { kind: kind === 'executable' ? 'file' : kind, id: id as BlobId, bytes })
  }
  return contents
}

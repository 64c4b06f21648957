import {
  codedError,
  type GitError,
  type Identity,
  type NoteChange,
  type NotesListing,
  type NotesTip,
} from '@chronicle/core/contracts'
import { err, ok, type BlobId, type CommitId, type NotesRef, type Result } from '@chronicle/schema'
import { listTree, putCommit, putTree, readCommit, type MemoryEntry } from './memory-objects.ts'
import { resolveName, type MemoryRepository } from './memory-repository.ts'

const NOTES_REF = /^refs\/notes\/(?!.*(?:\.\.|\/\/|\/\.|@\{|[\0-\x20\x7f~^:?*[\\]))[^/.](?:.*[^/.])?$/

export function readTip(repository: MemoryRepository, ref: NotesRef): NotesTip | undefined {
  return repository.refs.has(ref) ? resolveName(repository, ref) : undefined
}

export function listMemoryNotes(repository: MemoryRepository, tip: NotesTip | undefined): NotesListing['notes'] {
  const notes = new Map<CommitId, BlobId[]>()
  const tree = tip === undefined ? undefined : readCommit(repository.objects, tip)?.tree
  if (tip === undefined || tree === undefined) return notes
  for (const [path, { kind, id }] of listTree(repository.objects, tree)) {
    const commit = commitOfPath(path, tip.length)
    if (commit === undefined || kind === 'submodule') continue
    const blobs = notes.get(commit) ?? []
    if (!blobs.includes(id as BlobId)) notes.set(commit, [...blobs, id as BlobId])
  }
  return new Map([...notes].sort(([a], [b]) => (a < b ? -1 : 1)))
}

export function diffMemoryNotes(
  repository: MemoryRepository,
  from: NotesTip,
  to: NotesTip,
): Result<readonly NoteChange[], GitError> {
  for (const id of [from, to]) {
    if (readCommit(repository.objects, id) !== undefined) continue
    return err(codedError('missing_object', `The commit ${id} is not in the repository. List the notes again.`))
  }
  const [before, after] = [listMemoryNotes(repository, from), listMemoryNotes(repository, to)]
  const commits = [...new Set([...before.keys(), ...after.keys()])].sort()
  return ok(
    commits
      .map((commit) => ({ commit, before: before.get(commit) ?? [], after: after.get(commit) ?? [] }))
      .filter((change) => change.before.join() !== change.after.join()),
  )
}

/** Returns the identity for writing notes. */
export function memoryIdentity({ identity }: MemoryRepository): Result<Identity, GitError> {
  if (identity !== undefined) return ok({ name: identity.name, email: identity.email })
  return err(identityUnknown())
}

function identityUnknown(): GitError {
  return codedError('identity_unknown', 'Nobody is named as the author. Set it with "git config user.name".')
}

/** Writes notes with compare-and-swap. New notes are put at the root of the notes tree. */
export function writeMemoryNotes(
  repository: MemoryRepository,
  ref: NotesRef,
  expected: NotesTip | undefined,
  notes: ReadonlyMap<CommitId, Uint8Array | undefined>,
  options: { readonly message: string; readonly dropHistory: boolean },
): Result<NotesTip, GitError> {
  const { objects, identity } = repository
  if (!NOTES_REF.test(ref)) {
    return err(
      codedError('unsupported', `Notes are not written to "${ref}". Give the name of a ref below refs/notes/.`),
    )
  }
  const actual = readTip(repository, ref)
  if (actual !== expected) {
    const text = `${ref} stands at ${actual ?? 'nothing'} and not at ${expected ?? 'nothing'}. Read it again and merge.`
    return err(codedError('notes_ref_moved', text, { data: { ref, expected, actual } }))
  }
  if (identity === undefined) return err(identityUnknown())
  const tree = actual === undefined ? undefined : readCommit(objects, actual)?.tree
  const digits = objects.objectFormat === 'sha1' ? 40 : 64
  const files = new Map<string, MemoryEntry>()
  for (const [path, entry] of tree === undefined ? [] : listTree(objects, tree)) {
    const commit = commitOfPath(path, digits)
    if (commit === undefined || !notes.has(commit)) files.set(path, entry)
  }
  for (const [commit, bytes] of notes) {
    if (bytes !== undefined) files.set(commit, { kind: 'file', id: objects.put('blob', bytes) })
  }
  const signature = { name: identity.name, email: identity.email, time: identity.time, zone: 0 }
  const edited = putTree(objects, files)
  const parents = actual === undefined ? [] : (readCommit(objects, actual)?.parents ?? [])
  if (actual !== undefined && options.dropHistory && edited === tree && parents.length === 0) return ok(actual)
  const tip = putCommit(objects, {
    tree: edited,
    parents: actual === undefined || options.dropHistory ? [] : [actual],
    author: signature,
    committer: signature,
    message: options.message,
  })
  repository.refs.set(ref, tip)
  return ok(tip)
}

function commitOfPath(path: string, digits: number): CommitId | undefined {
  const id = path.replaceAll('/', '')
  return id.length === digits && /^(?:[0-9a-f]{2}\/)*[0-9a-f]+$/.test(path) ? (id as CommitId) : undefined
}

import type { NotesTip, RefMove } from '@chronicle/core/contracts'
import { isObjectId, type CommitId, type NotesRef, type TreeId } from '@chronicle/schema'
import { editNotesTree } from './edit-notes-tree.ts'
import { GitFailure, throwIfAborted } from './git-failure.ts'
import { readNotesTip, rootOf } from './notes-tree.ts'
import type { Repository } from './open-repository.ts'
import { objectIdOf, type NewObject } from './object-id.ts'
import { packObjects } from './pack-objects.ts'
import { identityFailure } from './read-identity.ts'
import { readCommits, readRawTrees } from './repository-objects.ts'

/** What `writeNotes` writes. */
export interface NotesWrite {
  readonly ref: NotesRef
  readonly expected: NotesTip | undefined
  readonly notes: ReadonlyMap<CommitId, Uint8Array | undefined>
  readonly message?: string | undefined
  readonly dropHistory?: boolean | undefined
}

/** More objects than this are kept as a pack, as `git fetch` does, instead of as a file each. */
const UNPACK_LIMIT = 100
export const ID_LENGTHS = { sha1: 40, sha256: 64 } as const
const DEFAULT_MESSAGE = 'Notes added by Chronicle\n'

/**
 * Commits notes and moves the ref if it still stands where expected. Blobs and trees are stored
 * by one git process, out of sight until `git update-ref` compares and swaps: a crash leaves what `git gc` sweeps up.
 */
export async function writeNotes(repository: Repository, write: NotesWrite): Promise<NotesTip> {
  const { ref, expected, notes } = write
  const { objectFormat, objects, put, tip } = await beginNotesWrite(repository, write)
  const root = tip === undefined ? undefined : await rootOf(repository.objects, tip)
  const edited = await editNotesTree({
    root,
    idLength: ID_LENGTHS[objectFormat],
    notes: new Map([...notes].map(([commit, bytes]) => [commit, bytes && put({ type: 'blob', bytes })])),
    readTrees: (ids) => readRawTrees(repository.objects, ids),
    putTree: (bytes) => put({ type: 'tree', bytes }) as TreeId,
  })
  if (tip !== undefined && edited === root && !(await hasHistoryToDrop(repository, write))) return tip

  await storeObjects(repository, [...objects.values()], objectFormat)
  const next = await commitTree(repository, edited, write)
  throwIfAborted(repository.signal)
  await moveRef(repository, { ref, expected, to: next }, objectFormat)
  return next
}

/** Where a ref of notes stands, and the objects that a write of it has made so far. */
interface BegunWrite {
  readonly tip: NotesTip | undefined
  readonly objectFormat: keyof typeof ID_LENGTHS
  readonly objects: ReadonlyMap<string, NewObject>
  /** Adds an object; returns its id. */
  put(object: NewObject): string
}

/** Checks the names that a write gives, and that the ref still stands where expected. */
export async function beginNotesWrite(
  repository: Repository,
  { ref, expected, notes }: Pick<NotesWrite, 'ref' | 'expected'> & { readonly notes: ReadonlyMap<CommitId, unknown> },
): Promise<BegunWrite> {
  checkRef(ref)
  const { objectFormat } = (await repository.locate()).info
  checkNames(notes.keys(), objectFormat)
  const tip = await readNotesTip(repository.objects, ref)
  if (tip !== expected) throw movedFailure(ref, expected, tip)
  const objects = new Map<string, NewObject>()
  return {
    ...{ tip, objectFormat, objects },
    put(object) {
      const id = objectIdOf(object, objectFormat)
      objects.set(id, object)
      return id
    },
  }
}

/** Refuses what `git check-ref-format` refuses, and every ref that is none of notes. */
export function checkRef(ref: NotesRef): void {
  const wellFormed = !/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|[/.]$/.test(ref)
  if (wellFormed && /^refs\/notes\/[^.]/.test(ref)) return
  throw new GitFailure(
    'unsupported',
    `Notes are not written to "${ref}". Give the full name of a ref below refs/notes/, such as refs/notes/chronicle.`,
    { data: { ref } },
  )
}

function checkNames(commits: Iterable<CommitId>, objectFormat: 'sha1' | 'sha256'): void {
  for (const commit of commits) {
    if (isObjectId(commit) && commit.length === ID_LENGTHS[objectFormat]) continue
    throw new GitFailure(
      'unsupported',
      `"${commit}" is no full ${objectFormat} commit id, so there can be no note on it. Resolve it first.`,
      { data: { commit } },
    )
  }
}

async function hasHistoryToDrop(repository: Repository, { expected, dropHistory }: NotesWrite): Promise<boolean> {
  if (dropHistory !== true || expected === undefined) return false
  const commits = await readCommits(repository, [expected])
  return (commits.get(expected)?.parents.length ?? 0) > 0
}

/** Makes the commit, as the user that git knows. */
async function commitTree(
  repository: Repository,
  tree: TreeId,
  { expected, message = DEFAULT_MESSAGE, dropHistory = false }: NotesWrite,
): Promise<NotesTip> {
  const { exitCode, stdout, stderr } = await repository.run({
    args: ['commit-tree', tree, ...(expected === undefined || dropHistory ? [] : ['-p', expected]), '-F', '-'],
    input: message,
    exitCodes: [0, 128],
  })
  if (exitCode === 0) return stdout.toString('latin1').trim() as NotesTip
  throw identityFailure('commit-tree', exitCode, stderr, repository)
}

export async function storeObjects(
  repository: Repository,
  objects: readonly NewObject[],
  objectFormat: 'sha1' | 'sha256',
): Promise<void> {
  const args = objects.length > UNPACK_LIMIT ? ['index-pack', '--stdin', '--strict'] : ['unpack-objects', '-q']
  await repository.run({ args, input: await packObjects(objects, objectFormat) })
}

/** Compares and swaps. Not given up with the call: once it has begun, its outcome must be known. */
export async function moveRef(
  repository: Repository,
  { ref, expected, to }: RefMove,
  objectFormat: 'sha1' | 'sha256',
): Promise<void> {
  const nothing = '0'.repeat(ID_LENGTHS[objectFormat])
  const { run, objects } = repository.during(undefined)
  const outcome = await run({
    args: ['update-ref', '-m', 'notes: written by Chronicle', ref, to ?? nothing, expected ?? nothing],
    exitCodes: [0, 1, 128],
  })
  if (outcome.exitCode === 0) return
  const actual = await readNotesTip(objects, ref)
  if (actual !== expected) throw movedFailure(ref, expected, actual)
  const errorText = outcome.stderr.trim()
  if (/\.lock': File exists|Unable to create/.test(errorText)) {
    throw new GitFailure(
      'notes_ref_locked',
      `Another process holds the lock of ${ref}. Try again; if no git process is running, remove the lock file: ${errorText}`,
      { data: { ref, stderr: errorText } },
    )
  }
  throw new GitFailure('git_failed', `Git did not move ${ref}: ${errorText}`, { data: { ref, stderr: errorText } })
}

function movedFailure(ref: NotesRef, expected: NotesTip | undefined, actual: NotesTip | undefined): GitFailure {
  return new GitFailure(
    'notes_ref_moved',
    `${ref} stands at ${actual ?? 'nothing'} and not at ${expected ?? 'nothing'}: another writer was there first. ` +
      'Nothing was written. Read the notes again, merge, and write on top of the new tip.',
    { data: { ref, expected, actual } },
  )
}

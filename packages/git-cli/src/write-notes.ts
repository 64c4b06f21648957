import { codedError, type GitError, type NotesTip, type RefMove } from '@chronicle/core/contracts'
import {
  err,
  isObjectId,
  ok,
  okAsync,
  parseNotesRef,
  ResultAsync,
  safeTry,
  type CommitId,
  type NotesRef,
  type Result,
  type TreeId,
} from '@chronicle/schema'
import { editNotesTree } from './edit-notes-tree.ts'
import { checkAborted } from './git-failure.ts'
import { rootOf } from './notes-tree.ts'
import type { Repository } from './open-repository.ts'
import { objectIdOf, type NewObject } from './object-id.ts'
import { packObjects } from './pack-objects.ts'
import { identityFailure } from './read-identity.ts'
import { readCommits, readRawTrees } from './repository-objects.ts'
import { readNotesTip } from './resolve-revision.ts'

/** The input of `writeNotes`. */
export interface NotesWrite {
  readonly ref: NotesRef
  readonly expected: NotesTip | undefined
  readonly notes: ReadonlyMap<CommitId, Uint8Array | undefined>
  readonly message?: string | undefined
  readonly dropHistory?: boolean | undefined
}

/** Maximum number of objects to store as separate files. More are kept as a pack, as `git fetch` does. */
const UNPACK_LIMIT = 100
export const ID_LENGTHS = { sha1: 40, sha256: 64 } as const
const DEFAULT_MESSAGE = 'Notes added by Chronicle\n'

/**
 * Commits notes and moves the ref if it still points to the expected tip. One git process stores blobs and trees, which
 * stay unreachable until `git update-ref` compares and swaps. After a crash, `git gc` removes what is left.
 */
export function writeNotes(repository: Repository, write: NotesWrite): ResultAsync<NotesTip, GitError> {
  return safeTry(async function* () {
    const { ref, expected, notes } = write
    const { objectFormat, objects, put, tip } = yield* beginNotesWrite(repository, write)
    const root = tip === undefined ? undefined : yield* rootOf(repository.objects, tip)
    const edited = yield* editNotesTree({
      root,
      idLength: ID_LENGTHS[objectFormat],
      notes: new Map([...notes].map(([commit, bytes]) => [commit, bytes && put({ type: 'blob', bytes })])),
      readTrees: (ids) => readRawTrees(repository.objects, ids),
      putTree: (bytes) => put({ type: 'tree', bytes }) as TreeId,
    })
    if (tip !== undefined && edited === root && !(yield* hasHistoryToDrop(repository, write))) return ok(tip)

    yield* storeObjects(repository, [...objects.values()], objectFormat)
    const next = yield* commitTree(repository, edited, write)
    yield* checkAborted(repository.signal)
    return moveRef(repository, { ref, expected, to: next }, objectFormat).map(() => next)
  })
}

/** The tip of a notes ref, and the objects created so far for a write. */
interface NotesTransaction {
  readonly tip: NotesTip | undefined
  readonly objectFormat: keyof typeof ID_LENGTHS
  readonly objects: ReadonlyMap<string, NewObject>
  /** Adds an object and returns its id. */
  put(object: NewObject): string
}

/** Validates the names of a write, and checks that the ref still points to the expected tip. */
export function beginNotesWrite(
  repository: Repository,
  { ref, expected, notes }: Pick<NotesWrite, 'ref' | 'expected'> & { readonly notes: ReadonlyMap<CommitId, unknown> },
): ResultAsync<NotesTransaction, GitError> {
  return safeTry(async function* () {
    yield* checkRef(ref)
    const { objectFormat } = (yield* repository.locate()).info
    yield* checkNames(notes.keys(), objectFormat)
    const tip = yield* readNotesTip(repository, ref)
    if (tip !== expected) return err(movedError(ref, expected, tip))
    const objects = new Map<string, NewObject>()
    return ok({
      ...{ tip, objectFormat, objects },
      put(object) {
        const id = objectIdOf(object, objectFormat)
        objects.set(id, object)
        return id
      },
    })
  })
}

/** Rejects what `git check-ref-format` rejects, and every ref that is not a notes ref. */
export function checkRef(ref: NotesRef): Result<void, GitError> {
  if (parseNotesRef(ref) !== undefined) return ok()
  const message = `Notes are not written to "${ref}". Give the full name of a ref below refs/notes/, such as refs/notes/chronicle.`
  return err(codedError('unsupported', message, { data: { ref } }))
}

function checkNames(commits: Iterable<CommitId>, objectFormat: 'sha1' | 'sha256'): Result<void, GitError> {
  for (const commit of commits) {
    if (isObjectId(commit) && commit.length === ID_LENGTHS[objectFormat]) continue
    const message = `"${commit}" is no full ${objectFormat} commit id, so there can be no note on it. Resolve it first.`
    return err(codedError('unsupported', message, { data: { commit } }))
  }
  return ok()
}

function hasHistoryToDrop(
  repository: Repository,
  { expected, dropHistory }: NotesWrite,
): ResultAsync<boolean, GitError> {
  if (dropHistory !== true || expected === undefined) return okAsync(false)
  return readCommits(repository, [expected]).map((commits) => (commits.get(expected)?.parents.length ?? 0) > 0)
}

/** Creates the commit with the user identity that git is configured with. */
function commitTree(
  repository: Repository,
  tree: TreeId,
  { expected, message = DEFAULT_MESSAGE, dropHistory = false }: NotesWrite,
): ResultAsync<NotesTip, GitError> {
  const args = ['commit-tree', tree, ...(expected === undefined || dropHistory ? [] : ['-p', expected]), '-F', '-']
  const committed = repository.run({ args, input: message, exitCodes: [0, 128] })
  return committed.andThen(({ exitCode, stdout, stderr }) =>
    exitCode === 0
      ? ok(stdout.toString('latin1').trim() as NotesTip)
      : err(identityFailure('commit-tree', exitCode, stderr, repository)),
  )
}

export function storeObjects(
  { run }: Repository,
  objects: readonly NewObject[],
  objectFormat: 'sha1' | 'sha256',
): ResultAsync<unknown, GitError> {
  const args = objects.length > UNPACK_LIMIT ? ['index-pack', '--stdin', '--strict'] : ['unpack-objects', '-q']
  return ResultAsync.fromSafePromise<Uint8Array, GitError>(packObjects(objects, objectFormat)).andThen((input) =>
    run({ args, input }),
  )
}

/** Compares and swaps. Not aborted with the call: once started, its outcome must be known. */
export function moveRef(
  repository: Repository,
  { ref, expected, to }: RefMove,
  objectFormat: 'sha1' | 'sha256',
): ResultAsync<void, GitError> {
  return safeTry(async function* () {
    const nothing = '0'.repeat(ID_LENGTHS[objectFormat])
    const unstoppable = repository.during(undefined)
    const outcome = yield* unstoppable.run({
      args: ['update-ref', '-m', 'notes: written by Chronicle', ref, to ?? nothing, expected ?? nothing],
      exitCodes: [0, 1, 128],
    })
    if (outcome.exitCode === 0) return ok()
    const actual = yield* readNotesTip(unstoppable, ref)
    if (actual !== expected) return err(movedError(ref, expected, actual))
    const errorText = outcome.stderr.trim()
    const data = { ref, stderr: errorText }
    if (/\.lock': File exists|Unable to create/.test(errorText)) {
      const message = `Another process holds the lock of ${ref}. Try again; if no git process is running, remove the lock file: ${errorText}`
      return err(codedError('notes_ref_locked', message, { data }))
    }
    return err(codedError('git_failed', `Git did not move ${ref}: ${errorText}`, { data }))
  })
}

function movedError(ref: NotesRef, expected: NotesTip | undefined, actual: NotesTip | undefined): GitError {
  return codedError(
    'notes_ref_moved',
    `${ref} stands at ${actual ?? 'nothing'} and not at ${expected ?? 'nothing'}: another writer was there first. ` +
      'Nothing was written. Read the notes again, merge, and write on top of the new tip.',
    { data: { ref, expected, actual } },
  )
}

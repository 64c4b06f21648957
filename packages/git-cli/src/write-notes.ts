import type { NotesTip } from '@chronicle/core/contracts'
import { isObjectId, type CommitId, type NotesRef, type TreeId } from '@chronicle/schema'
import { editNotesTree } from './edit-notes-tree.ts'
import { GitFailure, throwIfAborted } from './git-failure.ts'
import { readNotesTip, rootOf } from './notes-tree.ts'
import type { Repository } from './open-repository.ts'
import { objectIdOf, packObjects, type NewObject } from './pack-objects.ts'
import { parseRawTree, type RawTreeEntry } from './parse-tree.ts'
import { readObjects } from './repository-objects.ts'

/** What `writeNotes` writes. */
export interface NotesWrite {
  readonly ref: NotesRef
  readonly expected: NotesTip | undefined
  readonly notes: ReadonlyMap<CommitId, Uint8Array | undefined>
  readonly message?: string | undefined
}

/** More objects than this are kept as a pack, as `git fetch` does, instead of as a file each. */
const UNPACK_LIMIT = 100
const DEFAULT_MESSAGE = 'Notes added by Chronicle\n'

/**
 * Commits notes and moves the ref if it still stands where expected. Everything is stored by one git process, out of
 * sight until `git update-ref` compares and swaps: a crash leaves objects that the next `git gc` sweeps up.
 */
export async function writeNotes(
  repository: Repository,
  write: NotesWrite,
  signal: AbortSignal | undefined,
): Promise<NotesTip> {
  const { ref, expected, notes } = write
  await checkRef(repository, ref, signal)
  const { info } = await repository.locate(signal)
  const { objectFormat } = info
  const tip = await readNotesTip(repository.objects, ref, signal)
  if (tip !== expected) throw movedFailure(ref, expected, tip)

  const identities = readIdentities(repository, signal)
  // Awaited below; a failure before that must not go unnoticed by the process.
  identities.catch(() => undefined)
  const blobs = [...notes.values()].flatMap((bytes): NewObject[] =>
    bytes === undefined ? [] : [{ type: 'blob', bytes }],
  )
  const root = tip === undefined ? undefined : await rootOf(repository.objects, tip, signal)
  const edited = await editNotesTree({
    root,
    objectFormat,
    notes: new Map(
      [...notes].map(([commit, bytes]) => [commit, bytes && objectIdOf({ type: 'blob', bytes }, objectFormat)]),
    ),
    readTrees: (ids) => readRawTrees(repository, ids, signal),
  })
  if (tip !== undefined && edited.root === root) return tip

  const { author, committer } = await identities
  const commit: NewObject = {
    type: 'commit',
    bytes: Buffer.from(
      `tree ${edited.root}\n${tip === undefined ? '' : `parent ${tip}\n`}` +
        `author ${author}\ncommitter ${committer}\n\n${write.message ?? DEFAULT_MESSAGE}`,
    ),
  }
  await storeObjects(repository, [...blobs, ...edited.trees, commit], objectFormat, signal)
  throwIfAborted(signal)
  const next = objectIdOf(commit, objectFormat) as NotesTip
  await moveRef(repository, write, next, objectFormat)
  return next
}

async function readRawTrees(
  repository: Repository,
  ids: readonly TreeId[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<TreeId, readonly RawTreeEntry[]>> {
  const found = await readObjects(repository.objects, ids, 'tree', signal)
  const lost = ids.find((id) => !found.has(id))
  if (lost !== undefined) {
    throw new GitFailure('missing_object', `The tree ${lost} of the notes is not in the repository. Run "git fsck".`, {
      data: { id: lost },
    })
  }
  return new Map([...found].map(([id, bytes]) => [id, parseRawTree(bytes, id.length)]))
}

async function checkRef(repository: Repository, ref: NotesRef, signal: AbortSignal | undefined): Promise<void> {
  const plausible = ref.startsWith('refs/notes/') && !ref.includes('\0')
  const checked = plausible
    ? await repository.runner.run({ args: ['check-ref-format', ref], exitCodes: [0, 1], signal })
    : undefined
  if (checked?.exitCode === 0) return
  throw new GitFailure(
    'unsupported',
    `Notes are not written to "${ref}". Give the full name of a ref below refs/notes/, such as refs/notes/chronicle.`,
    { data: { ref } },
  )
}

/** Who the user is, as git sees it, with the time. */
async function readIdentities(
  repository: Repository,
  signal: AbortSignal | undefined,
): Promise<{ readonly author: string; readonly committer: string }> {
  const [author, committer] = await Promise.all(
    ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT'].map(async (name) => {
      const outcome = await repository.runner.run({ args: ['var', name], exitCodes: [0, 1, 128], signal })
      if (outcome.exitCode === 0) return outcome.stdout.toString('utf8').trimEnd()
      const said = outcome.stderr.trim().split('\n').at(-1) ?? ''
      throw new GitFailure(
        'identity_unknown',
        `Git does not know who you are, so the note was not written (${said}). ` +
          'Tell it: git config --global user.name "Your Name" and git config --global user.email you@example.com.',
        { data: { stderr: outcome.stderr } },
      )
    }),
  )
  return { author: author ?? '', committer: committer ?? '' }
}

async function storeObjects(
  repository: Repository,
  objects: readonly NewObject[],
  objectFormat: 'sha1' | 'sha256',
  signal: AbortSignal | undefined,
): Promise<void> {
  const args = objects.length > UNPACK_LIMIT ? ['index-pack', '--stdin', '--strict'] : ['unpack-objects', '-q']
  await repository.runner.run({ args, input: await packObjects(objects, objectFormat), signal })
}

/** Compares and swaps. No signal here: once it has begun, its outcome must be known. */
async function moveRef(
  repository: Repository,
  { ref, expected }: NotesWrite,
  next: NotesTip,
  objectFormat: 'sha1' | 'sha256',
): Promise<void> {
  const nothing = '0'.repeat(objectFormat === 'sha1' ? 40 : 64)
  const outcome = await repository.runner.run({
    args: ['update-ref', '-m', 'notes: written by Chronicle', ref, next, expected ?? nothing],
    exitCodes: [0, 1, 128],
  })
  if (outcome.exitCode === 0) return
  const actual = await readNotesTip(repository.objects, ref, undefined)
  if (actual !== expected) throw movedFailure(ref, expected, actual)
  const said = outcome.stderr.trim()
  if (/\.lock': File exists|Unable to create/.test(said)) {
    throw new GitFailure(
      'notes_ref_locked',
      `Another process holds the lock of ${ref}. Try again; if no git process is running, remove the lock file: ${said}`,
      { data: { ref, stderr: said } },
    )
  }
  throw new GitFailure('git_failed', `Git did not move ${ref}: ${said}`, { data: { ref, stderr: said } })
}

function movedFailure(ref: NotesRef, expected: NotesTip | undefined, actual: NotesTip | undefined): GitFailure {
  return new GitFailure(
    'notes_ref_moved',
    `${ref} stands at ${actual ?? 'nothing'} and not at ${expected ?? 'nothing'}: another writer was there first. ` +
      'Nothing was written. Read the notes again, merge, and write on top of the new tip.',
    { data: { ref, expected, actual } },
  )
}

/** Whether every commit can be the name of a note. */
export function areNoteNames(commits: Iterable<CommitId>, objectFormat: 'sha1' | 'sha256'): boolean {
  const digits = objectFormat === 'sha1' ? 40 : 64
  return [...commits].every((commit) => isObjectId(commit) && commit.length === digits)
}

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { codedError, type GitError, type NotesTip } from '@chronicle/core/contracts'
import {
  err,
  fromThrowable,
  isObjectId,
  ok,
  okAsync,
  safeTry,
  type CommitId,
  type NotesRef,
  type ResultAsync,
} from '@chronicle/schema'
import { canBeAsked } from './object-reader.ts'
import type { Repository } from './open-repository.ts'
import { resolveCommit } from './repository-objects.ts'

/** Resolves a revision to a commit. Fails with `missing_object` if a ref names an object that does not exist. */
export function resolveRevision(repository: Repository, revision: string): ResultAsync<CommitId | undefined, GitError> {
  return resolveCommit(repository.objects, revision).andThen((commit) =>
    commit === undefined ? resolveAgain(repository, revision) : ok(commit),
  )
}

/** Returns the tip of a notes ref. Fails with `missing_object` if that object does not exist. */
export function readNotesTip(repository: Repository, ref: NotesRef): ResultAsync<NotesTip | undefined, GitError> {
  if (!ref.startsWith('refs/')) return okAsync(undefined)
  return safeTry(async function* () {
    const tip = yield* resolveCommit(repository.objects, ref)
    if (tip !== undefined) return ok(tip)
    const { commonDir } = yield* repository.locate()
    return isStored(commonDir, ref) ? resolveAgain(repository, ref) : ok(undefined)
  })
}

/** `git cat-file`, which reads the objects, gives the same answer for no ref and for a ref to a missing object. */
function resolveAgain(repository: Repository, revision: string): ResultAsync<CommitId | undefined, GitError> {
  if (isObjectId(revision) || !canBeAsked(revision)) return okAsync(undefined)
  return safeTry(async function* () {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', revision]
    const { stdout } = yield* repository.run({ args, exitCodes: [0, 1, 128] })
    const id = stdout.toString('latin1').trim()
    if (!isObjectId(id)) return ok(undefined)
    const [object] = yield* repository.objects.info([id])
    if (object === undefined) return err(missingTarget(revision, id))
    // It may have been created in between.
    return ok(object.type === 'commit' ? (object.id as CommitId) : undefined)
  })
}

/**
 * Whether a ref may exist. Reads files, because most repositories lack some notes ref, and a process takes longer. If a
 * file cannot be read, git is asked.
 */
function isStored(commonDir: string, ref: string): boolean {
  const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true
  const packed = join(commonDir, 'packed-refs')
  const isFound = fromThrowable(
    () => isFile(join(commonDir, ref)) || (isFile(packed) && readFileSync(packed, 'latin1').includes(` ${ref}\n`)),
  )
  return isFound().unwrapOr(true)
}

function missingTarget(revision: string, id: string): GitError {
  const message = `${revision} names the object ${id}, which is not in the repository. Run "git fsck" to see what is lost.`
  return codedError('missing_object', message, { data: { revision, id } })
}

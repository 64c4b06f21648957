import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GitError } from '@chronicle/core/contracts'
import { ok, ResultAsync, safeTry, type RepoPath } from '@chronicle/schema'
import { toGitError } from './git-failure.ts'
import { objectIdOf } from './object-id.ts'
import type { Repository } from './open-repository.ts'
import { bytesOf } from './repository-objects.ts'

/** Returns the bytes that git would store for a file of the working tree. */
export function normalise(
  repository: Repository,
  path: RepoPath,
  bytes: Uint8Array,
): ResultAsync<Uint8Array, GitError> {
  return safeTry(async function* () {
    const { run, objects } = repository
    const { top, info } = yield* repository.worktree()
    const { stdout } = yield* run({
      args: ['hash-object', '--stdin', `--path=${path}`],
      input: bytes,
      cwd: top,
    })
    const id = stdout.toString('utf8').trim()
    const isStoredAs = (form: Uint8Array): boolean =>
      objectIdOf({ type: 'blob', bytes: form }, info.objectFormat) === id
    if (isStoredAs(bytes)) return ok(bytes)
    const unixLines = withUnixLines(bytes)
    if (isStoredAs(unixLines)) return keepsLineEnds(repository, path).map((keeps) => (keeps ? bytes : unixLines))
    const [known] = yield* objects.contents([id])
    return known === undefined ? convertWithGit(repository, path, bytes) : bytesOf(known)
  })
}

/**
 * Whether git keeps the line ends of a path although its attributes ask for conversion: with automatic text detection,
 * a file that was committed with CRLF keeps it. `git hash-object` does not check the index for this.
 */
function keepsLineEnds({ run, worktree }: Repository, path: RepoPath): ResultAsync<boolean, GitError> {
  return worktree()
    .andThen(({ top }) => run({ args: ['ls-files', '-z', '--eol', '--', path], cwd: top }))
    .map(({ stdout }) => {
      const [, attributes] = /^i\/(?:crlf|mixed) +w\/\S* +attr\/([^\t]*)\t/.exec(stdout.toString('utf8')) ?? []
      return attributes !== undefined && /^(?:text=auto\b.*)?$/.test(attributes.trim())
    })
}

/** Converts line ends as git does: removes a carriage return only before a line feed. */
function withUnixLines(bytes: Uint8Array): Uint8Array {
  const [cr, lf] = [13, 10]
  return bytes.filter((byte, index) => byte !== cr || bytes[index + 1] !== lf)
}

/** Lets git convert into a temporary object folder, because an object in the repository would stay there. */
function convertWithGit(
  { run, worktree }: Repository,
  path: RepoPath,
  bytes: Uint8Array,
): ResultAsync<Uint8Array, GitError> {
  return safeTry(async function* () {
    const { top } = yield* worktree()
    const folder = yield* ResultAsync.fromPromise(mkdtemp(join(tmpdir(), 'chronicle-objects-')), toGitError)
    const call = { cwd: top, environment: { GIT_OBJECT_DIRECTORY: folder } }
    const hashing = run({ ...call, args: ['hash-object', '-w', '--stdin', `--path=${path}`], input: bytes })
    const stored = await hashing.andThen(({ stdout }) =>
      run({ ...call, args: ['cat-file', 'blob', stdout.toString('utf8').trim()] }),
    )
    yield* ResultAsync.fromPromise(rm(folder, { recursive: true, force: true }), toGitError)
    return stored.map(({ stdout }) => stdout)
  })
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RepoPath } from '@chronicle/schema'
import { objectIdOf } from './object-id.ts'
import type { Repository } from './open-repository.ts'
import { bytesOf } from './repository-objects.ts'

/** The bytes that git would store for a file of the working tree. */
export async function normalise(repository: Repository, path: RepoPath, bytes: Uint8Array): Promise<Uint8Array> {
  const { run, objects } = repository
  const { top, info } = await repository.worktree()
  const { stdout } = await run({
    args: ['hash-object', '--stdin', `--path=${path}`],
    input: bytes,
    cwd: top,
  })
  const id = stdout.toString('utf8').trim()
  const isStoredAs = (form: Uint8Array): boolean => objectIdOf({ type: 'blob', bytes: form }, info.objectFormat) === id
  if (isStoredAs(bytes)) return bytes
  const unixLines = withUnixLines(bytes)
  if (isStoredAs(unixLines)) return (await keepsLineEnds(repository, path)) ? bytes : unixLines
  const [known] = await objects.contents([id])
  return known === undefined ? storedElsewhere(repository, path, bytes) : bytesOf(known)
}

/**
 * Whether git leaves the line ends of a path alone though its attributes ask for conversion: where it is for git to
 * find out what is text, a file that was committed with CRLF stays so. `git hash-object` does not look at the index.
 */
async function keepsLineEnds({ run, worktree }: Repository, path: RepoPath): Promise<boolean> {
  const { top } = await worktree()
  const { stdout } = await run({ args: ['ls-files', '-z', '--eol', '--', path], cwd: top })
  const [, attributes] = /^i\/(?:crlf|mixed) +w\/\S* +attr\/([^\t]*)\t/.exec(stdout.toString('utf8')) ?? []
  return attributes !== undefined && /^(?:text=auto\b.*)?$/.test(attributes.trim())
}

/** As git converts line ends: only a line feed takes a carriage return with it. */
function withUnixLines(bytes: Uint8Array): Uint8Array {
  const [cr, lf] = [13, 10]
  return bytes.filter((byte, index) => byte !== cr || bytes[index + 1] !== lf)
}

/** Has git convert into a folder of its own, which is removed: in the repository, the object would stay. */
async function storedElsewhere({ run, worktree }: Repository, path: RepoPath, bytes: Uint8Array): Promise<Uint8Array> {
  const { top } = await worktree()
  const folder = await mkdtemp(join(tmpdir(), 'chronicle-objects-'))
  try {
    const call = { cwd: top, environment: { GIT_OBJECT_DIRECTORY: folder } }
    const stored = await run({ ...call, args: ['hash-object', '-w', '--stdin', `--path=${path}`], input: bytes })
    return (await run({ ...call, args: ['cat-file', 'blob', stored.stdout.toString('utf8').trim()] })).stdout
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

import { lstat, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import {
  codedError,
  type FileContent,
  type GitBackend,
  type GitError,
  type RepositoryInfo,
} from '@chronicle/core/contracts'
import { errAsync, omitEmpty, type BlobId, type ResultAsync } from '@chronicle/schema'
import { runGit } from '../fixture/run-git.ts'
import { memoryGit } from './memory-git.ts'
import {
  createMemoryObjects,
  EMPTY,
  type MemoryEntry,
  type MemoryObject,
  type MemoryObjects,
} from './memory-objects.ts'
import type { MemoryRepository } from './memory-repository.ts'

/**
 * Creates an in-memory copy of a repository on disk, read with git: a backend that can be written to and discarded. For
 * a folder outside any repository, returns a backend that reports that.
 */
export async function copyRepository(dir: string): Promise<GitBackend> {
  const git = async (...args: string[]): Promise<Buffer> => runGit(args, { cwd: dir, exitCodes: [0, 1, 128] })
  const line = async (...args: string[]): Promise<string> => (await git(...args)).toString('utf8').replace(/\n$/, '')
  const commonDir = await line('rev-parse', '--path-format=absolute', '--git-common-dir')
  if (commonDir === '') return noRepository(dir)

  const objectFormat = (await line('rev-parse', '--show-object-format')) as 'sha1' | 'sha256'
  const top = await line('rev-parse', '--show-toplevel')
  const objects = readObjects(await git('cat-file', '--batch-all-objects', '--batch'), objectFormat)
  const refs = new Map<string, string>([['HEAD', await headOf(line)]])
  for (const ref of (await line('for-each-ref', '--format=%(refname) %(objectname)')).split('\n')) {
    const [name = '', id = ''] = ref.split(' ')
    refs.set(name, id)
  }
  const info: RepositoryInfo = {
    objectFormat,
    bare: top === '',
    shallow: (await line('rev-parse', '--is-shallow-repository')) === 'true',
    ...omitEmpty({ worktreeDir: top }),
    gitDir: await line('rev-parse', '--absolute-git-dir'),
    commonDir,
    chronicleDir: join(commonDir, 'chronicle'),
    prefix: (await line('rev-parse', '--show-prefix')).replace(/\/$/, ''),
  }
  const index = top === '' ? new Map<string, MemoryEntry>() : await readIndex(top)
  const [name, email] = [await line('config', 'user.name'), await line('config', 'user.email')]
  const repository: MemoryRepository = {
    info,
    objects,
    refs,
    index,
    shallowEdge: new Set(info.shallow ? (await readFile(join(commonDir, 'shallow'), 'utf8')).split('\n') : []),
    ...(top !== '' && { worktree: await readWorktree(top, index, objects) }),
    ...(name !== '' && email !== '' && { identity: { name, email, time: 1_700_000_000 } }),
  }
  return memoryGit(repository)
}

async function headOf(line: (...args: string[]) => Promise<string>): Promise<string> {
  return (await line('symbolic-ref', '--quiet', 'HEAD')) || (await line('rev-parse', 'HEAD'))
}

function readObjects(output: Buffer, objectFormat: 'sha1' | 'sha256'): MemoryObjects {
  const objects = createMemoryObjects(objectFormat)
  for (let offset = 0; offset < output.length;) {
    const end = output.indexOf(10, offset)
    const [, type, size] = output.toString('latin1', offset, end).split(' ')
    const start = end + 1
    offset = start + Number(size) + 1
    objects.put(type as MemoryObject['type'], output.subarray(start, start + Number(size)))
  }
  return objects
}

async function readIndex(top: string): Promise<ReadonlyMap<string, MemoryEntry>> {
  const kinds = { '100644': 'file', '100755': 'executable', '120000': 'symlink', '160000': 'submodule' } as const
  const index = new Map<string, MemoryEntry>()
  for (const entry of (await runGit(['ls-files', '-s', '-z'], { cwd: top })).toString('utf8').split('\0')) {
    const [, mode, id, path] = /^(\d+) ([0-9a-f]+) 0\t([^]*)$/.exec(entry) ?? []
    if (path !== undefined && id !== undefined) index.set(path, { kind: kinds[mode as keyof typeof kinds], id })
  }
  return index
}

async function readWorktree(
  top: string,
  index: ReadonlyMap<string, MemoryEntry>,
  objects: MemoryObjects,
): Promise<ReadonlyMap<string, FileContent>> {
  const listed = await runGit(['ls-files', '-z', '-c', '-o', '--exclude-standard'], { cwd: top })
  const files = new Map<string, FileContent>()
  for (const path of new Set(listed.toString('utf8').split('\0'))) {
    const file = join(top, path)
    const stats = path === '' ? undefined : await lstat(file).catch(() => undefined)
    const entry = index.get(path)
    if (entry?.kind === 'submodule') {
      files.set(path, { kind: 'submodule', id: entry.id as BlobId, bytes: EMPTY })
    } else if (stats?.isSymbolicLink() === true) {
      const bytes = await readlink(file, 'buffer')
      files.set(path, { kind: 'symlink', id: objects.put('blob', bytes) as BlobId, bytes })
    } else if (stats?.isFile() === true) {
      const bytes = await readFile(file)
      files.set(path, { kind: 'file', id: objects.put('blob', bytes) as BlobId, bytes })
    }
  }
  return files
}

function noRepository(dir: string): GitBackend {
  const error = codedError('not_a_repository', `"${dir}" is not inside a git repository. Open another folder.`)
  const backend = memoryGit({
    info: { objectFormat: 'sha1', bare: false, shallow: false, prefix: '' },
    objects: createMemoryObjects('sha1'),
    refs: new Map(),
    index: new Map(),
    shallowEdge: new Set(),
  })
  const refuse = (): ResultAsync<never, GitError> => errAsync(error)
  return { ...backend, describe: refuse, resolve: refuse, listFiles: refuse, listNotes: refuse, notesTip: refuse }
}

import { isObjectId, omitUndefined, type CommitId } from '@chronicle/schema'
import { BackendFailure } from './backend-failure.ts'
import { configValue, isTrue, parseConfig, type ConfigEntry } from './config.ts'
import type { ObjectStore } from './object-store.ts'
import { parentOf, readText, resolvePath, unlessAbsent, type FileSystem } from './file-system.ts'
import type { Repository } from './repository.ts'

/** Where to look for a repository. */
export interface RepositoryLocation {
  readonly fs: FileSystem
  /** A folder of the working tree, or a bare repository. */
  readonly dir: string
  /** Location of the repository, instead of searching for it. `dir` is then the top of the working tree. */
  readonly gitdir?: string | undefined
}

/** An open repository. */
export interface OpenRepository {
  readonly fs: FileSystem
  readonly repository: Repository
  readonly objects: ObjectStore
}

/** Finds the repository that contains a folder. Rejects repositories that isomorphic-git would misread. */
export async function findRepository({ fs, dir, gitdir }: RepositoryLocation): Promise<Repository> {
  const real = await unlessAbsent(fs.promises.realpath?.(dir) ?? Promise.resolve(dir))
  const start = typeof real === 'string' ? real : dir
  const place = gitdir === undefined ? await searchUpwards(fs, start) : { gitdir, worktreeDir: start }
  if (place === undefined || !(await isRepository(fs, place.gitdir))) {
    throw new BackendFailure(
      'not_a_repository',
      `${dir} is not in a git repository. Open a folder inside of one, or make one with git init.`,
      { data: { dir } },
    )
  }
  const config = parseConfig((await readText(fs, `${place.gitdir}/config`)) ?? '')
  await refuseUnsupported(fs, place.gitdir, config)
  const bare = isTrue(configValue(config, 'core', 'bare')) || place.worktreeDir === undefined
  const worktreeDir = bare ? undefined : place.worktreeDir
  return {
    gitdir: place.gitdir,
    ...omitUndefined({ worktreeDir }),
    prefix: worktreeDir === undefined ? '' : relativeTo(worktreeDir, start),
    edges: new Set(((await readText(fs, `${place.gitdir}/shallow`)) ?? '').split(/\s+/).filter(isCommitId)),
    partial:
      configValue(config, 'extensions', 'partialclone') !== undefined ||
      config.some(({ section, key, value }) => section === 'remote' && key === 'promisor' && isTrue(value)),
  }
}

interface Place {
  readonly gitdir: string
  readonly worktreeDir?: string
}

/** Searches a folder and its parent folders, as git does. */
async function searchUpwards(fs: FileSystem, start: string): Promise<Place | undefined> {
  for (let folder = start; ; folder = parentOf(folder)) {
    const dotGit = resolvePath(folder, '.git')
    const status = await unlessAbsent(fs.promises.stat(dotGit))
    if (status?.isDirectory() === true && (await isRepository(fs, dotGit))) {
      return { gitdir: dotGit, worktreeDir: folder }
    }
    if (status?.isFile() === true) {
      const [, target] = /^gitdir: (.+?)\s*$/.exec((await readText(fs, dotGit)) ?? '') ?? []
      if (target !== undefined) return { gitdir: resolvePath(folder, target), worktreeDir: folder }
    }
    if (await isRepository(fs, folder)) return { gitdir: folder }
    if (parentOf(folder) === folder) return undefined
  }
}

async function isRepository(fs: FileSystem, folder: string): Promise<boolean> {
  if ((await readText(fs, `${folder}/HEAD`)) === undefined) return false
  // A linked worktree has its own HEAD, but its objects and refs are elsewhere.
  if ((await readText(fs, `${folder}/commondir`)) !== undefined) return true
  const statuses = await Promise.all(
    ['objects', 'refs'].map((name) => unlessAbsent(fs.promises.stat(`${folder}/${name}`))),
  )
  return statuses.every((status) => status?.isDirectory() === true)
}

async function refuseUnsupported(fs: FileSystem, gitdir: string, config: readonly ConfigEntry[]): Promise<void> {
  const refuse = (what: string, advice: string): never => {
    throw new BackendFailure('unsupported', `${gitdir} ${what}, which git-isomorphic cannot read. ${advice}`, {
      data: { gitdir },
    })
  }
  const useCli = 'Use the git-cli backend for it.'
  const common = await readText(fs, `${gitdir}/commondir`)
  if (common !== undefined) {
    const main = parentOf(resolvePath(gitdir, common.trim()))
    refuse('belongs to a linked worktree', `Open the main working tree ${main}, or use the git-cli backend.`)
  }
  const format = configValue(config, 'extensions', 'objectformat') ?? 'sha1'
  if (format !== 'sha1') refuse(`is a ${format} repository`, useCli)
  const refs = configValue(config, 'extensions', 'refstorage') ?? 'files'
  if (refs !== 'files') refuse(`keeps its refs as ${refs}`, useCli)
  if ((await readText(fs, `${gitdir}/objects/info/alternates`)) !== undefined) {
    refuse(
      'borrows objects from another repository (objects/info/alternates)',
      `${useCli} Or run git repack -a -d and remove that file.`,
    )
  }
}

function relativeTo(top: string, folder: string): string {
  return folder
    .slice(top.length)
    .replace(/^[/\\]+/, '')
    .replaceAll('\\', '/')
}

function isCommitId(line: string): line is CommitId {
  return isObjectId(line)
}

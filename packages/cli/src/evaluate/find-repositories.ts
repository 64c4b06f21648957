import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { codedError } from '@chronicle/core/contracts'
import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import { showName } from '../host/one-line.ts'
import type { EvaluateFlags } from './evaluate-flags.ts'
import { isWithin } from '../host/is-within.ts'

/** The locations of an evaluation's repositories. */
export interface RepositoryPlaces {
  /** Absolute path. */
  readonly cwd: string
  readonly flags: Pick<EvaluateFlags, 'repo' | 'repos'>
}

/** Returns the folder of a case's repository. */
export function folderOf(repository: string, { cwd, flags }: RepositoryPlaces): Result<string, CodedError<'usage'>> {
  if (flags.repo !== undefined) return ok(resolve(cwd, flags.repo))
  if (flags.repos === undefined) {
    const folder = resolve(cwd, repository)
    if (isFolder(folder)) return ok(folder)
    const ways = 'Give --repos <dir> for a folder of clones, or --repo <dir> to ask all tasks about one repository.'
    return usage(`The tasks are about '${showName(repository)}', which is no folder here. ${ways}`)
  }
  const clones = resolve(cwd, flags.repos)
  // Collections name a repository `owner/name`; clones are named after either part or both.
  const names = [repository, repository.replaceAll('/', '__'), repository.split('/').at(-1) ?? '']
  const folder = names.map((name) => join(clones, name)).find((path) => isBelow(clones, path) && isFolder(path))
  if (folder !== undefined) return ok(folder)
  return usage(`There is no clone of '${showName(repository)}' in '${showName(flags.repos)}'. Clone it there.`)
}

/** Returns the repositories that cases are mined from: the name of each, and its folder. */
export function minedRepositories({ cwd, flags }: RepositoryPlaces): Result<ReadonlyMap<string, string>, CodedError> {
  if (flags.repos === undefined) {
    const folder = resolve(cwd, flags.repo ?? '.')
    // Without a folder of clones, a name is a path: see `folderOf`.
    return ok(new Map([[flags.repo === undefined ? '.' : basename(folder), folder]]))
  }
  const clones = resolve(cwd, flags.repos)
  if (!isFolder(clones)) return usage(`'${showName(flags.repos)}' is not a folder.`)
  const names = readdirSync(clones).filter((name) =>
    ['.git', 'HEAD'].some((file) => existsSync(join(clones, name, file))),
  )
  if (names.length === 0) return usage(`There are no clones in '${showName(flags.repos)}'.`)
  return ok(new Map(names.sort().map((name) => [name, join(clones, name)])))
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function isBelow(folder: string, path: string): boolean {
  return relative(folder, path) !== '' && isWithin(folder, path)
}

function usage(message: string): Result<never, CodedError<'usage'>> {
  return err(codedError('usage', message))
}

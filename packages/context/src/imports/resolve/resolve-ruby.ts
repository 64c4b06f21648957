import { firstFound } from './first-found.ts'
import { folderOf, foldersAbove, joinPath, type PathIndex } from './path-index.ts'
import type { PrepareResolver } from './resolver-input.ts'
import type { RepoPath } from '@chronicle/schema'

/** Folders that a gem, its tests or their runners add to the load path. */
const LOAD_PATH = ['lib', 'spec', 'test', 'app', 'ext']

/**
 * Prepares Ruby's rules: `require_relative` is relative to the file. `require` searches the load folders of the nearest
 * gem, then the only `lib` of the repository that contains the file.
 */
export const prepareRuby: PrepareResolver =
  (index) =>
  (from, { specifier, form }) => {
    const path = /\.rb$/.test(specifier) ? specifier : `${specifier}.rb`
    return [form === 'path' ? index.file(joinPath(folderOf(from), path)) : required(index, from, path)]
  }

function required(index: PathIndex, from: RepoPath, path: string): RepoPath | undefined {
  // Relative to the working directory of the program, by convention the root.
  if (/^\.{1,2}\//.test(path)) return index.file(joinPath('', path))
  const loaded = firstFound(foldersAbove(folderOf(from)), (folder) =>
    firstFound(LOAD_PATH, (name) => index.file(joinPath(folder, `${name}/${path}`))),
  )
  if (loaded !== undefined) return loaded
  const [only, ...more] = index.endingWith(`lib/${path}`)
  return more.length === 0 ? only : undefined
}

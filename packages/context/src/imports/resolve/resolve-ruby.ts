import { folderOf, foldersAbove, joinPath, type PathIndex } from './path-index.ts'
import type { PrepareResolver } from './resolver-input.ts'
import type { RepoPath } from '@chronicle/schema'

/** Folders that a gem, its tests or their runners put on the load path. */
const LOAD_PATH = ['lib', 'spec', 'test', 'app', 'ext']

/**
 * Prepares Ruby's rules: `require_relative` beside the file, `require` in the load folders of the nearest gem and then
 * in the one `lib` of the repository that has the file.
 */
export const prepareRuby: PrepareResolver = async (index) => {
  return (from, { specifier, form }) => {
    const path = /\.rb$/.test(specifier) ? specifier : `${specifier}.rb`
    const found = form === 'path' ? index.file(joinPath(folderOf(from), path)) : required(index, from, path)
    return found === undefined || found === from ? [] : [found]
  }
}

function required(index: PathIndex, from: RepoPath, path: string): RepoPath | undefined {
  // Relative to where the program is started, which is the root by custom.
  if (/^\.{1,2}\//.test(path)) return index.file(joinPath('', path))
  for (const folder of foldersAbove(folderOf(from))) {
    for (const name of LOAD_PATH) {
      const found = index.file(joinPath(folder, `${name}/${path}`))
      if (found !== undefined) return found
    }
  }
  const [only, ...more] = index.endingWith(`lib/${path}`)
  return more.length === 0 ? only : undefined
}

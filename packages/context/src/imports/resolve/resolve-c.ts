import { folderOf, foldersAbove, joinPath, type PathIndex } from './path-index.ts'
import type { PrepareResolver } from './resolver-input.ts'
import type { RepoPath } from '@chronicle/schema'

/** Folders that builds add to the include path by custom, below a folder above the file. */
const INCLUDE_PATH = ['', 'include', 'inc', 'src', 'lib']

/**
 * Prepares the rules of C and C++: a name in quotes beside the file, then any name in the include folders above it,
 * then the one file of the repository whose path ends with it. A name in `<…>` without a folder may be the system's.
 */
export const prepareC: PrepareResolver = async (index) => {
  return (from, { specifier, form }) => {
    const found = included(index, from, specifier, form === 'path')
    return found === undefined || found === from ? [] : [found]
  }
}

function included(index: PathIndex, from: RepoPath, name: string, quoted: boolean): RepoPath | undefined {
  const beside = quoted ? index.file(joinPath(folderOf(from), name)) : undefined
  if (beside !== undefined || name.startsWith('/')) return beside
  for (const folder of foldersAbove(folderOf(from))) {
    for (const root of quoted ? INCLUDE_PATH : ['include', 'inc']) {
      const found = index.file(joinPath(folder, `${root}/${name}`))
      if (found !== undefined) return found
    }
  }
  if (name.startsWith('.') || (!quoted && (!name.includes('/') || SYSTEM.test(name)))) return undefined
  const [only, ...more] = index.endingWith(name)
  return more.length === 0 ? only : undefined
}

/** Folders of system headers, which a repository may have copies of. */
const SYSTEM = /^(?:sys|net|netinet|arpa|linux|asm|bits|mach|machine|experimental|ext)\//

import { firstFound } from './first-found.ts'
import { folderOf, foldersAbove, joinPath, type PathIndex } from './path-index.ts'
import type { PrepareResolver } from './resolver-input.ts'
import type { RepoPath } from '@chronicle/schema'

/** Folders that builds add to the include path by custom, below a folder above the file. */
const INCLUDE_PATH = ['', 'include', 'inc', 'src', 'lib']

/**
 * Prepares the rules of C and C++: a name in quotes beside the file, then any name in the include folders above it,
 * then the one file of the repository whose path ends with it. A name in `<…>` without a folder may be the system's.
 */
export const prepareC: PrepareResolver =
  (index) =>
  (from, { specifier, form }) => [included(index, from, specifier, form === 'path')]

function included(index: PathIndex, from: RepoPath, name: string, quoted: boolean): RepoPath | undefined {
  const beside = quoted ? index.file(joinPath(folderOf(from), name)) : undefined
  if (beside !== undefined || name.startsWith('/')) return beside
  const roots = quoted ? INCLUDE_PATH : ['include', 'inc']
  const above = firstFound(foldersAbove(folderOf(from)), (folder) =>
    firstFound(roots, (root) => index.file(joinPath(folder, `${root}/${name}`))),
  )
  if (above !== undefined) return above
  if (name.startsWith('.') || (!quoted && (!name.includes('/') || SYSTEM.test(name)))) return undefined
  const [only, ...more] = index.endingWith(name)
  return more.length === 0 ? only : undefined
}

/** Folders of system headers, which a repository may have copies of. */
const SYSTEM = /^(?:sys|net|netinet|arpa|linux|asm|bits|mach|machine|experimental|ext)\//

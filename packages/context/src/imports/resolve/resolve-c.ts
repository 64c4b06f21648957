import { firstFound } from './first-found.ts'
import { folderOf, foldersAbove, joinPath, type PathIndex } from './path-index.ts'
import type { PrepareResolver } from './resolver-input.ts'
import type { RepoPath } from '@chronicle/schema'

/** Folders, below any ancestor folder of the file, that builds conventionally add to the include path. */
const INCLUDE_PATH = ['', 'include', 'inc', 'src', 'lib']

/**
 * Prepares the rules of C and C++: a quoted name is looked up beside the file. Then any name is looked up in the
 * include folders above the file, and last as the only file of the repository whose path ends with it. A name in `<…>`
 * without a folder may be a system header.
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

/** Folders of system headers, which a repository may contain copies of. */
const SYSTEM = /^(?:sys|net|netinet|arpa|linux|asm|bits|mach|machine|experimental|ext)\//

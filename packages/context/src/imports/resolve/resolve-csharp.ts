import { folderOf } from './path-index.ts'
import type { PrepareResolver } from './resolver-input.ts'
import type { RepoPath } from '@chronicle/schema'

/**
 * Prepares C#'s rules, which are customs: a namespace of two parts or more is the one folder whose path ends with it,
 * where a dot in a folder's name counts as a slash, and a type is the file of its name.
 */
export const prepareCSharp: PrepareResolver = async (index) => {
  const folders = new Map<string, RepoPath[]>()
  for (const path of index.paths) {
    if (!path.endsWith('.cs')) continue
    const dotted = folderOf(path).replaceAll('/', '.')
    folders.set(dotted, [...(folders.get(dotted) ?? []), path])
  }
  const byLast = new Map<string, string[]>()
  for (const dotted of folders.keys()) {
    const last = dotted.slice(dotted.lastIndexOf('.') + 1)
    byLast.set(last, [...(byLast.get(last) ?? []), dotted])
  }
  const filesOf = (namespace: string): readonly RepoPath[] => {
    if (!namespace.includes('.')) return []
    const ending = (byLast.get(namespace.slice(namespace.lastIndexOf('.') + 1)) ?? []).filter(
      (dotted) => dotted === namespace || dotted.endsWith(`.${namespace}`),
    )
    return ending.length === 1 ? (folders.get(ending[0] ?? '') ?? []) : []
  }
  return (from, { specifier, names }) => {
    if (names !== undefined) return filesOf(specifier).filter((path) => path !== from)
    const dot = specifier.lastIndexOf('.')
    const file = `/${specifier.slice(dot + 1)}.cs`
    return filesOf(specifier.slice(0, Math.max(dot, 0))).filter((path) => path.endsWith(file) && path !== from)
  }
}

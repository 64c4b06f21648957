import { folderOf } from './path-index.ts'
import type { PrepareResolver } from './resolver-input.ts'
import { groupBy, type RepoPath } from '@chronicle/schema'

/**
 * Prepares C#'s rules, which are conventions: a namespace of two or more parts is the only folder whose path ends with
 * it, where a dot in a folder's name counts as a slash. A type is the file of the same name.
 */
export const prepareCSharp: PrepareResolver = (index) => {
  const files = index.paths.filter((path) => path.endsWith('.cs'))
  const folders = groupBy(files, (path) => folderOf(path).replaceAll('/', '.'))
  const byLast = groupBy(folders.keys(), lastPart)
  const filesOf = (namespace: string): readonly RepoPath[] => {
    if (!namespace.includes('.')) return []
    const ending = (byLast.get(lastPart(namespace)) ?? []).filter(
      (dotted) => dotted === namespace || dotted.endsWith(`.${namespace}`),
    )
    return ending.length === 1 ? (folders.get(ending[0] ?? '') ?? []) : []
  }
  return (_from, { specifier, names }) => {
    if (names !== undefined) return filesOf(specifier)
    const file = `/${lastPart(specifier)}.cs`
    const namespace = specifier.slice(0, Math.max(specifier.lastIndexOf('.'), 0))
    return filesOf(namespace).filter((path) => path.endsWith(file))
  }
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

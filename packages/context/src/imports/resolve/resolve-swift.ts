import { nameOf } from './path-index.ts'
import type { PrepareResolver } from './resolver-input.ts'
import { groupBy } from '@chronicle/schema'

/**
 * Prepares Swift's rules: a module consists of the files below `Sources/<name>`, the package manager's default. An
 * import of a single declaration resolves to the file of that name, if there is one.
 */
export const prepareSwift: PrepareResolver = (index) => {
  const sources = index.paths.filter((path) => path.endsWith('.swift'))
  const modules = groupBy(sources, (path) => /(?:^|\/)Sources\/([^/]+)\/.*[^/]+$/.exec(path)?.[1])
  return (from, { specifier, names = [] }) => {
    const files = (modules.get(specifier) ?? []).filter((path) => path !== from)
    const named = files.filter((path) => names.includes(nameOf(path).slice(0, -'.swift'.length)))
    return named.length > 0 ? named : files
  }
}

import { nameOf } from './path-index.ts'
import type { PrepareResolver } from './resolver-input.ts'
import { groupBy } from '@chronicle/schema'

/**
 * Prepares Swift's rules: a module is the files below `Sources/<name>`, as the package manager has it by default. A
 * single declaration leads to the file of its name, where there is one.
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

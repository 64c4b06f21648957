import { folderOf, foldersAbove, isInFolder, joinPath, nameOf, type PathIndex } from './path-index.ts'
import { type PrepareResolver, readConfigs } from './resolver-input.ts'
import type { RepoPath } from '@chronicle/schema'

/** A parsed go.mod: the module's name, and the folders of the repository that replace other modules. */
interface GoModule {
  readonly name: string
  readonly folder: string
  readonly replaced: ReadonlyMap<string, string>
}

/**
 * Prepares Go's rules: an import is a folder, found by the longest module name that it begins with. All files of the
 * folder except tests form one unit. A module's own replacements take precedence over the names of other modules.
 */
export const prepareGo: PrepareResolver = (index, readText) => {
  const files = index.named('go.mod').filter((path) => !/(?:^|\/)(?:vendor|testdata)\//.test(path))
  const configs = readConfigs(files, readText, (text, path) => parseGoModule(text, folderOf(path)))
  return configs.map((parsed) => {
    const modules = [...parsed.values()]
    const named = new Map(modules.map(({ name, folder }) => [name, folder] as const))
    return (from, { specifier }) => {
      const own = modules
        .filter(({ folder }) => isInFolder(from, folder))
        .sort((a, b) => b.folder.length - a.folder.length)[0]
      const vendored = own === undefined ? undefined : joinPath(own.folder, `vendor/${specifier}`)
      const folders = new Map([
        ...named,
        ...(own === undefined ? [] : [...own.replaced, [own.name, own.folder] as const]),
      ])
      for (const name of foldersAbove(specifier)) {
        const folder = folders.get(name)
        if (folder === undefined) continue
        const found = packageFiles(index, joinPath(folder, specifier.slice(name.length)))
        if (found.length > 0) return found
      }
      return packageFiles(index, vendored)
    }
  })
}

function packageFiles(index: PathIndex, folder: string | undefined): readonly RepoPath[] {
  if (folder === undefined) return []
  return index.filesIn(folder).filter((path) => path.endsWith('.go') && !/(?:^[._]|_test\.go$)/.test(nameOf(path)))
}

/** Parses the lines of a go.mod that name folders. Returns `undefined` if it has no module name. */
function parseGoModule(text: string, folder: string): GoModule | undefined {
  const lines = text.replace(/\/\/.*$/gm, '')
  const name = /^\s*module\s+["`]?([^\s"`()]+)/m.exec(lines)?.[1]
  if (name === undefined) return undefined
  const replaced = new Map<string, string>()
  for (const [, from = '', to = ''] of lines.matchAll(
    /^\s*(?:replace\s+)?["`]?([^\s"`()]+)["`]?(?:\s+v\S+)?\s*=>\s*["`]?(\.{1,2}(?:\/[^\s"`]*)?)["`]?\s*$/gm,
  )) {
    const target = joinPath(folder, to)
    if (target !== undefined) replaced.set(from, target)
  }
  return { name, folder, replaced }
}

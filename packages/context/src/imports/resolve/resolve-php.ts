import { isJsonObject } from '@chronicle/schema'
import { closest } from './closest.ts'
import { firstFound } from './first-found.ts'
import { parseJsonObject, strings } from './javascript/read-json.ts'
import { folderOf, joinPath } from './path-index.ts'
import { type PrepareResolver, readConfigs } from './resolver-input.ts'

/**
 * Prepares PHP's rules: a class is found by the PSR-4 folders of composer.json, otherwise by a path that ends with its
 * full name. An included file is relative to the including file or to the root.
 */
export const preparePhp: PrepareResolver = (index, readText) => {
  const files = index.named('composer.json').filter((path) => !/(?:^|\/)vendor\//.test(path))
  const configs = readConfigs(files, readText, (text, path) => [...psr4Folders(text, folderOf(path))])
  return configs.map((folders) => {
    const prefixes = [...folders.values()].flat().sort((a, b) => b.prefix.length - a.prefix.length)
    return (from, { specifier, form }) => {
      if (form === 'path')
        return [index.file(joinPath(folderOf(from), specifier)) ?? index.file(joinPath('', specifier))]
      const path = `${specifier.replaceAll('\\', '/')}.php`
      const fitting = prefixes.filter(({ prefix }) => specifier.startsWith(prefix))
      const found = firstFound(fitting, ({ prefix, folder }) => index.file(joinPath(folder, path.slice(prefix.length))))
      return [found ?? (specifier.includes('\\') ? closest(index.endingWith(path), from) : undefined)]
    }
  })
}

function* psr4Folders(text: string, root: string): Generator<{ readonly prefix: string; readonly folder: string }> {
  const json = parseJsonObject(text) ?? {}
  for (const key of ['autoload', 'autoload-dev']) {
    const section = json[key]
    const map = isJsonObject(section) ? section['psr-4'] : undefined
    for (const [prefix, value] of isJsonObject(map) ? Object.entries(map) : []) {
      for (const target of typeof value === 'string' ? [value] : strings(value)) {
        const folder = joinPath(root, target)
        if (folder !== undefined) yield { prefix, folder }
      }
    }
  }
}

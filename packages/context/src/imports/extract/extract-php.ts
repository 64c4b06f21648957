import { type ImportAt, textOfGroup } from './extractor.ts'

/** Finds PHP's `use` of names, and `require` and `include` of literal paths, also after `__DIR__`. */
export function* extractPhp(text: string, code: string): Generator<ImportAt> {
  yield* uses(code)
  yield* inclusions(text, code)
}

/** `use` at the start of a statement. Inside a class it imports a trait, whose name is resolved in the same way. */
const USE =
  /(?<=^|[;{}]|\?>|<\?php)\s*\buse\s+(?:(?:function|const)\s+)?(?<list>[\w\\,\s]+?(?:\{[\w\\,\s]*\})?)(?<!\\)\s*(?=[;{])/g

function* uses(code: string): Generator<ImportAt> {
  for (const match of code.matchAll(USE)) {
    const at = match.index + match[0].search(/\S/)
    const list = match.groups?.['list'] ?? ''
    const group = /^\\?(?<base>[\w\\]+?)\\\s*\{(?<members>[^{}]*)\}?$/.exec(list.trim())
    const base = group?.groups?.['base']
    for (const item of (group?.groups?.['members'] ?? list).split(',')) {
      const name = item
        .trim()
        .replace(/^(?:function|const)\s+/, '')
        .replace(/\s+as\s.*$/is, '')
        .replace(/^\\/, '')
      if (!/^\w+(?:\\\w+)*$/.test(name)) continue
      yield { at, specifier: base === undefined ? name : `${base}\\${name}` }
    }
  }
}

const INCLUSION =
  /(?<![\w$>:])(?:require|include)(?:_once)?\b\s*\(?\s*(?:(?<folder>__DIR__|dirname\s*\(\s*(?:__FILE__|__DIR__)\s*\))\s*\.\s*)?["'](?<path>\0+)["']\s*\)?\s*(?:;|\?>)/dgi

function* inclusions(text: string, code: string): Generator<ImportAt> {
  for (const match of code.matchAll(INCLUSION)) {
    const path = textOfGroup(text, match, 'path')
    if (path === undefined || path.includes('$') || /^(?:[a-z]+:)?\/\//i.test(path)) continue
    const folder = match.groups?.['folder']
    const above = folder !== undefined && /\(\s*__DIR__/.test(folder) ? '..' : '.'
    if (folder === undefined && path.startsWith('/')) continue
    yield {
      at: match.index,
      specifier: folder === undefined ? path : `${above}/${path.replace(/^\//, '')}`,
      form: 'path',
    }
  }
}

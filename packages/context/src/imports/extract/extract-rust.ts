import { omitEmpty } from '@chronicle/schema'
import { type ImportAt, textOfGroup } from './extractor.ts'
import { flattenUseTree } from './flatten-use-tree.ts'

/**
 * Finds Rust's `use`, `mod x;`, `extern crate`, and `include!` of a literal. Paths inside `mod x { … }` are rewritten
 * to start at the file's own module, so that they can be resolved without the text.
 */
export function* extractRust(text: string, code: string): Generator<ImportAt> {
  const scope: (string | undefined)[] = []
  let paths: string[] = []
  const inline = (): readonly string[] => scope.filter((name) => name !== undefined)
  for (const match of code.matchAll(TOKEN)) {
    const at = match.index
    const { use, module, body, crate } = match.groups ?? {}
    const path = textOfGroup(text, match, 'path')
    const included = textOfGroup(text, match, 'included')
    if (match[0] === '{') scope.push(undefined)
    else if (match[0] === '}') scope.pop()
    else if (path !== undefined) paths.push(path)
    else if (included !== undefined) yield { at, specifier: included, form: 'path' }
    else if (crate !== undefined) yield { at, specifier: crate }
    else if (module !== undefined && body === '{') {
      scope.push(module.replace(/^r#/, ''))
      paths = []
    } else if (module !== undefined) {
      for (const facts of moduleDeclarations(module.replace(/^r#/, ''), paths, inline())) yield { at, ...facts }
      paths = []
    } else if (use !== undefined) {
      for (const { path: segments, names } of flattenUseTree(use)) {
        const specifier = toFileModulePath(segments, inline())
        if (specifier !== '') yield { at, specifier, ...omitEmpty({ names }) }
      }
    }
  }
}

const TOKEN =
  /[{}]|#\s*\[\s*(?:cfg_attr\s*\([^\]]*?,\s*)?path\s*=\s*"(?<path>\0+)"|(?<![\w#.])(?:(?:pub(?:\s*\([^()]*\))?\s+)?(?:use\s+(?<use>[\w:{},*\s#]+);|mod\s+(?<module>(?:r#)?\w+)\s*(?<body>[;{])|extern\s+crate\s+(?<crate>\w+)(?:\s+as\s+\w+)?\s*;)|include(?:_str|_bytes)?!\s*[({[]\s*r?"(?<included>\0+)")/dg

/**
 * Returns the imports of a module declaration: `mod x;` inside `mod a { … }` is `self::a::x`. A `path` attribute inside
 * an inline module is omitted, because its base folder depends on the file's name.
 */
function moduleDeclarations(name: string, paths: readonly string[], inline: readonly string[]): Omit<ImportAt, 'at'>[] {
  const declaration = { specifier: ['self', ...inline, name].join('::'), form: 'declaration' } as const
  if (paths.length === 0) return [declaration]
  return inline.length > 0 ? [] : paths.map((specifier) => ({ specifier, form: 'path' }))
}

/**
 * Rewrites a path that is relative to an inline module. `self` and `super` are relative to the module that contains
 * them.
 */
function toFileModulePath(segments: readonly string[], inline: readonly string[]): string {
  const [first] = segments
  if (inline.length === 0 || (first !== 'self' && first !== 'super')) return segments.join('::')
  const path = [...inline]
  let at = first === 'self' ? 1 : 0
  let above = 0
  for (; segments[at] === 'super'; at++) {
    if (path.pop() === undefined) above++
  }
  const start = above === 0 ? ['self'] : Array.from({ length: above }, () => 'super')
  return [...start, ...path, ...segments.slice(at)].join('::')
}

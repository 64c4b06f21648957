import { omitEmpty } from '@chronicle/schema'
import type { Extractor, ImportAt } from './extractor.ts'

/** Finds Java's imports. `import static a.B.c` imports `c` from `a.B`. */
export const extractJava: Extractor = (_text, code) =>
  Array.from(
    code.matchAll(
      /(?:^|;)[ \t]*import\s+(?<fixed>static\s+)?(?<path>[\w$.\s\u0080-\uffff]+?)(?<all>\.\s*\*)?\s*(?=;)/gm,
    ),
    ({ index, groups = {} }): ImportAt => {
      const path = (groups['path'] ?? '').replace(/\s+/g, '')
      const dot = path.lastIndexOf('.')
      if (groups['all'] !== undefined) return { at: index, specifier: path, names: ['*'] }
      if (groups['fixed'] === undefined || dot === -1) return { at: index, specifier: path }
      return { at: index, specifier: path.slice(0, dot), names: [path.slice(dot + 1)] }
    },
  )

/** Finds Kotlin's imports. */
export const extractKotlin: Extractor = (_text, code) =>
  Array.from(
    code.matchAll(
      /^[ \t]*import[ \t]+(?<path>[\w.`\u0080-\uffff\0]+?)(?<all>\.\*)?(?:[ \t]+as[ \t]+\w+)?[ \t]*;?[ \t]*\r?$/gm,
    ),
    ({ index, groups = {} }): ImportAt => ({
      at: index,
      specifier: groups['path'] ?? '',
      ...(groups['all'] !== undefined && { names: ['*'] }),
    }),
  ).filter(({ specifier }) => !/[`\0]/.test(specifier))

/** Finds Scala's imports, including selectors and lists. A path may be relative to the enclosing packages. */
export function* extractScala(_text: string, code: string): Generator<ImportAt> {
  for (const match of code.matchAll(/(?:^|[;{])[ \t]*import[ \t]+(?<list>(?:\{[^{}]*\}|[^\n;{}])+)/gm)) {
    for (const [item] of (match.groups?.['list'] ?? '').matchAll(/(?:\{[^{}]*\}|[^,{}])+/g)) {
      const parts = /^\s*(?<path>[\w$.]*?)\.?(?<last>\{[^{}]*\}|[*_]|[\w$]+)(?:\s+as\s+\w+)?\s*$/.exec(item)
      const { path = '', last = '' } = parts?.groups ?? {}
      if (path === '') continue
      if (!/^[{*_]/.test(last) || /^_\w/.test(last)) {
        yield { at: match.index, specifier: `${path}.${last}` }
        continue
      }
      const names = last
        .replace(/[{}]/g, '')
        .split(',')
        .map((selector) => selector.trim().split(/\s*=>\s*|\s+as\s+/))
        .filter(([name = '', renamed]) => name !== '' && renamed !== '_' && !name.startsWith('given'))
        .map(([name = '']) => (name === '_' ? '*' : name))
      yield { at: match.index, specifier: path, ...omitEmpty({ names }) }
    }
  }
}

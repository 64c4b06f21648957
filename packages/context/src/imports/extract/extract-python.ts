import { type ImportAt, textOfGroup } from './extractor.ts'

/** Finds Python's imports at any depth, and calls of `import_module` and `__import__` with a literal. */
export function* extractPython(text: string, code: string): Generator<ImportAt> {
  yield* statements(code)
  yield* calls(text, code)
}

/** Spaces inside a logical line. */
const GAP = String.raw`(?:[ \t\f]|\\\r?\n)`
const NAME = String.raw`[\w\u0080-\uffff]+`
const DOTTED = String.raw`${NAME}(?:${GAP}*\.${GAP}*${NAME})*`
const LIST = String.raw`(?:\((?<group>[^()]*)\)|(?<rest>(?:[^;\r\n\\]|\\\r?\n)+))`

const STATEMENT = new RegExp(
  String.raw`(?:^|[;:])${GAP}*(?:from${GAP}*(?<dots>(?:\.${GAP}*)*)(?<base>${DOTTED})?${GAP}*\bimport\b${GAP}*${LIST}|import${GAP}+(?<modules>(?:[^;\r\n\\]|\\\r?\n)+))`,
  'gm',
)

function* statements(code: string): Generator<ImportAt> {
  for (const match of code.matchAll(STATEMENT)) {
    const at = match.index + match[0].search(/[fi]/)
    const { dots, base = '', group, rest, modules } = match.groups ?? {}
    if (modules !== undefined) {
      for (const name of list(modules, true)) yield { at, specifier: name }
      continue
    }
    const specifier = compact(dots ?? '') + compact(base)
    const names = list(group ?? rest ?? '', false)
    if (specifier !== '' && names.length > 0) yield { at, specifier, names }
  }
}

function list(text: string, dotted: boolean): string[] {
  return text.split(',').flatMap((item) => {
    const [name = '', _local, ...more] = item
      .replaceAll('\\', ' ')
      .trim()
      .split(/\s+as\s+/)
    const compacted = compact(name)
    const right = more.length === 0 && (compacted === '*' || (dotted ? IS_DOTTED : IS_NAME).test(compacted))
    return right ? [compacted] : []
  })
}

function compact(text: string): string {
  return text.replace(/[\s\\]+/g, '')
}

const IS_NAME = new RegExp(`^${NAME}$`)
const IS_DOTTED = new RegExp(String.raw`^${NAME}(?:\.${NAME})*$`)

/** A relative name is resolved only if the call passes the file's own package. */
const CALL =
  /(?<![\w.])(?:(?:importlib\s*\.\s*)?import_module|__import__)\s*\(\s*["'](?<specifier>\0+)["']\s*(?:,\s*(?:package\s*=\s*)?(?<package>__package__|__name__)\s*)?[,)]/dg

function* calls(text: string, code: string): Generator<ImportAt> {
  for (const match of code.matchAll(CALL)) {
    const specifier = textOfGroup(text, match, 'specifier')
    if (specifier === undefined) continue
    const relative = specifier.startsWith('.')
    if (!/^\.*[\w.]+$/.test(specifier) || relative !== (match.groups?.['package'] !== undefined)) continue
    yield { at: match.index, specifier }
  }
}

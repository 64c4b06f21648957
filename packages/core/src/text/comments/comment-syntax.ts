import { fileName } from '../file-name.ts'
/** The marks of comments and strings in a language, as far as needed to distinguish them. */
export interface CommentSyntax {
  /** Marks of comments that extend to the end of the line. */
  readonly line: readonly string[]
  readonly block: readonly (readonly [open: string, close: string])[]
  /** Quotes of strings that end with the line. */
  readonly quotes: string
  /** Quotes of strings that may span lines. */
  readonly longQuotes: readonly string[]
  /** Whether a line comment must begin a word: `a#b` contains none. */
  readonly spaced?: true
  /** Whether a long string at the start of a statement documents it, as in Python. */
  readonly docstrings?: true
  /** Whether `'a` may be a lifetime and `r#"` begins a string, as in Rust. */
  readonly rust?: true
  /** Whether a `/` may begin a regular expression, as in JavaScript. */
  readonly regex?: true
  /** Whether indentation is syntax, as in Python. */
  readonly indented?: true
  /** Whether white space always separates words: in a shell, `a = b` differs from `a=b`. */
  readonly separated?: true
}

const c: CommentSyntax = { line: ['//'], block: [['/*', '*/']], quotes: '"\'', longQuotes: [] }
const javascript: CommentSyntax = { ...c, longQuotes: ['`'], regex: true }
const hash: CommentSyntax = { line: ['#'], block: [], quotes: '"\'', longQuotes: [], spaced: true, separated: true }
const python: CommentSyntax = {
  line: ['#'],
  block: [],
  quotes: '"\'',
  longQuotes: ['"""', "'''"],
  spaced: true,
  docstrings: true,
  indented: true,
}
const dashes: CommentSyntax = { line: ['--'], block: [['/*', '*/']], quotes: '"\'', longQuotes: [] }
const semicolon: CommentSyntax = { line: [';'], block: [], quotes: '"', longQuotes: [], spaced: true, separated: true }
const markup: CommentSyntax = {
  line: [],
  block: [['<!--', '-->']],
  quotes: '',
  longQuotes: [],
  separated: true,
}

const SYNTAXES: readonly (readonly [CommentSyntax, string])[] = [
  [javascript, 'js cjs mjs jsx ts cts mts tsx'],
  [c, 'c h cc cpp cxx hh hpp java kt kts scala swift cs m mm dart groovy gradle proto zig php'],
  [{ ...c, longQuotes: ['`'] }, 'go'],
  [{ ...c, quotes: '', longQuotes: ['"'], rust: true }, 'rs'],
  [{ ...c, line: [], separated: true }, 'css'],
  [{ ...c, separated: true }, 'scss less'],
  [python, 'py pyi'],
  [hash, 'sh bash zsh fish rb pl r jl ex exs nix tf cmake toml cfg'],
  [{ ...hash, indented: true }, 'mk yml yaml'],
  [{ ...hash, line: ['#', ';'] }, 'ini'],
  [dashes, 'sql lua'],
  [{ ...dashes, indented: true, separated: true }, 'hs elm'],
  [semicolon, 'clj el lisp scm'],
  [markup, 'html xml vue svelte'],
]

const byExtension = new Map(
  SYNTAXES.flatMap(([syntax, names]) => names.split(' ').map((name) => [name, syntax] as const)),
)
const byName = new Map<string, CommentSyntax>([
  ['makefile', { ...hash, indented: true }],
  ['dockerfile', hash],
  ['justfile', hash],
])

/** Returns the comment syntax of a file, by its name. `undefined` when the language is unknown. */
export function commentSyntax(path: string): CommentSyntax | undefined {
  const name = fileName(path).toLowerCase()
  return byName.get(name) ?? byExtension.get(name.slice(name.lastIndexOf('.') + 1))
}

import { namesInText } from '../prose/names-in-text.ts'
import { withoutScope } from '../prose/without-scope.ts'
import type { PlaceRevision } from './history-of-places.ts'

/** Names of files that say nothing of what is in them: their folder does. */
const PLAIN_FILE = /^(?:__init__|index|lib|main|mod)$/
/** Words of names that are in any text. */
const PLAIN_WORDS: ReadonlySet<string> = new Set(
  'add all and any are can for from get has into its new not set the this with'.split(' '),
)
/** Shorter words, such as `is` and `to`, are in any text. */
const MIN_LETTERS = 3
const MIN_LETTERS_OF_WIDE = 4

/**
 * Returns a test of whether a text has any word on a place that a commit changed: one that the name of the unit or of
 * its file is made of, or a name in code that stands in the place today. Of a change that is `wide`, the word on the file
 * and short names do not count: among so many files some other has them too.
 */
export function speaksOfPlace(
  revision: PlaceRevision,
  names: readonly string[],
  { wide = false }: { readonly wide?: boolean } = {},
): (text: string) => boolean {
  const ofUnit = names.flatMap((name) => wordsOf(name.split('::').slice(-2).join(' ')))
  const words = new Set(wide ? ofUnit : [...ofUnit, ...wordsOf(fileWord(revision.path))])
  const minLetters = wide ? MIN_LETTERS_OF_WIDE : MIN_LETTERS
  const code = codeOf(revision)
  return (whole) => {
    const text = withoutScope(whole)
    return (
      wordsOf(text).some((word) => words.has(word)) ||
      [...namesInText(text)].some((name) => name.length >= minLetters && hasWord(code, name))
    )
  }
}

/** What the file is called without its ending, or else its folder. */
function fileWord(path: string): string {
  const [file = '', ...folders] = path
    .split('/')
    .map((part) => part.replace(/(?<=.)\..*$/, ''))
    .reverse()
  return PLAIN_FILE.test(file) ? (folders.find((folder) => folder !== 'src') ?? '') : file
}

/** The place as it is today. */
function codeOf({ file }: PlaceRevision): string {
  const lines = file.target.text?.lines() ?? []
  const { ranges } = file.scope
  return (ranges?.flatMap(({ end, start }) => lines.slice(start - 1, end)) ?? lines).join('\n')
}

function hasWord(code: string, name: string): boolean {
  return code.includes(name) && new RegExp(`(?<![\\w$])${name}(?![\\w$])`, 'u').test(code)
}

/** Words in lower case without what inflects them, names in code also in their parts. */
function wordsOf(text: string): readonly string[] {
  const parts = text.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ').match(/\p{L}+/gu) ?? []
  return [...parts, ...(text.match(/\p{L}+/gu) ?? [])]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= MIN_LETTERS && !PLAIN_WORDS.has(word))
    .map((word) => word.replace(/(?:e|ed|er|es|ing|s)$/, ''))
}

import { namesInText } from '../prose/names-in-text.ts'
import { withoutSubjectPrefix } from '../prose/subject-prefix.ts'
import type { PlaceRevision } from './history-of-places.ts'
import { unitNames } from './unit-names.ts'

/** Names of files that do not say what is in them; the name of their folder does. */
const GENERIC_FILE = /^(?:__init__|index|lib|main|mod)$/
/** Words of names that stand in any text. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'add all and any are can for from get has into its new not set the this with'.split(' '),
)
/** Letters of a word that says anything: `is` and `to` stand in any text. */
const MIN_LETTERS = 3
/** Letters of a name in code that says anything, in the message of a wide commit. */
const MIN_LETTERS_OF_WIDE = 4

/**
 * Returns a test of whether a text mentions a place that a commit changed: by a word of the name of the unit or the
 * file, or by a name in code that stands in the place today. For a wide commit, the name of the file and short names do
 * not count: some other file may have them too.
 */
export function mentionsPlace(
  revision: PlaceRevision,
  { isWide = false }: { readonly isWide?: boolean } = {},
): (text: string) => boolean {
  const ofUnit = unitNames(revision).flatMap((name) => wordsOf(name.split('::').slice(-2).join(' ')))
  const words = new Set(isWide ? ofUnit : [...ofUnit, ...wordsOf(fileWord(revision.path))])
  const minLetters = isWide ? MIN_LETTERS_OF_WIDE : MIN_LETTERS
  const code = codeOf(revision)
  return (whole) => {
    const text = withoutSubjectPrefix(whole)
    return (
      wordsOf(text).some((word) => words.has(word)) ||
      [...namesInText(text)].some((name) => name.length >= minLetters && hasName(code, name))
    )
  }
}

/** The name of a file without its extension; of a generic one, the name of its folder. */
function fileWord(path: string): string {
  const [file = '', ...folders] = path
    .split('/')
    .map((part) => part.replace(/(?<=.)\..*$/, ''))
    .reverse()
  return GENERIC_FILE.test(file) ? (folders.find((folder) => folder !== 'src') ?? '') : file
}

/** The code of the place, as it is today. */
function codeOf({ file }: PlaceRevision): string {
  const lines = file.target.text?.lines() ?? []
  const { ranges } = file.scope
  return (ranges?.flatMap(({ end, start }) => lines.slice(start - 1, end)) ?? lines).join('\n')
}

function hasName(code: string, name: string): boolean {
  return code.includes(name) && new RegExp(`(?<![\\w$])${name}(?![\\w$])`, 'u').test(code)
}

/** Words in lower case without inflections; of a name in code, its parts too. */
function wordsOf(text: string): readonly string[] {
  const parts = text.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ').match(/\p{L}+/gu) ?? []
  return [...parts, ...(text.match(/\p{L}+/gu) ?? [])]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= MIN_LETTERS && !STOP_WORDS.has(word))
    .map((word) => word.replace(/(?:e|ed|er|es|ing|s)$/, ''))
}

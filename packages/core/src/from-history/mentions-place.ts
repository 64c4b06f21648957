import { once } from '../cache/once.ts'
import { namesInText } from '../prose/names-in-text.ts'
import { withoutSubjectPrefix } from '../prose/subject-prefix.ts'
import { wordStems } from '../prose/word-stems.ts'
import { containsName } from '../text/contains-name.ts'
import type { PlaceRevision } from './history-of-places.ts'
import { unitNames } from './unit-names.ts'

/** File names that say nothing about the content. The name of the folder does. */
const GENERIC_FILE = /^(?:__init__|index|lib|main|mod)$/
/** Minimum length of a meaningful word: `is` and `to` occur in any text. */
const MIN_LETTERS = 3
/** Minimum length of a meaningful code name in the message of a wide commit. */
const MIN_LETTERS_OF_WIDE = 4
/** Words of names that occur in any text. */
const stopStems = stemsOnce('add all and any are can for from get has into its new not set the this with')
/** Words of names that occur in many messages of wide commits, whatever their subject. */
const stopStemsOfWide = stemsOnce(
  'call change code error file function handle line make method name option result run set support test type use value work',
)

/**
 * Returns a predicate for texts that mention a place changed by a commit: by a word of the unit's or file's name, or by
 * a code name that occurs in the current code of the place. For a wide commit, the file's name, short names and words
 * such as `run` do not count, because another file may have them too.
 */
export function mentionsPlace(
  revision: PlaceRevision,
  { isWide = false }: { readonly isWide?: boolean } = {},
): (text: string) => boolean {
  const ofUnit = unitNames(revision).flatMap((name) => stemsOf(name.split('::').slice(-2).join(' ')))
  const stems = new Set(
    isWide ? ofUnit.filter((stem) => !stopStemsOfWide().has(stem)) : [...ofUnit, ...stemsOf(fileWord(revision.path))],
  )
  const minLetters = isWide ? MIN_LETTERS_OF_WIDE : MIN_LETTERS
  const code = codeOf(revision)
  return (whole) => {
    const text = withoutSubjectPrefix(whole)
    return (
      stemsOf(text).some((stem) => stems.has(stem)) ||
      [...namesInText(text)].some((name) => name.length >= minLetters && containsName(code, name))
    )
  }
}

/** Returns the name of a file without its extension, or the name of its folder for a generic file name. */
function fileWord(path: string): string {
  const [file = '', ...folders] = path
    .split('/')
    .map((part) => part.replace(/(?<=.)\..*$/, ''))
    .reverse()
  return GENERIC_FILE.test(file) ? (folders.find((folder) => folder !== 'src') ?? '') : file
}

/** Returns the current code of the place. */
function codeOf({ file }: PlaceRevision): string {
  const lines = file.target.text?.lines() ?? []
  const { ranges } = file.scope
  return (ranges?.flatMap(({ end, start }) => lines.slice(start - 1, end)) ?? lines).join('\n')
}

/** Returns the stems of the words of a text or name, except those that occur in any text. */
function stemsOf(text: string): readonly string[] {
  return wordStems(text, MIN_LETTERS).filter((stem) => !stopStems().has(stem))
}

/**
 * Returns the stems of these words, computed when they are first needed: a query that quotes no message does without
 * the parser of messages.
 */
function stemsOnce(words: string): () => ReadonlySet<string> {
  return once(() => new Set(wordStems(words, MIN_LETTERS)))
}

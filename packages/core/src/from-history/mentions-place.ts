import { namesInText } from '../prose/names-in-text.ts'
import { withoutSubjectPrefix } from '../prose/subject-prefix.ts'
import { wordStems } from '../prose/word-stems.ts'
import { containsName } from '../text/contains-name.ts'
import type { PlaceRevision } from './history-of-places.ts'
import { unitNames } from './unit-names.ts'

/** Names of files that do not say what is in them; the name of their folder does. */
const GENERIC_FILE = /^(?:__init__|index|lib|main|mod)$/
/** Letters of a word that says anything: `is` and `to` stand in any text. */
const MIN_LETTERS = 3
/** Letters of a name in code that says anything, in the message of a wide commit. */
const MIN_LETTERS_OF_WIDE = 4
/** Words of names that stand in any text. */
const STOP_STEMS: ReadonlySet<string> = new Set(
  wordStems('add all and any are can for from get has into its new not set the this with', MIN_LETTERS),
)
/** Words of names that stand in many a message of a wide commit, whatever it is about. */
const STOP_STEMS_OF_WIDE: ReadonlySet<string> = new Set(
  wordStems(
    'call change code error file function handle line make method name option result run set support test type use value work',
    MIN_LETTERS,
  ),
)

/**
 * Returns a test of whether a text mentions a place that a commit changed: by a word of the name of the unit or the
 * file, or by a name in code that stands in the place today. For a wide commit, the name of the file, short names
 * and words such as `run` do not count: some other file may have them too.
 */
export function mentionsPlace(
  revision: PlaceRevision,
  { isWide = false }: { readonly isWide?: boolean } = {},
): (text: string) => boolean {
  const ofUnit = unitNames(revision).flatMap((name) => stemsOf(name.split('::').slice(-2).join(' ')))
  const stems = new Set(
    isWide ? ofUnit.filter((stem) => !STOP_STEMS_OF_WIDE.has(stem)) : [...ofUnit, ...stemsOf(fileWord(revision.path))],
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

/** The stems of the words of a text or a name, without those that stand in any text. */
function stemsOf(text: string): readonly string[] {
  return wordStems(text, MIN_LETTERS).filter((stem) => !STOP_STEMS.has(stem))
}

import { namesInText } from '../prose/names-in-text.ts'
import type { PlaceRevision } from './history-of-places.ts'

/** Names of files that say nothing of what is in them: their folder does. */
const PLAIN_FILE = /^(?:__init__|index|lib|main|mod)$/
/** Shorter words, such as `is` and `to`, are in any text. */
const MIN_LETTERS = 3

/**
 * Returns a test of whether a text has any word on a place that a commit changed: one that the name of the unit or of
 * its file is made of, or a name in code that stands in the place today.
 */
export function speaksOfPlace(revision: PlaceRevision, names: readonly string[]): (text: string) => boolean {
  const ofName = new Set(names.flatMap((name) => wordsOf(name.split('::').slice(-2).join(' '))))
  const ofFile = wordsOf(fileWord(revision.path))
  const words = new Set([...ofName, ...ofFile])
  const code = codeOf(revision)
  return (text) =>
    wordsOf(text).some((word) => words.has(word)) ||
    [...namesInText(text)].some((name) => name.length >= MIN_LETTERS && hasWord(code, name))
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
    .filter((word) => word.length >= MIN_LETTERS)
    .map((word) => word.toLowerCase().replace(/(?:e|ed|er|es|ing|s)$/, ''))
}

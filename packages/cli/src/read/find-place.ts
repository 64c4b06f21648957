import { err, ok, parseLineRange, type CodedError, type LineRange, type RepoPath, type Result } from '@chronicle/schema'
import { codedError, type GitError } from '@chronicle/core/contracts'
import { showName } from '../host/one-line.ts'
import { findPath, onlyPath, type PathContext } from './find-path.ts'

/**
 * A place as it is typed: a path, and after a colon the name of a unit or lines. `src/a.rs:Foo::new`,
 * `src/a.rs:10-20`, `src/a.rs:10`.
 */
export interface FoundPlace {
  /** `undefined`: outside the repository. Empty: the repository itself. */
  readonly path: RepoPath | undefined
  /** The file of the place is in the working tree or at the revision. `undefined`: nobody looked. */
  readonly exists: boolean | undefined
  /** At most one of the two. */
  readonly anchor?: string
  readonly lines?: LineRange
}

export type PlaceError = CodedError<'usage'> | GitError

/** Finds what a place stands for. A file that has a colon in its name comes before a unit or lines of another. */
export async function findPlace(word: string, context: PathContext): Promise<Result<FoundPlace, PlaceError>> {
  const splits = splitPlace(word)
  const whole = await findPath(word, context)
  if (whole.isErr() || whole.value.exists || splits.length === 0) return whole
  for (const { file, rest } of splits) {
    const found = await findPath(file, context)
    if (found.isErr()) return err(found.error)
    if (found.value.exists) return readRest(word, file, rest).map((part) => ({ ...found.value, ...part }))
  }
  // The shortest is what was meant most likely: units have colons in their names, files hardly ever.
  const last = splits.at(-1)
  if (last === undefined) return whole
  const path = await onlyPath(last.file, context)
  if (path.isErr()) return err(path.error)
  return readRest(word, last.file, last.rest).map((part) => ({ path: path.value, exists: false, ...part }))
}

/** The same without looking whether the file exists, where the word can only be one path. */
export async function onlyPlace(word: string, context: PathContext): Promise<Result<FoundPlace, PlaceError>> {
  if (splitPlace(word).length > 0) return findPlace(word, context)
  return (await onlyPath(word, context)).map((path) => ({ path, exists: undefined }))
}

/** Where a word may be split into a path and what follows it, the longest path first. */
export function splitPlace(word: string): readonly { readonly file: string; readonly rest: string }[] {
  const start = /^[A-Za-z]:[\\/]/u.test(word) ? 2 : 1
  return [...word.matchAll(/:{1,2}/gu)]
    .filter(({ index }) => index >= start)
    .map(({ 0: colons, index }) => ({ file: word.slice(0, index), rest: word.slice(index + colons.length) }))
    .reverse()
}

function readRest(
  word: string,
  file: string,
  rest: string,
): Result<Pick<FoundPlace, 'anchor' | 'lines'>, CodedError<'usage'>> {
  // `grep -n` puts a colon after the line, too.
  const text = rest.replace(/:$/u, '').trim()
  if (text === '') return ok({})
  const position = /^(\d+):\d+$/u.exec(text)
  if (position !== null) {
    const [shown, start = ''] = position
    const message =
      `'${showName(word)}' may mean lines or a column. ` +
      `Write ${showName(file)}:${start} for one line, ${showName(file)}:${shown.replace(':', '-')} for lines.`
    return err(codedError('usage', message, { data: { argument: word } }))
  }
  if (!/^\d+(?:[-,]\d+)?$/u.test(text)) return ok({ anchor: text })
  return parseLineRange(text)
    .map((lines) => ({ lines }))
    .mapErr(({ message }) => codedError('usage', message, { data: { argument: word } }))
}

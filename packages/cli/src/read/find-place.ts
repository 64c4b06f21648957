import {
  err,
  safeTry,
  type CodedError,
  type LineRange,
  type RepoPath,
  type Result,
  type ResultAsync,
} from '@chronicle/schema'
import { codedError, type GitError } from '@chronicle/core/contracts'
import { parsePlacePart, placeReadings, type PlaceReading } from '@chronicle/core/text'
import { findPath, resolvePath, type PathContext } from './find-path.ts'

/**
 * A parsed place: a path and, after a colon, the name of a unit or lines. `src/a.rs:Foo::new`, `src/a.rs:10-20`,
 * `src/a.rs:10`.
 */
export interface FoundPlace {
  /** `undefined`: outside the repository. Empty: the repository itself. */
  readonly path: RepoPath | undefined
  /** Whether the file of the place is in the working tree or at the revision. `undefined`: not checked. */
  readonly exists: boolean | undefined
  /** Whether the path ends in `/`, `.` or `..`, as only folders do. */
  readonly asFolder: boolean
  /** At most one of `anchor` and `lines` is present. */
  readonly anchor?: string
  readonly lines?: LineRange
}

export type PlaceError = CodedError<'usage'> | GitError

/** Resolves a place. A file with a colon in its name takes precedence over a unit or lines of another file. */
export function findPlace(word: string, context: PathContext): ResultAsync<FoundPlace, PlaceError> {
  return safeTry(async function* () {
    const readings = placeReadings(word)
    for (const reading of readings) {
      const found = yield* findPath(reading.path, context)
      if (found.exists) return toPlace(word, reading, found)
    }
    const likeliest = readings.at(-1) ?? readings[0]
    const path = await resolvePath(likeliest.path, context)
    return path.isErr() ? err(path.error) : toPlace(word, likeliest, { path: path.value, exists: false })
  })
}

/** Like `findPlace`, but does not check whether the file exists if the word can only be one path. */
export function onlyPlace(word: string, context: PathContext): ResultAsync<FoundPlace, PlaceError> {
  return safeTry(async function* () {
    const readings = placeReadings(word)
    if (readings.length > 1) return findPlace(word, context)
    const path = await resolvePath(word, context)
    return path.isErr() ? err(path.error) : toPlace(word, readings[0], { path: path.value, exists: undefined })
  })
}

function toPlace(
  word: string,
  { path: written, part }: PlaceReading,
  found: Pick<FoundPlace, 'path' | 'exists'>,
): Result<FoundPlace, CodedError<'usage'>> {
  const asFolder = /(?:^|[/\\])\.{0,2}$/u.test(written)
  return parsePlacePart(part)
    .map((named) => ({ ...found, asFolder, ...named }))
    .mapErr(({ message }) => codedError('usage', message, { data: { argument: word } }))
}

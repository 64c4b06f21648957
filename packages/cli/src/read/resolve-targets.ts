import {
  err,
  ok,
  omitUndefined,
  safeTry,
  type CodedError,
  type LineRange,
  type RepoPath,
  type Result,
  type ResultAsync,
} from '@chronicle/schema'
import { codedError, type GitError } from '@chronicle/core/contracts'
import { showName } from '../host/one-line.ts'
import { resolvePath, outsideRepository, type PathContext } from './find-path.ts'
import { findPlace, onlyPlace, type FoundPlace } from './find-place.ts'

/** The resolved arguments of `read`. */
export interface ReadTargets {
  readonly files: readonly RepoPath[]
  readonly anchor?: string
  readonly lines?: LineRange
  /** The last argument is used as the anchor because it is not a file. */
  readonly guessed?: true
}

/** A unit or lines, given besides the path. */
export interface FilePart {
  readonly anchor?: string | undefined
  readonly lines?: LineRange | undefined
}

type TargetsError = CodedError<'usage' | 'invalid_path'> | GitError

/**
 * Separates paths from the anchor. With two or more arguments, the last one is the anchor if it is not a file, neither
 * in the working tree nor at the revision. With the option `anchor` or with `pathsOnly` (a `--` was given), all
 * arguments are paths.
 */
export function resolveTargets(
  given: FilePart & { readonly words: readonly string[]; readonly pathsOnly: boolean },
  context: PathContext,
): ResultAsync<ReadTargets, TargetsError> {
  return safeTry(async function* () {
    const { words, anchor, lines } = given
    const last = words.at(-1)
    if (last !== undefined && words.length > 1 && anchor === undefined && !given.pathsOnly) {
      const found = yield* findPlace(last, context)
      if (found.exists !== true) {
        if (lines !== undefined) return err(anchorAndLines(last))
        const targets = await toTargets(words.slice(0, -1), { anchor: last }, given.pathsOnly, context)
        return targets.map((found) => ({ ...found, guessed: true }))
      }
    }
    return toTargets(words, { anchor, lines }, given.pathsOnly, context)
  })
}

function toTargets(
  words: readonly string[],
  part: FilePart,
  pathsOnly: boolean,
  context: PathContext,
): ResultAsync<ReadTargets, TargetsError> {
  return safeTry(async function* () {
    const files: RepoPath[] = []
    let own: Omit<ReadTargets, 'files'> | undefined
    for (const word of words) {
      const place = yield* pathsOnly ? await asPath(word, context) : await onlyPlace(word, context)
      const { path } = place
      if (path === undefined || path === '') return err(notAFile(word, path, context))
      files.push(path)
      if (!hasPart(place)) continue
      if (words.length > 1) return err(severalPlaces(word))
      const joined = yield* onePart(word, place, part)
      own = joined
    }
    const { anchor, lines } = part
    const stated = omitUndefined({ anchor, lines })
    return ok({ files, ...(own ?? stated) })
  })
}

function asPath(word: string, context: PathContext): ResultAsync<FoundPlace, GitError> {
  return resolvePath(word, context).map((path) => ({ path, exists: undefined, asFolder: false }))
}

function hasPart({ anchor, lines }: FoundPlace): boolean {
  return anchor !== undefined || lines !== undefined
}

/** Returns the unit or lines of a place, and fails if they were also given separately. */
export function onePart(
  word: string,
  place: FoundPlace,
  beside: FilePart,
): Result<{ readonly anchor?: string; readonly lines?: LineRange }, CodedError<'usage'>> {
  const { anchor, lines } = hasPart(place) ? place : beside
  const given = beside.anchor ?? (beside.lines && `${beside.lines.start}-${beside.lines.end}`)
  if (hasPart(place) && given !== undefined) {
    const message = `'${showName(word)}' names a unit or lines already. Leave '${showName(given)}' out, or what follows the colon.`
    return err(codedError('usage', message, { data: { argument: word } }))
  }
  return ok(omitUndefined({ anchor, lines }))
}

function severalPlaces(word: string): CodedError<'usage'> {
  const message = `A unit or lines can be asked for in one file at a time. Ask for '${showName(word)}' on its own.`
  return codedError('usage', message, { data: { argument: word } })
}

function notAFile(word: string, path: RepoPath | undefined, context: PathContext): CodedError<'invalid_path'> {
  if (path === undefined) return outsideRepository(word, context)
  const message = `'${showName(word)}' is the whole repository; name files.`
  return codedError('invalid_path', message, { data: { path: word } })
}

function anchorAndLines(word: string): CodedError<'usage'> {
  const message = `'${showName(word)}' is not a file, and an anchor cannot be combined with --lines. Leave one of them out.`
  return codedError('usage', message, { data: { argument: word } })
}

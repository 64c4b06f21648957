import {
  err,
  isUtf8Path,
  ok,
  omitUndefined,
  REPOSITORY_PATH,
  safeTry,
  type CodedError,
  type ResultAsync,
} from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import { showName } from '../host/one-line.ts'
import type { PathContext } from '../read/find-path.ts'
import { findPlace } from '../read/find-place.ts'
import { onePart, type FilePart } from '../read/resolve-targets.ts'

/** A place as in documents: paths relative to the top of the repository, lines as `10:20`. */
export interface RecordPlace {
  readonly file: string
  readonly anchor?: string
  readonly lines?: string
}

/**
 * Parses an argument as a place: `path`, `path:unit`, `path:10-20`, `folder/`, or `./`. A unit or lines may also be
 * given separately.
 */
export function findRecordPlace(
  word: string,
  context: PathContext,
  beside: FilePart = {},
): ResultAsync<RecordPlace, CodedError> {
  return safeTry(async function* () {
    if (word === '') {
      // As from an unset variable: nobody means everything by it.
      const message = `'' is no path. Give one in the repository, or ${REPOSITORY_PATH} for all of it.`
      return err(codedError('invalid_path', message, { data: { path: word } }))
    }
    const place = yield* findPlace(word, context)
    const { asFolder, path } = place
    if (path === undefined) {
      const message = `'${showName(word)}' is outside the repository. Give a path in it.`
      return err(codedError('invalid_path', message, { data: { path: word } }))
    }
    if (!isUtf8Path(path)) {
      const message = `The name of '${showName(word)}' is no UTF-8, so nothing can be recorded about it: files with such names cannot be told from one another.`
      return err(codedError('invalid_path', message, { data: { path: word } }))
    }
    const { anchor, lines } = yield* onePart(word, place, beside)
    return ok({
      file: path === '' ? REPOSITORY_PATH : asFolder ? `${path}/` : path,
      ...omitUndefined({ anchor }),
      ...omitUndefined({ lines: lines && `${lines.start}:${lines.end}` }),
    })
  })
}

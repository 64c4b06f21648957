import { err, ok, REPOSITORY_PATH, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import { showName } from '../host/one-line.ts'
import type { PathContext } from '../read/find-path.ts'
import { findPlace } from '../read/find-place.ts'

/** A place as documents name it: paths from the top of the repository, lines as `10:20`. */
export interface RecordPlace {
  readonly file: string
  readonly anchor?: string
  readonly lines?: string
}

/** The place that an argument names: `path`, `path:unit`, `path:10-20`, `folder/`, or `./`. */
export async function findRecordPlace(word: string, context: PathContext): Promise<Result<RecordPlace, CodedError>> {
  const found = await findPlace(word, context)
  if (found.isErr()) return err(found.error)
  const { anchor, asFolder, lines, path } = found.value
  if (path === undefined) {
    const message = `'${showName(word)}' is outside the repository. Give a path in it.`
    return err(codedError('invalid_path', message, { data: { path: word } }))
  }
  return ok({
    file: path === '' ? REPOSITORY_PATH : asFolder ? `${path}/` : path,
    ...(anchor === undefined ? {} : { anchor }),
    ...(lines === undefined ? {} : { lines: `${lines.start}:${lines.end}` }),
  })
}

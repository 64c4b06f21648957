import { err, ok, parsePlace, REPOSITORY_PATH, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import { showName } from '../host/one-line.ts'
import { findPath, type PathContext } from '../read/find-path.ts'

/** A place as documents name it: paths from the top of the repository, lines as `10:20`. */
export interface RecordPlace {
  readonly file: string
  readonly anchor?: string
  readonly lines?: string
}

const LINES = /^(\d+)(?:[-:,](\d+))?$/

/** The place that an argument names: `path`, `path:unit`, `path:10-20`, `folder/`, or `./`. */
export async function findRecordPlace(word: string, context: PathContext): Promise<Result<RecordPlace, CodedError>> {
  const whole = await findPath(word, context)
  if (whole.isErr()) return err(whole.error)
  // A name with a colon in it that is there is a file.
  const { file: path, anchor } = whole.value.exists ? { file: word } : splitPlace(word)
  const found = await findPath(path, context)
  if (found.isErr()) return err(found.error)
  if (found.value.path === undefined) {
    const message = `'${showName(path)}' is outside the repository. Give a path in it.`
    return err(codedError('invalid_path', message, { data: { path } }))
  }
  const isFolder = /(?:^|[/\\])\.{0,2}$/u.test(path)
  const file = found.value.path === '' ? REPOSITORY_PATH : isFolder ? `${found.value.path}/` : found.value.path
  if (anchor === undefined) return ok({ file })
  const [, start, end = start] = LINES.exec(anchor) ?? []
  return ok(start === undefined ? { file, anchor } : { file, lines: `${start}:${end}` })
}

/** The path as it was given: what is taken from it is whether it ends in `/`. */
function splitPlace(word: string): { readonly file: string; readonly anchor?: string } {
  const { anchor } = parsePlace(word)
  return anchor === undefined ? { file: word } : { file: word.slice(0, word.indexOf(':')), anchor }
}

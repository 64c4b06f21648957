import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { err, ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import { showName } from '../../host/one-line.ts'

/** A file with API responses. */
export interface ReadAnswerFile {
  /** The path as given, or a path below the given folder. */
  readonly name: string
  readonly text: string
}

const ANSWERS = /\.(?:json|jsonl|ndjson)$/iu
/** Limited because a text must fit into memory several times. */
const MAX_BYTES = 256 * 1024 * 1024

/** Reads the given files, and JSON files in the given folders, sorted by name. */
export function readAnswerFiles(
  cwd: string,
  paths: readonly string[],
): ResultAsync<readonly ReadAnswerFile[], CodedError> {
  return safeTry(async function* () {
    const files: ReadAnswerFile[] = []
    for (const path of paths) {
      try {
        const top = resolve(cwd, path)
        const listed = (await stat(top)).isDirectory() ? await filesBelow(top) : [top]
        if (listed.length === 0) {
          return err(unreadable(path, 'no file below it ends in .json, .jsonl or .ndjson'))
        }
        for (const file of listed) {
          const { size } = await stat(file)
          if (size > MAX_BYTES) return err(unreadable(file, `it has ${size} bytes, and ${MAX_BYTES} are read at most`))
          const name = file === top ? path : join(path, relative(top, file))
          files.push({ name, text: await readFile(file, 'utf8') })
        }
      } catch (error) {
        return err(unreadable(path, error instanceof Error ? error.message : 'it cannot be read'))
      }
    }
    return ok(files)
  })
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile() && ANSWERS.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

function unreadable(path: string, reason: string): CodedError {
  const message = `'${showName(path)}' cannot be imported: ${reason}.`
  return codedError('discussion_file_unreadable', message, { data: { path } })
}

import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { codedError } from '@chronicle/core/contracts'
import { err, ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import type { CliIo } from './cli-io.ts'
import { writeFailureReason } from './file-failure.ts'
import { showName } from './one-line.ts'

/** Writes an answer to the file that an option names. */
export function writeAnswer(file: string, text: string, io: CliIo): ResultAsync<void, CodedError> {
  return safeTry(async function* () {
    try {
      return ok(await writeFile(resolve(io.cwd, file), text))
    } catch (cause) {
      return err(
        codedError('usage', `Cannot write '${showName(file)}'. ${writeFailureReason(cause)}.`, {
          data: { path: file },
          cause,
        }),
      )
    }
  })
}

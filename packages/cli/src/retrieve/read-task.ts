import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { codedError } from '@chronicle/core/contracts'
import { err, ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import type { CliIo } from '../host/cli-io.ts'
import { readFailureReason } from '../host/file-failure.ts'
import { readStdin } from '../host/read-stdin.ts'
import { showName } from '../host/one-line.ts'

const HOW = 'Give it as an argument, as - for stdin, or with --issue-file <file>. See: git chronicle retrieve -h'

/** Reads the task from the command line, stdin, or a file. */
export function readTask(
  words: readonly string[],
  issueFile: string | undefined,
  io: CliIo,
): ResultAsync<string, CodedError> {
  return safeTry(async function* () {
    const given = words.join(' ')
    if (issueFile !== undefined && words.length > 0)
      return err(codedError('usage', 'The task is given twice: as an argument and with --issue-file. Leave one out.'))
    if (issueFile === undefined && given === '-' && io.stdin.isTTY === true)
      return err(codedError('usage', `Nothing to read: pipe the task into stdin. ${HOW}`))
    const text =
      issueFile !== undefined && issueFile !== '-'
        ? await readTextFile(issueFile, io)
        : issueFile === '-' || given === '-'
          ? await readStdin(io, 'Interrupted while waiting for the task on stdin.').map(withoutMark)
          : ok(given)
    return text.andThen((task) =>
      task.trim() === '' ? err(codedError('task_empty', `The task is empty. ${HOW}`)) : ok(task),
    )
  })
}

/** Reads the file that an option names, as text. */
export function readTextFile(file: string, io: CliIo): ResultAsync<string, CodedError> {
  return safeTry(async function* () {
    try {
      return ok(withoutMark(await readFile(resolve(io.cwd, file), 'utf8')))
    } catch (cause) {
      const message = `Cannot read '${showName(file)}'. ${readFailureReason(cause)}.`
      return err(codedError('usage', message, { data: { path: file }, cause }))
    }
  })
}

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/u, '')
}

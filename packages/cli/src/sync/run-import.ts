import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  err,
  ok,
  omitUndefined,
  safeTry,
  type CodedError,
  type ImportReceipt,
  type NotesRef,
  type Result,
  type ResultAsync,
} from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import { parseShortNotesRef } from '../config/settings.ts'
import type { CliIo } from '../host/cli-io.ts'
import type { CommandHost } from '../host/command-host.ts'
import { readFailureReason } from '../host/file-failure.ts'
import { withRepository } from '../host/with-repository.ts'
import { showName } from '../host/one-line.ts'
import { reportWarning } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import { openSession } from '../writing/open-session.ts'
import { formatImport } from './format-import.ts'
import type { ImportFlags } from './sync-flags.ts'

/** Runs one `import`. */
export async function runImport(host: CommandHost, files: readonly string[], flags: ImportFlags): Promise<void> {
  const json = flags.format === 'json'
  const io = json ? { ...host.io, json } : host.io
  const { dryRun = false, keepUnknown = false, gitAppraise = false } = flags
  await withRepository(
    { io },
    openSession({ ...host, io }, flags),
    async function* ({ repository, notesRef, dir, settings, call }) {
      const input = yield* await inputOf(files, { io, dir, optional: gitAppraise !== false })
      const appraiseRef = yield* appraiseRefOf(gitAppraise)
      let done = 0
      const work = repository.sync.importNotes({
        ...call,
        ...{ notesRef, dryRun, keepUnknown, allowedSecrets: settings.redactAllow },
        gitAppraise: appraiseRef,
        ...omitUndefined({ input }),
        onProgress: (progress) => (done = progress.done),
      })
      const imported = yield* await showProgress(io, () => `Importing … ${done}`, work)
      print(io, imported, json)
      if (isUnusable(imported)) io.setExitCode(1)
    },
  )
}

/** Whether the input has records, but none that can be imported; it is then the wrong file. */
function isUnusable({ read, skipped }: ImportReceipt): boolean {
  return skipped.length > 0 && Object.values(read).every((count) => count === 0)
}

function print(io: CliIo, receipt: ImportReceipt, json: boolean): void {
  if (json) {
    io.stdout.write(`${JSON.stringify(receipt, null, 2)}\n`)
    return
  }
  io.stdout.write(formatImport(receipt))
  for (const { message } of receipt.warnings) reportWarning(io, message)
}

/** Returns the ref of the comments. As in `git notes`, the prefix may be omitted. */
function appraiseRefOf(option: string | boolean): Result<NotesRef | boolean, CodedError> {
  if (typeof option === 'boolean') return ok(option)
  const ref = parseShortNotesRef(option)
  if (ref !== undefined) return ok(ref)
  return err(codedError('usage', `${showName(option)} is no notes ref. Give a name such as devtools/discuss.`))
}

function inputOf(
  files: readonly string[],
  { io, dir, optional }: { readonly io: CliIo; readonly dir: string; readonly optional: boolean },
): ResultAsync<AsyncIterable<string> | undefined, CodedError> {
  return safeTry(async function* () {
    if (files.length === 0 && optional) return ok(undefined)
    if (files.length === 0 && io.stdin.isTTY === true) {
      const message =
        'Nothing to import: name a file, pipe one into stdin, or give --git-appraise. See: git chronicle import -h'
      return err(codedError('usage', message))
    }
    const named = files.length === 0 ? ['-'] : files
    for (const file of named) {
      if (file === '-') continue
      const found = await stat(resolve(dir, file)).catch((error: NodeJS.ErrnoException) => error)
      if (!(found instanceof Error) && !found.isDirectory()) continue
      const reason = found instanceof Error ? readFailureReason(found) : 'It is a folder'
      return err(codedError('usage', `Cannot read ${showName(file)}: ${reason}.`, { data: { file } }))
    }
    return ok(chunksOf(named, io, dir))
  })
}

async function* chunksOf(files: readonly string[], io: CliIo, dir: string): AsyncGenerator<string> {
  for (const file of files) {
    const decoder = new TextDecoder()
    const source: AsyncIterable<Uint8Array | string> = file === '-' ? io.stdin : createReadStream(resolve(dir, file))
    for await (const chunk of source) {
      yield typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    }
    // An unterminated last line must not join the first line of the next file.
    yield `${decoder.decode()}${files.length > 1 ? '\n' : ''}`
  }
}

import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { err, ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import type { CliIo } from '../host/cli-io.ts'
import { readFailureReason } from '../host/file-failure.ts'
import { showName } from '../host/one-line.ts'
import { readStdin } from '../host/read-stdin.ts'
import { locateJsonError } from './locate-json-error.ts'

/** The source of a document other than stdin. */
export interface DocumentSource {
  readonly json?: string
  readonly file?: string
}

/** Reads a JSON document from an option, a file or stdin. Syntax errors are reported with line and column. */
export function readDocument(flags: DocumentSource, io: CliIo): ResultAsync<unknown, CodedError> {
  return safeTry(async function* () {
    const text = yield* readText(flags, io)
    const json = text.text.replace(/^\uFEFF/u, '')
    if (json.trim() === '') {
      const message = `${text.source} is empty. Give the annotation as one JSON document.`
      return err(codedError('usage', message))
    }
    try {
      return ok(JSON.parse(json) as unknown)
    } catch (cause) {
      const place = locateJsonError(json)
      const where = place === undefined ? '' : ` at line ${place.line}, column ${place.column}: ${place.reason}`
      const message = `${text.source} is not JSON${where}. Nothing was stored.`
      return err(codedError('invalid_json', message, { data: { ...place }, cause }))
    }
  })
}

interface InputText {
  readonly source: string
  readonly text: string
}

function readText(flags: DocumentSource, io: CliIo): ResultAsync<InputText, CodedError> {
  return safeTry(async function* () {
    if (flags.json !== undefined) return ok({ source: 'The text of --json', text: flags.json })
    if (flags.file !== undefined && flags.file !== '-') {
      try {
        return ok({ source: flags.file, text: await readFile(resolve(io.cwd, flags.file), 'utf8') })
      } catch (cause) {
        return err(codedError('usage', `Cannot read ${showName(flags.file)}: ${readFailureReason(cause)}.`, { cause }))
      }
    }
    if (io.stdin.isTTY === true) {
      const message =
        'Nothing to read: pipe the annotation into stdin, or give it with --json or --file. See annotate --help.'
      return err(codedError('usage', message))
    }
    const text = yield* readStdin(io, 'Interrupted while waiting for the annotation on stdin. Nothing was stored.')
    return ok({ source: 'stdin', text })
  })
}

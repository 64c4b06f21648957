import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  err,
  ok,
  omitUndefined,
  REDACTION_REPORT_SCHEMA,
  safeTry,
  type CodedError,
  type RedactionReport,
  type ResultAsync,
} from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import type { CliIo } from '../host/cli-io.ts'
import type { CommandHost } from '../host/command-host.ts'
import { readFailureReason } from '../host/file-failure.ts'
import { withRepository } from '../host/with-repository.ts'
import { showName } from '../host/one-line.ts'
import { reportWarning } from '../host/report-failure.ts'
import { openSession } from '../writing/open-session.ts'
import { readBytes } from '../host/read-stdin.ts'

/** The options of `redact` as they were given. */
export interface RedactFlags {
  readonly test?: readonly string[]
  readonly format: 'pretty' | 'json'
  readonly C?: string
}

/** Runs one `redact`. */
export async function runRedact(host: CommandHost, flags: RedactFlags): Promise<void> {
  const { io } = host
  const files = flags.test ?? ['-']
  await withRepository(host, openSession(host, flags), async function* ({ repository, settings, dir, call }) {
    const inputs: Input[] = []
    for (const file of files) {
      const input = yield* await readInput(file, dir, io)
      inputs.push(input)
    }
    const texts = inputs.map(({ text }) => text)
    const redactor = await repository.openRedactor(settings.redactAllow)
    const redacted = yield* await redactor.redact(texts, call)
    if (flags.test === undefined) {
      for (const { unread } of inputs) {
        if (unread !== undefined) reportWarning(io, `The input is not UTF-8: bytes that are no text were replaced.`)
      }
      io.stdout.write(redacted.map(({ text }) => text).join(''))
      return
    }
    const report: RedactionReport = {
      $schema: REDACTION_REPORT_SCHEMA,
      redactor: redactor.name,
      files: files.map((file, index) => {
        const unread = inputs[index]?.unread
        const secrets = redacted[index]?.secrets ?? []
        return { file, secrets, ...omitUndefined({ unread }) }
      }),
    }
    io.stdout.write(flags.format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report))
    if (report.files.some(({ secrets }) => secrets.length > 0)) io.setExitCode(3)
    else if (report.files.some(({ unread }) => unread !== undefined)) io.setExitCode(1)
  })
}

/** The text of a file, and why parts of it could not be read. */
interface Input {
  readonly text: string
  readonly unread?: string
}

function inputOf(bytes: Buffer): Input {
  const text = bytes.toString('utf8')
  if (isUtf8(bytes) && !bytes.includes(0)) return { text }
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const unread = isWide
    ? 'It is UTF-16, which is not searched. Convert it to UTF-8.'
    : 'It is not UTF-8 text: secrets outside of text are not found.'
  return { text, unread }
}

function readInput(file: string, dir: string, io: CliIo): ResultAsync<Input, CodedError> {
  return safeTry(async function* () {
    if (file === '-') {
      if (io.stdin.isTTY === true) {
        return err(
          codedError(
            'usage',
            'Nothing to read: pipe text into stdin, or name files with --test. See: git chronicle redact -h',
          ),
        )
      }
      return ok(inputOf(await readBytes(io.stdin)))
    }
    try {
      return ok(inputOf(await readFile(resolve(dir, file))))
    } catch (cause) {
      return err(codedError('usage', `Cannot read ${showName(file)}: ${readFailureReason(cause)}.`, { cause }))
    }
  })
}

function formatReport({ files }: RedactionReport): string {
  const lines = files.flatMap(({ file, secrets, unread }) => {
    const name = showName(file)
    const found = secrets.map(({ rule, lines }) => `${name}:${lines.start}: ${rule}`)
    if (unread !== undefined) return [...found, `${name}: not searched completely. ${unread}`]
    return found.length === 0 ? [`${name}: no secrets`] : found
  })
  return `${lines.join('\n')}\n`
}

import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { err, ok, REDACTION_REPORT_SCHEMA, type CodedError, type RedactionReport, type Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import type { CliIo } from '../host/cli-io.ts'
import type { CommandHost } from '../host/command-host.ts'
import { showName } from '../host/one-line.ts'
import { reportFailure, reportWarning } from '../host/report-failure.ts'
import { openSession } from '../writing/open-session.ts'
import type { RedactFlags } from './redact-command.ts'

/** Runs one `redact`. */
export async function runRedact(host: CommandHost, flags: RedactFlags): Promise<void> {
  const { io } = host
  const files = flags.test ?? ['-']
  const opened = await openSession(host, flags)
  if (opened.isErr()) return reportFailure(io, opened.error)
  const { repository, settings, dir, call } = opened.value
  try {
    const texts: string[] = []
    for (const file of files) {
      const text = await readText(file, dir, io)
      if (text.isErr()) return reportFailure(io, text.error)
      texts.push(text.value)
    }
    const redactor = await repository.openRedactor(settings.redactAllow)
    const redacted = await redactor.redact(texts, call)
    if (redacted.isErr()) return reportFailure(io, redacted.error)
    if (flags.test === undefined) {
      io.stdout.write(redacted.value.map(({ text }) => text).join(''))
      return
    }
    const report: RedactionReport = {
      $schema: REDACTION_REPORT_SCHEMA,
      redactor: redactor.name,
      files: files.map((file, index) => ({ file, secrets: redacted.value[index]?.secrets ?? [] })),
    }
    io.stdout.write(flags.format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : formatReport(report))
    if (report.files.some(({ secrets }) => secrets.length > 0)) io.setExitCode(3)
  } finally {
    await repository.close()
  }
}

async function readText(file: string, dir: string, io: CliIo): Promise<Result<string, CodedError>> {
  if (file === '-') {
    if (io.stdin.isTTY === true) {
      return err(
        codedError(
          'usage',
          'Nothing to read: pipe text into stdin, or name files with --test. See: git chronicle redact -h',
        ),
      )
    }
    const chunks: Uint8Array[] = []
    for await (const chunk of io.stdin) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
    const bytes = Buffer.concat(chunks)
    if (!isUtf8(bytes)) reportWarning(io, 'The input is not UTF-8: bytes that are no text were replaced.')
    return ok(bytes.toString('utf8'))
  }
  try {
    return ok(await readFile(resolve(dir, file), 'utf8'))
  } catch (cause) {
    return err(codedError('usage', `Cannot read ${showName(file)}: ${reasonOf(cause)}`, { cause }))
  }
}

function reasonOf(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'There is no such file.'
  return code === 'EISDIR' ? 'It is a folder.' : message
}

function formatReport({ files }: RedactionReport): string {
  const lines = files.flatMap(({ file, secrets }) =>
    secrets.length === 0
      ? [`${showName(file)}: no secrets`]
      : secrets.map(({ rule, lines }) => `${showName(file)}:${lines.start}: ${rule}`),
  )
  return `${lines.join('\n')}\n`
}

import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { err, ok, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import type { AnnotateReceipt } from '@chronicle/core/annotate'
import { loadSettings } from '../config/load-settings.ts'
import type { CliIo, InputStream } from '../host/cli-io.ts'
import type { CommandHost, Repository } from '../host/command-host.ts'
import { openRepository } from '../host/open-repository.ts'
import { reportFailure, reportWarning } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import { useColour } from '../host/use-colour.ts'
import type { AnnotateFlags } from './annotate-flags.ts'
import { formatReceipt } from './format-receipt.ts'
import { locateJsonError } from './locate-json-error.ts'
import { resolveInputPaths } from './resolve-input-paths.ts'
import { showExpectedShape } from './show-expected-shape.ts'

/** Runs one `annotate --live`: takes the document, stores it, confirms. */
export async function runAnnotate(host: CommandHost, flags: AnnotateFlags): Promise<void> {
  const { io } = host
  const input = await readInput(flags, io)
  if (input.isErr()) return reportFailure(io, input.error)
  const opened = await openRepository(host, flags)
  if (opened.isErr()) return reportFailure(io, opened.error)
  const { repository } = opened.value
  try {
    const receipt = await showProgress(io, 'Annotating …', store(repository, io, input.value, flags))
    if (receipt.isErr()) return reportFailure(io, showExpectedShape(receipt.error))
    const colour = useColour(io.stdout, io.env)
    const text =
      flags.format === 'json' ? `${JSON.stringify(receipt.value, null, 2)}\n` : formatReceipt(receipt.value, { colour })
    io.stdout.write(text)
  } finally {
    await repository.close()
  }
}

async function store(
  repository: Repository,
  io: CliIo,
  input: unknown,
  flags: AnnotateFlags,
): Promise<Result<AnnotateReceipt, CodedError>> {
  const call = io.signal === undefined ? {} : { signal: io.signal }
  const loaded = await loadSettings(repository.git, { flags: { notesRefs: flags.notesRef }, env: io.env }, call)
  if (loaded.isErr()) return err(loaded.error)
  const { settings, warnings, repository: info } = loaded.value
  for (const warning of warnings) reportWarning(io, warning)
  const [notesRef] = settings.notesRefs
  const resolved = await resolveInputPaths(input, { git: repository.git, prefix: info.prefix, call })
  if (resolved.isErr()) return err(resolved.error)
  return repository.annotate(resolved.value, {
    ...call,
    ...(notesRef === undefined ? {} : { notesRef }),
    allowedSecrets: settings.redactAllow,
    dryRun: flags.dryRun ?? false,
  })
}

async function readInput(flags: AnnotateFlags, io: CliIo): Promise<Result<unknown, CodedError>> {
  const text = await readText(flags, io)
  if (text.isErr()) return err(text.error)
  const json = text.value.text.replace(/^\uFEFF/u, '')
  if (json.trim() === '') {
    const message = `${text.value.source} is empty. Give the annotation as one JSON document.`
    return err(codedError('usage', message))
  }
  try {
    return ok(JSON.parse(json) as unknown)
  } catch (cause) {
    const place = locateJsonError(json)
    const where = place === undefined ? '' : ` at line ${place.line}, column ${place.column}: ${place.reason}`
    const message = `${text.value.source} is not JSON${where}. Nothing was stored.`
    return err(codedError('invalid_json', message, { data: { ...place }, cause }))
  }
}

interface InputText {
  readonly source: string
  readonly text: string
}

async function readText(flags: AnnotateFlags, io: CliIo): Promise<Result<InputText, CodedError>> {
  if (flags.json !== undefined) return ok({ source: 'The text of --json', text: flags.json })
  if (flags.file !== undefined && flags.file !== '-') {
    try {
      return ok({ source: flags.file, text: await readFile(resolve(io.cwd, flags.file), 'utf8') })
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      return err(codedError('usage', `Cannot read ${flags.file}: ${reason}`, { cause }))
    }
  }
  if (io.stdin.isTTY === true) {
    const message =
      'Nothing to read: pipe the annotation into stdin, or give it with --json or --file. See: git chronicle annotate -h'
    return err(codedError('usage', message))
  }
  const read = await Promise.race([readAll(io.stdin), aborted(io.signal)])
  return typeof read === 'string' ? ok({ source: 'stdin', text: read }) : err(read)
}

async function readAll(stream: InputStream): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Settles when the signal fires, and never without one. */
function aborted(signal: AbortSignal | undefined): Promise<CodedError<'aborted'>> {
  const error = codedError('aborted', 'Interrupted while waiting for the annotation on stdin. Nothing was stored.')
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve(error)
    signal?.addEventListener('abort', () => resolve(error), { once: true })
  })
}

import { codedError } from '@chronicle/core/contracts'
import { err, ok, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import type { CliIo, InputStream } from './cli-io.ts'

/** Reads all of stdin as text. `interrupted` is the error message if the command is interrupted before the end. */
export function readStdin({ stdin, signal }: CliIo, interrupted: string): ResultAsync<string, CodedError<'aborted'>> {
  return safeTry(async function* () {
    const read = await Promise.race([readAll(stdin), aborted(signal, interrupted)])
    return typeof read === 'string' ? ok(read) : err(read)
  })
}

/**
 * Replaces the text `-` of an option with the text piped into stdin, as other commands do. More than one `-` is an
 * error.
 */
export function fillFromStdin<
  Flags extends Readonly<Partial<Record<Name, string | readonly string[] | undefined>>>,
  Name extends string,
>(flags: Flags, names: readonly Name[], io: CliIo): ResultAsync<Flags, CodedError> {
  return safeTry(async function* () {
    const asking = names.flatMap((name) => [flags[name] ?? []].flat().flatMap((text) => (text === '-' ? [name] : [])))
    if (asking.length === 0) return ok(flags)
    if (asking.length > 1) return err(severalStdinTextsError())
    const piped = (yield* readStdin(io, STDIN_INTERRUPTED_MESSAGE)).trim()
    const filled = asking.map((name) => {
      const given: string | readonly string[] | undefined = flags[name]
      return [name, typeof given === 'string' ? piped : given?.map((text) => (text === '-' ? piped : text))]
    })
    return ok({ ...flags, ...(Object.fromEntries(filled) as Partial<Flags>) })
  })
}

/** Error message for a command that is interrupted before the end of stdin. */
const STDIN_INTERRUPTED_MESSAGE = 'Interrupted while waiting for the text on stdin. Nothing was recorded.'

/** Returns the error for more than one `-`: stdin can be read once. */
function severalStdinTextsError(): CodedError<'usage'> {
  return codedError('usage', 'Only one text can be -, which is read from stdin. Give the others as they are.')
}

/** Reads a stream to its end, as text. */
export async function readAll(stream: InputStream): Promise<string> {
  return (await readBytes(stream)).toString('utf8')
}

/** Reads piped stdin to its end. Returns `''` if stdin is a terminal. */
export async function readPiped({ stdin }: Pick<CliIo, 'stdin'>): Promise<string> {
  return stdin.isTTY === true ? '' : readAll(stdin)
}

/** Reads a stream to its end. */
export async function readBytes(stream: InputStream): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
  return Buffer.concat(chunks)
}

/** Resolves when the signal fires; never without a signal. */
function aborted(signal: AbortSignal | undefined, message: string): Promise<CodedError<'aborted'>> {
  return new Promise((resolve) => {
    const end = (): void => resolve(codedError('aborted', message))
    if (signal?.aborted === true) end()
    signal?.addEventListener('abort', end, { once: true })
  })
}

import { omitUndefined } from '@chronicle/schema'
import type { PagerPlace } from './page-text.ts'

/** A stream for output, such as `process.stdout`. */
export interface OutputStream {
  write(text: string): unknown
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** A stream for input, such as `process.stdin`. */
export interface InputStream extends AsyncIterable<Uint8Array | string> {
  readonly isTTY?: boolean | undefined
}

/** The part of the process that commands can access. */
export interface CliIo {
  readonly stdin: InputStream
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  readonly env: Readonly<Record<string, string | undefined>>
  /** Absolute path; relative paths are resolved from it. */
  readonly cwd: string
  /** The command line that starts this program again, with absolute paths. Absent: it is `git chronicle` everywhere. */
  readonly self?: readonly string[]
  /** Start time of the process, in milliseconds since the epoch. Default: when the command starts. */
  readonly startedAt?: number
  /** Default: the platform of this process. */
  readonly platform?: NodeJS.Platform
  /**
   * Whether a program reads the answer: failures are then JSON documents on stdout even if stdout is a terminal.
   * Default: only when stdout is not a terminal.
   */
  readonly json?: boolean
  /** Shows text in a pager and returns `false` if there is none. Absent: answers are never paged. */
  readonly page?: ((text: string, place: PagerPlace) => Promise<boolean>) | undefined
  /** Aborts a command, with the exit code 130. */
  readonly signal?: AbortSignal
  /** Called with the exit code when a command does not succeed. */
  readonly setExitCode: (code: ExitCode) => void
}

/**
 * 0: done. 1: the query failed. 2: wrong usage. 3: `check` found what `--fail-on` names. 128, 129: from git. 130:
 * interrupted.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 128 | 129 | 130

/**
 * Whether a command line or its environment asks for JSON. As in every command, `--format` takes precedence over
 * `--json`.
 */
export function asksForJson(argv: readonly string[], env: CliIo['env']): boolean {
  const end = argv.indexOf('--')
  const options = end < 0 ? argv : argv.slice(0, end)
  const at = options.findLastIndex((word) => word === '--format' || word.startsWith('--format='))
  if (at < 0) return options.includes('--json') || env['CHRONICLE_FORMAT']?.trim() === 'json'
  return (options[at] === '--format' ? options[at + 1] : options[at]?.slice('--format='.length)) === 'json'
}

/** Opened on first use: most commands never read stdin, and opening it takes a while. */
const stdin: InputStream = {
  get isTTY() {
    return process.stdin.isTTY
  },
  [Symbol.asyncIterator]: () => process.stdin[Symbol.asyncIterator](),
}

/** Returns the streams, environment and folder of this process. */
export function nodeIo(signal?: AbortSignal): CliIo {
  return {
    stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: process.cwd(),
    json: asksForJson(process.argv.slice(2), process.env),
    page: async (text, place) => (await import('./page-text.ts')).pageText(text, place),
    ...omitUndefined({ signal }),
    setExitCode: (code) => {
      process.exitCode = code
    },
  }
}

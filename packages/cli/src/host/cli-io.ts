import { omitUndefined } from '@chronicle/schema'
import type { PagerPlace } from './page-text.ts'

/** Where text goes: `process.stdout` is one. */
export interface OutputStream {
  write(text: string): unknown
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** Where text comes from: `process.stdin` is one. */
export interface InputStream extends AsyncIterable<Uint8Array | string> {
  readonly isTTY?: boolean | undefined
}

/** All that a command sees of its process. */
export interface CliIo {
  readonly stdin: InputStream
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  readonly env: Readonly<Record<string, string | undefined>>
  /** Absolute; relative paths are relative to it. */
  readonly cwd: string
  /** The words that start this program again, by absolute paths. Absent: it is `git chronicle` wherever it runs. */
  readonly self?: readonly string[]
  /** When the process was started, in milliseconds since the epoch. Default: when the command begins. */
  readonly startedAt?: number
  /** Default: that of this process. */
  readonly platform?: NodeJS.Platform
  /**
   * The answer is for a program: a failure is a JSON document on stdout even when stdout is a terminal. Default: only
   * when stdout is none.
   */
  readonly json?: boolean
  /** Shows text in a pager; `false` where there is none. Absent: answers are never paged. */
  readonly page?: ((text: string, place: PagerPlace) => Promise<boolean>) | undefined
  /** Stops a command early, with the exit code 130. */
  readonly signal?: AbortSignal
  /** Told the exit code when a command ends other than well. */
  readonly setExitCode: (code: ExitCode) => void
}

/** 0: done. 1: the query failed. 2: wrong usage. 3: `check` found what `--fail-on` names. 128, 129: git did. 130: interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 128 | 129 | 130

/** Whether a command line, or its environment, asks for JSON; `--format` is heard before `--json`, as by every command. */
export function asksForJson(argv: readonly string[], env: CliIo['env']): boolean {
  const end = argv.indexOf('--')
  const options = end < 0 ? argv : argv.slice(0, end)
  const at = options.findLastIndex((word) => word === '--format' || word.startsWith('--format='))
  if (at < 0) return options.includes('--json') || env['CHRONICLE_FORMAT']?.trim() === 'json'
  return (options[at] === '--format' ? options[at + 1] : options[at]?.slice('--format='.length)) === 'json'
}

/** Opened by the first who reads it: most commands never do, and opening it takes a while. */
const stdin: InputStream = {
  get isTTY() {
    return process.stdin.isTTY
  },
  [Symbol.asyncIterator]: () => process.stdin[Symbol.asyncIterator](),
}

/** The streams, environment and folder of this process. */
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

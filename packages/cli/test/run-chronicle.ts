import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Readable } from 'node:stream'
import type { AnnotateReceipt, ReadOutput } from '@chronicle/schema'
import { annotateReceiptSchema } from '@chronicle/schema/validate'
import { runCli, type ExitCode, type RunCliOptions } from '../src/index.ts'

/** The result of one run of the command line. */
export interface CliRun {
  readonly code: ExitCode
  readonly stdout: string
  readonly stderr: string
}

export interface CliRunOptions extends Pick<RunCliOptions, 'open' | 'signal' | 'name' | 'self' | 'platform'> {
  /** Input on stdin; without it, stdin is a terminal. */
  readonly input?: string | Uint8Array
  readonly env?: Readonly<Record<string, string>>
  /** Whether the streams pretend to be terminals. */
  readonly terminal?: boolean
}

/** The environment of every run, without the machine's git configuration. */
export const testEnvironment: Readonly<Record<string, string | undefined>> = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
}

/** Runs the command in this process, with in-memory streams. */
export async function chronicle(cwd: string, args: readonly string[], options: CliRunOptions = {}): Promise<CliRun> {
  const { input, env, terminal, ...rest } = options
  const stdin = Object.assign(Readable.from(input === undefined ? [] : [input]), { isTTY: input === undefined })
  const out: string[] = []
  const error: string[] = []
  const code = await runCli(args, {
    ...rest,
    cwd,
    env: { ...testEnvironment, ...env },
    stdin,
    stdout: { write: (text) => out.push(text), ...(terminal ? { isTTY: true, columns: 100 } : {}) },
    stderr: { write: (text) => error.push(text), ...(terminal ? { isTTY: true, columns: 100 } : {}) },
  })
  return { code, stdout: out.join(''), stderr: error.join('') }
}

/** Parses the JSON output of a run without validating it. Throws when the run failed. */
export function jsonOf<T>({ code, stdout, stderr }: CliRun): T {
  if (code !== 0) throw new Error(`exit code ${code}: ${stdout}${stderr}`)
  return JSON.parse(stdout) as T
}

/** Parses the output of a run and validates it with a schema. Throws when the run failed. */
export function documentOf<T>(run: CliRun, schema: { readonly parse: (value: unknown) => T }): T {
  return schema.parse(jsonOf(run))
}

/** Runs `read --format json` and returns the document. Throws when it fails. */
export async function readJson(cwd: string, args: readonly string[], options?: CliRunOptions): Promise<ReadOutput> {
  return jsonOf(await chronicle(cwd, ['read', '--format', 'json', ...args], options))
}

/** Reads the context kept for the next commit. */
export async function keptContext(cwd: string): Promise<unknown> {
  const run = await chronicle(cwd, ['context', 'show', '--format', 'json'])
  return jsonOf<{ readonly context?: unknown }>(run).context
}

/** Runs `annotate --live` and returns the receipt. Throws when it fails. */
export async function annotate(cwd: string, input: object, ...args: readonly string[]): Promise<AnnotateReceipt> {
  const run = await chronicle(cwd, ['annotate', '--live', '--format', 'json', ...args], {
    input: JSON.stringify(input),
  })
  return documentOf(run, annotateReceiptSchema)
}

/** Returns the error of a run, which must be one JSON document on stdout and one line on stderr. */
export function failureOf(run: CliRun): {
  readonly code: string
  readonly message: string
  readonly data?: Record<string, unknown>
} {
  const document = JSON.parse(run.stdout) as { readonly $schema: string; readonly error: ReturnType<typeof failureOf> }
  if (!/^chronicle-[a-z]+\/v1$/.test(document.$schema)) throw new Error(`unexpected $schema ${document.$schema}`)
  const lines = run.stderr.trimEnd().split('\n')
  if (!lines.at(-1)?.startsWith('error: ')) throw new Error(`no human message on stderr: ${run.stderr}`)
  return document.error
}

/** Returns the error of a run whose answers have a schema of their own. Stderr must contain the same message. */
export function failedAnswer(run: CliRun): { readonly schema: string; readonly code: string; readonly exit: number } {
  const { $schema, error } = JSON.parse(run.stdout) as { $schema: string; error: { code: string; message: string } }
  if (run.stderr !== `error: ${error.message}\n`) throw new Error(`not the message on stderr: ${run.stderr}`)
  return { schema: $schema, code: error.code, exit: run.code }
}

/** Returns the PATH without the workspace's programs, which a package manager adds when it runs the tests. */
export function pathWithoutUs(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.filter((folder) => !existsSync(join(folder, 'git-chronicle'))).join(delimiter)
}

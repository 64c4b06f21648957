import type { CliIo } from './cli-io.ts'

/** Options for printing an answer. */
export interface PrintOptions {
  readonly format: string
  /** Absolute path: the folder of the query. */
  readonly dir: string
  /** `false` with `--no-pager`. */
  readonly pager?: boolean | undefined
}

/** Prints an answer. On a terminal, text for people is shown in a pager, as in git. */
export async function printAnswer(io: CliIo, text: string, { format, dir, pager = true }: PrintOptions): Promise<void> {
  const { env, page, stdout } = io
  const isForPeople = stdout.isTTY === true && io.json !== true && (format === 'markdown' || format === 'pretty')
  if (pager && isForPeople && page !== undefined && (await page(text, { dir, env }))) return
  stdout.write(text)
}

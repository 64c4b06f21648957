import type { CliIo } from './cli-io.ts'

/** How an answer is printed. */
export interface PrintOptions {
  readonly format: string
  /** Absolute: the folder that was asked in. */
  readonly dir: string
  /** `--no-pager` makes it `false`. */
  readonly pager?: boolean | undefined
}

/** Prints an answer, in a pager where a person reads it on a terminal, as git does. */
export async function printAnswer(io: CliIo, text: string, { format, dir, pager = true }: PrintOptions): Promise<void> {
  const { env, page, stdout } = io
  const isForPeople = stdout.isTTY === true && io.json !== true && (format === 'markdown' || format === 'pretty')
  if (pager && isForPeople && page !== undefined && (await page(text, { dir, env }))) return
  stdout.write(text)
}

import type { CliIo } from './cli-io.ts'
import { useColour } from './use-colour.ts'

/** Options for rendering a receipt. */
export interface ReceiptFormatOptions<Format extends string> {
  readonly format: Format
  readonly colour: boolean
}

/** Prints a receipt as JSON if that was requested, otherwise as text. */
export function printReceipt<T, Format extends string>(
  io: CliIo,
  receipt: T,
  format: Format,
  inWords: (receipt: T, look: ReceiptFormatOptions<Exclude<Format, 'json'>>) => string,
): void {
  const look = { format: format as Exclude<Format, 'json'>, colour: useColour(io.stdout, io.env) }
  io.stdout.write(format === 'json' ? `${JSON.stringify(receipt, null, 2)}\n` : inWords(receipt, look))
}

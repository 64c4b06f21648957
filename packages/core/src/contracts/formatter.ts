import type { ReadOutput } from '@chronicle/schema'

/** Renders an output as text. Pure and deterministic: equal outputs, equal bytes. */
export interface Formatter {
  readonly name: string
  format(output: ReadOutput, options?: FormatOptions): string
}

/**
 * How a text answer names the question that gives what was left out: `command` writes a command line to paste, `option`
 * the option to add to the same command, or the command line where it is another one, `argument` the argument of a tool
 * call, `none` nothing.
 */
export type RemedyStyle = 'command' | 'option' | 'argument' | 'none'

/** How an answer is rendered. */
export interface FormatOptions {
  /** Include empty and absent fields. */
  readonly verbose?: boolean
  /** ANSI colour, for a terminal. */
  readonly colour?: boolean
  /** Columns to wrap lines to, for a formatter that wraps; default 100. */
  readonly width?: number
  /** Default `none`: the document has the remedies as data. */
  readonly remedies?: RemedyStyle
}

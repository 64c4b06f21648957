import type { ReadOutput } from '@chronicle/schema'

/** Renders an output as text. Pure and deterministic: equal outputs give equal bytes. */
export interface Formatter {
  readonly name: string
  format(output: ReadOutput, options?: FormatOptions): string
}

/** All values of `RemedyStyle`. */
export const REMEDY_STYLES = ['command', 'option', 'argument', 'none'] as const

/**
 * How a text answer refers to the question that returns the omitted content: `command` writes a command line to paste,
 * `option` the option to add to the same command, or the command line if it is another one, `argument` the argument of
 * a tool call, `none` nothing.
 */
export type RemedyStyle = (typeof REMEDY_STYLES)[number]

/** Options for rendering an answer. */
export interface FormatOptions {
  /** Whether to include empty and absent fields. */
  readonly verbose?: boolean | undefined
  /** Whether to use ANSI colours, for a terminal. */
  readonly colour?: boolean | undefined
  /** Number of columns at which to wrap lines, for a formatter that wraps. Default 100. */
  readonly width?: number | undefined
  /** Default `none`: the document contains the remedies as data. */
  readonly remedies?: RemedyStyle | undefined
}

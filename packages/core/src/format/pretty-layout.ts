import type { FormatOptions } from '../contracts/index.ts'
import { displayWidth, wrapText } from './wrap-text.ts'

/** The styles of pretty output. */
type Style = 'bold' | 'dim' | 'warning' | 'accent'

/** Applies a style to a text, or returns it unchanged. */
export type Paint = (style: Style, text: string) => string

// Select Graphic Rendition (ECMA-48 §8.3.117): bold, faint, yellow, cyan; 0 resets.
const codes: Readonly<Record<Style, number>> = { bold: 1, dim: 2, warning: 33, accent: 36 }

function createPaint(colour: boolean): Paint {
  return colour
    ? (style, text) => (text === '' ? '' : `\u001B[${codes[style]}m${text}\u001B[0m`)
    : (_style, text) => text
}

const DEFAULT_WIDTH = 100
export const INDENT = '  '
/** Width of the label column, so that all texts start in the same column. */
const LABEL_WIDTH = 22

/** Layout of a page for a terminal. */
export interface PrettyPage {
  readonly paint: Paint
  readonly width: number
  readonly verbose: boolean
}

export function openPage(options: FormatOptions): PrettyPage {
  return {
    paint: createPaint(options.colour === true),
    width: options.width ?? DEFAULT_WIDTH,
    verbose: options.verbose === true,
  }
}

/** Formats a heading that starts in the first column and wraps into indented lines. */
export function heading(text: string, { paint, width }: PrettyPage): readonly string[] {
  return wrapText(text, width - INDENT.length).map((line, i) => `${i === 0 ? '' : INDENT}${paint('bold', line)}`)
}

export function paragraph(text: string, style: Style, { paint, width }: PrettyPage): readonly string[] {
  return wrapText(text, width - INDENT.length).map((line) => `${INDENT}${paint(style, line)}`)
}

export function field(name: string, texts: readonly string[], page: PrettyPage, style?: Style): readonly string[] {
  const width = page.width - INDENT.length - LABEL_WIDTH
  const lines = texts.flatMap((text) => wrapText(text, width))
  if (lines.length === 0) return page.verbose ? [`${INDENT}${label(name, page)}none`] : []
  return lines.map((line, i) => {
    const shown = style === undefined ? line : page.paint(style, line)
    return `${INDENT}${i === 0 ? label(name, page) : ' '.repeat(LABEL_WIDTH)}${shown}`
  })
}

export function list(name: string, entries: readonly string[], page: PrettyPage, style?: Style): readonly string[] {
  const margin = `${INDENT}${' '.repeat(LABEL_WIDTH)}`
  const lines = entries.flatMap((entry) => bullet(entry, margin, page, style))
  const [first, ...rest] = lines
  if (first === undefined) return page.verbose ? [`${INDENT}${label(name, page)}none`] : []
  return [`${INDENT}${label(name, page)}${first.slice(margin.length)}`, ...rest]
}

export function bullet(text: string, margin: string, { paint, width }: PrettyPage, style?: Style): readonly string[] {
  return wrapText(text, width - margin.length - 2).map((line, i) => {
    return `${margin}${i === 0 ? '• ' : '  '}${style === undefined ? line : paint(style, line)}`
  })
}

export function label(name: string, { paint }: PrettyPage): string {
  return `${paint('dim', name)}${' '.repeat(Math.max(1, LABEL_WIDTH - displayWidth(name)))}`
}

/** The styles of pretty output. */
export type Style = 'bold' | 'dim' | 'warning' | 'accent'

/** Applies a style to a text, or returns it unchanged. */
export type Paint = (style: Style, text: string) => string

// Select Graphic Rendition (ECMA-48 §8.3.117): bold, faint, yellow, cyan; 0 resets.
const codes: Readonly<Record<Style, number>> = { bold: 1, dim: 2, warning: 33, accent: 36 }

export function createPaint(colour: boolean): Paint {
  return colour
    ? (style, text) => (text === '' ? '' : `\u001B[${codes[style]}m${text}\u001B[0m`)
    : (_style, text) => text
}

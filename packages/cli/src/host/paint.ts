import { styleText } from 'node:util'

/** The styles that messages use. */
export type Style = 'bold' | 'cyan' | 'gray' | 'green' | 'red' | 'yellow'

/** Applies a style to a text. */
export type Paint = (style: Style, text: string) => string

/**
 * Creates a function that styles texts, or returns them unchanged without `colour`. `useColour` decides whether a
 * stream shows colours.
 */
export function createPaint(colour: boolean): Paint {
  return (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text)
}

import { styleText } from 'node:util'

/** The styles that messages use. */
export type Style = 'bold' | 'cyan' | 'gray' | 'green' | 'red' | 'yellow'

/** Puts a style around a text. */
export type Paint = (style: Style, text: string) => string

/** Makes a painter. Without `colour` it leaves texts as they are. Whether the stream shows colours is `useColour`'s. */
export function paintWith(colour: boolean): Paint {
  return (style, text) => (colour ? styleText(style, text, { validateStream: false }) : text)
}

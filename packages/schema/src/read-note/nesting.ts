/** JSON nested deeper than this is not an annotation, and walking it could overflow the stack. */
export const MAX_NESTING = 200

/** Whether brackets outside strings are nested deeper than `MAX_NESTING`, in one pass and without parsing. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 0x22: // "
        index = stringEnd(text, index)
        break
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > MAX_NESTING) return true
        break
      case 0x5d: // ]
      case 0x7d: // }
        if (depth > 0) depth--
        break
    }
  }
  return false
}

/**
 * Returns the index of the quote that ends the string whose opening quote is at `start`, or the length of the text if
 * there is none.
 */
export function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === 0x5c) escapes++
    if (escapes % 2 === 0) return end
  }
  return text.length
}

import type { TextSyntax } from './text-syntax.ts'

/** Replaces each character inside a string, so that a pattern can tell strings from white space. */
const MASK = '\0'

/**
 * Returns the text with comments blanked and the contents of strings replaced by `MASK`. Quotes and line breaks stay.
 * The length is unchanged, so offsets are valid in both texts.
 */
export function maskText(text: string, { openers, read }: TextSyntax): string {
  const parts: string[] = []
  let done = 0
  openers.lastIndex = 0
  for (let match = openers.exec(text); match !== null; match = openers.exec(text)) {
    const start = match.index
    const piece = read(text, start, match[0])
    if (piece === undefined) continue
    if (start > done) parts.push(text.slice(done, start))
    const inner = piece.innerEnd ?? piece.end
    if (piece.innerStart === undefined) parts.push(fill(text, start, piece.end, ' '))
    else {
      parts.push(
        text.slice(start, piece.innerStart),
        fill(text, piece.innerStart, inner, MASK),
        text.slice(inner, piece.end),
      )
    }
    done = piece.end
    openers.lastIndex = done
  }
  if (done === 0) return text
  parts.push(text.slice(done))
  return parts.join('')
}

function fill(text: string, start: number, end: number, mark: string): string {
  const newline = text.indexOf('\n', start)
  if (newline === -1 || newline >= end) return mark.repeat(end - start)
  return text.slice(start, end).replace(/[^\r\n]+/g, (run) => mark.repeat(run.length))
}

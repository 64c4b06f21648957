/** Minimum width. Below it, most words would be cut. */
const MIN_WIDTH = 20

/**
 * Wraps one line of text into lines of at most `width` terminal columns, at spaces if possible. Indentation is kept,
 * unless it leaves too little room.
 */
export function wrapText(text: string, width: number): readonly string[] {
  const limit = Math.max(MIN_WIDTH, width)
  const indent = text.search(/[^ ]/u)
  if (indent > 0 && limit - indent >= MIN_WIDTH) {
    const margin = ' '.repeat(indent)
    return wrapText(text.slice(indent), limit - indent).map((line) => `${margin}${line}`)
  }
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of text.split(' ')) {
    for (const piece of cutWord(word, limit)) {
      const wide = displayWidth(piece)
      if (used > 0 && used + 1 + wide > limit) {
        lines.push(line)
        line = piece
        used = wide
      } else {
        line = used > 0 ? `${line} ${piece}` : piece
        used += used > 0 ? wide + 1 : wide
      }
    }
  }
  if (used > 0) lines.push(line)
  return lines
}

/**
 * Cuts a word that is longer than a line into pieces that fit. Otherwise the terminal would wrap it to its first
 * column.
 */
function cutWord(word: string, width: number): readonly string[] {
  if (word.length * 2 <= width || displayWidth(word) <= width) return [word]
  const pieces: string[] = []
  let start = 0
  let used = 0
  let end = 0
  for (const character of word) {
    const wide = displayWidth(character)
    if (used + wide > width) {
      pieces.push(word.slice(start, end))
      start = end
      used = 0
    }
    used += wide
    end += character.length
  }
  pieces.push(word.slice(start))
  return pieces
}

// Combining marks take no column. East Asian wide characters (Unicode TR11) and emoji take two.
const zeroWidth = /^[\p{M}\uFE0E\uFE0F]$/u
const doubleWidth =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{1F000}-\u{1FAFF}\u{20000}-\u{3FFFD}\p{Emoji_Presentation}]$/u
// A search for one character, because matching a text of megabytes as a whole overflows the stack of the regular
// expression engine.
const notAscii = /[^\x20-\x7E]/u

/** Returns the width of a text in terminal columns. */
export function displayWidth(text: string): number {
  if (!notAscii.test(text)) return text.length
  let columns = 0
  for (const character of text) {
    if (doubleWidth.test(character)) columns += 2
    else if (!zeroWidth.test(character)) columns += 1
  }
  return columns
}

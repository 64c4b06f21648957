/** Minimum column at which authors wrap. A shorter line that had room for the next word was ended on purpose. */
const MIN_WRAP_COLUMN = 66

/** Words that are capitalised only at the start of a sentence. */
const SENTENCE_START =
  /^(?:We|This|The|It|If|In|So|See|Note|When|For|You|A|An|Don't|Do|Use|Only|But|However|Ref|TODO|Also|Otherwise|Because|These|They|There|That|As|To|Make|Ensure|Check|Set|Add(?:s|ed)?|Remove[sd]?|Made|Makes|Move[sd]?|Change[sd]?|Fix(?:es|ed)?|Rename[sd]?|Replace[sd]?|Update[sd]?):?$/

/** Last words of a line whose sentence continues on the next line. */
const INCOMPLETE = /\b(?:the|a|an|of|to|in|on|and|or|by|with|for|from|that|is|are|as|at|this|use|via|like)\s*$/i

/** First words of a line that continues the one above. */
const CONTINUATION = /^\s*(?:and|or|but|nor|so|because|which|that|than|with|without|of|to|for|from)\b/

/** Returns whether a line begins a new sentence although the previous line does not end one. */
export function startsNewSentence(before: string, line: string): boolean {
  if (/^\s*(?:TODO|FIXME|XXX|HACK|WARNING|NOTE|SAFETY|IMPORTANT)\b/.test(line)) return true
  const [word = ''] = line.trim().split(/\s/, 1)
  if (!SENTENCE_START.test(word) || /[.,;:!?–—-]["')]?\s*$/.test(before)) return false
  return (
    /https?:\/\/\S/.test(before.trimEnd().split(/\s/).at(-1) ?? '') ||
    (before.trim().length + 1 + word.length < MIN_WRAP_COLUMN && !INCOMPLETE.test(before))
  )
}

/**
 * Minimum number of consecutive lines beginning with a capital that make a list; wrapped prose hardly ever has as many.
 */
const MANY_LINES = 3

/**
 * Returns whether lines are a list without bullets rather than wrapped sentences. In such a list, no line contains the
 * end of a sentence, ends in a comma or an incomplete phrase, or begins in lower case after a first line that begins
 * with a capital. In addition, either some line had room for the first word of the next, or three or more lines all
 * begin with a capital.
 */
export function isBareList(lines: readonly string[]): boolean {
  if (lines.length < 2 || lines.some((line) => /[.!?,。！？、，]["')`]*(?:\s*$|\s+\p{Lu})/u.test(line))) return false
  if (lines.some((line) => INCOMPLETE.test(line)) || lines.slice(1).some((line) => CONTINUATION.test(line)))
    return false
  if (/^\s*\p{Lu}/u.test(lines[0] ?? '') && lines.some((line) => /^\s*\p{Ll}/u.test(line))) return false
  if (lines.length >= MANY_LINES && lines.every((line) => /^\s*\p{Lu}/u.test(line))) return true
  return lines.slice(1).some((line, index) => {
    const [word = ''] = line.trim().split(/\s/, 1)
    return (lines[index] ?? '').trim().length + 1 + word.length < MIN_WRAP_COLUMN
  })
}

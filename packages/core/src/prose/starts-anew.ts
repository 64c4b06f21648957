/** Columns that authors wrap at, at least. A line that had room for the next word was ended on purpose. */
const NARROWEST = 66

/** Words that are written large at the start of a sentence only. */
const STARTER =
  /^(?:We|This|The|It|If|In|So|See|Note|When|For|You|A|An|Don't|Do|Use|Only|But|However|Ref|TODO|Also|Otherwise|Because|These|They|There|That|As|To|Make|Ensure|Check|Set|Add(?:s|ed)?|Remove[sd]?|Made|Makes|Move[sd]?|Change[sd]?|Fix(?:es|ed)?|Rename[sd]?|Replace[sd]?|Update[sd]?):?$/

/** No line that ends on one of these is at its end. */
const GOES_ON = /\b(?:the|a|an|of|to|in|on|and|or|by|with|for|from|that|is|are|as|at|this|use|via|like)\s*$/i

/** A line that begins with one of these goes on from the one above. */
const JOINS = /^\s*(?:and|or|but|nor|so|because|which|that|than|with|without|of|to|for|from)\b/

/** Returns whether a line begins another sentence though the line before does not end one. */
export function startsAnew(before: string, line: string): boolean {
  if (/^\s*(?:TODO|FIXME|XXX|HACK|WARNING|NOTE|SAFETY|IMPORTANT)\b/.test(line)) return true
  const [word = ''] = line.trim().split(/\s/, 1)
  if (!STARTER.test(word) || /[.,;:!?–—-]["')]?\s*$/.test(before)) return false
  return (
    /https?:\/\/\S+\s*$/.test(before) || (before.trim().length + 1 + word.length < NARROWEST && !GOES_ON.test(before))
  )
}

/** Prose hardly ever wraps before a capital as often as this. */
const MANY_LINES = 3

/**
 * Returns whether lines are no wrapped sentences but a list without bullets: no sentence ends in one, none ends in a
 * comma or a word that something must follow, none goes on in lower case after a first one that begins with a capital,
 * and one had room for the first word of the next, or each of several begins with a capital.
 */
export function isBareList(lines: readonly string[]): boolean {
  if (lines.length < 2 || lines.some((line) => /[.!?,]["')`]*(?:\s*$|\s+\p{Lu})/u.test(line))) return false
  if (lines.some((line) => GOES_ON.test(line)) || lines.slice(1).some((line) => JOINS.test(line))) return false
  if (/^\s*\p{Lu}/u.test(lines[0] ?? '') && lines.some((line) => /^\s*\p{Ll}/u.test(line))) return false
  if (lines.length >= MANY_LINES && lines.every((line) => /^\s*\p{Lu}/u.test(line))) return true
  return lines.slice(1).some((line, index) => {
    const [word = ''] = line.trim().split(/\s/, 1)
    return (lines[index] ?? '').trim().length + 1 + word.length < NARROWEST
  })
}

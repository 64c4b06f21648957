/** The cost of beginning or ending a run of changed lines at a position. */
export interface Badness {
  readonly indent: number
  readonly penalty: number
}

/** Returns the width of a line's indentation, or -1 for a blank line. */
export type IndentAt = (position: number) => number

/** Maximum number of blank lines that count; further ones make no difference. */
const MAX_BLANKS = 20

/*
 * The authors of git's indent heuristic found these weights by optimisation over real changes rated by people. A diff
 * equal to git's needs the same weights.
 */
const START_OF_FILE = 1
const END_OF_FILE = 21
const BLANK = -30
const BLANK_AFTER = 6
const INDENTED = { plain: -4, besideBlank: 10 }
const OUTDENTED = { plain: 24, besideBlank: 17 }
const DEDENTED = { plain: 23, besideBlank: 17 }
const INDENT = 60

/** Returns the badness of splitting the text before line `position`, which may be the end of the text. */
export function splitBadness(position: number, length: number, indentAt: IndentAt): Badness {
  const own = position < length ? indentAt(position) : -1
  const before = nearestIndent(position - 1, -1, length, indentAt)
  const after = nearestIndent(position + 1, 1, length, indentAt)

  // The end of the text counts as a blank line.
  const blanksAfter = own === -1 ? 1 + after.blanks : 0
  const blanks = before.blanks + blanksAfter
  let penalty = BLANK * blanks + BLANK_AFTER * blanksAfter
  if (before.indent === -1 && before.blanks === 0) penalty += START_OF_FILE
  if (position >= length) penalty += END_OF_FILE

  const indent = own === -1 ? after.indent : own
  if (indent !== -1 && before.indent !== -1 && indent !== before.indent) {
    const weights =
      indent > before.indent ? INDENTED : after.indent !== -1 && after.indent > indent ? OUTDENTED : DEDENTED
    penalty += blanks > 0 ? weights.besideBlank : weights.plain
  }
  return { indent, penalty }
}

/** Returns the sum of the badness of both ends of a group. */
export function addBadness(a: Badness, b: Badness): Badness {
  return { indent: a.indent + b.indent, penalty: a.penalty + b.penalty }
}

/** Returns a negative number when `a` is better than `b`. Only whether one is indented less counts, not by how much. */
export function compareBadness(a: Badness, b: Badness): number {
  return INDENT * Math.sign(a.indent - b.indent) + (a.penalty - b.penalty)
}

/** Returns the indentation of the first non-blank line from `start` on, and the number of blank lines before it. */
function nearestIndent(
  start: number,
  step: 1 | -1,
  length: number,
  indentAt: IndentAt,
): { readonly indent: number; readonly blanks: number } {
  let blanks = 0
  for (let position = start; position >= 0 && position < length; position += step) {
    const indent = indentAt(position)
    if (indent !== -1) return { indent, blanks }
    if (++blanks === MAX_BLANKS) return { indent: 0, blanks }
  }
  return { indent: -1, blanks }
}

import type { Side } from './select-candidates.ts'
import { addBadness, compareBadness, splitBadness, type Badness, type IndentAt } from './split-badness.ts'

/** Maximum number of lines that a group is moved up to find a better place. */
const MAX_SLIDE = 100

/**
 * A run of changed lines, possibly empty, between two unchanged lines. The n-th groups of both sides lie between the
 * same unchanged lines.
 */
class Group {
  start = 0
  end = 0
  readonly #side: Side

  constructor(side: Side) {
    this.#side = side
    this.#extendDown()
  }

  get size(): number {
    return this.end - this.start
  }

  next(): boolean {
    if (this.end === this.#side.lines.length) return false
    this.start = this.end = this.end + 1
    this.#extendDown()
    return true
  }

  previous(): void {
    this.start = this.end = this.start - 1
    this.#extendUp()
  }

  /** Moves the group up one line if the line above it equals its last line. Merges a group that it then touches. */
  slideUp(): boolean {
    const { lines, changed } = this.#side
    if (this.start === 0 || lines[this.start - 1] !== lines[this.end - 1]) return false
    changed[--this.start] = 1
    changed[--this.end] = 0
    this.#extendUp()
    return true
  }

  slideDown(): boolean {
    const { lines, changed } = this.#side
    if (this.end === lines.length || lines[this.start] !== lines[this.end]) return false
    changed[this.start++] = 0
    changed[this.end++] = 1
    this.#extendDown()
    return true
  }

  #extendDown(): void {
    while (this.#side.changed[this.end] === 1) this.end++
  }

  #extendUp(): void {
    while (this.#side.changed[this.start - 1] === 1) this.start--
  }
}

/**
 * Moves every group of changed lines of `side` to where a reader expects it, among the places that describe the same
 * change. A group is merged with groups that it touches, then placed beside a change on the other side, else where
 * indentation and blank lines suggest, else as far down as possible. These are git's rules.
 */
export function slideGroups(side: Side, other: Side, indent: (line: number) => number): void {
  const group = new Group(side)
  const opposite = new Group(other)
  const indentAt: IndentAt = (position) => indent(side.lines[position]!)
  do {
    if (group.size > 0) slide(group, opposite, side.lines.length, indentAt)
    opposite.next()
  } while (group.next())
}

function slide(group: Group, opposite: Group, length: number, indentAt: IndentAt): void {
  let size: number
  let highestEnd: number
  let canAlign: boolean
  do {
    size = group.size
    while (group.slideUp()) opposite.previous()
    highestEnd = group.end
    canAlign = opposite.size > 0
    while (group.slideDown()) {
      opposite.next()
      if (opposite.size > 0) canAlign = true
    }
  } while (group.size !== size)

  if (group.end === highestEnd) return
  if (canAlign) {
    while (opposite.size === 0) {
      group.slideUp()
      opposite.previous()
    }
    return
  }
  const end = bestEnd(group, highestEnd, length, indentAt)
  while (group.end > end) {
    group.slideUp()
    opposite.previous()
  }
}

/** Returns the best end of the group, judged by the badness of both its ends; of equally good places the lowest. */
function bestEnd(group: Group, highestEnd: number, length: number, indentAt: IndentAt): number {
  let best: { readonly end: number; readonly badness: Badness } | undefined
  const first = Math.max(highestEnd, group.end - group.size - 1, group.end - MAX_SLIDE)
  for (let end = first; end <= group.end; end++) {
    const badness = addBadness(splitBadness(end, length, indentAt), splitBadness(end - group.size, length, indentAt))
    if (best === undefined || compareBadness(badness, best.badness) <= 0) best = { end, badness }
  }
  return best?.end ?? group.end
}

import { commonHead, commonTail } from './common-ends.ts'

/** A text split into lines, each with an interned line number: equal lines of one table have equal numbers. */
export interface NumberedText {
  readonly bytes: Uint8Array
  /** Byte offset of each line, then the length of the text: one entry more than there are lines. */
  readonly starts: Int32Array
  /**
   * The number of each line. A line includes its terminator, so a last line without one equals only another such line.
   */
  readonly lines: Int32Array
}

const LF = 10
const SPACE = 32
const TAB = 9
const MAX_INDENT = 200

/**
 * Assigns a number to every distinct line, so that texts can be compared as lists of integers. Stores one copy of each
 * distinct line, not of each text.
 */
export class LineTable {
  #arena: Uint8Array = new Uint8Array(1 << 16)
  #used = 0
  /** Line number + 1 by hash slot; 0 is a free slot. Open addressing. */
  #slots: Int32Array = new Int32Array(1 << 12)
  readonly #offsets: number[] = [0]
  readonly #hashes: number[] = []
  readonly #indents: number[] = []

  number(bytes: Uint8Array): NumberedText {
    const starts: number[] = []
    const lines: number[] = []
    let start = 0
    while (start < bytes.length) {
      const newline = bytes.indexOf(LF, start)
      const end = newline < 0 ? bytes.length : newline + 1
      starts.push(start)
      lines.push(this.#intern(bytes, start, end))
      start = end
    }
    starts.push(bytes.length)
    return { bytes, starts: Int32Array.from(starts), lines: Int32Array.from(lines) }
  }

  /**
   * Returns the same as `number`, faster for a text that shares most lines with `like`, a text of this table: equal
   * lines at the beginning and the end are not looked up again.
   */
  numberLike(bytes: Uint8Array, like: NumberedText): NumberedText {
    const head = commonHead(bytes, like.bytes)
    const tail = commonTail(bytes, like.bytes, head)
    // A last line without a line feed may be longer in the other text.
    const whole = like.bytes.at(-1) === LF ? like.lines.length : like.lines.length - 1
    const first = Math.max(0, Math.min(lineAt(like.starts, head), whole))
    const from = like.starts[first] ?? 0
    // The common tail may begin inside a line that differs; the next line is equal in both texts.
    const last = Math.min(like.lines.length, lineAt(like.starts, like.bytes.length - tail) + 1)
    const to = bytes.length - (like.bytes.length - (like.starts[last] ?? like.bytes.length))
    if (to < from) return this.number(bytes)
    const middle = this.number(bytes.subarray(from, to))
    const count = first + middle.lines.length + like.lines.length - last
    const lines = new Int32Array(count)
    lines.set(like.lines.subarray(0, first))
    lines.set(middle.lines, first)
    lines.set(like.lines.subarray(last), first + middle.lines.length)
    const starts = new Int32Array(count + 1)
    starts.set(like.starts.subarray(0, first))
    for (const [index, start] of middle.starts.entries()) starts[first + index] = from + start
    const shift = bytes.length - like.bytes.length
    for (let index = last; index < like.starts.length; index++) {
      starts[first + middle.lines.length + index - last] = (like.starts[index] ?? 0) + shift
    }
    return { bytes, starts, lines }
  }

  /**
   * Returns the width of the leading white space of a line, with tabs to the next multiple of 8; -1 for a blank line.
   */
  indent(line: number): number {
    const known = this.#indents[line]
    if (known !== undefined) return known
    const indent = measureIndent(this.#arena.subarray(this.#offsets[line], this.#offsets[line + 1]))
    this.#indents[line] = indent
    return indent
  }

  #intern(bytes: Uint8Array, start: number, end: number): number {
    let hash = 0x811c9dc5
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
    const mask = this.#slots.length - 1
    let slot = (hash ^ (hash >>> 15)) & mask
    for (let entry = this.#slots[slot]!; entry !== 0; entry = this.#slots[slot]!) {
      if (this.#hashes[entry - 1] === hash && this.#equals(entry - 1, bytes, start, end)) return entry - 1
      slot = (slot + 1) & mask
    }
    return this.#add(bytes.subarray(start, end), hash, slot)
  }

  #equals(line: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.#offsets[line]!
    if (this.#offsets[line + 1]! - from !== end - start) return false
    for (let at = start; at < end; at++) if (this.#arena[from + at - start] !== bytes[at]) return false
    return true
  }

  #add(content: Uint8Array, hash: number, slot: number): number {
    if (this.#used + content.length > this.#arena.length) {
      const larger = new Uint8Array(Math.max(this.#arena.length * 2, this.#used + content.length))
      larger.set(this.#arena)
      this.#arena = larger
    }
    this.#arena.set(content, this.#used)
    this.#used += content.length
    const line = this.#hashes.length
    this.#hashes.push(hash)
    this.#offsets.push(this.#used)
    this.#slots[slot] = line + 1
    if (this.#hashes.length * 2 > this.#slots.length) this.#grow()
    return line
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2)
    const mask = slots.length - 1
    for (const [line, hash] of this.#hashes.entries()) {
      let slot = (hash ^ (hash >>> 15)) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = line + 1
    }
    this.#slots = slots
  }
}

/** Returns the index of the line that contains a byte: the last line that begins at or before it. */
export function lineAt(starts: Int32Array, offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

function measureIndent(line: Uint8Array): number {
  let indent = 0
  for (const byte of line) {
    if (byte === SPACE) indent += 1
    else if (byte === TAB) indent += 8 - (indent % 8)
    // Other white space (line feed, vertical tab, form feed, carriage return) has no width.
    else if (byte < TAB || byte > 13) return indent
    if (indent >= MAX_INDENT) return MAX_INDENT
  }
  return -1
}

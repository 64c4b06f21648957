import { bulletMark, indentOf, isCommand, lineKind } from './line-kind.ts'
import { isReferenceLine, isTrailerLine } from './message-trailers.ts'
import { isBareList, startsNewSentence } from './starts-new-sentence.ts'

/** A part of a message's body, in its author's words. */
export interface MessageBlock {
  /** `code`: code, output or a table, fenced or indented. `quote`: text that the author quotes from elsewhere. */
  readonly kind: 'paragraph' | 'bullet' | 'code' | 'quote' | 'heading'
  /**
   * Prose is on one line with single spaces, a bullet is without its mark; code and quotes keep their lines, fences
   * included.
   */
  readonly text: string
  /** The marker before the text of a bullet, such as `- ` or `2. `. */
  readonly mark?: string
  /** Whether lines outside any block, such as a trailer or a check list, separate this block from the previous one. */
  readonly afterGap: boolean
}

interface OpenBlock {
  readonly kind: MessageBlock['kind']
  readonly lines: string[]
  readonly indent: number
  readonly mark: string
}

const LONE_ADDRESS = /^\s*(?:(?:bug|issue|report|ticket): )?(?:<?https?:\/\/\S+|(?:[\w.-]+\/)?[\w.-]*#\d+[.)]?)$/
/** Last words of a line that ends in the middle of a sentence. */
const INCOMPLETE_LINE_END = /\b(?:and|as|at|by|for|from|in|into|is|like|of|on|or|per|than|the|to|under|via|with)\s*$/i
/** Verbs at the end of a line whose object is the address below: `Working with Ana, implemented`. */
const TRANSITIVE_VERB_AT_END =
  /\b(?:see|(?:implement|follow|mirror|revert|resembl|describ|reproduc|address|extend|match|mimic|port|copi|copy|us)(?:e?s|e?d|ing)?|fix(?:es|ed|ing)?)\s*$/
/** A statement, with a colon, that the address after it supports. `For more, see:` is not one. */
const STATEMENT_WITH_COLON =
  /(?:^|[.!?]\s)(?!\s*(?:see|for|from|refs?|more|also|via|links?|sources?)\b)\s*(?:[^\s.!?]+\s+){5,}[^\s.!?]+:\s*$/i
/** Maximum number of lines of such a statement. */
const LINES_OF_STATEMENT = 4
/** An address after the noun of the sentence: `it shows as this Debian`, `bug: https://…`. A trailer has a capital. */
const NOUN_BEFORE_ADDRESS = /^\s*(?:bug|issue|report|ticket): /
const ENDS = /[.!?:]["')`]*\s*$/

/** Minimum indentation of code, in columns. */
const CODE_INDENT = 4
/** Minimum indentation of a line that cannot be prose, in columns. */
const PLAIN_CODE_INDENT = 2
const PLAIN_CODE =
  /;\s*(?:\/\/.*)?$|^\s*(?:(?:var|let|const|fn|func|def|class|import|from|return|use) \S.*[=({:;]|[.@]\w+\(|[\w.$]+\(.*\)$|[\w.]+ = [\w.]+\()/

/**
 * Splits the body of a message into its blocks, in order. Trailers, reference lines, check lists and template comments
 * belong to no block. The text of every block occurs verbatim in the message, except for white space. `headings` are
 * the lines that are headings although they are marked as list items.
 */
export function messageBlocks(
  lines: readonly string[],
  headings: ReadonlySet<number> = new Set(),
): readonly MessageBlock[] {
  const reader = new BlockReader(Math.min(...lines.filter((line) => line.trim() !== '').map(indentOf), CODE_INDENT))
  for (const [index, line] of lines.entries()) {
    if (headings.has(index)) reader.heading(line)
    else reader.take(line, lines[index - 1] ?? '', lines[index + 1] ?? '')
  }
  return reader.finish()
}

class BlockReader {
  readonly #blocks: MessageBlock[] = []
  readonly #base: number
  #open: OpenBlock | undefined
  /** The fence that is open, as written. */
  #fence: string | undefined
  #inComment = false
  #gap = false
  /** Blank lines since the last line of an open code block. */
  #blanks = 0
  /** When a paragraph ending in a colon has announced code: lines indented by more than this are that code. */
  #codeBelow: number | undefined
  /** Column at which the text of the last bullet begins, while the next lines may belong to it. */
  #bulletIndent = 0

  constructor(base: number) {
    this.#base = base
  }

  finish(): readonly MessageBlock[] {
    this.#close()
    return this.#blocks
  }

  heading(line: string): void {
    if (this.#fence !== undefined || this.#inComment) return this.take(line, '', '')
    this.#bulletIndent = 0
    this.#only('heading', line)
  }

  take(line: string, before: string, after: string): void {
    const kind = lineKind(line)
    if (this.#fence !== undefined) {
      this.#open?.lines.push(line)
      if (kind === 'fence' && line.trim().startsWith(this.#fence)) this.#close()
      return
    }
    if (this.#inComment || /^\s*<!--/.test(line)) {
      this.#inComment = !line.includes('-->')
      return this.#leaveOut()
    }
    if (kind === 'blank') return this.#blank()
    if (kind === 'fence') {
      this.#close()
      this.#fence = line.trim().slice(0, 3)
      return this.#start('code', line)
    }
    if (kind === 'underline' && this.#open?.kind === 'heading') return this.#close()
    if (this.#open?.kind === 'code' && this.#isCode(line, kind === 'bullet')) return this.#gather('code', line)
    if (this.#isAddressOfSentence(line, after)) return void this.#open?.lines.push(line)
    if (kind === 'template' || kind === 'underline' || isTrailerLine(line) || isReferenceLine(line)) {
      return this.#leaveOut()
    }
    if (kind === 'text' && this.#open?.kind !== 'paragraph' && this.#open?.kind !== 'bullet' && isCommand(line))
      return this.#gather('code', line)
    if (kind === 'log' || kind === 'quote') return this.#gather(kind === 'log' ? 'code' : 'quote', line)
    if (kind === 'heading') return this.#only('heading', line)
    if (lineKind(after) === 'underline' && before.trim() === '' && kind === 'text' && line.length < 60) {
      return this.#start('heading', line)
    }
    if (this.#isCode(line, kind === 'bullet')) return this.#gather('code', line)
    if (kind === 'bullet') {
      this.#close()
      const mark = bulletMark(line)
      this.#bulletIndent = mark.length
      return this.#start('bullet', line.slice(mark.length), mark)
    }
    const open = this.#open
    if (open === undefined || open.kind === 'code' || open.kind === 'quote' || startsNewSentence(before, line)) {
      this.#close()
      if (indentOf(line) < this.#bulletIndent) this.#bulletIndent = 0
      return this.#start('paragraph', line)
    }
    open.lines.push(line)
  }

  /** Whether a line is an address that belongs to the sentence above, such as one after `following the rules of`. */
  #isAddressOfSentence(line: string, after: string): boolean {
    const open = this.#open
    if (open?.kind !== 'paragraph' && open?.kind !== 'bullet') return false
    if (!LONE_ADDRESS.test(line)) return false
    const before = open.lines.at(-1) ?? ''
    if (/:\s*$/.test(before)) return STATEMENT_WITH_COLON.test(open.lines.slice(-LINES_OF_STATEMENT).join(' '))
    if (INCOMPLETE_LINE_END.test(before)) return true
    return (
      !ENDS.test(before) &&
      (TRANSITIVE_VERB_AT_END.test(before) || NOUN_BEFORE_ADDRESS.test(line) || /^\s*\p{Ll}/u.test(after))
    )
  }

  #isCode(line: string, bullet: boolean): boolean {
    const open = this.#open
    if (open?.kind === 'code' && this.#blanks > 0 && bullet && indentOf(line) < open.indent) return false
    if (open !== undefined && open.kind !== 'code') return false
    const indent = indentOf(line)
    if (open?.kind === 'code' && (indent > open.indent || (indent === open.indent && indent > this.#base))) return true
    if (open?.kind === 'code' && this.#blanks === 0) return false
    if (bullet) return false
    if (this.#codeBelow !== undefined) {
      const announced = indent > this.#codeBelow
      this.#codeBelow = undefined
      if (announced) return true
    }
    const margin = Math.max(this.#base, this.#bulletIndent)
    return indent >= margin + CODE_INDENT || (indent >= margin + PLAIN_CODE_INDENT && PLAIN_CODE.test(line))
  }

  #blank(): void {
    if (this.#open?.kind === 'code') this.#blanks++
    else this.#close()
  }

  #leaveOut(): void {
    this.#close()
    this.#gap = true
  }

  #only(kind: MessageBlock['kind'], line: string): void {
    this.#close()
    this.#start(kind, line)
    this.#close()
  }

  #gather(kind: 'code' | 'quote', line: string): void {
    if (this.#open?.kind !== kind) {
      this.#close()
      return this.#start(kind, line)
    }
    for (; this.#blanks > 0; this.#blanks--) this.#open.lines.push('')
    this.#open.lines.push(line)
  }

  #start(kind: MessageBlock['kind'], line: string, mark = ''): void {
    this.#blanks = 0
    this.#open = { kind, lines: [line], indent: indentOf(line), mark }
  }

  #close(): void {
    const open = this.#open
    this.#open = undefined
    this.#fence = undefined
    this.#blanks = 0
    if (open === undefined) return
    const verbatim = open.kind === 'code' || open.kind === 'quote'
    if (open.kind === 'paragraph' && isBareList(open.lines)) {
      for (const line of open.lines) this.#add('bullet', joined([line]), '')
      return
    }
    const text = verbatim ? open.lines.join('\n').trimEnd() : joined(open.lines)
    this.#codeBelow = !verbatim && text.endsWith(':') ? open.indent : undefined
    this.#add(open.kind, text, open.mark.trimStart())
  }

  #add(kind: MessageBlock['kind'], text: string, mark: string): void {
    if (text.trim() === '') return
    this.#blocks.push({ kind, text, ...(kind === 'bullet' && { mark }), afterGap: this.#gap })
    this.#gap = false
  }
}

function joined(lines: readonly string[]): string {
  return lines.join(' ').replace(/\s+/g, ' ').trim()
}

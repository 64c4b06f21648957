import type { LineRange } from '@chronicle/schema'
import { isBareList, startsNewSentence } from './starts-new-sentence.ts'

/** A paragraph of prose on one line, and its original lines, as indices from 0. */
export interface Paragraph extends LineRange {
  readonly text: string
  readonly bullet: boolean
}

const FENCE = /^\s*(?:```|~~~)/
const BULLET = /^\s*(?:[-*+•‣–]|\d{1,2}[.)]|\(\d{1,2}\)|\[[ xX]\])\s+/
const TAG = /^\s*(?:[@\\](?!link)[a-z]+\b|:(?:param|returns?|raises?|rtype|type|arg|keyword)\b|\.\. )/i
/** Begins a part that shows code, as in JSDoc or doctest. */
const EXAMPLE = /^\s*(?:@example\b|examples?\s*:?:?\s*$|#+ examples?\s*$|>>> )/i
const NO_PROSE: readonly RegExp[] = [
  /^\s*(?:>|\$ |% |>>> |\.\.\. )/,
  /^\s*\|.*\|\s*$/,
  /^\s*(?:[-=*_~#^+]{3,})\s*$/,
  /^\s*(?:https?:\/\/|<https?:)\S*\s*$/,
  /^\s*\[\^?[\w-]+\]:?\s+\S+\s*$/,
  /^\s*at (?:\S+ )?\(?\S+:\d+(?::\d+)?\)?\s*$/,
  /^\s*File "[^"]+", line \d+/,
  /^\s*(?:Traceback|Caused by:|goroutine \d+|thread '[^']*' panicked|panic:|error(?:\[E\d+\])?:|warning:|npm ERR!|[A-Za-z.]*(?:Error|Exception): )/,
  /^\s*\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  /^\s*(?:\*{3} |--- [ab]\/|\+\+\+ [ab]\/|@@ -|diff --git |index [0-9a-f]{7,}\.\.)/,
  /^\s*#{1,6} \S/,
  /^\s*(?:eslint-|prettier-|@ts-|biome-|noqa|istanbul |c8 |clippy::|nolint)/,
  /^\s*<!--.*-->\s*$/,
]

/**
 * Returns the paragraphs of a text that are prose. A blank line, a bullet and a tag begin a new one. Code, quoted mail,
 * logs, stack traces, tables, headings and bare links are omitted and separate the paragraphs around them.
 */
export function proseParagraphs(lines: readonly string[]): readonly Paragraph[] {
  const paragraphs: Paragraph[] = []
  let open: { lines: string[]; start: number; bullet: boolean; indent: number } | undefined
  let fenced = false
  /** When a paragraph ending in a colon has announced code: lines indented by more than this are that code. */
  let codeBelow: number | undefined
  let inExample = false
  const base = Math.min(...lines.filter((line) => line.trim() !== '').map(indentOf))

  /** Whether the previous lines were not prose: the next line may be the end of a sentence that began there. */
  let cut = false

  const close = (end: number, before: 'prose' | 'no prose' = 'prose'): void => {
    const wasCut = cut
    cut = before === 'no prose'
    if (open === undefined) return
    const text = open.lines.join(' ').replace(/\s+/g, ' ').trim()
    if (text.endsWith(':')) codeBelow = open.indent
    const whole = !(wasCut && /^[^\p{Lu}`"']/u.test(text)) && (before === 'prose' || /[.!?]['")`]*$/.test(text))
    if (text !== '' && whole && !isBareList(open.lines))
      paragraphs.push({ text, start: open.start, end, bullet: open.bullet })
    open = undefined
  }

  for (const [index, line] of lines.entries()) {
    if (FENCE.test(line)) {
      close(index - 1)
      fenced = !fenced
      continue
    }
    if (fenced) continue
    if (line.trim() === '') {
      close(index - 1)
      continue
    }
    const indent = indentOf(line)
    if (EXAMPLE.test(line)) {
      close(index - 1)
      inExample = true
      continue
    }
    const tag = TAG.test(line)
    if (inExample && (tag || (open === undefined && indent <= base && /^\s*[A-Z][a-z]+ [a-z]/.test(line))))
      inExample = false
    if (inExample) continue
    if (open === undefined && codeBelow !== undefined) {
      if (indent > codeBelow && !BULLET.test(line)) continue
      codeBelow = undefined
    }
    const bullet = BULLET.test(line)
    const isCode = open === undefined && !bullet && (indent - base >= 4 || /^\t/.test(line.slice(base)))
    if (isCode || (!bullet && NO_PROSE.some((pattern) => pattern.test(line)))) {
      close(index - 1, 'no prose')
      continue
    }
    if (bullet || tag || startsNewSentence(lines[index - 1] ?? '', line)) close(index - 1)
    open ??= { lines: [], start: index, bullet, indent }
    open.lines.push(bullet ? line.replace(BULLET, '') : line)
  }
  close(lines.length - 1)
  return paragraphs
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

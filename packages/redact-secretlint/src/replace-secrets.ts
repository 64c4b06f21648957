import type { FoundSecret, RedactedText } from '@chronicle/core/contracts'

/** The position of a secret found by a rule, in UTF-16 units. */
export interface SecretSpan {
  readonly rule: string
  readonly start: number
  readonly end: number
}

const MARKER = /^\[REDACTED:[a-z0-9-]+\]$/

/** Replaces each secret by a marker. For overlapping spans, the one that begins first names the whole. */
export function replaceSecrets(text: string, found: readonly SecretSpan[]): RedactedText {
  const spans = joinOverlapping(found.filter(({ start, end }) => !MARKER.test(text.slice(start, end))))
  if (spans.length === 0) return { text, secrets: [] }
  const secrets: FoundSecret[] = []
  let redacted = ''
  let last = 0
  let line = 1
  for (const { rule, start, end } of spans) {
    line += countLineEnds(text.slice(last, start))
    const lines = { start: line, end: line + countLineEnds(text.slice(start, end)) }
    secrets.push({ rule, lines })
    redacted += `${text.slice(last, start)}[REDACTED:${rule}]`
    line = lines.end
    last = end
  }
  return { text: redacted + text.slice(last), secrets }
}

function joinOverlapping(found: readonly SecretSpan[]): readonly SecretSpan[] {
  const ordered = [...found].sort((a, b) => a.start - b.start || b.end - a.end || (a.rule < b.rule ? -1 : 1))
  const joined: SecretSpan[] = []
  for (const span of ordered) {
    const before = joined.at(-1)
    if (before === undefined || span.start >= before.end) joined.push(span)
    else if (span.end > before.end) joined[joined.length - 1] = { ...before, end: span.end }
  }
  return joined
}

function countLineEnds(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

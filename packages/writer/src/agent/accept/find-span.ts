import { splitSentences } from '@chronicle/core/prose'

/**
 * Finds whole sentences of the author that a statement repeats word by word, and returns them in their original form.
 * Part of a sentence does not match: "exceed 30 minutes" does not say what "must never exceed 30 minutes" says.
 * `undefined`: the author did not say it.
 */
export function findSpan(statement: string, texts: readonly string[]): string | undefined {
  const wanted = comparable(statement)
  if (wanted === '') return undefined
  for (const text of texts) {
    for (const paragraph of text.split(/\n\s*\n/)) {
      const flowing = splitSentences(paragraph.replace(/\s+/g, ' ').trim())
      // A line may be a sentence without a final punctuation mark.
      const lines = paragraph.split('\n').map((line) => line.replace(/^\s*[-*]\s+/, '').trim())
      for (const sentences of [flowing, lines, lines.flatMap(splitSentences)]) {
        for (let from = 0; from < sentences.length; from++) {
          for (let to = from + 1; to <= sentences.length; to++) {
            const span = sentences.slice(from, to).join(' ')
            const comparableSpan = comparable(span)
            if (comparableSpan === wanted) return span
            if (comparableSpan.length > wanted.length) break
          }
        }
      }
    }
  }
  return undefined
}

/** Ignores white space, final punctuation and surrounding quotes. Every word counts, and so does its case. */
function comparable(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^["'“”‘’`]+|(?<!["'“”‘’`])["'“”‘’`]+$/g, '')
    .replace(/(?<![.!;])[.!;]+$/, '')
    .trim()
}

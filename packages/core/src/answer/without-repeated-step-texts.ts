import { omitEmpty, omitUndefined, type HistoryStep } from '@chronicle/schema'
import { foldText, foldWords } from './fold-text.ts'
import { messageText } from './message-text.ts'
import { newText, addRelated } from './without-repeated-region-texts.ts'
import { addShown, type ShownSentences } from './shown-sentences.ts'

/**
 * Removes texts that are already shown: the message of a commit is shown at its first step, without trailers and
 * template text, and without paragraphs and sentences that a step contains. A verbose answer is unchanged. The function
 * is idempotent.
 */
export function withoutRepeatedStepTexts(
  steps: readonly HistoryStep[],
  verbose: boolean,
  shownSentences: ShownSentences = new Set(),
): readonly HistoryStep[] {
  if (verbose) return steps
  const commits = new Set<string>()
  return steps.map((step) => {
    const { message, reasoning, summary, ...rest } = step
    const { commit, constraints, intent, risk_notes: risk = '', subject, task = '' } = step
    for (const text of [subject, intent, risk, task, ...constraints.map(({ text }) => text)])
      addShown(text, commit, shownSentences)
    const newReasoning = newText(reasoning, commit, shownSentences)
    addRelated(step, shownSentences)
    const newSummary = summary === undefined || shownSentences.has(foldText(summary)) ? undefined : summary
    if (summary !== undefined) addShown(summary, commit, shownSentences)
    const isFirst = !commits.has(commit)
    commits.add(commit)
    const unsaid = message === undefined ? '' : withoutSaid(messageText(message), [intent, reasoning ?? ''])
    const body = isFirst && unsaid !== '' ? newText(unsaid, commit, shownSentences) : undefined
    return {
      ...rest,
      ...omitUndefined({ summary: newSummary, reasoning: newReasoning }),
      ...omitEmpty({ message: body }),
    }
  })
}

/** Minimum number of words of a line that counts as a quotation from a paragraph. */
const MIN_QUOTED = 5

/**
 * Returns the paragraphs and list items of a message that no text contains, and from which no text quotes a line: a
 * quotation stands for its paragraph.
 */
function withoutSaid(message: string, texts: readonly string[]): string {
  const knownWords = ` ${foldWords(texts.join(' '))} `
  const lines = texts
    .flatMap((text) => text.split('\n').map(foldWords))
    .filter((line) => countWords(line) >= MIN_QUOTED)
  const isSaid = (part: string): boolean => {
    const words = ` ${foldWords(part)} `
    return knownWords.includes(words) || lines.some((line) => words.includes(` ${line} `))
  }
  return message
    .split(/\n[^\S\n]*\n/u)
    .map((paragraph) =>
      paragraph
        .split(/\n(?=\s*(?:[-*•+]|\d+[.)]) )/u)
        .filter((item) => !isSaid(item))
        .join('\n'),
    )
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}

function countWords(words: string): number {
  return words === '' ? 0 : words.split(' ').length
}

import type { HistoryStep } from '@chronicle/schema'
import { foldText } from './fold-text.ts'
import { messageText } from './message-text.ts'
import { newText } from './say-regions-once.ts'
import { tell, type ToldTexts } from './told-sentences.ts'

/**
 * The same steps without texts that are said already: the message of a commit stands at the first of its steps, without
 * trailers and template text, and without paragraphs and sentences that a step has said. Nothing changes for a verbose
 * answer. Doing it twice changes nothing.
 */
export function sayStepsOnce(
  steps: readonly HistoryStep[],
  verbose: boolean,
  told: ToldTexts = new Set(),
): readonly HistoryStep[] {
  if (verbose) return steps
  const commits = new Set<string>()
  return steps.map((step) => {
    const { message, reasoning, summary, ...rest } = step
    const { commit, constraints, intent, risk_notes: risk = '', subject, task = '' } = step
    for (const text of [subject, intent, risk, task, ...constraints.map(({ text }) => text)]) tell(text, commit, told)
    const newReasoning = newText(reasoning, commit, told)
    const newSummary = summary === undefined || told.has(foldText(summary)) ? undefined : summary
    if (summary !== undefined) tell(summary, commit, told)
    const isFirst = !commits.has(commit)
    commits.add(commit)
    const unsaid = message === undefined ? '' : withoutSaid(messageText(message), [intent, reasoning ?? ''])
    const body = isFirst && unsaid !== '' ? newText(unsaid, commit, told) : undefined
    return {
      ...rest,
      ...(newSummary === undefined ? {} : { summary: newSummary }),
      ...(newReasoning === undefined ? {} : { reasoning: newReasoning }),
      ...(body === undefined || body === '' ? {} : { message: body }),
    }
  })
}

/** Words of a line that a paragraph must share to count as quoted by it. */
const MIN_QUOTED = 5

/**
 * The paragraphs and items of lists of a message that no text has, and that no text quotes a line from: what was chosen
 * of a paragraph stands for it.
 */
function withoutSaid(message: string, texts: readonly string[]): string {
  const said = ` ${wordsOf(texts.join(' '))} `
  const lines = texts.flatMap((text) => text.split('\n').map(wordsOf)).filter((line) => countWords(line) >= MIN_QUOTED)
  const isSaid = (part: string): boolean => {
    const words = ` ${wordsOf(part)} `
    return said.includes(words) || lines.some((line) => words.includes(` ${line} `))
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

function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).join(' ')
}

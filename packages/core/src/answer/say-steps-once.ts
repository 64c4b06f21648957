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
    const body = isFirst && message !== undefined ? newText(messageText(message), commit, told) : undefined
    return {
      ...rest,
      ...(newSummary === undefined ? {} : { summary: newSummary }),
      ...(newReasoning === undefined ? {} : { reasoning: newReasoning }),
      ...(body === undefined || body === '' ? {} : { message: body }),
    }
  })
}

import type { HistoryStep } from '@chronicle/schema'
import { foldText, joinPassages, passagesOf } from './fold-text.ts'
import { messageText } from './message-text.ts'

/**
 * The same steps without texts that are said already: the message of a commit stands at the first of its steps, without
 * trailers and template text, and without paragraphs that are the reasoning of a step. Nothing changes for a verbose
 * answer. Doing it twice changes nothing.
 */
export function sayStepsOnce(
  steps: readonly HistoryStep[],
  verbose: boolean,
  told: Set<string> = new Set(),
): readonly HistoryStep[] {
  if (verbose) return steps
  const commits = new Set<string>()
  return steps.map((step) => {
    const { message, reasoning, summary, ...rest } = step
    for (const text of [step.subject, step.intent]) told.add(foldText(text))
    const isNew = (text: string): boolean => !told.has(foldText(text))
    const said = reasoning === undefined ? [] : passagesOf(reasoning)
    const newSaid = said.filter(isNew)
    for (const text of said) told.add(foldText(text))
    const newReasoning = newSaid.length === said.length ? reasoning : joinPassages(newSaid)
    const newSummary = summary === undefined || !isNew(summary) ? undefined : summary
    if (summary !== undefined) told.add(foldText(summary))
    const body = message === undefined || commits.has(step.commit) ? [] : passagesOf(messageText(message)).filter(isNew)
    commits.add(step.commit)
    return {
      ...rest,
      ...(newSummary === undefined ? {} : { summary: newSummary }),
      ...(newReasoning === undefined ? {} : { reasoning: newReasoning }),
      ...(body.length === 0 ? {} : { message: body.join('\n\n') }),
    }
  })
}

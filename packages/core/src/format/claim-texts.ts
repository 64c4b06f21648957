import type { Constraint, ReadRegion, RejectedAlternative } from '@chronicle/schema'
import { foldText, passagesOf } from '../answer/fold-text.ts'
import { splitSentences } from '../answer/split-sentences.ts'
import { type SaidTexts } from '../answer/said-texts.ts'
import { MIN_TOLD_LETTERS } from '../answer/told-sentences.ts'
import { describeSource } from './describe-region.ts'
import { neutralise } from './neutralise-text.ts'

/** What regions and the steps of a history have in common. */
export type ClaimedTexts = Pick<
  ReadRegion,
  'intent' | 'constraints' | 'risk_notes' | 'rejected_alternatives' | 'summary' | 'task' | 'recorded'
>

/** Letters of a text that was said before, so that it is found. */
const OPENING_LETTERS = 30

/** Says a text, or the beginning of one that was said before. */
export function sayOnce(text: string, said: SaidTexts): string {
  const isTold = text.length >= MIN_TOLD_LETTERS && said.has(text)
  said.add(text)
  if (!isTold) return text
  const opening = [...text].slice(0, OPENING_LETTERS).join('')
  return `${opening.replace(/\s+\S*$/u, '')} […] (as above)`
}

/** Says a text, or nothing if it was said before. */
export function sayIfNew(text: string | undefined, said: SaidTexts): string {
  if (text === undefined || text === '' || said.has(text)) return ''
  said.add(text)
  return text
}

/** The intent, unless it is a rule or a risk, or a sentence of one, and is said there. */
export function intentText({ constraints, intent, risk_notes: risk = '' }: ClaimedTexts, said: SaidTexts): string {
  if (neutralise(intent) === '') return '(not recorded)'
  const claims = [...constraints.map(({ text }) => text), risk]
  const claimed = claims.flatMap((text) => [text, ...splitSentences(text)]).map(foldText)
  if (claimed.includes(foldText(intent))) return ''
  const isTold = said.has(intent)
  said.add(intent)
  return isTold ? 'as above, of the same commit' : intent
}

/** `[author] Hold the lock.` */
export function constraintText(
  { source, text }: Constraint,
  { recorded }: Pick<ReadRegion, 'recorded'>,
  once: (text: string) => string = (same) => same,
): string {
  return `[${describeSource(source, recorded)}] ${neutralise(once(text))}`
}

/** `SSE: needs a proxy` */
export function rejectedText({ approach, reason }: RejectedAlternative): string {
  return `${neutralise(approach)}: ${neutralise(reason)}`
}

/** What binds at a place and who says so, to compare it with another. */
export function bindingTexts(claimed: ClaimedTexts): readonly string[] {
  const rules = claimed.constraints.map((rule) => constraintText(rule, claimed))
  return [...rules, ...passagesOf(claimed.risk_notes)].map(foldText)
}

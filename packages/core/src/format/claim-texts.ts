import type { Constraint, ReadRegion, RejectedAlternative, ResolvedRelated } from '@chronicle/schema'
import { foldText, passagesOf } from '../answer/fold-text.ts'
import { splitSentences } from '../answer/split-sentences.ts'
import { type ShownTexts } from '../answer/shown-texts.ts'
import { MIN_REFERENCE_LETTERS } from '../answer/shown-sentences.ts'
import { describeRelated, describeSource } from './describe-region.ts'
import { neutralise } from './neutralise-text.ts'

/** What regions and the steps of a history have in common. */
export type ClaimedTexts = Pick<
  ReadRegion,
  'intent' | 'constraints' | 'risk_notes' | 'rejected_alternatives' | 'summary' | 'task' | 'recorded' | 'context_level'
>

/** Letters of a text that was said before, so that it is found. */
const OPENING_LETTERS = 30

/** Says a text, or the beginning of one that was said before. */
export function sayOnce(text: string, shownTexts: ShownTexts): string {
  const isShown = text.length >= MIN_REFERENCE_LETTERS && shownTexts.has(text)
  shownTexts.add(text)
  if (!isShown) return text
  const opening = [...text].slice(0, OPENING_LETTERS).join('')
  return `${opening.replace(/\s+\S*$/u, '')} […] (as above)`
}

/** Says a text, or nothing if it was said before. */
export function sayIfNew(text: string | undefined, shownTexts: ShownTexts): string {
  if (text === undefined || text === '' || shownTexts.has(text)) return ''
  shownTexts.add(text)
  return text
}

/** The intent, unless it is a rule or a risk, or a sentence of one, and is said there. */
export function intentText(
  { constraints, intent, risk_notes: risk = '' }: Pick<ClaimedTexts, 'constraints' | 'intent' | 'risk_notes'>,
  shownTexts: ShownTexts,
): string {
  if (neutralise(intent) === '') return '(not recorded)'
  const claims = [...constraints.map(({ text }) => text), risk]
  const claimed = claims.flatMap((text) => [text, ...splitSentences(text)]).map(foldText)
  if (claimed.includes(foldText(intent))) return ''
  const isShown = shownTexts.has(intent)
  shownTexts.add(intent)
  return isShown ? 'as above, of the same commit' : intent
}

/** `[author] Hold the lock.` */
export function constraintText(
  { source, text }: Constraint,
  { context_level: level, recorded }: Pick<ReadRegion, 'context_level' | 'recorded'>,
  once: (text: string) => string = (same) => same,
): string {
  return `[${describeSource(source, recorded, level)}] ${neutralise(once(text))}`
}

/** `SSE: needs a proxy` */
export function rejectedText({ approach, reason }: RejectedAlternative): string {
  return `${neutralise(approach)}: ${neutralise(reason)}`
}

/** A region or a step with its links. */
export interface LinkedEntry {
  readonly commit: string
  readonly related?: readonly ResolvedRelated[]
}

/** The regions that an entry is linked to. What its own commit says of them is said once with the rest of that commit. */
export function relatedTexts({ commit, related = [] }: LinkedEntry, once: (text: string) => string): readonly string[] {
  return related.map((each) => (each.commit === commit ? describeRelated(each, once) : describeRelated(each)))
}

/** What binds at a place and who says so, to compare it with another. */
export function bindingTexts(claimed: ClaimedTexts): readonly string[] {
  const rules = claimed.constraints.map((rule) => constraintText(rule, claimed))
  return [...rules, ...passagesOf(claimed.risk_notes)].map(foldText)
}

import type { Constraint, ReadRegion, RejectedAlternative, ResolvedRelated } from '@chronicle/schema'
import { claimedSentences, type Claims } from '../answer/claimed-sentences.ts'
import { foldText, passagesOf } from '../answer/fold-text.ts'
import { type ShownTexts } from '../answer/shown-texts.ts'
import { MIN_REFERENCE_LETTERS } from '../answer/shown-sentences.ts'
import { describeRelated, describeSource, recordingOfRule } from './describe-region.ts'
import { neutralise } from './neutralise-text.ts'

/** The properties that regions and history steps share. */
export type ClaimedTexts = Pick<
  ReadRegion,
  | 'intent'
  | 'constraints'
  | 'corrections'
  | 'risk_notes'
  | 'rejected_alternatives'
  | 'summary'
  | 'task'
  | 'recorded'
  | 'context_level'
>

/** Number of characters of a repeated text that identify it. */
const OPENING_LETTERS = 30

/** Returns a text, or only its beginning if it was already shown. */
export function shortenRepeated(text: string, shownTexts: ShownTexts): string {
  const isShown = text.length >= MIN_REFERENCE_LETTERS && shownTexts.has(text)
  shownTexts.add(text)
  if (!isShown) return text
  const opening = [...text].slice(0, OPENING_LETTERS).join('')
  return `${opening.replace(/\s+\S*$/u, '')} […] (as above)`
}

/** Returns a text, or an empty one if it was already shown. */
export function omitRepeated(text: string | undefined, shownTexts: ShownTexts): string {
  if (text === undefined || text === '' || shownTexts.has(text)) return ''
  shownTexts.add(text)
  return text
}

/**
 * Returns the intent, or an empty text if it repeats a rule, a risk or an assumption, or a sentence of one, which is
 * shown anyway. Of one that was already shown, its beginning tells which it is: other texts may stand between.
 */
export function intentText(region: Claims & Pick<ReadRegion, 'intent'>, shownTexts: ShownTexts): string {
  const { intent } = region
  if (neutralise(intent) === '') return '(not recorded)'
  return claimedSentences(region).has(foldText(intent)) ? '' : shortenRepeated(intent, shownTexts)
}

/** Formats a constraint: `[author] Hold the lock.` */
export function constraintText(
  { source, text }: Constraint,
  region: Pick<ReadRegion, 'context_level' | 'corrections' | 'recorded'>,
  once: (text: string) => string = (same) => same,
): string {
  return `[${describeSource(source, recordingOfRule(text, region), region.context_level)}] ${neutralise(once(text))}`
}

/** Formats a rejected alternative: `SSE: needs a proxy` */
export function rejectedText({ approach, reason }: RejectedAlternative): string {
  return `${neutralise(approach)}: ${neutralise(reason)}`
}

/** A region or a step with its links. */
export interface LinkedEntry {
  readonly commit: string
  readonly related?: readonly ResolvedRelated[]
}

/** Formats the linked regions of an entry. Texts of the entry's own commit are not repeated. */
export function relatedTexts({ commit, related = [] }: LinkedEntry, once: (text: string) => string): readonly string[] {
  return related.map((each) => (each.commit === commit ? describeRelated(each, once) : describeRelated(each)))
}

/** Returns the rules and risks of a place with their sources, for comparison with another place. */
export function bindingTexts(claimed: ClaimedTexts): readonly string[] {
  const rules = claimed.constraints.map((rule) => constraintText(rule, claimed))
  return [...rules, ...passagesOf(claimed.risk_notes)].map(foldText)
}

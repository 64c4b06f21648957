import type { ReadRegion } from '@chronicle/schema'
import { foldText } from './fold-text.ts'
import { splitSentences } from './split-sentences.ts'

/** The claims of a region of which an intent may be only a repetition. */
export type Claims = Pick<ReadRegion, 'constraints' | 'risk_notes' | 'semantic_dependencies'>

/** Returns the rules, risks and assumptions of a region, and each sentence and line of them, folded. */
export function claimedSentences({
  constraints,
  risk_notes: risk = '',
  semantic_dependencies: dependencies = [],
}: Claims): ReadonlySet<string> {
  const claims = [...constraints.map(({ text }) => text), risk, ...dependencies.map(({ nature }) => nature)]
  return new Set(claims.flatMap((text) => [text, ...text.split('\n'), ...splitSentences(text)]).map(foldText))
}

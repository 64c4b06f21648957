import type { ReadRegion } from '@chronicle/schema'
import { foldText } from './fold-text.ts'
import { splitSentences } from './split-sentences.ts'

/** The claims of a region. */
export type Claims = Pick<ReadRegion, 'constraints' | 'rejected_alternatives' | 'risk_notes' | 'semantic_dependencies'>

/** Returns the texts that an intent may repeat. */
export function claimTexts({
  constraints,
  rejected_alternatives: rejected = [],
  risk_notes: risk = '',
  semantic_dependencies: dependencies = [],
}: Claims): readonly string[] {
  return [
    ...constraints.map(({ text }) => text),
    ...dependencies.map(({ nature }) => nature),
    ...rejected.map(({ approach }) => `Not done: ${approach}`),
    ...risk.split('\n').filter((line) => line !== ''),
  ]
}

/** Returns these texts and their sentences, folded. */
export function claimedSentences(claims: Claims): ReadonlySet<string> {
  const texts = [...claimTexts(claims), claims.risk_notes ?? '']
  return new Set(texts.flatMap((text) => [text, ...splitSentences(text)]).map(foldText))
}

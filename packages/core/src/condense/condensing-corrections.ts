import { omitEmpty } from '@chronicle/schema'
import { hashText } from '../cache/hash-text.ts'
import { CONDENSED_FIELD } from '../corrections/apply-condensed.ts'
import { draftFor, type DraftCorrection } from '../corrections/draft-correction.ts'
import type { CondensableTexts } from './condensable-texts.ts'

/** A text written by a model, with its source texts. */
export interface CondensedText {
  readonly from: CondensableTexts
  readonly text: string
}

/**
 * Returns the corrections that replace source texts with a condensed text: one replaces the reasoning of the first
 * region, and one for each other region removes its reasoning.
 */
export function condensingCorrections({ from, text }: CondensedText, model: string): readonly DraftCorrection[] {
  const { commit, commits, reasoning, regions, texts } = from
  const condensed = {
    with: model,
    texts: texts.length,
    ...omitEmpty({ commits }),
    set: hashText(JSON.stringify([reasoning, text, model])),
    parts: regions.length,
  }
  const reason = `Condensed by a language model from ${texts.length} recorded texts, which stay in the note.`
  return regions.map((region, index): DraftCorrection => {
    const edit = { field: CONDENSED_FIELD, target_value: reasoning[index] ?? '', condensed, reason }
    return draftFor(
      region,
      { commit },
      index === 0 ? { correction_type: 'amend', ...edit, replacement: text } : { correction_type: 'remove', ...edit },
    )
  })
}

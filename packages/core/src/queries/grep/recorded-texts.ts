import {
  formatPlace,
  parsePlace,
  type CrossCuttingConcern,
  type RecordedKind,
  type Region,
  type UnknownKeys,
} from '@chronicle/schema'
import { distinctBy, foldText } from '../../answer/fold-text.ts'

/** One text of an annotation and its kind. */
export interface RecordedText {
  readonly kind: RecordedKind
  readonly text: string
  /** The source of a constraint. */
  readonly source?: 'author' | 'inferred'
  /**
   * Set for a text that names or quotes what other texts of the region say. It is shown only when no other text of the
   * region matches.
   */
  readonly isSecondary?: true
}

/** Returns all texts of a region, binding ones first. */
export function textsOfRegion(region: Region): readonly RecordedText[] {
  const { held_by_tests: tests = [], reasoning, risk_notes: risk } = region
  const texts: readonly RecordedText[] = [
    ...region.constraints.map(({ source, text }): RecordedText => ({ kind: 'constraint', text, source })),
    ...(risk === undefined ? [] : [{ kind: 'risk', text: risk } as const]),
    ...region.rejected_alternatives.map(({ approach, reason }): RecordedText => ({
      kind: 'rejected',
      text: reason === '' ? approach : `${approach}: ${reason}`,
    })),
    ...region.semantic_dependencies.map(({ anchor, file, nature }): RecordedText => ({
      kind: 'dependency',
      text: `${anchor === '' ? file : formatPlace({ file, anchor })}: ${nature}`,
    })),
    ...tests.map(({ title }): RecordedText => ({ kind: 'test', text: title })),
    { kind: 'intent', text: region.intent },
    ...(reasoning === undefined ? [] : [{ kind: 'reasoning', text: reasoning } as const]),
    ...region.corrections.map((correction): RecordedText => ({ kind: 'correction', text: correctionText(correction) })),
    ...region.tags.map((text): RecordedText => ({ kind: 'tag', text, isSecondary: true })),
    ...region.evidence.flatMap(({ quote }): readonly RecordedText[] =>
      quote === undefined ? [] : [{ kind: 'evidence', text: quote, isSecondary: true }],
    ),
  ]
  // An intent that repeats a rule, a risk or a test title counts as that kind.
  return distinctBy(
    texts.filter(({ text }) => text.trim() !== ''),
    ({ text }) => foldText(text),
  )
}

/** Returns the text of a cross-cutting entry, without its places. */
export function textOfGroup({ description, nature }: CrossCuttingConcern): RecordedText {
  return { kind: 'cross_cutting', text: nature === undefined ? description : `${description} (${nature})` }
}

/** Returns the files of the places of a cross-cutting entry. */
export function filesOfGroup({ regions }: CrossCuttingConcern): readonly string[] {
  return regions.map((place) => parsePlace(place).file)
}

function correctionText(correction: UnknownKeys): string {
  const text = (key: string): string => {
    const value = correction[key]
    return typeof value === 'string' ? value : ''
  }
  const what = [text('correction_type'), text('field')].filter((part) => part !== '').join(' ')
  const target = text('target_value')
  const replacement = text('replacement')
  const change = `${target === '' ? '' : ` "${target}"`}${replacement === '' ? '' : ` → "${replacement}"`}`
  return `${what}${change}: ${text('reason')}`
}

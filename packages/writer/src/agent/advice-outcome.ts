import type { Diagnostic, Region } from '@chronicle/schema'
import { haveSameMeaning } from '../advice/advise.ts'

/** One piece of advice to a model about a recorded region, given once. */
export interface ModelAdvice {
  readonly kind: 'recorded_already' | 'constraint_in_doubt'
  /** The text that the advice is about: the model's own, or that of the recorded constraint. */
  readonly text: string
  readonly message: string
  /** The commit that a doubtful constraint is recorded on. */
  readonly commit?: string
}

/** Reports what a model did about a piece of advice. A constraint that it left in doubt is a warning. */
export function adviceOutcome({ commit, kind, message, text }: ModelAdvice, region: Region | undefined): Diagnostic {
  const texts = region === undefined ? [] : textsOf(region)
  const states = texts.some((each) => haveSameMeaning(each, text))
  const links = region?.related_annotations.some((each) => each.commit === commit) === true
  const isOpen = kind === 'constraint_in_doubt' && !states && !links
  const outcome =
    kind === 'recorded_already'
      ? states
        ? 'The model kept it.'
        : 'The model withdrew it.'
      : states
        ? 'The model said that it still holds.'
        : links
          ? 'The model linked it.'
          : 'The model left it open.'
  const place = region?.file === undefined ? {} : { path: region.file }
  return {
    code: 'model_advised',
    severity: isOpen ? 'warning' : 'info',
    message: `The model was told: ${message} ${outcome}`,
    ...place,
  }
}

function textsOf({
  intent,
  reasoning,
  constraints,
  risk_notes: risks,
  rejected_alternatives: rejected,
}: Region): readonly string[] {
  return [
    intent,
    ...(reasoning === undefined ? [] : [reasoning]),
    ...constraints.map(({ text }) => text),
    ...(risks === undefined ? [] : [risks]),
    ...rejected.map(({ approach }) => approach),
  ]
}

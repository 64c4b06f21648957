import type { Region, UnknownKeys } from '../annotation.ts'
import { completeRegion, joinLines } from './complete-region.ts'
import type { FieldReader } from './field-reader.ts'
import { alternative, readAlternative } from './read-entries.ts'

/** The contents of the narrative of a `chronicle/v2` note. */
export interface Narrative {
  readonly summary: string | undefined
  /** What the narrative says about the whole commit beyond the summary. Absent when there is nothing more. */
  readonly region?: Region
  readonly filesChanged: readonly string[]
  readonly unknown_keys?: UnknownKeys
}

/** Reads a narrative. Its motivation becomes the reasoning; open work and the author's worries become risks. */
export function readNarrative(fields: FieldReader): Narrative {
  const summary = fields.text('summary')
  const reasoning = fields.text('motivation')
  const rejected_alternatives = fields.objectsOrTexts('rejected_alternatives', readAlternative, alternative)
  const followUp = fields.text('follow_up')
  const sentiments = fields.objectsOrTexts('sentiments', readSentiment, (text) => text)
  const filesChanged = fields.texts('files_changed')
  const risk_notes = joinLines(followUp && `Follow-up: ${followUp}`, ...sentiments)
  const mainText = reasoning ?? risk_notes ?? rejected_alternatives[0]?.approach
  return {
    summary,
    filesChanged,
    ...(mainText !== undefined && {
      region: completeRegion({ intent: summary ?? mainText, reasoning, rejected_alternatives, risk_notes }),
    }),
    ...fields.unknownKeys(filesChanged.length === 0 ? {} : { files_changed: filesChanged }),
  }
}

function readSentiment(fields: FieldReader): string | undefined {
  const feeling = fields.text('feeling')
  const detail = fields.text('detail')
  if (feeling === undefined) return detail ?? fields.reject('the sentiment says nothing')
  const name = `${feeling.slice(0, 1).toUpperCase()}${feeling.slice(1)}`
  return detail === undefined ? name : `${name}: ${detail}`
}

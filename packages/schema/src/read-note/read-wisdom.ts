import type { Region } from '../annotation.ts'
import { completeRegion, legacyKeys } from './complete-region.ts'
import type { FieldReader } from './field-reader.ts'

/**
 * Reads a wisdom entry of a `chronicle/v3` note; its category becomes a tag. A dead end becomes a rejected alternative,
 * with the summary as the intent; any other entry becomes the intent itself.
 */
export function readWisdom(fields: FieldReader, summary: string | undefined): Region | undefined {
  const category = fields.text('category')
  const content = fields.text('content')
  const file = fields.regionPath('file')
  const lines = fields.lines('lines')
  if (content === undefined) return fields.reject('the entry has no content')
  const deadEnd = category === 'dead_end' && summary !== undefined
  return completeRegion({
    file,
    lines,
    intent: deadEnd ? summary : content,
    tags: category === undefined ? [] : [category],
    rejected_alternatives: deadEnd ? [splitDeadEnd(content)] : [],
    ...legacyKeys('chronicle_v3', fields.unknownKeys()),
  })
}

/**
 * Splits a dead end into what was tried and why it failed, at the usual separators. Without one, the whole text is the
 * approach.
 */
function splitDeadEnd(content: string): Region['rejected_alternatives'][number] {
  const match = /^(.{3,}?)(?:\s{1,20}(?:—|–|--|-)\s+|:\s+|;\s+|,?\s{1,20}(?=because\s))(.{3,})$/s.exec(content)
  return match?.[1] && match[2] ? { approach: match[1], reason: match[2] } : { approach: content, reason: '' }
}

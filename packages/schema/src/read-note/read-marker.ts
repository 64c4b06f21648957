import type { Region } from '../annotation.ts'
import { normalizePath } from '../repo-path.ts'
import { completeRegion, joinLines, legacyKeys, type PartialRegion } from './complete-region.ts'
import type { FieldReader } from './field-reader.ts'
import { readAnchor } from './read-anchor.ts'
import { omitUndefined } from '../omit-undefined.ts'

/**
 * Reads a marker of a `chronicle/v2` note. Contracts become constraints, dependencies become semantic dependencies, and
 * everything else becomes a risk. The intent is the summary of the narrative, so that no text is repeated.
 */
export function readMarker(fields: FieldReader, summary: string | undefined): Region | undefined {
  const file = fields.regionPath('file')
  const ast_anchor = readAnchor(fields, 'anchor', 'ast_anchor')
  const lines = fields.lines('lines')
  const kind = fields.object('kind')
  const content = kind && readKind(kind)
  const intent = summary ?? content?.text
  if (content === undefined || intent === undefined) return fields.reject('the marker says nothing')
  const { unknown_keys } = content.kind.unknownKeys()
  return completeRegion({
    file,
    ast_anchor,
    lines,
    intent,
    ...content.fields,
    ...legacyKeys('chronicle_v2', fields.unknownKeys(omitUndefined({ kind: unknown_keys }))),
  })
}

interface KindContent {
  readonly kind: FieldReader
  readonly text: string | undefined
  readonly fields: Omit<PartialRegion, 'intent'>
}

function readKind(kind: FieldReader): KindContent | undefined {
  const type = kind.text('type')
  const text = kind.text('description', 'assumption')
  const revisit = kind.text('revisit_when')
  const replacement = kind.text('replacement')
  const notes = [revisit && `Revisit when: ${revisit}`, replacement && `Replacement: ${replacement}`]
  const more = joinLines(...notes)
  switch (type) {
    case undefined:
      return text === undefined ? undefined : { kind, text, fields: { risk_notes: joinLines(text, more) } }
    case 'contract': {
      const source = kind.word('source', ['author', 'inferred']) ?? 'inferred'
      if (text === undefined) return undefined
      return { kind, text, fields: { constraints: [{ text, source }], risk_notes: more } }
    }
    case 'dependency': {
      const target = kind.text('target_file')
      const anchor = kind.text('target_anchor') ?? ''
      if (target === undefined) return text === undefined ? undefined : { kind, text, fields: { risk_notes: text } }
      const dependency = { file: normalizePath(target) ?? target, anchor, nature: text ?? '' }
      return { kind, text, fields: { semantic_dependencies: [dependency], risk_notes: more } }
    }
    default: {
      const tags = type === 'hazard' ? [] : [type]
      const risk_notes = joinLines(text, more)
      if (type === 'hazard' && risk_notes === undefined) return undefined
      return { kind, text: text ?? more ?? type, fields: { tags, risk_notes } }
    }
  }
}

import type { Constraint, Region } from '../annotation.ts'
import { parsePlace } from '../place.ts'
import type { FieldReader } from './field-reader.ts'
import { readAnchor } from './read-anchor.ts'
import { readAlternative, readConstraint, readDependency, readEvidence, readRelated } from './read-entries.ts'

/** What a region may take from where it is read. */
export interface RegionDefaults {
  /** Who stands behind a constraint that does not say. */
  readonly constraintSource: Constraint['source']
  /** Used where a region has no intent. */
  readonly intent?: string | undefined
  /** Keys that may hold the anchor. */
  readonly anchorKeys: readonly [string, ...string[]]
}

/** A region of `chronicle/v1`. `undefined`, and reported, if it says nothing. */
export function readRegion(fields: FieldReader, defaults: RegionDefaults): Region | undefined {
  const file = fields.path('file')
  const ast_anchor = readAnchor(fields, ...defaults.anchorKeys)
  const lines = fields.lines('lines')
  const intent = fields.text('intent')
  const context_level = fields.word('context_level', ['enhanced', 'inferred'])
  const reasoning = fields.text('reasoning')
  const risk_notes = fields.text('risk_notes')
  const constraints = fields.objectsOrTexts(
    'constraints',
    (entry) => readConstraint(entry, defaults.constraintSource),
    (text) => ({ text, source: defaults.constraintSource }),
  )
  const rest = {
    ...(context_level === undefined ? {} : { context_level }),
    ...(reasoning === undefined ? {} : { reasoning }),
    constraints,
    semantic_dependencies: fields.objectsOrTexts('semantic_dependencies', readDependency, (text) => {
      const { file, anchor = '' } = parsePlace(text)
      return { file, anchor, nature: '' }
    }),
    related_annotations: fields.objectsOrTexts('related_annotations', readRelated, (commit) => ({
      commit,
      anchor: '',
      relationship: '',
    })),
    tags: fields.texts('tags'),
    ...(risk_notes === undefined ? {} : { risk_notes }),
    rejected_alternatives: fields.objectsOrTexts('rejected_alternatives', readAlternative, (approach) => ({
      approach,
      reason: '',
    })),
    evidence: fields.objects('evidence', readEvidence),
    corrections: fields.foreignObjects('corrections'),
    ...fields.unknownKeys(),
  }
  const stated = intent ?? standIn(rest, defaults)
  if (stated === undefined) return fields.reject('the region says nothing')
  if (intent === undefined) fields.problems.missingIntent(fields.pointer)
  return {
    ...(file === undefined ? {} : { file }),
    ...(ast_anchor === undefined ? {} : { ast_anchor }),
    ...(lines === undefined ? {} : { lines }),
    intent: stated,
    ...rest,
  }
}

function standIn(region: Omit<Region, 'intent'>, defaults: RegionDefaults): string | undefined {
  const said = region.reasoning ?? region.risk_notes ?? region.constraints[0]?.text
  const saysMore =
    region.rejected_alternatives.length > 0 ||
    region.semantic_dependencies.length > 0 ||
    region.related_annotations.length > 0 ||
    region.corrections.length > 0 ||
    region.unknown_keys !== undefined
  return said !== undefined || saysMore ? (defaults.intent ?? said) : undefined
}

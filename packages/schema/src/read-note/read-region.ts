import type { Writable } from 'type-fest'
import type { Constraint, Region, RelatedAnnotation, SemanticDependency } from '../annotation.ts'
import { parsePlace } from '../place.ts'
import type { FieldReader } from './field-reader.ts'
import { readAnchor } from './read-anchor.ts'
import {
  alternative,
  readAlternative,
  readConstraint,
  readDependency,
  readEvidence,
  readHoldingTest,
  readRelated,
} from './read-entries.ts'
import { readRecording } from './read-recording.ts'

/** Values that a region takes from its context. */
export interface RegionDefaults {
  /** The source of constraints that do not name one. */
  readonly constraintSource: Constraint['source']
  /** The intent of a region that has none. */
  readonly intent?: string | undefined
  /** Another key that may contain the anchor. */
  readonly anchorAlias?: string
}

/** Reads a region of `chronicle/v1`. Returns `undefined`, and reports it, if the region is empty. */
export function readRegion(fields: FieldReader, defaults: RegionDefaults): Region | undefined {
  const { constraintSource, anchorAlias } = defaults
  const region: Writable<Region> = {
    intent: '',
    constraints: fields.objectsOrTexts(
      'constraints',
      (entry) => readConstraint(entry, constraintSource),
      (text) => ({ text, source: constraintSource }),
    ),
    semantic_dependencies: fields.objectsOrTexts('semantic_dependencies', readDependency, dependencyOn),
    related_annotations: fields.objectsOrTexts('related_annotations', readRelated, linkTo),
    tags: fields.texts('tags'),
    rejected_alternatives: fields.objectsOrTexts('rejected_alternatives', readAlternative, alternative),
    evidence: fields.objects('evidence', readEvidence),
    corrections: fields.foreignObjects('corrections'),
  }
  // Fields are assigned one by one: notes have thousands of regions, and spreading is several times slower.
  const file = fields.regionPath('file')
  if (file !== undefined) region.file = file
  const anchor = readAnchor(fields, 'ast_anchor', anchorAlias)
  if (anchor !== undefined) region.ast_anchor = anchor
  const lines = fields.lines('lines')
  if (lines !== undefined) region.lines = lines
  const level = fields.word('context_level', CONTEXT_LEVELS)
  if (level !== undefined) region.context_level = level
  const recorded = readRecording(fields.object('recorded'))
  if (recorded !== undefined) region.recorded = recorded
  const reasoning = fields.text('reasoning')
  if (reasoning !== undefined) region.reasoning = reasoning
  const risk = fields.text('risk_notes')
  if (risk !== undefined) region.risk_notes = risk
  const tests = fields.objects('held_by_tests', readHoldingTest)
  if (tests.length > 0) region.held_by_tests = tests
  const intent = fields.text('intent')
  const { unknown_keys } = fields.unknownKeys()
  if (unknown_keys !== undefined) region.unknown_keys = unknown_keys
  const stated = intent ?? standIn(region, defaults)
  if (stated === undefined) return fields.reject('the region says nothing')
  if (intent === undefined) fields.problems.missingIntent(fields.pointer)
  region.intent = stated
  return region
}

const CONTEXT_LEVELS = ['enhanced', 'inferred'] as const

function dependencyOn(place: string): SemanticDependency {
  const { file, anchor = '' } = parsePlace(place)
  return { file, anchor, nature: '' }
}

function linkTo(commit: string): RelatedAnnotation {
  return { commit, anchor: '', relationship: '' }
}

function standIn(region: Region, defaults: RegionDefaults): string | undefined {
  const mainText = region.reasoning ?? region.risk_notes ?? region.constraints[0]?.text
  const saysMore =
    region.rejected_alternatives.length > 0 ||
    region.semantic_dependencies.length > 0 ||
    region.related_annotations.length > 0 ||
    region.held_by_tests !== undefined ||
    region.corrections.length > 0 ||
    region.unknown_keys !== undefined
  return mainText !== undefined || saysMore ? (defaults.intent ?? mainText) : undefined
}

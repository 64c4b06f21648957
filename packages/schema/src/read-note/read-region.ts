import {
  UNKNOWN_UNIT_TYPE,
  type AstAnchor,
  type Constraint,
  type CrossCuttingConcern,
  type Region,
} from '../annotation.ts'
import { isJsonObject } from '../canonical-json.ts'
import { normalizePath } from '../repo-path.ts'
import { formatPlace, parsePlace } from '../place.ts'
import { FieldReader } from './field-reader.ts'
import { readAlternative, readConstraint, readDependency, readEvidence, readRelated } from './read-entries.ts'
import { describeValue } from './note-problems.ts'

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

/** An anchor as an object, or as a plain name. `undefined`, and reported, if it has no name. */
export function readAnchor(fields: FieldReader, ...keys: readonly [string, ...string[]]): AstAnchor | undefined {
  const value = fields.value(...keys)
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string') return { type: UNKNOWN_UNIT_TYPE, name: value }
  const pointer = fields.at(keys.find((key) => fields.has(key)) ?? keys[0])
  if (!isJsonObject(value)) {
    fields.problems.ignored(pointer, `expected an object, found ${describeValue(value)}`)
    return undefined
  }
  const anchor = new FieldReader(value, pointer, fields.problems)
  const type = anchor.text('type', 'unit_type') ?? UNKNOWN_UNIT_TYPE
  const name = anchor.text('name')
  const signature = anchor.text('signature')
  if (name === undefined) return anchor.reject('the anchor has no name')
  return { type, name, ...(signature === undefined ? {} : { signature }), ...anchor.unknownKeys() }
}

/** A cross-cutting concern. Its places may be texts or `{file, anchor}`; more detail is kept as `region_details`. */
export function readConcern(fields: FieldReader): CrossCuttingConcern | undefined {
  const description = fields.text('description') ?? ''
  const details: unknown[] = []
  const regions = fields.objectsOrTexts(
    'regions',
    (place) => {
      const file = place.text('file')
      const anchor = place.text('anchor')
      if (file === undefined) return place.reject('the place names no file')
      const { unknown_keys } = place.unknownKeys()
      if (unknown_keys !== undefined)
        details.push({ file, ...(anchor === undefined ? {} : { anchor }), ...unknown_keys })
      return formatPlace({ file: normalizePath(file) ?? file, ...(anchor === undefined ? {} : { anchor }) })
    },
    (text) => formatPlace(parsePlace(text)),
  )
  const nature = fields.text('nature')
  const tags = fields.texts('tags')
  if (description === '' && nature === undefined && regions.length === 0)
    return fields.reject('the concern says nothing')
  return {
    description,
    regions,
    ...(nature === undefined ? {} : { nature }),
    tags,
    ...fields.unknownKeys(details.length === 0 ? {} : { region_details: details }),
  }
}

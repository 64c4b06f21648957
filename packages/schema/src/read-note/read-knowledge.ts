import type { Annotation, Region, RelatedAnnotation, UnknownKeys } from '../annotation.ts'
import type { CommitId } from '../ids.ts'
import { normalizeRegionPath, REPOSITORY_PATH } from '../region-path.ts'
import { completeRegion, joinLines } from './complete-region.ts'
import type { FieldReader } from './field-reader.ts'
import { takeFromBudget, type RegionBudget } from './read-regions.ts'

/** The note belongs to no commit whose summary could be used here. */
const SUMMARY = 'Conventions, boundaries and anti-patterns of the repository.'

/** The relationship of a rule to the commit in which it was decided. */
export const DECIDED_IN = 'decided in'
/** The relationship of an anti-pattern to the commit from which it was learned. */
export const LEARNED_FROM = 'learned from'

/**
 * Reads a `chronicle/knowledge-v1` note as an annotation whose regions are rules for a folder or the repository.
 * Conventions and boundaries become constraints; anti-patterns become rejected alternatives that say what to do
 * instead. Commits that they name become links. What does not fit in a region is kept under its unknown keys.
 */
export function readKnowledge(
  fields: FieldReader,
  context: { readonly commit: CommitId; readonly readFrom: string; readonly budget: RegionBudget },
): Annotation {
  const { budget } = context
  const read =
    (entry: (fields: FieldReader) => Region | undefined) =>
    (each: FieldReader): Region | undefined =>
      takeFromBudget(budget) ? entry(each) : undefined
  const regions = [
    ...fields.objects('conventions', read(readConvention)),
    ...fields.objects('boundaries', read(readBoundary)),
    ...fields.objects('anti_patterns', read(readAntiPattern)),
  ]
  const timestamp = fields.time('timestamp') ?? ''
  return {
    commit: context.commit,
    timestamp,
    summary: SUMMARY,
    context_level: 'enhanced',
    regions,
    cross_cutting: [],
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
    read_from: [context.readFrom],
    ...keysWithoutField({}, fields),
  }
}

function readConvention(fields: FieldReader): Region | undefined {
  const [id, scope, rule] = [fields.text('id'), fields.text('scope'), fields.text('rule')]
  const stability = fields.text('stability')
  const decided = readLink(fields, 'decided_in', DECIDED_IN)
  if (rule === undefined) return fields.reject('the convention has no rule')
  const place = readScope(scope)
  return completeRegion({
    file: place.file,
    intent: rule,
    reasoning: joinLines(place.exact ? undefined : scope && `Scope: ${scope}`, decided.text),
    constraints: [{ text: rule, source: 'author' }],
    related_annotations: decided.links,
    tags: ['convention', ...(stability === undefined ? [] : [stability])],
    ...keysWithoutField({ id, scope }, fields),
  })
}

function readBoundary(fields: FieldReader): Region | undefined {
  const [id, module, owns] = [fields.text('id'), fields.text('module'), fields.text('owns')]
  const boundary = fields.text('boundary')
  const decided = readLink(fields, 'decided_in', DECIDED_IN)
  const intent = owns ?? boundary
  if (intent === undefined) return fields.reject('the boundary says nothing')
  const place = readScope(module)
  return completeRegion({
    file: place.file,
    intent: owns === undefined ? intent : `Owns: ${owns}`,
    reasoning: joinLines(place.exact ? undefined : module && `Module: ${module}`, decided.text),
    constraints: boundary === undefined ? [] : [{ text: boundary, source: 'author' }],
    related_annotations: decided.links,
    tags: ['boundary'],
    ...keysWithoutField({ id, module }, fields),
  })
}

function readAntiPattern(fields: FieldReader): Region | undefined {
  const [id, pattern, instead] = [fields.text('id'), fields.text('pattern'), fields.text('instead')]
  const learned = readLink(fields, 'learned_from', LEARNED_FROM)
  if (pattern === undefined) return fields.reject('the anti-pattern names no pattern')
  return completeRegion({
    file: REPOSITORY_PATH,
    intent: `Avoid: ${pattern}`,
    reasoning: learned.text,
    rejected_alternatives: [{ approach: pattern, reason: instead === undefined ? '' : `Instead: ${instead}` }],
    related_annotations: learned.links,
    tags: ['anti-pattern'],
    ...keysWithoutField({ id }, fields),
  })
}

const COMMIT = /^[0-9a-f]{4,64}$/i

/** Reads a commit as a link, and any other text as a sentence. */
function readLink(
  fields: FieldReader,
  key: string,
  relationship: string,
): { readonly links: readonly RelatedAnnotation[]; readonly text?: string } {
  const text = fields.text(key)
  if (text === undefined) return { links: [] }
  if (COMMIT.test(text)) return { links: [{ commit: text, anchor: '', relationship }] }
  return { links: [], text: `${relationship.charAt(0).toUpperCase()}${relationship.slice(1)}: ${text}` }
}

const EVERYWHERE = /^(?:\*{1,2}|\*\*\/\*|\/|all|any|everywhere|global|project|repo|repository)?$/i
const PATTERN = /[*?[{]/
const NAMED_FILE = /(?:^|\/)\.*[^/.][^/]*\.\w+$/

/**
 * Parses the scope of a rule. A pattern becomes the folder before it; a word that is not a path becomes the repository.
 * A scope that is too wide is still read, while a rule for a missing folder would not be. `exact`: nothing of the text
 * is lost.
 */
function readScope(text = ''): { readonly file: string; readonly exact: boolean } {
  if (EVERYWHERE.test(text.trim())) return { file: REPOSITORY_PATH, exact: true }
  const pattern = PATTERN.exec(text)
  if (pattern !== null) {
    const before = normalizeRegionPath(text.slice(0, text.lastIndexOf('/', pattern.index) + 1)) ?? REPOSITORY_PATH
    return { file: before, exact: /\/\*\*?(?:\/\*)?$/.test(text) && text.indexOf('*') === pattern.index }
  }
  const path = /\s/.test(text) ? undefined : normalizeRegionPath(text)
  if (path === undefined || (!path.includes('/') && !NAMED_FILE.test(path)))
    return { file: REPOSITORY_PATH, exact: false }
  return { file: path.endsWith('/') || NAMED_FILE.test(path) ? path : `${path}/`, exact: true }
}

/** Returns what has no field in a region, unchanged, as unknown keys. */
function keysWithoutField(
  texts: Readonly<Record<string, string | undefined>>,
  fields: FieldReader,
): { readonly unknown_keys?: UnknownKeys } {
  const known = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))
  const { unknown_keys: unknown } = fields.unknownKeys(known)
  return unknown === undefined || Object.keys(unknown).length === 0 ? {} : { unknown_keys: { knowledge_v1: unknown } }
}

import { UNKNOWN_UNIT_TYPE, type Region } from '../annotation.ts'
import { parseLineRange } from '../line-range.ts'
import { parsePlace } from '../place.ts'
import { completeRegion, legacyKeys } from './complete-region.ts'
import type { FieldReader } from './field-reader.ts'

/** Reads a decision of a `chronicle/v2` note: one region for each place in its scope, or one for the whole commit. */
export function readDecision(fields: FieldReader, filesChanged: ReadonlySet<string>): readonly Region[] | undefined {
  const what = fields.text('what')
  const why = fields.text('why')
  const stability = fields.text('stability')
  const revisit = fields.text('revisit_when')
  const scope = fields.texts('scope')
  const intent = what ?? why
  if (intent === undefined) return fields.reject('the decision says nothing')
  const places = scope.map((text) => parseScope(text, filesChanged))
  const unparsed = scope.filter((_, index) => places[index] === undefined)
  const region = completeRegion({
    intent,
    reasoning: what === undefined ? undefined : why,
    tags: stability === undefined ? [] : [stability],
    risk_notes: revisit && `Revisit when: ${revisit}`,
    ...legacyKeys('chronicle_v2', fields.unknownKeys(unparsed.length === 0 ? {} : { scope: unparsed })),
  })
  const found = places.filter((place) => place !== undefined)
  return found.length === 0 ? [region] : found.map((place) => ({ ...place, ...region }))
}

/** A path with a folder, a name and an extension. */
const FILE_IN_FOLDER = /^[^\s/]+(?:\/[^\s/]+)*\/[^\s/]*\.\w+$/

/**
 * Parses a scope as a place if it certainly is one: its file part has a folder and an extension, or the commit is known
 * to have changed that file. A word mistaken for a file would hide the decision from every reader.
 */
function parseScope(
  text: string,
  filesChanged: ReadonlySet<string>,
): Pick<Region, 'file' | 'ast_anchor' | 'lines'> | undefined {
  const { file, anchor } = parsePlace(text)
  if (!filesChanged.has(file) && !FILE_IN_FOLDER.test(file)) return undefined
  if (anchor === undefined) return { file }
  const lines = parseLineRange(anchor)
  return lines.isOk() ? { file, lines: lines.value } : { file, ast_anchor: { type: UNKNOWN_UNIT_TYPE, name: anchor } }
}

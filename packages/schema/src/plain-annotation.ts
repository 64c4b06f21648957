import { isJsonObject, type JsonObject } from './canonical-json.ts'
import { isTooDeep } from './read-note/nesting.ts'
import { decodeNote, parseJson } from './read-note/parse-documents.ts'
import { NoteProblems } from './read-note/note-problems.ts'
import type { CommitId } from './ids.ts'
import { normalizePath } from './repo-path.ts'

/** The parts of an annotation that an index uses, as they are in the document. */
export interface IndexedParts {
  readonly regions?: readonly {
    readonly file?: string
    readonly semantic_dependencies?: readonly { readonly file: string; readonly anchor?: string }[]
    readonly held_by_tests?: readonly { readonly file: string }[]
    readonly tags?: readonly string[]
  }[]
  readonly cross_cutting?: readonly { readonly regions: readonly string[] }[]
}

/** Larger notes, and notes with more regions, are left to `readNote`. */
const MAX_BYTES = 1_000_000
const MAX_REGIONS = 10_000

/**
 * Returns a note whose parts that an index uses all have the strictest form, which Chronicle itself writes. `readNote`
 * would return the same values for them, only more slowly, which matters for an index of a hundred thousand notes.
 * Returns `undefined` if anything is out of the ordinary.
 */
export function parseStrictAnnotation(commit: CommitId, bytes: Uint8Array): IndexedParts | undefined {
  if (bytes.length > MAX_BYTES) return undefined
  const problems = new NoteProblems(commit)
  const text = decodeNote(bytes, problems)
  if (text.includes('\uFFFD') || isTooDeep(text)) return undefined
  const document = parseJson(text)
  if (!isJsonObject(document) || document['$schema'] !== 'chronicle/v1') return undefined
  const { regions, cross_cutting: concerns } = document
  if (Array.isArray(regions) && regions.length > MAX_REGIONS) return undefined
  return isListOf(regions, isPlainRegion) && isListOf(concerns, isPlainConcern) ? document : undefined
}

function isPlainRegion(region: unknown): boolean {
  if (!isJsonObject(region) || !isText(region['intent'])) return false
  const { file, held_by_tests: tests, semantic_dependencies: dependencies, tags } = region
  return (
    (file === undefined || isPlainPath(file)) &&
    isListOf(dependencies, isPlainDependency) &&
    isListOf(tests, isPlainTest) &&
    isListOf(tags, isText)
  )
}

function isPlainDependency(dependency: unknown): boolean {
  if (!isJsonObject(dependency)) return false
  const { file, anchor } = dependency
  return isPlainPath(file) && (anchor === undefined || typeof anchor === 'string')
}

function isPlainTest(test: unknown): boolean {
  return isJsonObject(test) && isText(test['title']) && isPlainPath(test['file'])
}

function isPlainConcern(concern: unknown): boolean {
  return isJsonObject(concern) && isText(concern['description']) && isRequiredListOf(concern, 'regions', isText)
}

function isPlainPath(path: unknown): boolean {
  return isText(path) && normalizePath(path) === path
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** Whether a value is absent or a list of valid entries. */
function isListOf(value: unknown, isEntry: (entry: unknown) => boolean): boolean {
  return value === undefined || (Array.isArray(value) && value.every(isEntry))
}

function isRequiredListOf(object: JsonObject, key: string, isEntry: (entry: unknown) => boolean): boolean {
  return object[key] !== undefined && isListOf(object[key], isEntry)
}

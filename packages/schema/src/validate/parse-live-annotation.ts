import type * as z from 'zod'
import type { ContextLevel, CrossCuttingConcern, Region, UnknownKeys } from '../annotation.ts'
import { isJsonObject } from '../canonical-json.ts'
import type { CommitId, RepoPath } from '../ids.ts'
import { FieldReader } from '../read-note/field-reader.ts'
import { NoteProblems } from '../read-note/note-problems.ts'
import { readConcern } from '../read-note/read-concern.ts'
import { readRegion } from '../read-note/read-region.ts'
import { err, ok, type Result } from '../result.ts'
import { invalidAnnotation, type InvalidAnnotation } from './invalid-annotation.ts'
import { liveAnnotationSchema, recordDocumentSchema } from './input-schemas.ts'
import { findProblems, type UnknownKey } from './problems.ts'
import { omitUndefined } from '../omit-undefined.ts'

/**
 * A region as its author states it. An anchor given as a name has the type `UNKNOWN_UNIT_TYPE`, which is resolved
 * later.
 */
export type LiveRegion = Region & { readonly file: RepoPath }

/** What the author of a commit states about it, with short forms expanded and defaults filled in. */
export interface LiveAnnotationInput {
  /** A revision; `HEAD` by default. */
  readonly commit: string
  readonly summary: string
  readonly task?: string
  /** `enhanced` by default. Constraints without a source then have the source `author`. */
  readonly context_level: ContextLevel
  readonly regions: readonly LiveRegion[]
  readonly cross_cutting: readonly CrossCuttingConcern[]
  readonly unknown_keys?: UnknownKeys
}

/** An author's statement, and the keys in it that no reader understands. */
export interface LiveAnnotation {
  readonly input: LiveAnnotationInput
  /**
   * Unknown keys, including probable misspellings. They are stored as `unknown_keys`, which no reader uses, except for
   * those in `RESERVED_KEYS`, which are not stored.
   */
  readonly unknownKeys: readonly UnknownKey[]
}

/** Keys of a complete document that an author may not set. */
const RESERVED_KEYS = ['$schema', 'schema', 'timestamp', 'provenance'] as const

/**
 * Parses the short form that `annotate --live` accepts: `{"summary", "regions": [{"file", "intent"}]}` is enough. All
 * problems are reported together, as `invalid_annotation`.
 */
export function parseLiveAnnotation(json: unknown): Result<LiveAnnotation, InvalidAnnotation> {
  return parse(json, liveAnnotationSchema)
}

/**
 * Parses the same short form for `record`. The summary is optional and defaults to empty, because the document is about
 * the code and not the commit. The document must not be empty, or its commit would count as annotated.
 */
export function parseRecordDocument(json: unknown): Result<LiveAnnotation, InvalidAnnotation> {
  return parse(json, recordDocumentSchema).andThen((parsed) => {
    const { cross_cutting: groups, regions, summary } = parsed.input
    if (regions.length > 0 || groups.length > 0 || summary !== '') return ok(parsed)
    const problem = { path: 'regions', expected: 'a region or more', found: 'none' }
    return err(invalidAnnotation({ problems: [problem], unknownKeys: parsed.unknownKeys }))
  })
}

function parse(json: unknown, schema: z.ZodType): Result<LiveAnnotation, InvalidAnnotation> {
  const { problems, unknownKeys } = findProblems(schema, json)
  if (problems.length > 0 || !isJsonObject(json)) return err(invalidAnnotation({ problems, unknownKeys }))
  // The validator has already reported all problems, so this object stays empty. The commit is still unresolved.
  const fields = new FieldReader(json, '', new NoteProblems('' as CommitId))
  for (const key of RESERVED_KEYS) fields.value(key)
  const task = fields.text('task')
  const context_level = fields.word('context_level', ['enhanced', 'inferred']) ?? 'enhanced'
  const constraintSource = context_level === 'enhanced' ? 'author' : 'inferred'
  const input: LiveAnnotationInput = {
    commit: fields.text('commit') ?? 'HEAD',
    summary: fields.text('summary') ?? '',
    ...omitUndefined({ task }),
    context_level,
    regions: fields.objects('regions', (region) => {
      // An author cannot state who recorded the region: that key is reported as unknown and dropped.
      const read = readRegion(region, { constraintSource, anchorAlias: 'anchor' })
      return read && withoutRecording(read)
    }) as readonly LiveRegion[],
    cross_cutting: fields.objects('cross_cutting', readConcern),
    ...fields.unknownKeys(),
  }
  return ok({ input, unknownKeys })
}

function withoutRecording({ recorded: _, ...region }: Region): Region {
  return region
}

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

/** A region as its author states it. An anchor given by name has the type `UNKNOWN_UNIT_TYPE`, to be looked up. */
export type LiveRegion = Region & { readonly file: RepoPath }

/** What the author of a commit states about it, with every short form written out and every default filled in. */
export interface LiveAnnotationInput {
  /** A revision, `HEAD` if the author named none. */
  readonly commit: string
  readonly summary: string
  readonly task?: string
  /** `enhanced` unless the author says otherwise; then constraints without a source are the author's. */
  readonly context_level: ContextLevel
  readonly regions: readonly LiveRegion[]
  readonly cross_cutting: readonly CrossCuttingConcern[]
  readonly unknown_keys?: UnknownKeys
}

/** An author's statement, and what of it no reader will understand. */
export interface LiveAnnotation {
  readonly input: LiveAnnotationInput
  /**
   * Keys that mean nothing here, probable misspellings among them. They are stored as `unknown_keys`, where nobody
   * looks; except those in `SET_BY_CHRONICLE`, which are not stored.
   */
  readonly unknownKeys: readonly UnknownKey[]
}

/** Keys of a complete document that are not for the author to say. */
const SET_BY_CHRONICLE = ['$schema', 'schema', 'timestamp', 'provenance'] as const

/**
 * Reads the short form that `annotate --live` takes: `{"summary", "regions": [{"file", "intent"}]}` is enough.
 * All that is wrong is reported at once, as `invalid_annotation`.
 */
export function parseLiveAnnotation(json: unknown): Result<LiveAnnotation, InvalidAnnotation> {
  return parse(json, liveAnnotationSchema)
}

/**
 * The same document without need of a summary, which is empty then: it speaks of the code, not of the commit. It has to
 * say something, or its commit would count as one on which something is recorded.
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
  // Where problems would be reported there are none left; the commit is not known before it is resolved.
  const fields = new FieldReader(json, '', new NoteProblems('' as CommitId))
  for (const key of SET_BY_CHRONICLE) fields.value(key)
  const task = fields.text('task')
  const context_level = fields.word('context_level', ['enhanced', 'inferred']) ?? 'enhanced'
  const constraintSource = context_level === 'enhanced' ? 'author' : 'inferred'
  const input: LiveAnnotationInput = {
    commit: fields.text('commit') ?? 'HEAD',
    summary: fields.text('summary') ?? '',
    ...omitUndefined({ task }),
    context_level,
    regions: fields.objects('regions', (region) => {
      // Who recorded it is not for the author to say: what they say of it is reported as unknown, and not kept.
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

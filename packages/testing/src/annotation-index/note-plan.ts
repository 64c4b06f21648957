import { createHash } from 'node:crypto'
import type { BlobId, CommitId } from '@chronicle/schema'
import * as fc from 'fast-check'

/** Words for planned notes: few, so that notes overlap, and including some that a careless index gets wrong. */
export const PLANNED_FILES: readonly string[] = [
  'a.ts',
  'b.ts',
  'deep/c.ts',
  'deep/er/d.ts',
  'deep.ts',
  '__proto__',
  'constructor',
  'o\u0308ffnen \u{1f600}.ts',
  '\ufffd.ts',
]
/** Folders that regions are rules for. */
export const PLANNED_FOLDERS: readonly string[] = ['deep/', './']
export const PLANNED_TAGS: readonly string[] = ['Security', 'security', 'ÄRGER', 'a.ts', 'toString']
const ANCHORS = ['f', 'g', "it's; --", '\ud83d']

/** One note, by the words that it can be found with. */
export interface NotePlan {
  readonly files: readonly string[]
  readonly targets: readonly (readonly [file: string, anchor: string])[]
  readonly groups: readonly string[]
  readonly tags: readonly string[]
  /** Whether the note cannot be parsed, so that it may be about anything. */
  readonly broken: boolean
}

/** A change of the note of one commit. Ref and commit are positions; `undefined` removes the note. */
export type NoteEdit = readonly [ref: number, commit: number, plan: NotePlan | undefined]

/** Generates notes with zero to three regions. A dependency or a tag needs a region to be in. */
export const notePlanArbitrary: fc.Arbitrary<NotePlan> = fc.record({
  files: fc.uniqueArray(fc.constantFrom(...PLANNED_FILES, ...PLANNED_FOLDERS), { maxLength: 3 }),
  targets: fc.uniqueArray(fc.tuple(fc.constantFrom(...PLANNED_FILES), fc.constantFrom(...ANCHORS)), {
    maxLength: 2,
    selector: String,
  }),
  groups: fc.uniqueArray(fc.constantFrom(...PLANNED_FILES), { maxLength: 2 }),
  tags: fc.uniqueArray(fc.constantFrom(...PLANNED_TAGS), { maxLength: 2 }),
  broken: fc.boolean(),
})

/** Generates steps, each of which changes the notes of a few commits on a few refs together. */
export function noteStepsArbitrary(commits: number, refs: number): fc.Arbitrary<readonly (readonly NoteEdit[])[]> {
  const edit = fc.tuple(fc.nat(refs - 1), fc.nat(commits - 1), fc.option(notePlanArbitrary, { nil: undefined }))
  return fc.array(fc.array(edit, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })
}

/** Returns the bytes of a planned note. */
export function plannedNote(commit: CommitId, plan: NotePlan): Uint8Array {
  if (plan.broken) return new TextEncoder().encode('{ not a note')
  const [first] = plan.files
  const regions = plan.files.map((file) => ({
    file,
    ast_anchor: { type: 'function', name: 'f' },
    lines: { start: 1, end: 1 },
    intent: 'x',
    tags: file === first ? plan.tags : [],
    semantic_dependencies:
      file === first ? plan.targets.map(([target, anchor]) => ({ file: target, anchor, nature: 'n' })) : [],
  }))
  const cross_cutting = plan.groups.map((file) => ({ description: file, regions: [`${file}:f`] }))
  const timestamp = '2026-01-01T00:00:00Z'
  return new TextEncoder().encode(
    JSON.stringify({ $schema: 'chronicle/v1', commit, summary: 's', timestamp, regions, cross_cutting }),
  )
}

/** Computes the id that git assigns to a blob. */
export function blobIdOf(bytes: Uint8Array, format: 'sha1' | 'sha256' = 'sha1'): BlobId {
  return createHash(format).update(`blob ${bytes.length}\0`).update(bytes).digest('hex') as BlobId
}

import type { ContextLevel, Provenance } from '../annotation.ts'
import type { CommitId } from '../ids.ts'
import type { FieldReader } from './field-reader.ts'
import { readRecording } from './read-recording.ts'
import { omitEmpty } from '../omit-empty.ts'
import { omitUndefined } from '../omit-undefined.ts'

const OPERATIONS = ['initial', 'squash', 'amend'] as const

const NO_PROVENANCE: Provenance = { operation: 'initial', derived_from: [], original_annotations_preserved: false }

/**
 * Reads provenance of any format. `chronicle/v1` names an operation. Later formats name a source, which also
 * distinguishes what the author stated from what was inferred; the source is kept beside its operation.
 */
export function readProvenance(fields: FieldReader | undefined): {
  readonly provenance: Provenance
  /** The context level for documents that do not state one. */
  readonly level: ContextLevel
} {
  if (fields === undefined) return { provenance: NO_PROVENANCE, level: 'inferred' }
  const hasSource = !fields.has('operation') && fields.has('source')
  const source = hasSource ? fields.text('source') : undefined
  const operation = hasSource ? OPERATIONS.find((each) => each === source) : fields.word('operation', OPERATIONS)
  const notes = hasSource ? fields.text('synthesis_notes', 'notes') : fields.text('synthesis_notes')
  const recorded = readRecording(fields.object('recorded'))
  const provenance: Provenance = {
    operation: operation ?? 'initial',
    derived_from: fields.texts('derived_from'),
    original_annotations_preserved: fields.flag('original_annotations_preserved') ?? false,
    ...omitEmpty({ scrubbed: fields.flag('scrubbed') ?? false }),
    ...omitUndefined({ synthesis_notes: notes, recorded }),
    ...fields.unknownKeys(omitUndefined({ source })),
  }
  const byAuthor = source === 'live' || source === 'author'
  const byMachine = source === 'batch' || source === 'backfill'
  const isStatedByAuthor = byAuthor || (hasSource && !byMachine && fields.has('author'))
  return { provenance, level: isStatedByAuthor ? 'enhanced' : 'inferred' }
}

/** Adds the commit that the note names to `derived_from` if the note was copied here from that commit. */
export function derivedFrom(provenance: Provenance, recorded: string | undefined, commit: CommitId): Provenance {
  const id = recorded?.toLowerCase()
  if (id === undefined || !/^[0-9a-f]{7,64}$/.test(id) || commit.startsWith(id)) return provenance
  if (provenance.derived_from.includes(id)) return provenance
  return { ...provenance, derived_from: [...provenance.derived_from, id] }
}

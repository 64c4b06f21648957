import type { Annotation } from '../annotation.ts'
import type { Diagnostic } from '../coded-error.ts'
import type { CommitId } from '../ids.ts'
import { mergeAll } from '../merge-annotations.ts'
import { documentFormat } from './document-format.ts'
import { FieldReader } from './field-reader.ts'
import { NoteProblems } from './note-problems.ts'
import { parseDocuments } from './parse-documents.ts'
import { readAnnotation } from './read-annotation.ts'
import type { RegionBudget } from './read-regions.ts'
import { readKnowledge } from './read-knowledge.ts'

/** Information that the note does not contain itself. */
export interface NoteContext {
  /** The commit that the note is attached to. It is used whatever commit the document names. */
  readonly commit: CommitId
  /**
   * Maximum number of regions. Further ones are skipped, with the diagnostic `note_truncated`. Code that writes the
   * annotation back must read without a limit (`Infinity`). Default 10,000.
   */
  readonly maxRegions?: number
}

/** The result of reading a note. */
export interface NoteReading {
  /** Absent when the note contains no readable annotation; the diagnostics say why. */
  readonly annotation: Annotation | undefined
  /**
   * `malformed_note`: nothing could be read. `repaired_json`, `concatenated_note`, `unreadable_part`, `invalid_utf8`,
   * `unknown_schema`, `note_truncated`: the note was read, though perhaps not completely. `ignored_field`,
   * `missing_intent`: a single value has a problem. `knowledge_note` (info): the note is about the repository, not a
   * commit.
   */
  readonly diagnostics: readonly Diagnostic[]
}

const MAX_REGIONS = 10_000

/**
 * Reads the bytes of a note, in any format that Chronicle or its relatives ever wrote, into the one model. Never
 * throws; time and memory are bounded by the size of the note. Each value that cannot be understood is skipped and
 * reported. Values of unknown keys are kept. Several documents in one note are merged.
 */
export function readNote(bytes: Uint8Array, context: NoteContext): NoteReading {
  const problems = new NoteProblems(context.commit)
  const budget: RegionBudget = { remaining: context.maxRegions ?? MAX_REGIONS, exceeded: false }
  const documents = parseDocuments(bytes, problems)
  const annotations: Annotation[] = []
  const foreign: string[] = []
  let knowledge = false
  for (const [index, document] of documents.entries()) {
    const fields = new FieldReader(document, documents.length === 1 ? '' : `document ${index + 1} `, problems)
    const schema = fields.text('$schema', 'schema')
    const answer = documentFormat(document, schema, fields)
    if ('reason' in answer) {
      foreign.push(answer.reason)
    } else if (answer.format === 'knowledge') {
      knowledge = true
      annotations.push(readKnowledge(fields, { commit: context.commit, readFrom: schema ?? 'unknown', budget }))
    } else {
      const readFrom = schema ?? 'unknown'
      annotations.push(readAnnotation(fields, answer.format, { commit: context.commit, readFrom, budget }))
    }
  }
  const [first, ...others] = annotations
  if (foreign[0] !== undefined) {
    if (first === undefined) problems.malformed(foreign[0])
    else problems.add('unreadable_part', `Leaving out a part of the note on commit ${context.commit}: ${foreign[0]}`)
  }
  if (knowledge) {
    problems.add('knowledge_note', `The note on ${context.commit} is about the repository, not about a commit`, 'info')
  }
  if (budget.exceeded) {
    const limit = context.maxRegions ?? MAX_REGIONS
    problems.add(
      'note_truncated',
      `The annotation on commit ${context.commit} has more than ${limit} regions; the rest is left out`,
    )
  }
  return {
    annotation: first && (others.length === 0 ? first : mergeAll([first, ...others])),
    diagnostics: problems.diagnostics(),
  }
}

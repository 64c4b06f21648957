import type {
  Constraint,
  Evidence,
  HoldingTest,
  RejectedAlternative,
  RelatedAnnotation,
  SemanticDependency,
} from '../annotation.ts'
import { normalizePath } from '../repo-path.ts'
import type { FieldReader } from './field-reader.ts'
import { omitUndefined } from '../omit-undefined.ts'

/** Reads one entry of `constraints`. */
export function readConstraint(fields: FieldReader, defaultSource: Constraint['source']): Constraint | undefined {
  const text = fields.text('text')
  const source = fields.word('source', ['author', 'inferred']) ?? defaultSource
  if (text === undefined) return fields.reject('the constraint has no text')
  return { text, source, ...fields.unknownKeys() }
}

/** Reads one entry of `semantic_dependencies`. The file may be outside the repository, so any text is kept. */
export function readDependency(fields: FieldReader): SemanticDependency | undefined {
  const file = fields.text('file')
  const anchor = fields.text('anchor') ?? ''
  const nature = fields.text('nature') ?? ''
  if (file === undefined) return fields.reject('the dependency names no file')
  return { file: normalizePath(file) ?? file, anchor, nature, ...fields.unknownKeys() }
}

/** Reads one entry of `related_annotations`. */
export function readRelated(fields: FieldReader): RelatedAnnotation | undefined {
  const commit = fields.text('commit')
  const anchor = fields.text('anchor') ?? ''
  const relationship = fields.text('relationship') ?? ''
  if (commit === undefined) return fields.reject('the link names no commit')
  return { commit, anchor, relationship, ...fields.unknownKeys() }
}

/** Reads one entry of `rejected_alternatives`. */
export function readAlternative(fields: FieldReader): RejectedAlternative | undefined {
  const approach = fields.text('approach')
  const reason = fields.text('reason') ?? ''
  if (approach === undefined) return fields.reject('the alternative names no approach')
  return { approach, reason, ...fields.unknownKeys() }
}

/** Returns a rejected alternative of which only the approach is known. */
export function alternative(approach: string): RejectedAlternative {
  return { approach, reason: '' }
}

/** Reads one entry of `held_by_tests`. */
export function readHoldingTest(fields: FieldReader): HoldingTest | undefined {
  const title = fields.text('title')
  const file = fields.path('file')
  const line = fields.line('line')
  if (title === undefined || file === undefined) return fields.reject('the test has no title or no file')
  return { title, file, ...omitUndefined({ line }), ...fields.unknownKeys() }
}

const EVIDENCE_KINDS = ['commit_message', 'file_lines', 'diff_hunk', 'author_context', 'discussion'] as const

/** Reads one entry of `evidence`. */
export function readEvidence(fields: FieldReader): Evidence | undefined {
  const kind = fields.word('kind', EVIDENCE_KINDS)
  const quote = fields.text('quote')
  const commit = fields.text('commit')
  const file = fields.path('file')
  const lines = fields.lines('lines')
  const url = fields.text('url')
  const author = fields.text('author')
  if (kind === undefined) return fields.reject('the evidence does not say of what kind it is')
  return {
    kind,
    ...omitUndefined({ quote, commit, file, lines, url, author }),
    ...fields.unknownKeys(),
  }
}

import type { Diagnostic } from '../coded-error.ts'
import type { CommitId } from '../ids.ts'

/** Keeps a damaged note of 100,000 entries from causing as many warnings. */
const MAX_FIELD_PROBLEMS = 20

/** The codes of problems in a note; see `NoteReading.diagnostics`. */
export type NoteProblemCode =
  | 'malformed_note'
  | 'repaired_json'
  | 'concatenated_note'
  | 'unreadable_part'
  | 'invalid_utf8'
  | 'unknown_schema'
  | 'note_truncated'
  | 'ignored_field'
  | 'missing_intent'
  | 'knowledge_note'
  | 'unreadable_correction'

/** The problems found while reading one note. Messages quote the note only as far as `quote` allows. */
export class NoteProblems {
  readonly commit: CommitId
  readonly #diagnostics: Diagnostic[] = []
  #limitedCount = 0

  constructor(commit: CommitId) {
    this.commit = commit
  }

  add(code: NoteProblemCode, message: string, severity: Diagnostic['severity'] = 'warning'): void {
    if (this.#diagnostics.some((each) => each.code === code && each.message === message)) return
    this.#diagnostics.push({ code, severity, message, commit: this.commit })
  }

  /** Reports that the whole note is unusable. */
  malformed(reason: string): void {
    this.add('malformed_note', `Skipping malformed annotation on commit ${this.commit}: ${reason}`)
  }

  /** Reports that one value is unusable; `pointer` is its JSON pointer in the note. */
  ignored(pointer: string, reason: string): void {
    this.#limited('ignored_field', `Ignoring ${pointer || '/'} in the annotation on commit ${this.commit}: ${reason}`)
  }

  /** Reports that a region has no intent. */
  missingIntent(pointer: string): void {
    this.#limited(
      'missing_intent',
      `Region ${pointer} of the annotation on commit ${this.commit} has no intent; its other text is used instead`,
    )
  }

  /** Reports that one line of a note of corrections is unusable. Lines are counted from 1. */
  unreadableCorrection(line: number, reason: string): void {
    const message = `Skipping correction ${line} of the annotation on commit ${this.commit}: ${reason}`
    this.#limited('unreadable_correction', message)
  }

  #limited(code: NoteProblemCode, message: string): void {
    if (++this.#limitedCount <= MAX_FIELD_PROBLEMS) this.add(code, message)
  }

  /** Returns everything found, in order. */
  diagnostics(): readonly Diagnostic[] {
    const more = this.#limitedCount - MAX_FIELD_PROBLEMS
    if (more <= 0) return this.#diagnostics
    const message = `The annotation on commit ${this.commit} has ${more} more invalid values`
    return [...this.#diagnostics, { code: 'ignored_field', severity: 'warning', message, commit: this.commit }]
  }
}

/** Quotes a piece of a note for a message: short, in quotes, without control, bidi and unassigned characters. */
export function quote(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return JSON.stringify(short.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?'))
}

/** Describes the type of a JSON value in words. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'string') return value === '' ? 'an empty text' : `the text ${quote(value)}`
  if (typeof value === 'number') return `the number ${value}`
  return typeof value === 'boolean' ? String(value) : `a ${typeof value}`
}

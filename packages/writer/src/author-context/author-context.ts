import type { RejectedAlternative } from '@chronicle/schema'

/** The statements of a commit's author besides the message, made before or while committing. */
export interface AuthorContext {
  /** The task that the work belongs to. */
  readonly task?: string
  /** Why it is done in this way. */
  readonly reasoning?: string
  /** The code that the change relies on, or that relies on it, in the author's words. */
  readonly dependencies?: string
  readonly tags: readonly string[]
  readonly rejected: readonly RejectedAlternative[]
  /** Remarks made while working, oldest first. */
  readonly notes: readonly AuthorNote[]
  /** Commits that this one was squashed from. */
  readonly squashSources: readonly string[]
}

/** The kinds of notes that are more than a remark. */
export const NOTE_KINDS = ['constraint', 'risk', 'dependency'] as const

/** One note. */
export interface AuthorNote {
  readonly text: string
  /** The file or `file:anchor` that the note is about. */
  readonly place?: string
  /** Absent for a remark. */
  readonly kind?: (typeof NOTE_KINDS)[number]
  /** The file or `file:anchor` that a dependency refers to. `text` is the assumption about it. */
  readonly on?: string
}

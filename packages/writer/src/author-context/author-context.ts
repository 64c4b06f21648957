import type { RejectedAlternative } from '@chronicle/schema'

/** What the author of a commit said about it beside the message, before or while committing. */
export interface AuthorContext {
  /** What the work is part of. */
  readonly task?: string
  /** Why it is done in this way. */
  readonly reasoning?: string
  /** What it relies on, or what relies on it, in the author's words. */
  readonly dependencies?: string
  readonly tags: readonly string[]
  readonly rejected: readonly RejectedAlternative[]
  /** Remarks made while working, oldest first. */
  readonly notes: readonly AuthorNote[]
  /** Commits that this one was squashed from. */
  readonly squashSources: readonly string[]
}

/** What a note says of its place, where that is more than a remark. */
export const NOTE_KINDS = ['constraint', 'risk', 'dependency'] as const

/** One remark. */
export interface AuthorNote {
  readonly text: string
  /** The file, or `file:anchor`, that it is about. */
  readonly place?: string
  /** Absent: a remark. */
  readonly kind?: (typeof NOTE_KINDS)[number]
  /** The file, or `file:anchor`, that a dependency is on; `text` is what is assumed of it. */
  readonly on?: string
}

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

/** One remark. */
export interface AuthorNote {
  readonly text: string
  /** The file, or `file:anchor`, that it is about. */
  readonly place?: string
}

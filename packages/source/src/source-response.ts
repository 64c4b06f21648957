import type { AstUnitType } from '@chronicle/core/contracts'
import type { LineRange } from '@chronicle/schema'
import type { RecordedConstraint } from './recorded/recorded-constraint.ts'
import type { SourceMode } from './request/source-request.ts'

/** The answer to a read. Equal requests on equal files give equal answers. */
export interface SourceResponse {
  readonly ok: true
  readonly mode: SourceMode
  /** The target as it was understood: a normalised path, or the symbol as requested. */
  readonly target: string
  /**
   * One page; all pages concatenated are the selection. It has the bytes of the file; a diff has those that git would
   * store. Absent with `preview_mode` `none`.
   */
  readonly text?: string
  /**
   * The lines of `text`, even if it is omitted. For a diff, from the first to the last changed line of the new text, if
   * any.
   */
  readonly location: SourceLocation
  readonly meta: SourceMeta
}

/** The location of a text. Lines are 1-based and inclusive; `null` if there are none. */
export interface SourceLocation {
  readonly file: string
  readonly line: number | null
  readonly end_line: number | null
}

/** Why a page, or the data it is based on, is smaller than requested. */
export type Degradation = 'limit' | 'max_preview_chars' | 'search' | 'context' | 'diff' | 'constraints'

/** Metadata of an answer. Fields without content are absent. */
export interface SourceMeta {
  /** Whether the selection continues after the page. */
  readonly truncated: boolean
  /** Number of tokens of `text`; 0 with `preview_mode` `none`. */
  readonly token_estimate: number
  /** Whether a limit made something smaller than requested; `degraded_by` says what. */
  readonly preview_degraded: boolean
  readonly degraded_by?: readonly Degradation[]
  /** Number of lines of the selection: of the file, the symbol, the snippet or the diff. */
  readonly total_lines: number
  /** The start of the next page. It is valid for exactly these bytes: after a change, it fails with `stale_cursor`. */
  readonly next_cursor?: string
  /** The state that was read: `WORKTREE`, or `HEAD` if there is no working tree. */
  readonly at: 'WORKTREE' | 'HEAD'
  /** The blob id of the file's bytes. Absent for a diff. */
  readonly blob?: string
  /** Present when the file is not UTF-8. Invalid bytes are shown as U+FFFD. */
  readonly not_utf8?: true
  /** Present when the file ends before `end_line`, so that the snippet does too. */
  readonly end_line_clamped?: true
  readonly resolved_symbol?: ResolvedSymbol
  /** The search for the symbol, if no file was named. */
  readonly search?: SymbolSearch
  readonly context?: SymbolContext
  /** Present when the file has syntax errors, so that units and their ends may be wrong. */
  readonly partial_outline?: true
  /** The old side of the diff: `HEAD`, `INDEX`, `WORKTREE` or `commit:<rev>`. */
  readonly against?: string
  /** The commit of `against`. */
  readonly against_commit?: string
  /** The new side of the diff: the current file, or the proposed content or edits. */
  readonly compared?: 'current' | 'content' | 'edits'
  readonly changed?: boolean
  readonly added_lines?: number
  readonly removed_lines?: number
  /** Present when a side of the diff is binary, so that bytes are compared instead of lines, even if they are equal. */
  readonly binary?: true
  /**
   * Recorded constraints on the lines that a symbol's page shows, or that a diff changes. Absent when nothing is
   * recorded, and for a reader without a `ConstraintFinder`.
   */
  readonly constraints?: readonly RecordedConstraint[]
  /** Why the constraints on the lines are unknown. */
  readonly constraints_error?: { readonly code: string; readonly message: string }
}

/** A unit of a file. */
export interface SourceSymbol {
  /**
   * `file:name`, followed by `~2`, `~3`, … for further units of that name. Stable as long as the names and their order
   * are unchanged.
   */
  readonly id: string
  /** The qualified name: `Client::connect`. */
  readonly name: string
  readonly type: AstUnitType
  readonly file: string
  readonly lines: LineRange
  readonly signature?: string
}

/** The unit that a name or id resolves to. */
export interface ResolvedSymbol extends SourceSymbol {
  /** `unqualified`: the requested name is the end of the unit's name, or the reverse. */
  readonly match: 'id' | 'exact' | 'unqualified'
  /** Ids of the `impl` and extension blocks of the unit, which have the same name. */
  readonly also?: readonly string[]
}

/** The extent of a symbol search. */
export interface SymbolSearch {
  /** Number of files in a language with a grammar. */
  readonly files: number
  readonly searched: number
  readonly parsed: number
  /** Whether every such file was searched, so that there is no other unit of that name. */
  readonly complete: boolean
}

/** The surroundings of a unit. */
export interface SymbolContext {
  /** The units that contain it, outermost first. */
  readonly enclosing: readonly SourceSymbol[]
  /** The other units directly inside the same unit, in source order. */
  readonly beside: readonly SourceSymbol[]
}

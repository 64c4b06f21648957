import type { AstUnitType } from '@chronicle/core/contracts'
import type { LineRange } from '@chronicle/schema'
import type { RecordedConstraint } from './recorded/recorded-constraint.ts'
import type { SourceMode } from './request/source-request.ts'

/** The answer to a read. Equal requests of equal files give equal answers. */
export interface SourceResponse {
  readonly ok: true
  readonly mode: SourceMode
  /** As it was understood: a path normalised, a symbol as asked for. */
  readonly target: string
  /**
   * One page: pages put together are the selection. It has the bytes of the file; a diff has those that git would
   * store. Absent with `preview_mode` `none`.
   */
  readonly text?: string
  /**
   * The lines that `text` is from, or would be; of a diff, from the first to the last changed line of the new text, if
   * it has any.
   */
  readonly location: SourceLocation
  readonly meta: SourceMeta
}

/** Where a text is. Lines are 1-based and both are included; `null` where there is none. */
export interface SourceLocation {
  readonly file: string
  readonly line: number | null
  readonly end_line: number | null
}

/** Why a page, or what it rests on, is smaller than what was asked for. */
export type Degradation = 'limit' | 'max_preview_chars' | 'search' | 'context' | 'diff' | 'constraints'

/** What there is to know about an answer. Fields that say nothing are absent. */
export interface SourceMeta {
  /** The selection goes on behind the page. */
  readonly truncated: boolean
  /** Tokens of `text`; 0 with `preview_mode` `none`. */
  readonly token_estimate: number
  /** Something is smaller than what was asked for, because of a limit; `degraded_by` says what. */
  readonly preview_degraded: boolean
  readonly degraded_by?: readonly Degradation[]
  /** Lines of the selection: of the file, of the symbol, of the snippet or of the diff. */
  readonly total_lines: number
  /** Where the next page begins. It is good for these very bytes: when they change, it is the error `stale_cursor`. */
  readonly next_cursor?: string
  /** The state that was read: `WORKTREE`, or `HEAD` where there is no working tree. */
  readonly at: 'WORKTREE' | 'HEAD'
  /** Id of the blob that the file's bytes have. Absent for a diff. */
  readonly blob?: string
  /** The file is not in UTF-8; what could not be decoded stands as U+FFFD. */
  readonly not_utf8?: true
  /** The snippet ends with the file, before `end_line`. */
  readonly end_line_clamped?: true
  readonly resolved_symbol?: ResolvedSymbol
  /** How the symbol was found, where no file was named. */
  readonly search?: SymbolSearch
  readonly context?: SymbolContext
  /** The file has syntax errors; units and their ends may be wrong. */
  readonly partial_outline?: true
  /** What the diff is from: `HEAD`, `INDEX`, `WORKTREE` or `commit:<rev>`. */
  readonly against?: string
  /** The commit that `against` stands for. */
  readonly against_commit?: string
  /** What the diff leads to: the file as it is, or what was proposed. */
  readonly compared?: 'current' | 'content' | 'edits'
  readonly changed?: boolean
  readonly added_lines?: number
  readonly removed_lines?: number
  /** One side of the diff is no text: bytes are compared and not lines, whether or not they differ. */
  readonly binary?: true
  /**
   * What must hold of the lines that a symbol's page shows, or that a diff changes, as it is recorded. Absent where
   * nothing is recorded, and for a reader that does not know what is.
   */
  readonly constraints?: readonly RecordedConstraint[]
  /** Why it is not known what is recorded on the lines. */
  readonly constraints_error?: { readonly code: string; readonly message: string }
}

/** A unit of a file. */
export interface SourceSymbol {
  /** `file:name`, followed by `~2`, `~3`, … for further units of that name. Stable while names and their order are. */
  readonly id: string
  /** Qualified: `Client::connect`. */
  readonly name: string
  readonly type: AstUnitType
  readonly file: string
  readonly lines: LineRange
  readonly signature?: string
}

/** The unit that a name or id stands for. */
export interface ResolvedSymbol extends SourceSymbol {
  /** `unqualified`: the name is the end of the unit's, or the other way round. */
  readonly match: 'id' | 'exact' | 'unqualified'
  /** Ids of its `impl` and extension blocks, which have the same name. */
  readonly also?: readonly string[]
}

/** How far a search went. */
export interface SymbolSearch {
  /** Files in a language that has a grammar. */
  readonly files: number
  readonly searched: number
  readonly parsed: number
  /** Every such file was looked into: there is no other unit of that name. */
  readonly complete: boolean
}

/** What is around a unit. */
export interface SymbolContext {
  /** Outermost first. */
  readonly enclosing: readonly SourceSymbol[]
  /** Units directly inside the same one, in source order; without the unit itself. */
  readonly beside: readonly SourceSymbol[]
}

/** The mode of a read: a file, a named unit, some lines, or a preview of a change. */
export type SourceMode = 'file' | 'symbol' | 'snippet' | 'diff_preview'

/** The modes, in the order in which they are listed for people. */
export const SOURCE_MODES: readonly SourceMode[] = ['file', 'symbol', 'snippet', 'diff_preview']

/** A text that occurs exactly once in a file, and its replacement. */
export interface ProposedEdit {
  readonly old_text: string
  readonly new_text: string
}

interface CommonParameters {
  /** Path from the repository root; in mode `symbol`, the name or the id of a unit. */
  readonly target: string
  /** Number of lines to skip at the start of the selection. Default 0. */
  readonly offset?: number
  /** Maximum number of lines to return. Default 400. */
  readonly limit?: number
  /** `meta.next_cursor` of the previous page. Replaces `offset`; the rest of the request must be unchanged. */
  readonly cursor?: string
  /** `none` returns the same page without its text. Default `snippet`. */
  readonly preview_mode?: 'none' | 'snippet'
  /** Maximum number of characters (UTF-16 units) to return. Default 16,000. */
  readonly max_preview_chars?: number
}

/** Reads a whole file, page by page. */
export interface FileRequest extends CommonParameters {
  readonly mode: 'file'
}

/** Reads one named unit, by its name or its id. */
export interface SymbolRequest extends CommonParameters {
  readonly mode: 'symbol'
  /** The file or folder that contains the unit. */
  readonly path?: string | undefined
  /** Whether `meta.context` lists what encloses the unit, and the units beside it. Default false. */
  readonly include_context?: boolean | undefined
}

/** Reads some lines of a file, from `start_line` to `end_line` inclusive. */
export interface SnippetRequest extends CommonParameters {
  readonly mode: 'snippet'
  /** First line, 1-based. */
  readonly start_line: number
  /** Last line. Default `start_line`. Values past the end of the file mean the last line. */
  readonly end_line?: number | undefined
  /** Number of lines to return before and after. Default 0. */
  readonly context_lines?: number | undefined
}

/** Compares a state of a file with the current or the proposed file. Nothing is written. */
export interface DiffPreviewRequest extends CommonParameters {
  readonly mode: 'diff_preview'
  /**
   * The old side: `HEAD`, `INDEX`, `WORKTREE` or `commit:<rev>`. Default `HEAD`; with `content` or `edits`, the current
   * file.
   */
  readonly against?: string | undefined
  /** The proposed content of the whole file. */
  readonly content?: string | undefined
  /** Edits to the current file, applied one after another. */
  readonly edits?: readonly ProposedEdit[] | undefined
}

/** A request for a read. A parameter that is `null` counts as absent. */
export type SourceRequest = FileRequest | SymbolRequest | SnippetRequest | DiffPreviewRequest

/** What a read gives: a file, a named unit, some lines, or what a change would look like. */
export type SourceMode = 'file' | 'symbol' | 'snippet' | 'diff_preview'

/** The modes, in the order they are listed to people. */
export const SOURCE_MODES: readonly SourceMode[] = ['file', 'symbol', 'snippet', 'diff_preview']

/** A text that stands exactly once in a file, and what is to stand there instead. */
export interface ProposedEdit {
  readonly old_text: string
  readonly new_text: string
}

interface CommonParameters {
  /** Path from the repository root; in mode `symbol`, the name or the id of a unit. */
  readonly target: string
  /** Lines of the selection to leave out at its beginning. Default 0. */
  readonly offset?: number
  /** Lines to give at most. Default 400. */
  readonly limit?: number
  /** `meta.next_cursor` of the page before. Takes the place of `offset`; the rest of the request stays as it was. */
  readonly cursor?: string
  /** `none`: the same page without its text. Default `snippet`. */
  readonly preview_mode?: 'none' | 'snippet'
  /** Characters (UTF-16 units) to give at most. Default 16,000. */
  readonly max_preview_chars?: number
}

/** A whole file, page by page. */
export interface FileRequest extends CommonParameters {
  readonly mode: 'file'
}

/** One named unit, by its name or its id. */
export interface SymbolRequest extends CommonParameters {
  readonly mode: 'symbol'
  /** The file or folder that the unit is in. */
  readonly path?: string
  /** Tells in `meta.context` what the unit is in, and what stands beside it. Default false. */
  readonly include_context?: boolean
}

/** Some lines of a file; both ends are included. */
export interface SnippetRequest extends CommonParameters {
  readonly mode: 'snippet'
  /** From 1. */
  readonly start_line: number
  /** Default `start_line`. An end behind the last line is the last line. */
  readonly end_line?: number
  /** Lines to give before and after. Default 0. */
  readonly context_lines?: number
}

/** What differs between a state of a file and the file as it is, or as it would be. Nothing is written. */
export interface DiffPreviewRequest extends CommonParameters {
  readonly mode: 'diff_preview'
  /** `HEAD`, `INDEX`, `WORKTREE` or `commit:<rev>`. Default `HEAD`; with `content` or `edits`, the file as it is. */
  readonly against?: string
  /** What the whole file would be. */
  readonly content?: string
  /** Changes to the file as it is, one after the other. */
  readonly edits?: readonly ProposedEdit[]
}

/** A read, as a caller asks for it. A parameter that is `null` counts as absent. */
export type SourceRequest = FileRequest | SymbolRequest | SnippetRequest | DiffPreviewRequest

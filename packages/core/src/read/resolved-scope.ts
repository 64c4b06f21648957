import type { CommitId, LineRange, RepoPath } from '@chronicle/schema'
import type { AstUnit, Outline } from '../contracts/ast-parser.ts'
import type { FileContent, TreeState } from '../contracts/git-backend.ts'
import type { AnchorMatchKind } from './match-anchor.ts'

/** One queried file, and the queried places in it. */
export interface ResolvedScope {
  readonly path: RepoPath
  /** Path of the file in the queried commit. Differs from `path` after an uncommitted rename. */
  readonly committedPath: RepoPath
  /** The state to which line numbers refer: the commit itself when the file has no uncommitted edits. */
  readonly state: TreeState
  readonly content: FileContent
  readonly lineCount: number
  /** The units of the anchor; `undefined` for the whole file, for lines, and when anchors cannot be resolved. */
  readonly units: readonly AstUnit[] | undefined
  readonly anchorKind: AnchorMatchKind | undefined
  /** The queried lines, ascending; `undefined` for the whole file. */
  readonly ranges: readonly LineRange[] | undefined
  readonly ambiguous: boolean
  /**
   * Set when the code is gone: the commit that removed it. The other properties describe the last state that contained
   * it.
   */
  readonly goneSince?: CommitId
  /** Set when not only a unit is gone, but the file. */
  readonly isFileGone?: true
  /** Set for a file that no commit contains: only the rules of its folders can apply to it. */
  readonly isNew?: true
  /** Returns the current outline, parsed on first use. `undefined` when the language is unknown. */
  outline(): Promise<Outline | undefined>
}

/** A place with the current path and every possible earlier path of its file. */
export interface NamedScope extends ResolvedScope {
  /** This path and every path that the file may have had before. */
  readonly paths: readonly RepoPath[]
}

import type { CommitId, LineRange, RepoPath } from '@chronicle/schema'
import type { AstUnit, Outline } from '../contracts/ast-parser.ts'
import type { FileContent, TreeState } from '../contracts/git-backend.ts'
import type { AnchorMatchKind } from './match-anchor.ts'

/** One file of the query, and the places in it that the query stands for. */
export interface ResolvedScope {
  readonly path: RepoPath
  /** What the file is called in the queried commit: another name when it was renamed and that is not committed yet. */
  readonly committedPath: RepoPath
  /** The state that line numbers refer to. The commit itself when nothing is uncommitted in this file. */
  readonly state: TreeState
  readonly content: FileContent
  readonly lineCount: number
  /** The anchor's units; `undefined` for the whole file, for lines, and where anchors cannot be resolved. */
  readonly units: readonly AstUnit[] | undefined
  readonly anchorKind: AnchorMatchKind | undefined
  /** The lines in question, ascending; `undefined` for the whole file. */
  readonly ranges: readonly LineRange[] | undefined
  readonly ambiguous: boolean
  /** Present when the code is gone: the commit that took it out. The rest is about the last state that had it. */
  readonly goneSince?: CommitId
  /** Present for a file that no commit has: only the rules of its folders can be about it. */
  readonly isNew?: true
  /** Current outline, parsed on first use. `undefined` where the language is unknown. */
  outline(): Promise<Outline | undefined>
}

/** A place with every name its file may have had. */
export interface NamedScope extends ResolvedScope {
  /** This path and every one it may have had before. */
  readonly paths: readonly RepoPath[]
}

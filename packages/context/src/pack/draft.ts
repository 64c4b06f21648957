import type { AstUnitType } from '@chronicle/core/contracts'
import {
  omitUndefined,
  type LineRange,
  type RepoPath,
  type Detail,
  type PackedFile,
  type PackedPart,
  type RecordedNote,
  type TestExpectations,
  type Tier,
} from '@chronicle/schema'

/** A part as it may be given. */
export interface DraftPart {
  readonly name?: string
  readonly kind?: AstUnitType
  readonly lines: LineRange
  readonly tier: Tier
  readonly detail: Detail
  readonly text: string
  readonly doc?: string
  /** Given up first where the budget does not hold: larger ones go first, and `NAMED` last of all. */
  readonly order: number
}

/** Order of what the task names. */
export const NAMED = -1

/** A file of the package while it is put together. */
export interface DraftFile {
  readonly path: RepoPath
  readonly rank: number
  readonly language?: string
  readonly parts: readonly DraftPart[]
}

/** What a package will hold. */
export interface Draft {
  readonly files: readonly DraftFile[]
  readonly tests: readonly TestExpectations[]
  readonly recorded: readonly RecordedNote[]
}

const DETAILS: readonly Detail[] = ['whole', 'body', 'signature', 'name']

/** Returns a file as it is published: parts in the order of their lines. */
export function packedFile({ path, rank, language, parts }: DraftFile): PackedFile {
  const sorted = [...parts].sort((a, b) => a.lines.start - b.lines.start || a.lines.end - b.lines.end)
  const detail = DETAILS.find((wanted) => sorted.some((part) => part.detail === wanted)) ?? 'name'
  return {
    path,
    rank,
    ...omitUndefined({ language }),
    detail,
    parts: sorted.map(published),
  }
}

function published({ order: _order, ...part }: DraftPart): PackedPart {
  return part
}

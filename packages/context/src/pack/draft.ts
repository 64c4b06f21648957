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

/** A part that a package may include. */
export interface DraftPart {
  readonly name?: string
  readonly kind?: AstUnitType
  readonly lines: LineRange
  readonly tier: Tier
  readonly detail: Detail
  readonly text: string
  readonly doc?: string
  /** Parts with a higher order are dropped first when the package exceeds the budget, `NAMED` ones last of all. */
  readonly order: number
}

/** Order of the units that the task names. */
export const NAMED = -1

/** A file of the package while it is assembled. */
export interface DraftFile {
  readonly path: RepoPath
  readonly rank: number
  readonly language?: string
  readonly parts: readonly DraftPart[]
}

/** The content of a package while it is assembled. */
export interface Draft {
  readonly files: readonly DraftFile[]
  readonly tests: readonly TestExpectations[]
  readonly recorded: readonly RecordedNote[]
}

const DETAILS: readonly Detail[] = ['whole', 'body', 'signature', 'name']

/** Returns a file in its published form, with parts in line order. */
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

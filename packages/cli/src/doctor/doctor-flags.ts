import type { QualityFindingKind, QualityFindingSeverity } from '@chronicle/schema'
import type { NotesFlags } from '../host/open-repository.ts'

/** The options of `doctor`, as they were given. */
export interface DoctorFlags extends NotesFlags {
  readonly range?: string
  readonly commit?: string
  readonly limit?: number
  readonly maxCommits?: number
  readonly failOn?: readonly FailOn[]
  readonly fix?: true
  readonly json?: true
  readonly pager?: boolean
  readonly format: 'pretty' | 'json' | 'markdown'
}

/** What makes `doctor` end with 3: a kind of finding, all of a severity or a worse one, or any. */
export type FailOn = QualityFindingKind | QualityFindingSeverity

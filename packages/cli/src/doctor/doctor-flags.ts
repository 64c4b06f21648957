import type { QualityFindingKind, QualityFindingSeverity } from '@chronicle/schema'
import type { Settings } from '../config/settings.ts'
import type { RepositoryFlags } from '../host/open-repository.ts'

/** The options of `doctor`, as they were given. */
export interface DoctorFlags extends RepositoryFlags {
  readonly range?: string
  readonly commit?: string
  readonly limit?: number
  readonly maxCommits?: number
  readonly failOn?: readonly FailOn[]
  readonly fix?: true
  readonly json?: true
  readonly pager?: boolean
  readonly format: 'pretty' | 'json' | 'markdown'
  readonly notesRef?: Settings['notesRefs']
}

/** What makes `doctor` end with 3: a kind of finding, all of a severity or a worse one, or any. */
export type FailOn = QualityFindingKind | QualityFindingSeverity

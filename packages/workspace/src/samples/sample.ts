import type { Region } from '@chronicle/schema'

/** A judge's answer. `null` until somebody has judged. */
export type Verdict = boolean | null

/** The questions that a judge answers about each region. */
export const REGION_QUESTIONS = ['supported', 'useful', 'right_place', 'readable'] as const
/** The questions that a judge answers about each skipped commit. */
export const SKIP_QUESTIONS = ['should_have_been_recorded'] as const

/** A region that backfill recorded, with what a judge needs and fields for the verdicts. */
export interface SampledRegion {
  readonly repository: string
  readonly commit: string
  /** The whole commit message. */
  readonly message: string
  /** `path — unit (lines 4-9)`, at the commit. */
  readonly place: string
  /** Where the place is in the newest commit, or a note that its path or name no longer exists there. */
  readonly today: string
  /** The first lines of the place's code at the commit. Not written to files, because it belongs to another project. */
  readonly code?: string | undefined
  readonly region: Pick<
    Region,
    | 'intent'
    | 'reasoning'
    | 'constraints'
    | 'risk_notes'
    | 'rejected_alternatives'
    | 'semantic_dependencies'
    | 'related_annotations'
    | 'held_by_tests'
    | 'tags'
    | 'evidence'
  >
  /** Whether the commit or the code says what the region says. */
  readonly supported: Verdict
  /** Whether it tells a reader something that the code does not show. */
  readonly useful: Verdict
  /** Whether it is about the place it is recorded for. */
  readonly right_place: Verdict
  /** Whether it consists of whole sentences that can be understood on their own. */
  readonly readable: Verdict
  /** The reason, when a verdict is no. */
  readonly why: string
}

/** A commit with a body for which backfill recorded nothing. */
export interface SampledSkip {
  readonly repository: string
  readonly commit: string
  readonly message: string
  readonly files: readonly string[]
  /** Why backfill skipped it. */
  readonly reason: string
  readonly should_have_been_recorded: Verdict
  readonly why: string
}

/** A sample to be judged by hand, and how it was drawn. */
export interface Sample {
  readonly seed: number
  /** The newest commit of each history. */
  readonly histories: Readonly<Record<string, string>>
  /** Number of commits examined in each history, drawn at random. */
  readonly commits_of_each: number
  readonly regions: readonly SampledRegion[]
  readonly skipped: readonly SampledSkip[]
}

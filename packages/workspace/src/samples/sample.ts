import type { Region } from '@chronicle/schema'

/** What a judge says: `null` until somebody has looked. */
export type Verdict = boolean | null

/** What a judge says of each region. */
export const REGION_QUESTIONS = ['supported', 'useful', 'right_place', 'readable'] as const
/** What a judge says of each skipped commit. */
export const SKIP_QUESTIONS = ['should_have_been_recorded'] as const

/** A region that backfill makes, with what a judge needs, and room for the verdicts. */
export interface SampledRegion {
  readonly repository: string
  readonly commit: string
  /** The whole message. */
  readonly message: string
  /** `path — unit (lines 4-9)`, in the state of the commit. */
  readonly place: string
  /** Where that is in the newest state, or that it is not found there by its path and name. */
  readonly today: string
  /** The code of the place as the commit left it, its first lines. Not in files: it belongs to another project. */
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
  /** The commit, or the code, says what the region says. */
  readonly supported: Verdict
  /** It tells a reader something that the code does not show. */
  readonly useful: Verdict
  /** It is about the place that it stands on. */
  readonly right_place: Verdict
  /** Whole sentences that can be understood as they stand. */
  readonly readable: Verdict
  /** Why, where a verdict is no. */
  readonly why: string
}

/** A commit with a body that backfill records nothing of. */
export interface SampledSkip {
  readonly repository: string
  readonly commit: string
  readonly message: string
  readonly files: readonly string[]
  /** Why it was left out, as backfill says. */
  readonly reason: string
  readonly should_have_been_recorded: Verdict
  readonly why: string
}

/** A sample to be judged by hand, and how it was drawn. */
export interface Sample {
  readonly seed: number
  /** The newest commit of each history. */
  readonly histories: Readonly<Record<string, string>>
  /** Commits of each history that were looked at, drawn at random. */
  readonly commits_of_each: number
  readonly regions: readonly SampledRegion[]
  readonly skipped: readonly SampledSkip[]
}

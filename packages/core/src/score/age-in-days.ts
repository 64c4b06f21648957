import type { RegionFacts } from '../contracts/scorer.ts'

const MILLISECONDS_PER_DAY = 86_400_000

/** Returns the whole days from the annotated commit to the queried one; 0 for a commit with a later date. */
export function ageInDays({ headAt, committedAt }: Pick<RegionFacts, 'headAt' | 'committedAt'>): number {
  const days = Math.floor((headAt - committedAt) / MILLISECONDS_PER_DAY)
  return Number.isFinite(days) ? Math.max(0, days) : 0
}

/** `1 day old`, `235 days old`. */
export function describeAge(days: number): string {
  return days === 1 ? '1 day old' : `${days} days old`
}

/** One case: its features by name, and the outcome. */
export interface Case {
  readonly features: Readonly<Record<string, number>>
  readonly happened: boolean
}

/** The options of a logistic regression. */
export interface FitOptions {
  /** Features whose coefficient must not be above 0. */
  readonly nonPositive: ReadonlySet<string>
  /** Ridge penalty on every coefficient except the intercept. */
  readonly ridge: number
}

const MAX_ROUNDS = 2000
const PRECISE_ENOUGH = 1e-7

/**
 * Fits the log odds as a weighted sum, by maximum likelihood with a ridge penalty. It takes Newton steps one
 * coefficient at a time, each clamped to its bound, until none changes. The problem is convex, so the order does not
 * matter.
 */
export function fitLogistic(
  cases: readonly Case[],
  names: readonly string[],
  { nonPositive, ridge }: FitOptions,
): Readonly<Record<string, number>> {
  const columns = [cases.map(() => 1), ...names.map((name) => cases.map(({ features }) => features[name] ?? 0))]
  const happened = cases.map((each) => (each.happened ? 1 : 0))
  const coefficients = columns.map(() => 0)
  const logOdds = cases.map(() => 0)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let moved = 0
    for (const [at, column] of columns.entries()) {
      const penalty = at === 0 ? 0 : ridge
      const old = coefficients[at] ?? 0
      let gradient = -penalty * old
      let curvature = penalty + 1e-9
      for (const [row, x] of column.entries()) {
        if (x === 0) continue
        const p = probability(logOdds[row] ?? 0)
        gradient += x * ((happened[row] ?? 0) - p)
        curvature += x * x * p * (1 - p)
      }
      const step = Math.max(-1, Math.min(1, gradient / curvature))
      const next = nonPositive.has(names[at - 1] ?? '') ? Math.min(0, old + step) : old + step
      coefficients[at] = next
      for (const [row, x] of column.entries()) if (x !== 0) logOdds[row] = (logOdds[row] ?? 0) + x * (next - old)
      moved = Math.max(moved, Math.abs(next - old))
    }
    if (moved < PRECISE_ENOUGH) break
  }
  return Object.fromEntries(['intercept', ...names].map((name, at) => [name, coefficients[at] ?? 0]))
}

/** Returns the probability for log odds. */
export function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds))
}

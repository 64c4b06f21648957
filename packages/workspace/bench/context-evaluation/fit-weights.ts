/** A task with the units that it may be about. */
export interface RankedTask {
  readonly repository: string
  readonly source: string
  /** For each unit, the contribution of each clue to its score. */
  readonly units: readonly (readonly number[])[]
  /** For each unit, the position of the changed unit that it is, or -1 if it was not changed. */
  readonly gold: readonly number[]
  /** Number of changed units, including those not in `units`. */
  readonly changed: number
}

const ROUNDS = 200
const STEP = 0.05
const DECAY = 0.9
const SQUARE_DECAY = 0.999
const REGULARISATION = 1e-3

/**
 * Fits one factor for each clue, so that changed units become likely: each task is a softmax over its units, optimised
 * with Adam. A factor of 1 leaves the clue unchanged.
 */
export function fitFactors(tasks: readonly RankedTask[], clues: number): readonly number[] {
  const useful = tasks.filter(({ gold }) => gold.some((each) => each >= 0))
  const factors = new Float64Array(clues).fill(1)
  const [mean, square] = [new Float64Array(clues), new Float64Array(clues)]
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = new Float64Array(clues)
    for (const task of useful) addGradient(task, factors, gradient)
    for (let clue = 0; clue < clues; clue++) {
      const slope = gradient[clue]! / useful.length + REGULARISATION * (factors[clue]! - 1)
      mean[clue] = DECAY * mean[clue]! + (1 - DECAY) * slope
      square[clue] = SQUARE_DECAY * square[clue]! + (1 - SQUARE_DECAY) * slope ** 2
      const [first, second] = [mean[clue]! / (1 - DECAY ** round), square[clue]! / (1 - SQUARE_DECAY ** round)]
      factors[clue] = factors[clue]! - (STEP * first) / (Math.sqrt(second) + 1e-8)
    }
  }
  return [...factors]
}

/** Returns the percentage of tasks for which all changed units are among the first `k`. */
export function accuracy(tasks: readonly RankedTask[], factors: readonly number[], k: number): number {
  const solved = tasks.filter((task) => {
    const scores = task.units.map((unit) => scoreOf(unit, factors))
    const first = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b).slice(0, k)
    return new Set(first.map((unit) => task.gold[unit]!).filter((gold) => gold >= 0)).size === task.changed
  })
  return (100 * solved.length) / tasks.length
}

/** Adds the difference between the expected clues of a task and those of its changed units to the gradient. */
function addGradient({ gold, units }: RankedTask, factors: Float64Array, gradient: Float64Array): void {
  const scores = units.map((unit) => scoreOf(unit, factors))
  const most = scores.reduce((high, score) => Math.max(high, score), -Infinity)
  const weights = scores.map((score) => Math.exp(score - most))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const changed = gold.filter((each) => each >= 0).length
  for (const [index, unit] of units.entries()) {
    const excess = weights[index]! / total - (gold[index]! >= 0 ? 1 / changed : 0)
    for (let clue = 0; clue < gradient.length; clue++) gradient[clue]! += excess * unit[clue]!
  }
}

function scoreOf(unit: readonly number[], factors: ArrayLike<number>): number {
  let score = 0
  for (let clue = 0; clue < unit.length; clue++) score += unit[clue]! * factors[clue]!
  return score
}

/**
 * The data that all searches of one comparison share. Diagonal `k` (index in `a` minus index in `b`) is at
 * `origin + k`.
 */
export interface SearchSpace {
  readonly a: Int32Array
  readonly b: Int32Array
  /** The furthest index in `a` reached on each diagonal by a path from the start of the box. */
  readonly forward: Int32Array
  /** The furthest index in `a` reached on each diagonal by a backward path from the end of the box. */
  readonly backward: Int32Array
  readonly origin: number
  /** Number of edits after which a search settles for the best point so far. */
  readonly costLimit: number
}

/** A part of `a` and a part of `b`, ends excluded. */
export interface Box {
  readonly startA: number
  readonly endA: number
  readonly startB: number
  readonly endB: number
  /** Whether to search without shortcuts. */
  readonly exact: boolean
}

/** A point on a good path, and whether each half of the box needs an exact search. */
export interface Split {
  readonly a: number
  readonly b: number
  readonly exactBefore: boolean
  readonly exactAfter: boolean
}

/** Minimum length of a significant run of equal lines. */
const LONG_RUN = 20
/** Number of edits after which a promising path is accepted without proof that it is the shortest. */
const SHORT_CUT_COST = 256
/** Minimum ratio of progress to edits of a promising path. */
const PROMISING = 4
const UNREACHED = 0x7fffffff

/** A range of diagonals of which every second one has a value. */
interface DiagonalRange {
  min: number
  max: number
}

/**
 * Finds the point where the furthest paths from both corners of a box meet. The box must have at least one line on each
 * side, and the sides must differ in their first and last lines. Ties are resolved as in git.
 */
export function findSplit(space: SearchSpace, box: Box): Split {
  const { forward, backward, origin } = space
  const lowest = box.startA - box.endB
  const highest = box.endA - box.startB
  const forwardStart = box.startA - box.startB
  const backwardStart = box.endA - box.endB
  const meetGoingForward = ((forwardStart - backwardStart) & 1) !== 0
  const ahead: DiagonalRange = { min: forwardStart, max: forwardStart }
  const back: DiagonalRange = { min: backwardStart, max: backwardStart }
  forward[origin + forwardStart] = box.startA
  backward[origin + backwardStart] = box.endA

  for (let cost = 1; ; cost++) {
    let sawLongRun = false

    widen(ahead, lowest, highest, forward, origin, -1)
    for (let diagonal = ahead.max; diagonal >= ahead.min; diagonal -= 2) {
      const at = origin + diagonal
      const below = forward[at - 1]!
      const above = forward[at + 1]!
      const from = below >= above ? below + 1 : above
      const reached = runForward(space, box, from, diagonal)
      if (reached - from > LONG_RUN) sawLongRun = true
      forward[at] = reached
      if (meetGoingForward && diagonal >= back.min && diagonal <= back.max && backward[at]! <= reached) {
        return { a: reached, b: reached - diagonal, exactBefore: true, exactAfter: true }
      }
    }

    widen(back, lowest, highest, backward, origin, UNREACHED)
    for (let diagonal = back.max; diagonal >= back.min; diagonal -= 2) {
      const at = origin + diagonal
      const below = backward[at - 1]!
      const above = backward[at + 1]!
      const from = below < above ? below : above - 1
      const reached = runBackward(space, box, from, diagonal)
      if (from - reached > LONG_RUN) sawLongRun = true
      backward[at] = reached
      if (!meetGoingForward && diagonal >= ahead.min && diagonal <= ahead.max && reached <= forward[at]!) {
        return { a: reached, b: reached - diagonal, exactBefore: true, exactAfter: true }
      }
    }

    if (box.exact) continue
    if (sawLongRun && cost > SHORT_CUT_COST) {
      const split = promisingAhead(space, box, ahead, cost) ?? promisingBack(space, box, back, cost)
      if (split) return split
    }
    if (cost >= space.costLimit) return furthest(space, box, ahead, back)
  }
}

/** Adds a diagonal at each end, or removes one at the limits of the box. */
function widen(
  reach: DiagonalRange,
  lowest: number,
  highest: number,
  values: Int32Array,
  origin: number,
  outside: number,
): void {
  if (reach.min > lowest) values[origin + --reach.min - 1] = outside
  else reach.min++
  if (reach.max < highest) values[origin + ++reach.max + 1] = outside
  else reach.max--
}

function runForward({ a, b }: SearchSpace, { endA, endB }: Box, from: number, diagonal: number): number {
  let at = from
  while (at < endA && at - diagonal < endB && a[at] === b[at - diagonal]) at++
  return at
}

function runBackward({ a, b }: SearchSpace, { startA, startB }: Box, from: number, diagonal: number): number {
  let at = from
  while (at > startA && at - diagonal > startB && a[at - 1] === b[at - 1 - diagonal]) at--
  return at
}

/** Returns the best path that has come far for its cost and arrives by a long run of equal lines. */
function promisingAhead(space: SearchSpace, box: Box, ahead: DiagonalRange, cost: number): Split | undefined {
  const middle = box.startA - box.startB
  let best = 0
  let split: Split | undefined
  for (let diagonal = ahead.max; diagonal >= ahead.min; diagonal -= 2) {
    const a = space.forward[space.origin + diagonal]!
    const b = a - diagonal
    const progress = a - box.startA + (b - box.startB) - Math.abs(diagonal - middle)
    if (progress <= PROMISING * cost || progress <= best) continue
    if (a < box.startA + LONG_RUN || a >= box.endA || b < box.startB + LONG_RUN || b >= box.endB) continue
    if (!isRun(space, a - LONG_RUN, b - LONG_RUN)) continue
    best = progress
    split = { a, b, exactBefore: true, exactAfter: false }
  }
  return split
}

function promisingBack(space: SearchSpace, box: Box, back: DiagonalRange, cost: number): Split | undefined {
  const middle = box.endA - box.endB
  let best = 0
  let split: Split | undefined
  for (let diagonal = back.max; diagonal >= back.min; diagonal -= 2) {
    const a = space.backward[space.origin + diagonal]!
    const b = a - diagonal
    const progress = box.endA - a + (box.endB - b) - Math.abs(diagonal - middle)
    if (progress <= PROMISING * cost || progress <= best) continue
    if (a <= box.startA || a > box.endA - LONG_RUN || b <= box.startB || b > box.endB - LONG_RUN) continue
    if (!isRun(space, a, b)) continue
    best = progress
    split = { a, b, exactBefore: false, exactAfter: true }
  }
  return split
}

function isRun(space: SearchSpace, a: number, b: number): boolean {
  for (let step = 0; step < LONG_RUN; step++) if (space.a[a + step] !== space.b[b + step]) return false
  return true
}

/** Returns the point furthest from its corner. Paths may have left the box, so they are cut at its sides. */
function furthest(space: SearchSpace, box: Box, ahead: DiagonalRange, back: DiagonalRange): Split {
  let aheadSum = -1
  let aheadA = -1
  for (let diagonal = ahead.max; diagonal >= ahead.min; diagonal -= 2) {
    let a = Math.min(space.forward[space.origin + diagonal]!, box.endA)
    if (a - diagonal > box.endB) a = box.endB + diagonal
    const sum = a + (a - diagonal)
    if (sum > aheadSum) {
      aheadSum = sum
      aheadA = a
    }
  }
  let backSum = UNREACHED
  let backA = UNREACHED
  for (let diagonal = back.max; diagonal >= back.min; diagonal -= 2) {
    let a = Math.max(space.backward[space.origin + diagonal]!, box.startA)
    if (a - diagonal < box.startB) a = box.startB + diagonal
    const sum = a + (a - diagonal)
    if (sum < backSum) {
      backSum = sum
      backA = a
    }
  }
  return box.endA + box.endB - backSum < aheadSum - (box.startA + box.startB)
    ? { a: aheadA, b: aheadSum - aheadA, exactBefore: true, exactAfter: false }
    : { a: backA, b: backSum - backA, exactBefore: false, exactAfter: true }
}

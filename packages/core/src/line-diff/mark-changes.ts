import { findSplit, type SearchSpace } from './find-split.ts'
import { roughSquareRoot, type Candidates } from './select-candidates.ts'

const MIN_COST_LIMIT = 256

/**
 * Marks as changed the candidates that are not part of a longest common subsequence (Myers 1986, linear space: find a
 * point on a shortest path, then solve both halves). When the sides differ very much, the subsequence may be somewhat
 * shorter than the longest.
 */
export function markChanges(a: Candidates, b: Candidates): void {
  const diagonals = a.lines.length + b.lines.length + 3
  const space: SearchSpace = {
    a: a.lines,
    b: b.lines,
    forward: new Int32Array(diagonals),
    backward: new Int32Array(diagonals),
    origin: b.lines.length + 1,
    costLimit: Math.max(roughSquareRoot(diagonals), MIN_COST_LIMIT),
  }
  const boxes = [{ startA: 0, endA: a.lines.length, startB: 0, endB: b.lines.length, exact: false }]
  for (let box = boxes.pop(); box !== undefined; box = boxes.pop()) {
    let { startA, endA, startB, endB } = box
    while (startA < endA && startB < endB && a.lines[startA] === b.lines[startB]) {
      startA++
      startB++
    }
    while (startA < endA && startB < endB && a.lines[endA - 1] === b.lines[endB - 1]) {
      endA--
      endB--
    }
    if (startA === endA) markAll(b, startB, endB)
    else if (startB === endB) markAll(a, startA, endA)
    else {
      const split = findSplit(space, { startA, endA, startB, endB, exact: box.exact })
      boxes.push({ startA, endA: split.a, startB, endB: split.b, exact: split.exactBefore })
      boxes.push({ startA: split.a, endA, startB: split.b, endB, exact: split.exactAfter })
    }
  }
}

function markAll(candidates: Candidates, start: number, end: number): void {
  for (let index = start; index < end; index++) candidates.side.changed[candidates.positions[index]!] = 1
}

/** Clamps a number to [0, 1]. A number that is not finite becomes 0. */
export function clampShare(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0
}

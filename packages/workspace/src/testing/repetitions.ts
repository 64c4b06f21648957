/** Whether tests repeat as often as they can, as they do once a week. */
const isThorough: boolean = process.env['CHRONICLE_THOROUGH'] === '1'

/** Returns how often a test repeats what it does: `few` times while someone waits for it, `all` in a thorough run. */
export function repetitions<T>(few: T, all: T): T {
  return isThorough ? all : few
}

/** Returns all values in a thorough run, else `few` of them, evenly spread from the first to the last. */
export function sampled<T>(values: readonly T[], few: number): readonly T[] {
  return isThorough ? values : spread(values, few)
}

/** Returns `count` values or all, evenly spread, the first and the last among them. */
export function spread<T>(values: readonly T[], count: number): readonly T[] {
  if (count >= values.length) return values
  const step = (values.length - 1) / Math.max(1, count - 1)
  const kept = new Set(Array.from({ length: count }, (_, index) => Math.round(index * step)))
  return values.filter((_, index) => kept.has(index))
}

/** Whether tests use as many repetitions as they can, as in the weekly run. */
const isThorough: boolean = process.env['CHRONICLE_THOROUGH'] === '1'

/** Returns `all` in a thorough run, otherwise `few`: a test's number of repetitions while someone waits for it. */
export function repetitions<T>(few: T, all: T): T {
  return isThorough ? all : few
}

/** Returns all values in a thorough run, otherwise `few` of them, evenly spread from the first to the last. */
export function sampled<T>(values: readonly T[], few: number): readonly T[] {
  return isThorough ? values : spread(values, few)
}

/** Returns at most `count` values, evenly spread, including the first and the last. */
export function spread<T>(values: readonly T[], count: number): readonly T[] {
  if (count >= values.length) return values
  const step = (values.length - 1) / Math.max(1, count - 1)
  const kept = new Set(Array.from({ length: count }, (_, index) => Math.round(index * step)))
  return values.filter((_, index) => kept.has(index))
}

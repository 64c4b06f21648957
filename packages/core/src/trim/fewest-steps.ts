/**
 * Returns the smallest number in [low, high] for which `fits` holds, given that it also holds for all larger ones;
 * `high` when it holds for none below. Calls `fits` about log2(high − low) times, and never for `high`.
 */
export function fewestSteps(low: number, high: number, fits: (steps: number) => boolean): number {
  let [minimum, maximum] = [low, Math.max(low, high)]
  while (minimum < maximum) {
    const middle = minimum + Math.floor((maximum - minimum) / 2)
    if (fits(middle)) maximum = middle
    else minimum = middle + 1
  }
  return maximum
}

/**
 * Returns the smallest number in [low, high] for which `fits` holds, given that it also holds for all larger ones;
 * `high` when it holds for none below. Calls `fits` about log2(high − low) times, and never for `high`.
 */
export function fewestSteps(low: number, high: number, fits: (steps: number) => boolean): number {
  let [least, most] = [low, Math.max(low, high)]
  while (least < most) {
    const middle = least + Math.floor((most - least) / 2)
    if (fits(middle)) most = middle
    else least = middle + 1
  }
  return most
}

import type { Progress } from '@chronicle/core/contracts'

/** What a spinner says while steps report how far they have come. */
export interface FollowedSteps {
  readonly onProgress: (progress: Progress) => void
  readonly text: () => string
}

/** Follows the steps of a call. `first` is said until one of them reports. */
export function followSteps(first: string): FollowedSteps {
  let text = first
  return {
    onProgress({ step, done, total }) {
      const [initial = ''] = step
      const far = total === undefined ? `${done}` : `${done} of ${total}`
      text = `${initial.toUpperCase()}${step.slice(1)}: ${far}`
    },
    text: () => text,
  }
}

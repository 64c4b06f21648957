import type { Progress } from '@chronicle/core/contracts'

/** The text of a spinner, updated while steps report progress. */
export interface StepProgress {
  readonly onProgress: (progress: Progress) => void
  readonly text: () => string
}

/** Follows the steps of a call. The text is `first` until a step reports. */
export function createStepProgress(first: string): StepProgress {
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

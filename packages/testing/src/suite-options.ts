import type { TestOptions } from 'vitest'

/**
 * Options of every suite. A test may take ten minutes, because vitest's default of 5 seconds is too short for generated
 * histories on a busy machine.
 */
export const SUITE_OPTIONS: TestOptions = { timeout: 600_000 }

import type { missingFileError } from './missing-file-error.ts'

/** Returns the error for a missing file. The search for the path that may have been meant is loaded only then. */
export const fileNotFound: typeof missingFileError = async (...place) =>
  (await import('./missing-file-error.ts')).missingFileError(...place)

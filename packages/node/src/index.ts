export { openChronicle } from './open-chronicle.ts'
export type { Chronicle, OpenOptions } from './open-chronicle.ts'
export type { Corrections, CorrectOptions } from './create-corrections.ts'
export { createFileCacheStorage } from './file-cache-storage.ts'

export { blameFile } from './blame/blame-file.ts'
export { withBlame } from './with-blame.ts'
export type { ObjectSource } from './object-reader.ts'

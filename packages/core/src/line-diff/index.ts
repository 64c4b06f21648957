export { diffLines } from './diff-lines.ts'
export type { Edit } from './diff-lines.ts'
export { LineTable } from './line-table.ts'
export type { NumberedText } from './line-table.ts'

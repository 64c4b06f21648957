export { createSqliteIndex } from './create-sqlite-index.ts'
export type { SqliteIndex, SqliteIndexOptions } from './create-sqlite-index.ts'
export { isSqliteAvailable } from './sqlite-module.ts'

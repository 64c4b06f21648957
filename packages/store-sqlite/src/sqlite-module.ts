import { isBuiltin } from 'node:module'

/** The part of `node:sqlite` that is used here, because the oldest supported Node has no types for it. */
export interface SqliteDatabase {
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  close(): void
}

export interface SqliteStatement {
  run(...values: readonly SqlValue[]): { readonly lastInsertRowid: number | bigint }
  get(...values: readonly SqlValue[]): SqlRow | undefined
  all(...values: readonly SqlValue[]): SqlRow[]
  iterate(...values: readonly SqlValue[]): Iterable<SqlRow>
}

export type SqlValue = string | number | null | Uint8Array
export type SqlRow = Readonly<Record<string, SqlValue>>

/** Whether this Node has `node:sqlite`: 22.13 and newer. Loads nothing. */
export function isSqliteAvailable(): boolean {
  return isBuiltin('node:sqlite')
}

/** Opens a database. Loads `node:sqlite` on first use. Throws the errors of SQLite. */
export function openSqlite(file: string): SqliteDatabase {
  const sqlite = process.getBuiltinModule('node:sqlite') as unknown as
    { readonly DatabaseSync: new (file: string) => SqliteDatabase } | undefined
  if (sqlite === undefined) throw new Error(`Node ${process.version} has no node:sqlite`)
  return new sqlite.DatabaseSync(file)
}

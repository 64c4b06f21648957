/** The pattern of index file names. */
export const FORMAT_NAME: RegExp = /^index-v\d+-[0-9a-f]{12}-\d+\.sqlite$/

interface Database {
  exec(sql: string): void
  prepare(sql: string): { get(): Readonly<Record<string, unknown>> | undefined }
  close(): void
}

/** Opens a database directly, without the index. */
export function openDatabase(file: string): Database {
  const sqlite = process.getBuiltinModule('node:sqlite') as unknown as {
    readonly DatabaseSync: new (file: string) => Database
  }
  return new sqlite.DatabaseSync(file)
}

/** Returns the result of SQLite's own integrity check of a file. */
export function integrityOf(file: string): unknown {
  const db = openDatabase(file)
  const result = db.prepare('PRAGMA integrity_check').get()?.['integrity_check']
  db.close()
  return result
}

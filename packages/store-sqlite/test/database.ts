/** Names of the files of an index. */
export const FORMAT_NAME: RegExp = /^index-v\d+-[0-9a-f]{12}-\d+\.sqlite$/

interface Database {
  exec(sql: string): void
  prepare(sql: string): { get(): Readonly<Record<string, unknown>> | undefined }
  close(): void
}

/** Opens a database as somebody else would. */
export function openDatabase(file: string): Database {
  const sqlite = process.getBuiltinModule('node:sqlite') as unknown as {
    readonly DatabaseSync: new (file: string) => Database
  }
  return new sqlite.DatabaseSync(file)
}

/** What SQLite's own check says about a file. */
export function integrityOf(file: string): unknown {
  const db = openDatabase(file)
  const result = db.prepare('PRAGMA integrity_check').get()?.['integrity_check']
  db.close()
  return result
}

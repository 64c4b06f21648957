import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Which file of a folder a database is in. */
export interface DatabasePlace {
  readonly folder: string
  readonly prefix: string
  readonly number: number
}

/**
 * Finds the file of a database, or the name of one to be made; the folder is made where it is missing. Files are
 * numbered, and the highest number counts: one that is no good is not overwritten, because another process may be
 * using it. `damaged` is the number of a file that is not to be used.
 */
export function findPlace(folder: string, prefix: string, damaged?: number): DatabasePlace {
  mkdirSync(folder, { recursive: true })
  return { folder, prefix, number: Math.max(0, (damaged ?? -1) + 1, ...fileNumbers(folder, prefix)) }
}

export function fileOf({ folder, prefix, number }: DatabasePlace): string {
  return join(folder, fileName(prefix, number))
}

/** Removes the files that one of a higher number has replaced. */
export function removeOlderFiles({ folder, prefix, number }: DatabasePlace): void {
  for (const old of fileNumbers(folder, prefix)) if (old < number) removeFile(join(folder, fileName(prefix, old)))
}

function fileName(prefix: string, number: number): string {
  return `${prefix}-${number}.sqlite`
}

function fileNumbers(folder: string, prefix: string): readonly number[] {
  return readdirSync(folder).flatMap((name) => {
    const number = Number(/-(\d{1,9})\.sqlite$/.exec(name)?.[1] ?? -1)
    return name === fileName(prefix, number) ? [number] : []
  })
}

function removeFile(file: string): void {
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    try {
      rmSync(name, { force: true })
    } catch {
      // It stays until the next time. It is out of use either way.
    }
  }
}

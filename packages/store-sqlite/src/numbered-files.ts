import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The file of a database in a folder. */
export interface DatabasePlace {
  readonly folder: string
  readonly prefix: string
  readonly number: number
}

/**
 * Finds the file of a database, or the name for a new one. Creates the folder if it is missing. Files are numbered, and
 * the highest number is current: a damaged file is not overwritten, because another process may be using it. `damaged`
 * is the number of a file that must not be used.
 */
export function findPlace(folder: string, prefix: string, damaged?: number): DatabasePlace {
  mkdirSync(folder, { recursive: true })
  return { folder, prefix, number: Math.max(0, (damaged ?? -1) + 1, ...fileNumbers(folder, prefix)) }
}

export function fileOf({ folder, prefix, number }: DatabasePlace): string {
  return join(folder, fileName(prefix, number))
}

/** Removes the files that one with a higher number has replaced. */
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
      // The file is unused, so it can stay until the next attempt.
    }
  }
}

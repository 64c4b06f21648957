import { readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { RepoPath } from '@chronicle/schema'
import type { CommandHost } from '../host/command-host.ts'

/** A shell waits for the answer at every key press, so larger files and slower answers give no names. */
const MAX_BYTES = 512 * 1024
const MAX_MS = 1500
const MAX_NAMES = 300

/** Returns the names of the units of a file on disk, or none on any failure. */
export async function unitNames(file: string, dir: string, host: CommandHost): Promise<readonly string[]> {
  const end = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(() => {
      end.abort()
      resolve([])
    }, MAX_MS)
  })
  // Completion has no way to report an error.
  const found = outlined(file, dir, host, end.signal).catch(() => [])
  try {
    return await Promise.race([found, late])
  } finally {
    clearTimeout(timer)
  }
}

async function outlined(
  file: string,
  dir: string,
  { io, open }: CommandHost,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const path = resolve(dir, file)
  const found = await stat(path)
  if (!found.isFile() || found.size > MAX_BYTES) return []
  const text = await readFile(path, 'utf8')
  const repository = await (open ?? (await import('@chronicle/node')).openChronicle)({ dir, env: io.env })
  try {
    const outline = await repository.ast.outline({ path: basename(path) as RepoPath, text }, { signal })
    const names = outline.isOk() ? outline.value.units.map(({ name }) => name) : []
    return [...new Set(names)].slice(0, MAX_NAMES)
  } finally {
    await repository.close()
  }
}

/** Returns the names that start with the typed text, or else last segments that do. */
export function namesFor(partial: string, names: readonly string[]): readonly string[] {
  const full = names.filter((name) => name.startsWith(partial))
  if (full.length > 0) return full
  const last = names.map((name) => name.split('::').at(-1) ?? name)
  return [...new Set(last.filter((name) => name.startsWith(partial)))]
}

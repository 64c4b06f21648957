import { readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { RepoPath } from '@chronicle/schema'
import type { CommandHost, Repository } from '../host/command-host.ts'

/** A shell waits for the answer at every key press, so larger files and slower answers give no names. */
const MAX_BYTES = 512 * 1024
const MAX_MS = 1500
const MAX_NAMES = 300

/** Returns the names of the units of a file on disk, or none on any failure. */
export function unitNames(file: string, dir: string, host: CommandHost): Promise<readonly string[]> {
  return withTimeLimit(async (signal) => {
    const path = resolve(dir, file)
    const found = await stat(path)
    if (!found.isFile() || found.size > MAX_BYTES) return []
    const text = await readFile(path, 'utf8')
    return withOpened(dir, host, async ({ ast }) => {
      const outline = await ast.outline({ path: basename(path) as RepoPath, text }, { signal })
      const names = outline.isOk() ? outline.value.units.map(({ name }) => name) : []
      return [...new Set(names)].slice(0, MAX_NAMES)
    })
  })
}

/**
 * Returns `HEAD` and the names of branches and tags that complete a revision, or the end of a range. Returns none on
 * any failure.
 */
export function revisionNames(partial: string, dir: string, host: CommandHost): Promise<readonly string[]> {
  const start = /^.*\.{2,3}/u.exec(partial)?.[0] ?? ''
  return withTimeLimit((signal) =>
    withOpened(dir, host, async ({ git }) => {
      const listed = await git.refNames?.({ signal })
      const names = listed?.unwrapOr([]) ?? []
      const fitting = ['HEAD', ...names].filter((name) => name.startsWith(partial.slice(start.length)))
      return fitting.slice(0, MAX_NAMES).map((name) => `${start}${name}`)
    }),
  )
}

/** Returns the names of the remotes, or none on any failure. */
export function remoteNames(_: string, dir: string, host: CommandHost): Promise<readonly string[]> {
  return withTimeLimit((signal) =>
    withOpened(dir, host, async ({ git }) => {
      const remotes = await git.sharing?.remotes({ signal })
      return remotes?.isOk() === true ? remotes.value.all.map(({ name }) => name) : []
    }),
  )
}

/** Returns the fields that `correct` can change. */
export async function fieldNames(): Promise<readonly string[]> {
  const { ANNOTATION_FIELDS, REGION_FIELDS } = await import('@chronicle/core/corrections')
  return [...REGION_FIELDS, ...ANNOTATION_FIELDS]
}

/** Returns the names of the tools of the MCP server, and of groups of them. */
export async function toolNames(): Promise<readonly string[]> {
  return (await import('../mcp/tool-names.ts')).SELECTABLE_TOOLS
}

/** Returns the names of the JSON Schemas. */
export async function schemaNames(): Promise<readonly string[]> {
  return Object.keys((await import('@chronicle/schema/json')).jsonSchemas).sort()
}

/**
 * Returns what is found before the time limit, or nothing. Failures are not reported, because completion has no place
 * for messages.
 */
async function withTimeLimit(find: (signal: AbortSignal) => Promise<readonly string[]>): Promise<readonly string[]> {
  const end = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(() => {
      end.abort()
      resolve([])
    }, MAX_MS)
  })
  try {
    return await Promise.race([find(end.signal).catch(() => []), late])
  } finally {
    clearTimeout(timer)
  }
}

async function withOpened<T>(
  dir: string,
  { io, open }: CommandHost,
  run: (repository: Repository) => Promise<T>,
): Promise<T> {
  const repository = await (open ?? (await import('@chronicle/node')).openChronicle)({ dir, env: io.env })
  try {
    return await run(repository)
  } finally {
    await repository.close()
  }
}

/** Returns the names that start with the typed text, or if there are none, the last segments that do. */
export function namesFor(partial: string, names: readonly string[]): readonly string[] {
  const full = names.filter((name) => name.startsWith(partial))
  if (full.length > 0) return full
  const last = names.map((name) => name.split('::').at(-1) ?? name)
  return [...new Set(last.filter((name) => name.startsWith(partial)))]
}

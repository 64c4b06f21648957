import { createHash, randomBytes } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The texts that a session has been shown. */
export interface SessionMemory {
  isKnown(text: string): boolean
  /**
   * Marks texts as shown to the session and returns those that are new. If several processes mark the same text at the
   * same time, it is new for only one of them. If nothing can be stored, everything is new.
   */
  claim(texts: readonly string[]): Promise<ReadonlySet<string>>
}

/** Lifetime of a session's file, which is of no use to other sessions. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000
/** Maximum number of texts remembered per session. Above it, the newer half is kept. */
const MAX_LINES = 8000

/**
 * Opens the memory of a session: one small file below Chronicle's folder in the git directory, safe to delete. Each
 * line contains the hash of a text and the mark of the process that wrote it. The first line with a text's hash decides
 * which process owns it.
 */
export async function openSessionMemory(
  chronicleDir: string | undefined,
  session: string | undefined,
): Promise<SessionMemory> {
  if (chronicleDir === undefined || session === undefined)
    return { isKnown: () => false, claim: async (texts) => new Set(texts) }
  const folder = join(chronicleDir, 'hook-sessions')
  const file = join(folder, hash(session))
  const mark = randomBytes(6).toString('hex')
  let owners = await readOwners(file)

  return {
    isKnown: (text) => (owners.get(hash(text)) ?? mark) !== mark,
    async claim(texts) {
      const isNewFile = owners.size === 0
      const added = texts.filter((text) => !owners.has(hash(text)))
      if (added.length === 0) return new Set(texts.filter((text) => owners.get(hash(text)) === mark))
      try {
        await mkdir(folder, { recursive: true })
        // A single append keeps the lines of other processes intact.
        await appendFile(file, added.map((text) => `${hash(text)} ${mark}\n`).join(''))
        owners = await readOwners(file)
        if (isNewFile) await forgetOldSessions(folder, file)
        if (owners.size > MAX_LINES) await forgetOldest(file, owners, mark)
      } catch {
        // If the folder cannot be written, a text may be repeated.
        return new Set(texts)
      }
      return new Set(texts.filter((text) => owners.get(hash(text)) === mark))
    },
  }
}

/** Maps the hash of a text to the mark of the process that wrote it first. */
async function readOwners(file: string): Promise<ReadonlyMap<string, string>> {
  // A missing or unreadable file means that nothing has been shown yet.
  const text = await readFile(file, 'utf8').catch(() => '')
  const owners = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [key = '', mark = ''] = line.split(' ')
    if (key !== '' && !owners.has(key)) owners.set(key, mark)
  }
  return owners
}

/**
 * Keeps the newer half of the lines. A line that another process appends meanwhile may be lost, which only causes a
 * repetition.
 */
async function forgetOldest(file: string, owners: ReadonlyMap<string, string>, mark: string): Promise<void> {
  const newer = [...owners].slice(-MAX_LINES / 2)
  const unfinished = `${file}.${mark}`
  await writeFile(unfinished, newer.map(([key, owner]) => `${key} ${owner}\n`).join(''))
  await rename(unfinished, file)
}

/** Deletes old session files. The current time is that of the file just written. */
async function forgetOldSessions(folder: string, newest: string): Promise<void> {
  const now = (await stat(newest)).mtimeMs
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (now - (await stat(path)).mtimeMs > KEPT_MS) await rm(path, { force: true })
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

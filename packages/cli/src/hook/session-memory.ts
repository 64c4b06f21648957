import { createHash, randomBytes } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What a session was told. */
export interface SessionMemory {
  isKnown(text: string): boolean
  /**
   * Notes that the session is told some things, and returns those that are new to it. Of processes that note the same
   * at the same time, one is told that it is new. Where nothing can be kept, everything is new.
   */
  claim(texts: readonly string[]): Promise<ReadonlySet<string>>
}

/** What a session leaves behind is of no use to any other, and goes after this long. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000
/** Things that are remembered of one session. Of more than these the newer half is kept. */
const MAX_LINES = 8000

/**
 * Opens the memory of a session: one small file below Chronicle's folder in the git directory, safe to delete. Each of
 * its lines is the hash of a text and the mark of the process that noted it; the first line of a text says whose it is.
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
        // One write to the end of the file: lines of other processes stand before it or after it.
        await appendFile(file, added.map((text) => `${hash(text)} ${mark}\n`).join(''))
        owners = await readOwners(file)
        if (isNewFile) await forgetOldSessions(folder, file)
        if (owners.size > MAX_LINES) await forgetOldest(file, owners, mark)
      } catch {
        // A folder that cannot be written costs a repetition.
        return new Set(texts)
      }
      return new Set(texts.filter((text) => owners.get(hash(text)) === mark))
    },
  }
}

/** By the hash of a text, the mark of the process that noted it first. */
async function readOwners(file: string): Promise<ReadonlyMap<string, string>> {
  // Absent, or not to be read: nothing was told yet.
  const text = await readFile(file, 'utf8').catch(() => '')
  const owners = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [key = '', mark = ''] = line.split(' ')
    if (key !== '' && !owners.has(key)) owners.set(key, mark)
  }
  return owners
}

/** A line that another process adds meanwhile may get lost, which costs a repetition. */
async function forgetOldest(file: string, owners: ReadonlyMap<string, string>, mark: string): Promise<void> {
  const newer = [...owners].slice(-MAX_LINES / 2)
  const unfinished = `${file}.${mark}`
  await writeFile(unfinished, newer.map(([key, owner]) => `${key} ${owner}\n`).join(''))
  await rename(unfinished, file)
}

/** The clock is that of the file that was just written. */
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

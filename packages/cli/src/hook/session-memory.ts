import { createHash } from 'node:crypto'
import { appendFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What a session leaves behind is of no use to any other, and goes after this long. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Notes that a session was told something, and says whether that was new. Kept in one small file for each session
 * below Chronicle's folder in the git directory; safe to delete. Where it cannot be kept, everything is new.
 */
export async function isNews(
  chronicleDir: string | undefined,
  session: string | undefined,
  told: string,
): Promise<boolean> {
  if (chronicleDir === undefined || session === undefined) return true
  const folder = join(chronicleDir, 'hook-sessions')
  const file = join(folder, hash(session))
  const line = hash(told)
  // Absent, or not to be read: nothing was told yet.
  const known = await readFile(file, 'utf8').catch(() => undefined)
  if (known?.split('\n').includes(line) === true) return false
  try {
    await mkdir(folder, { recursive: true })
    await appendFile(file, `${line}\n`)
    if (known === undefined) await forgetOldSessions(folder, file)
  } catch {
    // A folder that cannot be written costs a repetition.
  }
  return true
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

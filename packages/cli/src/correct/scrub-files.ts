import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ok, type Diagnostic } from '@chronicle/schema'
import type { RepositoryInfo } from '@chronicle/core/contracts'
import { undefinedIfMissing } from '../host/absent-files.ts'

/**
 * Removes a text from what was stated and is not recorded yet: the context of the next commit in each working tree, and
 * the statements that a hook could not record. Otherwise a later commit would store it in a note again. What fails is a
 * warning: the notes are scrubbed by then, and what is left to do must be said.
 */
export async function scrubFiles(
  { commonDir, gitDir, chronicleDir }: Pick<RepositoryInfo, 'commonDir' | 'gitDir' | 'chronicleDir'>,
  text: string,
  dryRun: boolean,
): Promise<readonly Diagnostic[]> {
  const warnings: Diagnostic[] = []
  const warn = (code: string, message: string): void => {
    warnings.push({ code, severity: 'warning', message })
  }
  const attempt = async <T>(path: string, step: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await step()
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      warn('unrecorded_not_scrubbed', `What is not recorded yet could not be scrubbed: ${path}: ${reason}`)
      return undefined
    }
  }
  const { createTextScrubber } = await import('@chronicle/core/corrections')
  const { changePendingContext } = await import('@chronicle/node')
  const scrub = createTextScrubber(text, { isOwn: true })
  const entriesOf = async (folder: string): Promise<readonly string[]> => {
    const names = await attempt(folder, () => readdir(folder).catch(undefinedIfMissing))
    return (names ?? []).map((name) => join(folder, name))
  }
  const linked = commonDir === undefined ? [] : [commonDir, ...(await entriesOf(join(commonDir, 'worktrees')))]
  const gitDirs = new Set([...(gitDir === undefined ? [] : [gitDir]), ...linked])
  const contexts = [...gitDirs].map((dir) => join(dir, 'chronicle', 'pending-context.json'))
  const unrecorded = chronicleDir === undefined ? [] : await entriesOf(join(chronicleDir, 'unrecorded'))
  for (const path of [...contexts, ...unrecorded]) {
    await attempt(path, async () => {
      const found = await stat(path).catch(undefinedIfMissing)
      if (found?.isFile() !== true) return
      const { bytes, occurrences } = scrub(await readFile(path))
      if (occurrences === 0) return
      if (!dryRun && contexts.includes(path)) {
        // Another process may add to it at this moment.
        const changed = await changePendingContext(path, (now) => ok(now && decode(scrub(encode(now)).bytes)))
        if (changed.isErr()) throw new Error(changed.error.message)
      } else if (!dryRun) {
        await writeFile(`${path}.draft`, bytes, { mode: found.mode })
        await rename(`${path}.draft`, path)
      }
      const outcome = dryRun ? '' : ', which was taken out'
      warn('unrecorded_scrubbed', `What is not recorded yet had the text${outcome}: ${path}`)
    })
  }
  return warnings
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

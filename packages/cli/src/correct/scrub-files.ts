import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CodedError, Diagnostic, ResultAsync } from '@chronicle/schema'
import type { RepositoryInfo } from '@chronicle/core/contracts'
import { attempt } from '../git-hooks/attempt.ts'
import { undefinedIfMissing } from '../host/absent-files.ts'

/**
 * Removes a text from what was stated and is not recorded yet: the context of the next commit in this working tree, and
 * the statements that a hook could not record. Otherwise a later commit would store it in a note again.
 */
export function scrubFiles(
  { gitDir, chronicleDir }: Pick<RepositoryInfo, 'gitDir' | 'chronicleDir'>,
  text: string,
  dryRun: boolean,
): ResultAsync<readonly Diagnostic[], CodedError> {
  return attempt('What is not recorded yet could not be scrubbed', async () => {
    const { createTextScrubber } = await import('@chronicle/core/corrections')
    const scrub = createTextScrubber(text)
    const unrecorded = chronicleDir === undefined ? undefined : join(chronicleDir, 'unrecorded')
    const names = unrecorded === undefined ? [] : ((await readdir(unrecorded).catch(undefinedIfMissing)) ?? [])
    const paths = [
      ...(gitDir === undefined ? [] : [join(gitDir, 'chronicle', 'pending-context.json')]),
      ...names.map((name) => join(unrecorded ?? '', name)),
    ]
    const warnings: Diagnostic[] = []
    for (const path of paths) {
      const before = await readFile(path).catch(undefinedIfMissing)
      if (before === undefined) continue
      const { bytes, occurrences } = scrub(before)
      if (occurrences === 0) continue
      if (!dryRun) {
        await writeFile(`${path}.draft`, bytes)
        await rename(`${path}.draft`, path)
      }
      const message = `What is not recorded yet had the text${dryRun ? '' : ', which was taken out'}: ${path}`
      warnings.push({ code: 'unrecorded_scrubbed', severity: 'warning', message })
    }
    return warnings
  })
}

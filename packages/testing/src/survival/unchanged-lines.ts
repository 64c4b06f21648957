import type { LineRange } from '@chronicle/schema'
import type { FixtureRepository } from '../fixture/fixture-repository.ts'

const HUNK = /^@@ -(\d+)(?:,(\d+))? /u

/**
 * Returns the number of lines in a range of the older file that `git diff` shows as unchanged. Both are blob ids or
 * revisions with a path.
 */
export async function unchangedLines(
  repository: Pick<FixtureRepository, 'git'>,
  older: string,
  newer: string,
  { start, end }: LineRange,
): Promise<number> {
  const patch = await repository.git('diff', '-U0', '--no-ext-diff', '--no-color', older, newer)
  let changed = 0
  for (const line of patch.split('\n')) {
    const [, first, count = '1'] = HUNK.exec(line) ?? []
    if (first === undefined) continue
    const [from, to] = [Number(first), Number(first) + Number(count) - 1]
    changed += Math.max(0, Math.min(to, end) - Math.max(from, start) + 1)
  }
  return end - start + 1 - changed
}

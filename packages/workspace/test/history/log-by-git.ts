import type { LineRange } from '@chronicle/schema'
import type { FixtureRepository } from '@chronicle/testing'

/** Returns the commits that changed lines of a file at `HEAD`, according to `git log -L`. */
export async function logByGit(
  repository: FixtureRepository,
  path: string,
  { start, end }: LineRange,
): Promise<readonly string[]> {
  const listed = await repository.git('log', '-s', '--format=%H', `-L${start},${end}:${path}`)
  return listed.split('\n').filter((line) => line !== '')
}

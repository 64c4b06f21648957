import type { FixtureRepository } from '@chronicle/testing'
import type { PastUnit } from './past-units.ts'

/**
 * Returns whether the commit of a unit still owns one of the recorded lines in a file of the tip. A lookup that only
 * used blame would find its region exactly then.
 */
export async function ownsRecordedLine(
  repository: FixtureRepository,
  past: PastUnit,
  fileNow: string,
): Promise<boolean> {
  const { commit, file, unit } = past
  const touched = await repository.git('diff-tree', '--root', '-m', '-r', '--name-only', commit, '--', file)
  if (touched === '') return false
  const blamed = await repository.git('blame', '--porcelain', 'HEAD', '--', fileNow)
  for (const line of blamed.split('\n')) {
    const [, id, original] = /^([0-9a-f]{40,64}) (\d+) \d+/u.exec(line) ?? []
    const number = Number(original)
    if (id === commit && number >= unit.lines.start && number <= unit.lines.end) return true
  }
  return false
}

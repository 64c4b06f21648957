import type { FileChange, LineSpan } from '@chronicle/core/contracts'
import type { CommitId } from '@chronicle/schema'
import type { FixtureRepository } from '../fixture/fixture-repository.ts'

/** Returns lines with their line breaks, so that a last line with and one without a line break differ. */
export async function linesAt(
  repository: FixtureRepository,
  commit: CommitId,
  path: string,
): Promise<readonly string[]> {
  const bytes = await repository.gitBytes(['cat-file', 'blob', `${commit}:${path}`])
  return bytes.toString('latin1').match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** Returns the old lines with those of the hunks replaced by the new ones. */
export function applyHunks(
  { hunks }: Pick<FileChange, 'hunks'>,
  before: readonly string[],
  after: readonly string[],
): readonly string[] {
  const made: string[] = []
  let next = 1
  for (const hunk of hunks) {
    const [start, end] = bounds(hunk.old)
    made.push(...before.slice(next - 1, start - 1))
    const [first, last] = bounds(hunk.new)
    made.push(...after.slice(first - 1, last - 1))
    next = end
  }
  return [...made, ...before.slice(next - 1)]
}

/** Returns the first line of a span, and the line after its last. */
function bounds({ start, count }: LineSpan): readonly [number, number] {
  return count === 0 ? [start + 1, start + 1] : [start, start + count]
}

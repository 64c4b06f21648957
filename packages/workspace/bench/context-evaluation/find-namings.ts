import type { FileScores, SignalContext } from '@chronicle/context'
import type { RepoPath } from '@chronicle/schema'
import { exactDefinitionsSignal } from '../../../context/src/signals/exact-definitions.ts'
import { explicitPathsSignal } from '../../../context/src/signals/explicit-paths.ts'
import { pathTermsSignal } from '../../../context/src/signals/path-terms.ts'

/** The ways a task can name a file, most reliable first. */
export const WAYS_TO_NAME = [
  'its path, module or stack frame',
  'a unit that it defines',
  'a word of its path',
  'none of these',
] as const

/** Returns how the task names each of some files. */
export async function findNamings(
  context: SignalContext,
  paths: readonly RepoPath[],
): Promise<readonly (readonly [RepoPath, (typeof WAYS_TO_NAME)[number]])[]> {
  const lists: FileScores[] = []
  for (const signal of [explicitPathsSignal, exactDefinitionsSignal, pathTermsSignal])
    lists.push((await signal.score(context, new Map()))._unsafeUnwrap())
  return paths.map((path) => {
    const at = lists.findIndex((scores) => (scores.get(path) ?? 0) > 0)
    return [path, WAYS_TO_NAME[at] ?? 'none of these']
  })
}

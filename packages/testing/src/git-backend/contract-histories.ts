import { join } from 'node:path'
import type { GitBackend } from '@chronicle/core/contracts'
import { buildHistory, type BuiltHistory } from '../fixture/build-history.ts'
import type { FixtureRepository } from '../fixture/fixture-repository.ts'
import type { HistoryPlan } from '../fixture/history-plan.ts'
import type { ContractTools } from './contract-tools.ts'

/** Returns numbered lines, one of them changed, each different from the lines of other numbers. */
export function numbered(from: number, to: number, changed?: number): string {
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const line = from + index
    return line === changed ? `line ${line}, changed\n` : `line ${line} of it\n`
  }).join('')
}

/** Builds a planned history, opens it, and disposes of both after `body`, because a property runs many in one test. */
export async function withHistory(
  { open }: Pick<ContractTools, 'open'>,
  plan: HistoryPlan,
  body: (history: BuiltHistory, backend: GitBackend) => Promise<void>,
): Promise<void> {
  const history = await buildHistory(plan)
  const backend = await open(history.repository.dir)
  try {
    await body(history, backend)
  } finally {
    await backend.close()
    await history.repository.dispose()
  }
}

/** Clones the last two commits of a repository into a folder inside it, and returns the folder. */
export async function shallowClone(repository: FixtureRepository): Promise<string> {
  const clone = join(repository.dir, 'clone')
  await repository.git('clone', '--quiet', '--depth=2', `file://${repository.dir}`, clone)
  return clone
}

import { codedError } from '@chronicle/core/contracts'
import { errAsync, okAsync, type RepoPath } from '@chronicle/schema'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OpenedScene, RankingSignal, SignalScene } from './law-scene.ts'
import { rankingProfileLaws, rankingProfileProperties, type RankedBy } from './ranking-profile-laws.ts'
import { signalLaws, signalProperties } from './signal-laws.ts'

/** The minimal context of a signal: the task and the paths. */
interface Scene {
  readonly task: string
  readonly paths: readonly RepoPath[]
}

async function open({ git, task }: SignalScene): Promise<OpenedScene<Scene>> {
  const commit = (await git.resolve('HEAD'))._unsafeUnwrap()
  if (commit === undefined) throw new Error('The repository has no commit.')
  const paths = (await git.listFiles({ commit }))._unsafeUnwrap()
  return { context: { task, paths }, paths }
}

/** Scores files whose name occurs in the task. */
const byName: RankingSignal<Scene> = {
  name: 'by_name',
  score: ({ task, paths }) =>
    okAsync(new Map(paths.filter((path) => task.includes(path.split('/').at(-1) ?? path)).map((path) => [path, 1]))),
}
const options = { open, runs: 40 }

signalLaws(byName, options)

let calls = 0
const everywhere = (score: (path: RepoPath) => number): RankingSignal<Scene> => ({
  name: 'broken',
  score: ({ paths }) => okAsync(new Map(paths.map((path) => [path, score(path)]))),
})

describe.each<{ broken: string; by: RankingSignal<Scene> }>([
  {
    broken: 'any task has an answer',
    by: {
      name: 'broken',
      score: ({ task }) =>
        task.includes('(') ? errAsync(codedError('bad_pattern', 'The pattern is wrong.')) : okAsync(new Map()),
    },
  },
  { broken: 'any task has an answer', by: { name: 'broken', score: () => okAsync(undefined as never) } },
  {
    broken: 'only files of the state',
    by: { name: 'broken', score: () => okAsync(new Map([['gone.ts' as RepoPath, 1]])) },
  },
  { broken: 'scores are finite', by: everywhere(() => Number.NaN) },
  { broken: 'scores are finite', by: everywhere(() => -1) },
  { broken: 'equal questions', by: everywhere(() => calls++) },
  {
    broken: 'the scores of other signals',
    by: {
      name: 'broken',
      score: ({ paths }, lists) => {
        for (const scores of lists.values()) (scores as Map<RepoPath, number>).set(paths[0] ?? ('a' as RepoPath), 7)
        return okAsync(new Map())
      },
    },
  },
  {
    broken: 'a state without files',
    by: { name: 'broken', score: () => okAsync(new Map([['README.md' as RepoPath, 1]])) },
  },
])('a signal that breaks "$broken"', ({ broken, by }) => {
  it('is found', async () => {
    const law = signalProperties(by, options).find(({ name }) => name.startsWith(broken))
    if (law === undefined) throw new Error(`There is no law that begins with "${broken}".`)
    await expect(fc.assert(law.property, { numRuns: 100 })).rejects.toThrow()
  })
})

const summed: RankedBy<Scene> = {
  name: 'summed',
  signals: [byName],
  combine: (lists) => {
    const breakdowns = new Map<RepoPath, Record<string, number>>()
    for (const [name, scores] of lists)
      for (const [path, score] of scores) breakdowns.set(path, { ...breakdowns.get(path), [name]: score })
    return breakdowns
  },
}

rankingProfileLaws(summed, options)

describe.each<{ broken: string; by: RankedBy<Scene> }>([
  {
    broken: 'only files that a signal scored',
    by: { ...summed, combine: () => new Map([['other.ts' as RepoPath, { by_name: 1 }]]) },
  },
  {
    broken: 'contributions are finite',
    by: {
      ...summed,
      signals: [everywhere(() => 1)],
      combine: (lists, { paths }) => new Map(paths.map((path) => [path, { broken: 0 / (lists.size - 1) }])),
    },
  },
  {
    broken: 'a contribution has the name',
    by: { ...summed, signals: [everywhere(() => 1)], combine: (_, { paths }) => new Map([[firstOf(paths), { x: 1 }]]) },
  },
  {
    broken: 'equal scores are combined alike',
    by: {
      ...summed,
      signals: [everywhere(() => 1)],
      combine: (lists) => new Map([[firstOf([...(lists.get('broken')?.keys() ?? [])]), { broken: 1 }]]),
    },
  },
  {
    broken: 'a state without files',
    by: { ...summed, combine: () => new Map([['README.md' as RepoPath, { by_name: 1 }]]) },
  },
])('a profile that breaks "$broken"', ({ broken, by }) => {
  it('is found', async () => {
    const law = rankingProfileProperties(by, options).find(({ name }) => name.startsWith(broken))
    if (law === undefined) throw new Error(`There is no law that begins with "${broken}".`)
    await expect(fc.assert(law.property, { numRuns: 100 })).rejects.toThrow()
  })
})

function firstOf(paths: readonly RepoPath[]): RepoPath {
  return paths[0] ?? ('none' as RepoPath)
}

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CommitId, Region } from '@chronicle/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FixtureRepository } from '@chronicle/testing'
import { bundleNames, bundlesMissing, openBundle } from '../real-histories/bundles.ts'
import { drawSample, type Drawn } from './draw-sample.ts'
import { newestCommits, writeCommits } from './write-commits.ts'

/*
 * sample/sample.json: regions drawn at random from what the heuristic writer makes of six real histories, each judged
 * by a person who read the commit. It is drawn anew with CHRONICLE_SAMPLE_SEED=<any text>, and then has to be judged.
 */

/** A drawn region with what a person found. */
interface Judged extends Drawn {
  /** Whether the commit supports all that the region says, in that place. */
  readonly verdict: 'supported' | 'not supported' | 'not judged'
  /** Whether somebody who is about to change the place is better off knowing it. */
  readonly worth: 'useful' | 'noise' | 'not judged'
  readonly remark?: string
}

const file = fileURLToPath(new URL('sample/sample.json', import.meta.url))
const SIZE = 50
const HISTORY = 2000

const newSeed = process.env['CHRONICLE_SAMPLE_SEED']
if (bundleNames.length === 0) it.skip(bundlesMissing, () => undefined)

describe.runIf(bundleNames.length > 0)('the sample of heuristic annotations', () => {
  const repositories = new Map<string, FixtureRepository>()
  beforeAll(async () => {
    for (const name of bundleNames) repositories.set(name, await openBundle(name))
  })
  afterAll(async () => {
    for (const repository of repositories.values()) await repository.dispose()
  })

  it.runIf(newSeed !== undefined)(
    'is drawn anew (only with CHRONICLE_SAMPLE_SEED set, because it then has to be judged)',
    async () => {
      const all: Drawn[] = []
      for (const [repository, { dir }] of repositories) {
        for await (const { context, outcome } of writeCommits(dir, await newestCommits(dir, HISTORY))) {
          const regions = outcome.annotation?.regions ?? []
          all.push(...regions.map((region, index) => ({ repository, commit: context.commit.id, index, region })))
        }
      }
      const judged = drawSample(all, SIZE, newSeed ?? '').map((drawn): Judged => {
        return { ...drawn, verdict: 'not judged', worth: 'not judged' }
      })
      writeFileSync(file, `${JSON.stringify({ seed: newSeed, judged }, null, 2)}\n`)
    },
    600_000,
  )

  it('is what the writer makes of these commits today', async () => {
    const judged = readSample()
    const today = new Map<string, readonly Region[]>()
    for (const [repository, { dir }] of repositories) {
      const commits = [...new Set(judged.filter((each) => each.repository === repository).map(({ commit }) => commit))]
      for await (const { context, outcome } of writeCommits(dir, commits)) {
        today.set(`${repository} ${context.commit.id}`, outcome.annotation?.regions ?? [])
      }
    }
    for (const { repository, commit, index, region } of judged) {
      if (!repositories.has(repository)) continue
      const made: unknown = JSON.parse(JSON.stringify(today.get(`${repository} ${commit}`)?.[index] ?? null))
      expect(made, `${repository} ${commit}, region ${index}: judge it again, and store what it says now`).toEqual(
        region,
      )
    }
  })
})

describe('the verdicts on the sample', () => {
  it('are there for each region', () => {
    const judged = readSample()
    expect(judged).toHaveLength(SIZE)
    expect(judged.filter(({ verdict, worth }) => verdict === 'not judged' || worth === 'not judged')).toEqual([])
  })

  it('find at least 48 of 50 supported by what they cite', () => {
    const supported = readSample().filter(({ verdict }) => verdict === 'supported')
    expect(supported.length).toBeGreaterThanOrEqual(48)
  })

  it('give the reason where one is not, or is not worth reading', () => {
    const bare = readSample().filter(({ verdict, worth, remark }) => {
      return (verdict !== 'supported' || worth === 'noise') && remark === undefined
    })
    expect(bare).toEqual([])
  })
})

function readSample(): readonly Judged[] {
  const { judged } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly judged: readonly (Judged & { commit: CommitId })[]
  }
  return judged
}

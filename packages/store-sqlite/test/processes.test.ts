import { mkdir, rm } from 'node:fs/promises'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGitCli } from '@chronicle/git-cli'
import { FORMAT_NAME, integrityOf } from './database.ts'
import type { CommitId } from '@chronicle/schema'
import { createSqliteIndex, isSqliteAvailable } from '@chronicle/store-sqlite'
import {
  answersOf,
  createFixtureRepository,
  createIndexWorkbench,
  createLinearHistory,
  FIXTURE_EPOCH,
  notePlanArbitrary,
  plannedNote,
  plantNotes,
  scanNotes,
  type CommitTimes,
  type FixtureRepository,
  type IndexWorkbench,
  type NotePlan,
} from '@chronicle/testing'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startChildIndex } from './child-index.ts'
import { repetitions } from '../../workspace/src/testing/repetitions.ts'

const NOTES = 700
const KILLS = 6

const reason = isSqliteAvailable() ? undefined : `Node ${process.version} has no node:sqlite`
if (reason !== undefined) process.stderr.write(`sqlite index, several processes: not run, ${reason}\n`)

describe.skipIf(reason !== undefined)('a process that is killed', () => {
  let repository: FixtureRepository
  let times: CommitTimes
  const folder = (): string => join(repository.dir, '.git', 'chronicle')

  beforeAll(async () => {
    repository = await createFixtureRepository()
    const commits = await createLinearHistory(repository, { commits: NOTES, files: 20, lines: 2 })
    times = new Map(commits.map((id, number) => [id, FIXTURE_EPOCH + number * 60]))
  })
  afterAll(() => repository.dispose())

  /** Writes notes that depend on the seed to nine commits in ten. */
  async function plant(seed: number): Promise<ReadonlyMap<CommitId, NotePlan>> {
    const plans = fc.sample(notePlanArbitrary, { numRuns: repetitions(16, 40), seed })
    const notes = new Map<CommitId, NotePlan>()
    for (const [number, commit] of [...times.keys()].entries()) {
      const plan = plans[(number * 7 + seed) % plans.length]
      if (plan !== undefined && (number + seed) % 10 > 0) notes.set(commit, plan)
    }
    await plantNotes(
      repository,
      [...notes].map(([commit, plan]) => [commit, plannedNote(commit, plan)] as const),
    )
    return notes
  }

  async function expectRightAnswers(notes: ReadonlyMap<CommitId, NotePlan>): Promise<void> {
    // A process killed early has not yet created the folder.
    const files = existsSync(folder()) ? readdirSync(folder()) : []
    for (const file of files.filter((name) => FORMAT_NAME.test(name))) {
      expect(integrityOf(join(folder(), file))).toBe('ok')
    }
    const git = createGitCli({ dir: repository.dir })
    const index = createSqliteIndex({ git })
    expect(await answersOf(index, times)).toEqual(scanNotes([notes], times))
    index.close()
    await git.close()
  }

  /** Measures how long a complete run of an index takes, and then kills others at different times before that. */
  async function killOften(prepare: (round: number) => Promise<ReadonlyMap<CommitId, NotePlan>>): Promise<void> {
    await prepare(0)
    const whole = await startChildIndex(repository.dir, folder())
    const started = performance.now()
    await whole.begin()
    await whole.answer()
    const duration = performance.now() - started
    await whole.finish()
    for (let round = 1; round <= KILLS; round++) {
      const notes = await prepare(round)
      const child = await startChildIndex(repository.dir, folder())
      await child.begin()
      await sleep((duration * round) / (KILLS + 1))
      await child.kill()
      await expectRightAnswers(notes)
    }
  }

  test('while it makes the index leaves nothing or all of it', async () => {
    await killOften(async (round) => {
      await rm(folder(), { recursive: true, force: true })
      return plant(round)
    })
  })

  test('while it brings the index up to date leaves the state before or after', async () => {
    await rm(folder(), { recursive: true, force: true })
    await mkdir(folder())
    await expectRightAnswers(await plant(100))
    await killOften((round) => plant(101 + round))
  })

  test('that cannot write any more answers from memory, and spoils nothing', async () => {
    await rm(folder(), { recursive: true, force: true })
    const notes = await plant(200)
    const child = await startChildIndex(repository.dir, folder(), 120)
    await child.begin()
    const expected = scanNotes([notes], times)
    expect(await child.answer()).toMatchObject({
      notes: expected['notes'],
      recent: expected['recent'],
      paths: (expected['folders'] as readonly unknown[])[0],
      codes: ['index_in_memory'],
    })
    await child.finish()
    await expectRightAnswers(notes)
  })
})

describe.skipIf(reason !== undefined)('processes that share an index', () => {
  let bench: IndexWorkbench
  beforeAll(async () => {
    bench = await createIndexWorkbench((dir) => createGitCli({ dir }))
  })
  afterAll(() => bench.dispose())

  test('bring it up to date at the same time, each with the right answers', async () => {
    const folder = await bench.newFolder()
    const children = await Promise.all([1, 2].map(() => startChildIndex(bench.repository.dir, folder)))
    const index = createSqliteIndex({ git: bench.git, dir: folder })
    const plans = fc.sample(notePlanArbitrary, { numRuns: 8, seed: 1 })
    for (const [round, plan] of plans.entries()) {
      await bench.edit([[0, round % 9, plan], ...(round > 3 ? ([[0, round - 3, undefined]] as const) : [])])
      const expected = bench.scan()
      const here = answersOf(index, bench.commits)
      await Promise.all(children.map((child) => child.begin()))
      for (const child of children) {
        expect(await child.answer()).toEqual({
          notes: expected['notes'],
          recent: expected['recent'],
          paths: (expected['folders'] as readonly unknown[])[0],
          codes: [],
        })
      }
      expect(await here).toEqual(expected)
    }
    index.close()
    await Promise.all(children.map((child) => child.finish()))
  })
})

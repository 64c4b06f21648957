import type { CommitSummary, GitBackend, LogRequest } from '@chronicle/core/contracts'
import { omitUndefined, type CommitId, type RepoPath } from '@chronicle/schema'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { FIXTURE_EPOCH, type FixtureRepository } from '../fixture/fixture-repository.ts'
import { historyArbitrary } from '../fixture/history-plan.ts'
import { numbered, shallowClone, withHistory } from './contract-histories.ts'
import { errorOf, valueOf, type Check } from './contract-tools.ts'

/** Checks the history of a commit. */
export function checkHistory(check: Check): void {
  check('lists the history, parents before children', async ({ fixture, open, requires }) => {
    const { repository, root, ours, theirs, merge } = await diamond(fixture)
    const history = requires(await open(repository.dir), 'history')
    const entries = await valueOf(history({ from: merge }))
    expect(entries.map(({ id }) => id).toSorted()).toEqual([root, ours, theirs, merge].toSorted())
    const byId = new Map(entries.map((entry) => [entry.id, entry]))
    expect(byId.get(merge)?.parents).toEqual([ours, theirs])
    expect(byId.get(root)).toEqual({ id: root, parents: [], committedAt: FIXTURE_EPOCH })
    expect(await valueOf(history({ from: root }))).toHaveLength(1)
  })

  check('leaves out what is reachable from what is excluded', async ({ fixture, open, requires }) => {
    const { repository, root, ours, theirs, merge } = await diamond(fixture)
    const history = requires(await open(repository.dir), 'history')
    const ids = async (from: CommitId, ...exclude: CommitId[]): Promise<readonly string[]> =>
      (await valueOf(history({ from, exclude }))).map(({ id }) => id)
    expect(await ids(merge, ours)).toEqual([theirs, merge])
    expect(await ids(merge, ours, theirs)).toEqual([merge])
    expect(await ids(merge, merge)).toEqual([])
    expect(await ids(ours, theirs)).toEqual([ours])
    expect(await ids(root, merge)).toEqual([])
  })

  check('agrees with git on generated histories', async ({ fixture, open, requires }) => {
    requires(await open((await fixture()).dir), 'history')
    await fc.assert(
      fc.asyncProperty(historyArbitrary(), (plan) =>
        withHistory({ open }, plan, async ({ repository, head }, backend) => {
          const entries = await valueOf(requires(backend, 'history')({ from: head }))
          const seen = new Set<string>()
          for (const entry of entries) {
            for (const parent of entry.parents) expect(seen).toContain(parent)
            seen.add(entry.id)
          }
          const log = await repository.git('log', '--format=%H %ct %P', head)
          expect(entries.map((e) => [e.id, e.committedAt, ...e.parents].join(' ')).toSorted()).toEqual(
            log
              .split('\n')
              .map((line) => line.trim())
              .toSorted(),
          )
        }),
      ),
      { numRuns: 12, seed: 20_240_102 },
    )
  })

  check('ends at the edge of a shallow clone', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    await repository.commitFiles('First', { 'a.txt': numbered(1, 9) })
    const second = await repository.commit('Second')
    const third = await repository.commit('Third')
    const history = requires(await open(await shallowClone(repository)), 'history')
    const entries = await valueOf(history({ from: third }))
    expect(entries.map(({ id, parents }) => ({ id, parents }))).toEqual([
      { id: second, parents: [] },
      { id: third, parents: [second] },
    ])
  })

  check('has no history of a commit that does not exist', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    const commit = await repository.commit('First')
    const history = requires(await open(repository.dir), 'history')
    const gone = 'd'.repeat(40) as CommitId
    const error = await errorOf(history({ from: gone }))
    expect(error.code).toBe('missing_object')
    expect(error.message).toContain(gone)
    expect((await errorOf(history({ from: commit, exclude: [gone] }))).code).toBe('missing_object')
  })

  check('logs newest first', async ({ fixture, open }) => {
    const { repository, root, ours, theirs, merge } = await diamond(fixture)
    const backend = await open(repository.dir)
    const all = await logOf(backend, { from: merge })
    expect(all.map(({ id }) => id)).toEqual([merge, theirs, ours, root])
    expect(all[2]).toEqual({
      id: ours,
      parents: [root],
      authorName: 'Ada Fixture',
      committedAt: FIXTURE_EPOCH + 3600,
      subject: 'Ours',
    })
    expect((await logOf(backend, { from: merge, limit: 2 })).map(({ id }) => id)).toEqual([merge, theirs])
    expect(await logOf(backend, { from: merge, limit: 0 })).toEqual([])
  })

  check('logs the commits that change a path', async ({ fixture, open }) => {
    const repository = await fixture()
    const ids: CommitId[] = []
    for (let index = 0; index < 8; index++) {
      await repository.write({ [`dir/${index % 2}.txt`]: `${index}\n`, '*': index === 3 ? 'star\n' : '' })
      ids.push(await repository.commit(`Subject ${index}\nstill the subject\n\nBody`))
    }
    const backend = await open(repository.dir)
    const from = ids[7] as CommitId
    const idsOf = async (path: string, limit?: number): Promise<readonly string[]> =>
      (await logOf(backend, { from, path: path as RepoPath, ...omitUndefined({ limit }) })).map((c) => c.id)
    expect(await idsOf('dir/1.txt')).toEqual([ids[7], ids[5], ids[3], ids[1]])
    expect(await idsOf('dir/1.txt', 3)).toEqual([ids[7], ids[5], ids[3]])
    expect(await idsOf('dir')).toEqual(ids.toReversed())
    expect(await idsOf('*')).toEqual([ids[4], ids[3], ids[0]])
    expect(await idsOf('nothing')).toEqual([])
    expect((await logOf(backend, { from }))[0]?.subject).toBe('Subject 7 still the subject')
  })

  check('stops logging when nobody listens any more', async ({ fixture, open }) => {
    const { repository, merge } = await diamond(fixture)
    const backend = await open(repository.dir)
    for await (const commit of backend.log({ from: merge })) {
      expect(commit.id).toBe(merge)
      break
    }
    expect(await valueOf(backend.resolve('HEAD'))).toBe(merge)
  })

  check('logs subjects with odd characters', async ({ fixture, open }) => {
    const repository = await fixture()
    const subject = 'Tabs\tand "quotes", ünïcode \u001b[31m and %H %x00'
    await repository.commit(`${subject}\n\nBody`)
    const none = await repository.commit('')
    const log = await logOf(await open(repository.dir), { from: none })
    expect(log.map((commit) => commit.subject)).toEqual(['', subject])
  })
}

async function diamond(
  fixture: () => Promise<FixtureRepository>,
): Promise<{ repository: FixtureRepository; root: CommitId; ours: CommitId; theirs: CommitId; merge: CommitId }> {
  const repository = await fixture()
  const root = await repository.commitFiles('Root', { a: 'a\n' })
  await repository.branch('topic')
  const ours = await repository.commitFiles('Ours', { b: 'b\n' })
  await repository.checkout('topic')
  const theirs = await repository.commitFiles('Theirs', { c: 'c\n' })
  await repository.checkout('main')
  return { repository, root, ours, theirs, merge: await repository.merge('topic') }
}

async function logOf(backend: GitBackend, request: LogRequest): Promise<readonly CommitSummary[]> {
  const commits: CommitSummary[] = []
  for await (const commit of backend.log(request)) commits.push(commit)
  return commits
}

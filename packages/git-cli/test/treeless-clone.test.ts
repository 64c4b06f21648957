import type { GitBackend } from '@chronicle/core/contracts'
import type { RepoPath } from '@chronicle/schema'
import { beforeEach, expect, test } from 'vitest'
import { ALLOWS_FILTERS, clonePartially, type PartialClone } from './partial-clone.ts'
import { valueOf } from './results.ts'
import { useScope } from './scope.ts'

const COMMITS = 12
const path = 'src/a.txt' as RepoPath
const scope = useScope()

let whole: GitBackend
let treeless: GitBackend
let clone: PartialClone

beforeEach(async () => {
  const origin = await scope.fixture({ config: ALLOWS_FILTERS })
  for (let number = 0; number < COMMITS; number++) {
    await origin.commitFiles(`Commit ${number}`, { [path]: `${number >> 1}\n`, 'b/c/d.txt': `${number}\n` })
  }
  clone = await clonePartially(origin, 'tree:0', scope)
  whole = scope.open({ dir: origin.dir })
  treeless = clone.backend
})

async function historyOf(git: GitBackend): Promise<unknown> {
  const from = (await valueOf(git.resolve('HEAD'))) ?? expect.fail('no HEAD')
  const revisions = (await valueOf(git.fileRevisions?.({ from, path }) ?? expect.fail())).map(({ commit }) => commit)
  const changed = await valueOf(git.changedPaths?.(revisions) ?? expect.fail())
  return { revisions, changed }
}

test('the trees of a history are fetched at one go, and once', async () => {
  expect(await historyOf(treeless)).toEqual(await historyOf(whole))
  expect(await historyOf(treeless)).toEqual(await historyOf(whole))
  expect(await clone.countFetches()).toBe(1)
})

test('histories that are asked for at the same time wait for one fetch', async () => {
  const expected = await historyOf(whole)
  const all = await Promise.all(Array.from({ length: 5 }, () => historyOf(treeless)))
  for (const found of all) expect(found).toEqual(expected)
  expect(await clone.countFetches()).toBe(1)
})

test('another remote that leaves trees out does not matter', async () => {
  await clone.git('config', 'remote.other.url', 'file:///nowhere')
  await clone.git('config', 'remote.other.promisor', 'true')
  await clone.git('config', 'remote.other.partialclonefilter', 'tree:0')
  expect(await historyOf(treeless)).toEqual(await historyOf(whole))
  expect(await clone.countFetches()).toBe(1)
})

test('a log of a path fetches them, too', async () => {
  const from = (await valueOf(treeless.resolve('HEAD'))) ?? expect.fail('no HEAD')
  const listed: string[] = []
  for await (const { subject } of treeless.log({ from, path })) listed.push(subject)
  expect(listed).toHaveLength(COMMITS / 2)
  expect(await clone.countFetches()).toBe(1)
})

test('whoever gives up takes nothing from the others', async () => {
  const controller = new AbortController()
  const from = (await valueOf(treeless.resolve('HEAD'))) ?? expect.fail('no HEAD')
  const asked = treeless.fileRevisions?.({ from, path }, { signal: controller.signal })
  const other = historyOf(treeless)
  controller.abort()
  expect((await asked)?.isErr()).toBe(true)
  expect(await other).toEqual(await historyOf(whole))
})

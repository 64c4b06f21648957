import type { FileRevision, GitBackend } from '@chronicle/core/contracts'
import type { RepoPath } from '@chronicle/schema'
import { beforeEach, expect, test } from 'vitest'
import { ALLOWS_FILTERS, clonePartially, type PartialClone } from './partial-clone.ts'
import { valueOf } from './results.ts'
import { useScope } from './scope.ts'

const COMMITS = 12
const path = 'src/a.txt' as RepoPath
const scope = useScope()

let whole: GitBackend
let blobless: GitBackend
let clone: PartialClone

beforeEach(async () => {
  const origin = await scope.fixture({ config: ALLOWS_FILTERS })
  for (let number = 0; number < COMMITS; number++) {
    await origin.commitFiles(`Commit ${number}`, { [path]: `${number}\n` })
    await origin.commitFiles(`Elsewhere ${number}`, { 'b/c.txt': `other ${number}\n` })
  }
  clone = await clonePartially(origin, 'blob:none', scope)
  whole = scope.open({ dir: origin.dir })
  blobless = clone.backend
})

async function revisionsOf(backend: GitBackend): Promise<readonly FileRevision[]> {
  const from = (await valueOf(backend.resolve('HEAD'))) ?? expect.fail('no HEAD')
  return valueOf(backend.fileRevisions?.({ from, path }) ?? expect.fail())
}

test('the blobs that are read together are fetched at one go, and once', async () => {
  const blobs = (await revisionsOf(blobless)).flatMap(({ blob }) => blob ?? [])
  const before = await clone.countFetches()
  expect(blobs).toHaveLength(COMMITS)
  expect(await valueOf(blobless.readBlobs(blobs))).toEqual(await valueOf(whole.readBlobs(blobs)))
  expect(await valueOf(blobless.readBlobs(blobs))).toHaveProperty('size', COMMITS)
  expect((await clone.countFetches()) - before).toBe(1)
})

test('the blobs that commits changed are fetched at one go, and no others', async () => {
  const commits = (await revisionsOf(blobless)).map(({ commit }) => commit)
  const before = await clone.countFetches()
  expect(await valueOf(blobless.changesOf?.(commits) ?? expect.fail())).toEqual(
    await valueOf(whole.changesOf?.(commits) ?? expect.fail()),
  )
  expect((await clone.countFetches()) - before).toBe(1)
  const missing = (await clone.git('rev-list', '--objects', '--all', '--missing=print')).match(/^\?/gm) ?? []
  // The blobs of the other file, except for the newest, which was checked out.
  expect(missing).toHaveLength(COMMITS - 1)
})

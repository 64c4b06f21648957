import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileRevision, GitBackend } from '@chronicle/core/contracts'
import type { RepoPath } from '@chronicle/schema'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { valueOf } from './results.ts'
import { useScope } from './scope.ts'

const COMMITS = 12
const path = 'src/a.txt' as RepoPath
const scope = useScope()

let whole: GitBackend
let blobless: GitBackend
let clone: string
let git: (...args: readonly string[]) => Promise<string>

beforeEach(async () => {
  const origin = await scope.fixture({
    config: { 'uploadpack.allowFilter': 'true', 'uploadpack.allowAnySHA1InWant': 'true' },
  })
  for (let number = 0; number < COMMITS; number++) {
    await origin.commitFiles(`Commit ${number}`, { [path]: `${number}\n` })
    await origin.commitFiles(`Elsewhere ${number}`, { 'b/c.txt': `other ${number}\n` })
  }
  clone = `${origin.dir}-blobless`
  git = (...args) => origin.git('-C', clone, ...args)
  await origin.git('clone', '--quiet', '--filter=blob:none', `file://${origin.dir}`, clone)
  whole = scope.open({ dir: origin.dir })
  blobless = scope.open({ dir: clone, environment: { ...process.env, GIT_TRACE2_EVENT: join(clone, '.git', 'trace') } })
})
afterEach(() => Promise.all([whole.close(), blobless.close()]))

async function countFetches(): Promise<number> {
  const events = (await readFile(join(clone, '.git', 'trace'), 'utf8')).trim().split('\n')
  return events.filter((event) => /"event":"start".*"fetch"/.test(event)).length
}

async function revisionsOf(backend: GitBackend): Promise<readonly FileRevision[]> {
  const from = (await valueOf(backend.resolve('HEAD'))) ?? expect.fail('no HEAD')
  return valueOf(backend.fileRevisions?.({ from, path }) ?? expect.fail())
}

test('the blobs that are read together are fetched at one go, and once', async () => {
  const blobs = (await revisionsOf(blobless)).flatMap(({ blob }) => blob ?? [])
  const before = await countFetches()
  expect(blobs).toHaveLength(COMMITS)
  expect(await valueOf(blobless.readBlobs(blobs))).toEqual(await valueOf(whole.readBlobs(blobs)))
  expect(await valueOf(blobless.readBlobs(blobs))).toHaveProperty('size', COMMITS)
  expect((await countFetches()) - before).toBe(1)
})

test('the blobs that commits changed are fetched at one go, and no others', async () => {
  const commits = (await revisionsOf(blobless)).map(({ commit }) => commit)
  const before = await countFetches()
  expect(await valueOf(blobless.changesOf?.(commits) ?? expect.fail())).toEqual(
    await valueOf(whole.changesOf?.(commits) ?? expect.fail()),
  )
  expect((await countFetches()) - before).toBe(1)
  const missing = (await git('rev-list', '--objects', '--all', '--missing=print')).match(/^\?/gm) ?? []
  // Those of the other file, but for the newest, which was checked out.
  expect(missing).toHaveLength(COMMITS - 1)
})

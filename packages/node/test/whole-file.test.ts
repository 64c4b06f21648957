import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import type { ReadOutput } from '@chronicle/schema'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openChronicle } from '../src/index.ts'

const RULE = 'Must not import the window.'
const ALPHA = 'export function alpha() {\n  return 1\n}\n'
const BETA = 'export function beta(queue) {\n  return queue.take()\n}\n'

let repository: FixtureRepository
beforeEach(async () => {
  repository = await createFixtureRepository()
  await repository.commitFiles('Add a', { 'a.js': ALPHA })
  await using chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
  const constraints = [{ text: RULE, source: 'author' as const }]
  ;(await chronicle.record({ regions: [{ file: 'a.js', intent: 'Runs on servers', constraints }] }))._unsafeUnwrap()
})
afterEach(() => repository.dispose())

async function read(file: string, anchor?: string): Promise<ReadOutput> {
  await using chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
  return (await chronicle.read({ files: [file], ...(anchor === undefined ? {} : { anchor }) }))._unsafeUnwrap()
}

async function confidence(file: string): Promise<number | undefined> {
  return (await read(file)).regions[0]?.confidence
}

test('a rule about a file binds what is put into the file later', async () => {
  await repository.commitFiles('Add beta', { 'a.js': `${ALPHA}\n${BETA}` })
  await repository.write({ 'a.js': `${ALPHA}\n${BETA.replace('take', 'give')}` })
  await using chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
  const { findings } = (await chronicle.check({}))._unsafeUnwrap()
  expect(findings).toMatchObject([{ kind: 'constraint', text: RULE, risk: 'low' }])
  expect(findings[0]).not.toHaveProperty('lines')
  expect((await read('a.js', 'beta')).regions).toMatchObject([{ about: 'file', freshness: 'fresh' }])
})

test('it is as good after the file was rewritten', async () => {
  const before = await confidence('a.js')
  await repository.commitFiles('Rewrite a', { 'a.js': BETA })
  expect(await confidence('a.js')).toBe(before)
  expect((await read('a.js')).regions[0]).toMatchObject({ freshness: 'fresh', survival: 1 })
})

test('it goes with the file where that is renamed, and names the commits that renamed it', async () => {
  await repository.git('mv', 'a.js', 'b.js')
  const renamed = await repository.commit('Rename a')
  await repository.commitFiles('Rewrite b', { 'b.js': BETA })
  expect((await read('b.js')).regions).toMatchObject([
    { file: 'b.js', recorded_file: 'a.js', freshness: 'moved', drifted_by: [renamed] },
  ])
})

test('it ends with the file: another one of its name is another file, and one that was taken back is the same', async () => {
  await repository.git('rm', '--quiet', 'a.js')
  await repository.commit('Remove a')
  await repository.commitFiles('Add another a', { 'a.js': BETA })
  expect(await read('a.js')).toMatchObject({ regions: [], stats: { gone_regions: 1 } })
  await repository.commitFiles('Take a back', { 'a.js': ALPHA })
  expect((await read('a.js')).regions).toHaveLength(1)
})

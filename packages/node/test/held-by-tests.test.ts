import { renderAnswer } from '@chronicle/core'
import type { Finding } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openChronicle, type Chronicle } from '../src/index.ts'

const TITLE = 'rejects a range without an end'
const CODE = 'export function parseRange() {\n  return 1\n}\n'
const TESTS = `it('${TITLE}', () => {\n  parseRange()\n})\n`

let repository: FixtureRepository
let chronicle: Chronicle

/** Creates a unit with a test from the same commit, and runs backfill on it. */
beforeEach(async () => {
  repository = await createFixtureRepository()
  await repository.commitFiles('Begin', { 'src/range.ts': '// empty\n', 'test/range.test.ts': '// empty\n' })
  const commit = await repository.commitFiles('Parse ranges', { 'src/range.ts': CODE, 'test/range.test.ts': TESTS })
  chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
  const writing = (await chronicle.openWriting({ writer: 'heuristic' }))._unsafeUnwrap()
  for await (const event of writing.run([commit])) {
    if (event.kind === 'commit') expect(event.receipt).toMatchObject({ status: 'annotated' })
  }
})
afterEach(async () => {
  await chronicle.close()
  await repository.dispose()
})

async function tests(): Promise<readonly object[]> {
  const answer = await chronicle.lookup({ file: 'src/range.ts', anchor: 'parseRange' })
  return answer._unsafeUnwrap().held_by_tests ?? []
}

async function findings(): Promise<readonly Finding[]> {
  return (await chronicle.check({ change: { kind: 'worktree' } }))._unsafeUnwrap().findings
}

test('a test that stands is told once, where it is now, and is no region', async () => {
  await repository.write({ 'test/range.test.ts': `\n\n${TESTS}` })
  const read = (await chronicle.read({ files: ['src/range.ts'], anchor: 'parseRange' }))._unsafeUnwrap()
  expect(read.regions).toEqual([])
  expect(read.held_by_tests).toMatchObject([
    { title: TITLE, file: 'test/range.test.ts', line: 3, anchor: 'parseRange' },
  ])
  expect(await tests()).toEqual(read.held_by_tests)
  const lookup = (await chronicle.lookup({ file: 'src/range.ts', anchor: 'parseRange' }))._unsafeUnwrap()
  const text = renderAnswer(lookup, 'markdown', {})
  expect(text).toContain('## Held by tests')
  expect(text.split(TITLE)).toHaveLength(2)
  expect(text).toContain(`${TITLE} (test/range.test.ts:3)`)
})

test('follows a test into a renamed file', async () => {
  await repository.rename('test/range.test.ts', 'test/ranges.test.ts')
  await repository.commit('Rename')
  expect(await tests()).toMatchObject([{ file: 'test/ranges.test.ts', line: 1 }])
})

test.each([
  ['deleted', '// empty\n'],
  ['commented out', TESTS.replaceAll(/^/gm, '// ')],
  ['given a longer title', TESTS.replace(TITLE, `${TITLE}ing`)],
])('says nothing of a test that was %s, and check names it', async (_, text) => {
  await repository.write({ 'test/range.test.ts': text })
  expect(await tests()).toEqual([])
  expect(await findings()).toMatchObject([
    { kind: 'test_gone', text: TITLE, file: 'test/range.test.ts', places: ['src/range.ts:parseRange'] },
  ])
})

test('a test that moves to another file is not gone', async () => {
  await repository.write({ 'test/range.test.ts': '// empty\n', 'test/other.test.ts': TESTS })
  await repository.git('add', '--all')
  expect(await findings()).toEqual([])
})

test('check names the test of a unit that a change touches', async () => {
  await repository.write({ 'src/range.ts': CODE.replace('1', '2') })
  expect(await findings()).toMatchObject([
    { kind: 'held_by_test', text: TITLE, anchor: 'parseRange', places: ['test/range.test.ts:1'], risk: 'low' },
  ])
})

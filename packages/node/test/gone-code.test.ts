import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import type { CommitId } from '@chronicle/schema'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openChronicle } from '../src/index.ts'

const GATHER = 'export function gather() {}\n'
const calls = (times: number): string => `export function keep() {\n${'  gather()\n'.repeat(times)}}\n`
const REST = `${'\n'.repeat(5)}export function far() {}\n`

let repository: FixtureRepository
beforeEach(async () => {
  repository = await createFixtureRepository()
  await repository.commitFiles('Begin', { 'a.js': `${GATHER}${REST}${calls(2)}` })
})
afterEach(() => repository.dispose())

/** The commit that is said to have taken out a unit. */
async function goneSince(anchor: string): Promise<CommitId | undefined> {
  await using chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
  const { diagnostics = [] } = (await chronicle.lookup({ file: 'a.js', anchor }))._unsafeUnwrap()
  return diagnostics.find(({ code }) => code === 'code_gone')?.commit as CommitId | undefined
}

describe('a unit that was taken out on one of two branches', () => {
  test('is gone since the commit of the branch that it was asked on', async () => {
    await repository.branch('side')
    const taken = await repository.commitFiles('Take gather out', { 'a.js': `${REST}${calls(2)}` })
    await repository.checkout('side')
    await repository.commitFiles('Call it once', { 'a.js': `${GATHER}${REST}${calls(1)}` })
    await repository.checkout('main')
    await repository.merge('side')
    expect(await goneSince('gather')).toBe(taken)
  })

  test('is gone since its own commit, not since the merge that brought that in', async () => {
    await repository.branch('side')
    await repository.commitFiles('Call it once', { 'a.js': `${GATHER}${REST}${calls(1)}` })
    await repository.checkout('side')
    const taken = await repository.commitFiles('Take gather out', { 'a.js': `${REST}${calls(2)}` })
    await repository.checkout('main')
    await repository.merge('side')
    expect(await goneSince('gather')).toBe(taken)
  })
})

test('a unit is found behind many changes of words that its name has', async () => {
  const text = (body: string, mentions: number): string =>
    `export class Client {\n${body}}\n${'// Client\n'.repeat(mentions)}`
  await repository.commitFiles('Add a client', { 'a.js': text('  close() {}\n', 20) })
  const taken = await repository.commitFiles('Never close', { 'a.js': text('', 20) })
  for (let mentions = 19; mentions > 6; mentions--) {
    await repository.commitFiles(`Mention it ${mentions} times`, { 'a.js': text('', mentions) })
  }
  expect(await goneSince('Client::close')).toBe(taken)
})

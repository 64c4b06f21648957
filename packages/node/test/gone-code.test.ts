import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import type { CommitId, Diagnostic } from '@chronicle/schema'
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

/** Returns the commit that is reported to have removed a unit. */
async function goneSince(anchor: string): Promise<CommitId | undefined> {
  const diagnostics = await diagnosticsOf(anchor)
  return diagnostics.find(({ code }) => code === 'code_gone')?.commit as CommitId | undefined
}

async function diagnosticsOf(anchor: string): Promise<readonly Diagnostic[]> {
  await using chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
  return (await chronicle.lookup({ file: 'a.js', anchor }))._unsafeUnwrap().diagnostics ?? []
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

test('a unit that a merged branch took out before many changes of this one is gone since then', async () => {
  await repository.branch('side')
  await repository.checkout('side')
  const taken = await repository.commitFiles('Take gather out', { 'a.js': `${REST}${calls(2)}` })
  await repository.checkout('main')
  for (let times = 3; times < 16; times++) {
    await repository.commitFiles(`Call it ${times} times`, { 'a.js': `${GATHER}${REST}${calls(times)}` })
  }
  await repository.merge('side')
  expect(await goneSince('gather')).toBe(taken)
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

describe('a unit that its file goes on to name', () => {
  const client = (body: string): string => `export class Client {\n${body}\n  keep() {}\n}\n`

  test('is gone, and the file that it was moved to is told', async () => {
    await repository.commitFiles('Use it', { 'a.js': `${GATHER}${REST}${calls(1)}`, 'b.js': 'export const b = 1\n' })
    const taken = await repository.commitFiles('Move gather', {
      'a.js': `import { gather } from './b.js'\n${REST}${calls(1)}`,
      'b.js': `export const b = 1\n${GATHER}`,
    })
    await repository.commitFiles('Keep more', { 'a.js': `import { gather } from './b.js'\n${REST}${calls(3)}` })
    const [gone] = await diagnosticsOf('gather')
    expect(gone).toMatchObject({ code: 'code_gone', commit: taken })
    expect(gone?.message).toContain('which moved it to b.js: Move gather')
  })

  test('is followed past a unit that kept its name only to lead to the new one, and on from there', async () => {
    const find = (name: string, comment = 'By key.'): string =>
      `// ${comment}\nexport function ${name}(key) {\n  return store.get(key)\n}\n`
    await repository.commitFiles('Add find', { 'a.js': find('find', 'Find by key.'), 'old.js': 'export const o = 1\n' })
    const renamed = await repository.commitFiles('Rename it', {
      'a.js': find('seek'),
      'old.js': 'export const o = 1\nexport function find(key) {\n  return seek(key)\n}\n',
    })
    await repository.commitFiles('Rename it again', { 'a.js': find('lookUp'), 'old.js': 'export const o = 1\n' })
    const [gone] = await diagnosticsOf('find')
    expect(gone).toMatchObject({ code: 'code_gone', commit: renamed })
    expect(gone?.message).toContain('which renamed it to seek, now a.js — lookUp: Rename it')
  })

  test('is meant rather than one of another name that is like it', async () => {
    await repository.commitFiles('Add a client', { 'a.js': `${client('  sendFile() {}\n  sendfile() {}')}` })
    const taken = await repository.commitFiles('One way to send', { 'a.js': client('  sendFile() {}') })
    expect(await goneSince('Client.sendfile')).toBe(taken)
    const [like] = await diagnosticsOf('Client.sendfilo')
    expect(like).toMatchObject({ code: 'fuzzy_anchor' })
  })

  test('is meant rather than one that another thing has', async () => {
    await repository.commitFiles('Add a client', { 'a.js': `${client('  send() {}')}function send() {}\n` })
    const taken = await repository.commitFiles('Send nothing', { 'a.js': `${client('')}function send() {}\n` })
    expect(await goneSince('Client.send')).toBe(taken)
    expect(await goneSince('send')).toBeUndefined()
    expect(await goneSince('a.send')).toBeUndefined()
  })
})

test('a unit of a file that was emptied before it was deleted', async () => {
  const taken = await repository.commitFiles('Empty it', { 'a.js': '' })
  await repository.remove('a.js')
  await repository.commit('Delete it')
  const gone = (await diagnosticsOf('gather')).filter(({ code }) => code === 'code_gone')
  expect(gone.map(({ commit }) => commit)).toContain(taken)
})

test('code that is gone can be asked about as it was', async () => {
  await repository.commitFiles('Take gather out', { 'a.js': REST })
  await repository.remove('a.js')
  await repository.commit('Delete it')
  await using chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
  const place = { file: 'a.js', anchor: 'far' }
  const [gone] = (await chronicle.lookup(place))._unsafeUnwrap().diagnostics ?? []
  expect(gone?.remedy?.option).toBe('at')
  const before = (await chronicle.lookup({ ...place, at: `${gone?.remedy?.value}` }))._unsafeUnwrap()
  expect(before.resolved).toMatchObject([{ anchor: 'far' }])
})

test('code that is gone from a file with a new name is not asked about where that name was not', async () => {
  await repository.commitFiles('Take gather out', { 'a.js': REST })
  await repository.git('mv', 'a.js', 'b.js')
  await repository.commit('Rename it')
  await using chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
  const [gone] = (await chronicle.lookup({ file: 'b.js', anchor: 'gather' }))._unsafeUnwrap().diagnostics ?? []
  expect(gone).toMatchObject({ code: 'code_gone', path: 'a.js' })
  expect(gone).not.toHaveProperty('remedy')
})

test('two units of one name that are gone are no question about which of them is meant', async () => {
  const pair = 'export class Box {\n  get size() {\n    return 1\n  }\n  set size(value) {}\n}\n'
  await repository.commitFiles('Add a box', { 'a.js': pair })
  await repository.commitFiles('Without a size', { 'a.js': 'export class Box {}\n' })
  await using chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
  const answer = (await chronicle.lookup({ file: 'a.js', anchor: 'Box.size' }))._unsafeUnwrap()
  expect(answer.ambiguous_anchor).toBeUndefined()
})

test('a folder that is gone: its removal is named, and the new place of its files', async () => {
  const messageOf = async (file: string): Promise<string> => {
    await using chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
    return (await chronicle.lookup({ file }))._unsafeUnwrapErr().message
  }
  await repository.commitFiles('Add two folders', { 'lib/b.js': GATHER, 'old/a.js': 'a\n', 'old/c.js': calls(9) })
  await repository.remove('lib/b.js')
  const deleted = await repository.commit('Delete the library')
  await repository.git('rm', '-q', 'old/a.js')
  await repository.git('mv', 'old', 'new')
  const moved = await repository.commit('Move the old')
  expect(await messageOf('lib/')).toMatch(
    new RegExp(`gone since ${deleted.slice(0, 7)} .*: Delete the library\\. A summary at ${deleted.slice(0, 12)}\\^`),
  )
  expect(await messageOf('old')).toMatch(new RegExp(`gone since ${moved.slice(0, 7)} .*: Move the old\\. .*new/c\\.js`))
  expect(await messageOf('never')).not.toContain('gone')
})

test('what is recorded about a file is not gone with a unit of it, but with the file', async () => {
  const edited = await repository.commitFiles('Gather more', {
    'a.js': `export function gather() {\n  more()\n}\n${REST}${calls(2)}`,
  })
  await using chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
  const regions = [{ file: 'a.js', intent: 'About the file.' }]
  ;(await chronicle.annotate({ commit: edited, summary: 'Gather more', regions }))._unsafeUnwrap()
  const stepsOf = async (place: object): Promise<unknown> =>
    (await chronicle.lookup({ file: 'a.js', ...place }))
      ._unsafeUnwrap()
      .history.map(({ gone, intent }) => [intent, gone ?? false])
  await repository.commitFiles('Take gather out', { 'a.js': `${REST}${calls(2)}` })
  expect(await stepsOf({ anchor: 'gather' })).toEqual([['About the file.', false]])
  await repository.remove('a.js')
  await repository.commit('Take it out')
  expect(await stepsOf({})).toEqual([['About the file.', true]])
})

test('lines of a file that is gone are told with no unit around them', async () => {
  await using chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
  await repository.commitFiles('Add a file', { 'gone.js': GATHER })
  await repository.remove('gone.js')
  await repository.commit('Delete it')
  const place = { file: 'gone.js', lines: { start: 1, end: 1 }, sources: ['history'] } as const
  const { diagnostics } = (await chronicle.lookup(place))._unsafeUnwrap()
  const codes = diagnostics.map(({ code }) => code)
  expect(codes).toContain('code_gone')
  expect(codes).not.toContain('lines_in_unit')
})

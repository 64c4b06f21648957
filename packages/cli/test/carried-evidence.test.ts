import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { annotate, chronicle } from './run-chronicle.ts'

let repository: FixtureRepository
let dir: string

const REASON = 'The broker drops idle connections after one minute.'

beforeAll(async () => {
  repository = await createFixtureRepository()
  dir = repository.dir
  await repository.write({ 'a.py': 'def limit():\n    return 1\n', 'README.md': '# it\n' })
  await repository.commit('Begin')
})
afterAll(() => repository.dispose())

/** Commits a change with a reason in its message, and records a region that cites the reason. */
async function committed(value: number): Promise<string> {
  await repository.write({ 'a.py': `def limit():\n    return ${value}\n` })
  await repository.commit(`Raise the limit\n\n${REASON}`)
  const head = await repository.head()
  const evidence = [{ kind: 'commit_message', quote: REASON }]
  await annotate(dir, {
    summary: 'Raise the limit',
    regions: [{ file: 'a.py', anchor: 'limit', intent: 'Keeps the connection busy', evidence }],
  })
  return head
}

describe('a citation of a message', () => {
  test('names the commit that has it, when the message was changed', async () => {
    const source = await committed(2)
    await repository.git('commit', '--quiet', '--amend', '-m', 'Say it briefly')
    const carried = await chronicle(dir, ['reconcile', '--format', 'json'])
    expect(carried, carried.stderr).toMatchObject({ code: 0 })
    const { stdout } = await chronicle(dir, ['read', 'a.py', '--sources', 'notes'])
    expect(stdout).toContain(`message of ${source.slice(0, 7)}`)
    expect(stdout).not.toContain('commit message')
    expect((await chronicle(dir, ['show', 'HEAD', '--format', 'json'])).stdout).toContain('"summary":"Say it briefly"')
    expect((await chronicle(dir, ['doctor', '--format', 'json'])).stdout).not.toContain('evidence_not_found')
  })

  test('stays as it is, when the message still has it', async () => {
    await committed(3)
    await repository.git('commit', '--quiet', '--amend', '-m', `Raise the limit again\n\n${REASON}`)
    await chronicle(dir, ['reconcile'])
    const note = await repository.git('notes', '--ref=chronicle', 'show', 'HEAD')
    expect(JSON.parse(note)).toMatchObject({ regions: [{ evidence: [{ kind: 'commit_message', quote: REASON }] }] })
    expect(note).not.toMatch(/"quote":"[^"]*","commit"/u)
  })
})

describe('where there is no remote', () => {
  test('nothing suggests to fetch from one', async () => {
    const empty = await createFixtureRepository()
    await empty.write({ 'a.py': 'x = 1\n' })
    await empty.commit('Begin')
    const lookup = (): Promise<string> =>
      chronicle(empty.dir, ['lookup', 'a.py']).then((run) => run.stdout + run.stderr)
    expect(await lookup()).not.toContain('sync enable')
    await empty.git('remote', 'add', 'origin', 'https://example.com/x.git')
    expect(await lookup()).toContain('sync enable')
    await empty.dispose()
  })
})

test('lookup says with which command retracted regions are shown', async () => {
  await repository.write({ 'b.py': 'def pool():\n    return 1\n' })
  await repository.commit('Pool')
  await annotate(dir, { summary: 'x', regions: [{ file: 'b.py', anchor: 'pool', intent: 'Hands out four at most' }] })
  await chronicle(dir, ['retract', 'HEAD', '--reason', 'It is wrong.'])
  const { stdout } = await chronicle(dir, ['lookup', 'b.py:pool'])
  expect(stdout).toContain('git chronicle read b.py pool --verbose')
  const { stdout: read } = await chronicle(dir, ['read', 'b.py', 'pool', '--verbose'])
  expect(read).toContain('Hands out four at most')
})

test('regions of one commit have headings of their own, and nothing is said twice', async () => {
  await repository.write({ 'c.py': 'def a():\n    return 1\n\n\ndef b():\n    return 2\n' })
  await repository.commit('Two functions')
  const rule = 'Never block the event loop in here.'
  await annotate(dir, {
    summary: 'Two functions',
    regions: [
      { file: 'c.py', anchor: 'a', intent: 'Answers at once' },
      { file: 'c.py', anchor: 'b', intent: 'Waits', reasoning: rule, constraints: [{ text: rule, source: 'author' }] },
    ],
  })
  const { stdout: steps } = await chronicle(dir, ['history', 'c.py'])
  const headings = steps.split('\n').filter((line) => line.startsWith('## '))
  expect(headings).toHaveLength(2)
  expect(new Set(headings).size).toBe(2)
  const { stdout: shown } = await chronicle(dir, ['show'])
  expect(shown.split(rule)).toHaveLength(2)
})

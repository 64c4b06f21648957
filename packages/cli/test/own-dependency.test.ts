import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chronicle, failureOf } from './run-chronicle.ts'

let repository: FixtureRepository
let dir: string
beforeEach(async () => {
  repository = await createFixtureRepository()
  dir = repository.dir
  await repository.commitFiles('One', {
    'src/a.ts': 'export class Pool {\n  acquire(): void {\n    one()\n  }\n}\n\nexport function close(): void {}\n',
    'notes.txt': 'The broker is slow.\n',
  })
})
afterEach(() => repository.dispose())

const live = (region: object): readonly [readonly string[], string] => [
  ['annotate', '--live'],
  JSON.stringify({ summary: 'x', regions: [region] }),
]
const on = (anchor: string, file = 'src/a.ts'): object => ({
  semantic_dependencies: [{ file, anchor, nature: 'is fast' }],
})

test.each<[string, readonly string[], string | undefined]>([
  ['a document', ...live({ file: 'src/a.ts', anchor: 'acquire', intent: 'x', ...on('Pool.acquire') })],
  ['a document about a whole file', ...live({ file: 'src/a.ts', intent: 'x', ...on('') })],
  ['record', ['record', 'src/a.ts:Pool.acquire', '--depends-on', 'src/a.ts:acquire=is fast'], undefined],
  ['note', ['note', '--at', 'src/a.ts:close', '--depends-on', 'src/a.ts:close=is fast'], undefined],
])('a dependency of a unit on itself is refused: %s', async (_, args, input) => {
  const run = await chronicle(dir, args, input === undefined ? {} : { input })
  expect(run.code).toBe(2)
  expect(failureOf(run)).toMatchObject({
    code: 'dependency_on_itself',
    message: expect.stringContaining('points to itself. Name other code that it relies on') as string,
  })
})

test.each<[string, readonly string[], string | undefined]>([
  ['a document', ...live({ file: 'src/a.ts', anchor: 'close', intent: 'x', ...on('Gateway', 'notes.txt') })],
  ['record', ['record', 'src/a.ts:close', '--depends-on', 'notes.txt:Gateway=is fast'], undefined],
  ['context', ['context', 'set', '--dependencies', 'notes.txt:Gateway - is fast'], undefined],
  ['note', ['note', '--at', 'src/a.ts:close', '--depends-on', 'notes.txt:Gateway=is fast'], undefined],
])('a dependency on nothing is refused, without a grammar too: %s', async (_, args, input) => {
  const run = await chronicle(dir, args, input === undefined ? {} : { input })
  expect(run.code).not.toBe(0)
  expect(failureOf(run).code).toBe('anchor_not_found')
  const there = args.map((word) => word.replace('Gateway', 'broker'))
  const right = await chronicle(dir, there, input === undefined ? {} : { input: input.replace('Gateway', 'broker') })
  expect(right.code, right.stdout + right.stderr).toBe(0)
})

test('a dependency that turns out to be on what the commit is about is kept as a constraint, and told', async () => {
  await repository.write({
    'src/a.ts': 'export class Pool {\n  acquire(): void {\n    two()\n  }\n}\n\nexport function close(): void {}\n',
  })
  const run = await chronicle(dir, [
    ...['commit', '-qam', 'Two', '--reasoning', 'Sockets linger.', '--depends-on', 'src/a.ts:Pool.acquire=is fast'],
  ])
  expect(run.code, run.stdout + run.stderr).toBe(0)
  expect(run.stdout).toContain('points to itself. It was recorded as a constraint.')
  const note = JSON.parse(await repository.git('notes', '--ref=chronicle', 'show', 'HEAD')) as { regions: object[] }
  expect(note.regions).toHaveLength(1)
  expect(note.regions[0]).not.toHaveProperty('semantic_dependencies')
  expect(note.regions).toMatchObject([{ constraints: [{ text: 'is fast', source: 'author' }] }])
})

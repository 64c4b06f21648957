import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { readInMemory } from '../../test/read-in-memory.ts'
import { createQueries } from './create-queries.ts'

const text = 'function open()\n  take()\nfunction close()\n  give()\n'
const repository = readInMemory({
  commits: [{ files: { 'a.ts': text, 'b.ts': text } }, { files: { 'a.ts': text.replace('take', 'grab') } }],
  worktree: { 'a.ts': text },
  recorded: [0, 1].map((commit) => [
    commit,
    {
      regions: ['a.ts', 'b.ts'].map((file) => ({
        file,
        ast_anchor: { type: 'function', name: 'open' },
        lines: { start: 1, end: 2 },
        intent: 'It takes what close gives back.',
        constraints: [{ text: 'Take once, as giving back counts.', source: 'author' }],
        semantic_dependencies: [{ file: 'a.ts', anchor: 'open', nature: 'It takes first.' }],
        tags: ['pair'],
      })),
      cross_cutting: [{ description: 'They are a pair.', regions: ['a.ts:open', 'b.ts:open'] }],
    },
  ]),
})
const queries = createQueries(repository)
const place = { file: 'a.ts', anchor: 'open' }
const QUESTIONS: Readonly<Record<string, () => Promise<unknown>>> = {
  read: async () => (await queries.read({ files: ['a.ts'] }))._unsafeUnwrap(),
  lookup: async () => (await queries.lookup(place))._unsafeUnwrap(),
  deps: async () => (await queries.deps(place))._unsafeUnwrap(),
  history: async () => (await queries.history(place))._unsafeUnwrap(),
  summary: async () => (await queries.summary({ file: 'a.ts' }))._unsafeUnwrap(),
  show: async () => (await queries.show())._unsafeUnwrap(),
  log: async () => (await queries.log())._unsafeUnwrap(),
  grep: async () => (await queries.grep({ pattern: 'take' }))._unsafeUnwrap(),
  status: async () => (await queries.status())._unsafeUnwrap(),
}

/** Changes every value within an answer. */
function spoil(part: unknown): void {
  if (typeof part !== 'object' || part === null) return
  for (const [key, value] of Object.entries(part)) {
    spoil(value)
    Object.assign(part, { [key]: 'spoilt' })
  }
  if (Array.isArray(part)) part.length = 0
}

it('answers the same after a caller has changed an answer', async () => {
  const names = fc.constantFrom(...Object.keys(QUESTIONS))
  const before = new Map<string, string>()
  for (const [name, ask] of Object.entries(QUESTIONS)) before.set(name, JSON.stringify(await ask()))
  expect(before.get('lookup')).toContain('Take once')
  await fc.assert(
    fc.asyncProperty(names, names, async (changed, asked) => {
      spoil(await QUESTIONS[changed]?.())
      expect(JSON.stringify(await QUESTIONS[asked]?.())).toBe(before.get(asked))
    }),
    { numRuns: 60 },
  )
})

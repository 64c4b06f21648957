import { expect, it } from 'vitest'
import { readInMemory, type InMemoryReads } from '../../test/read-in-memory.ts'

const FILE = 'src/pool.ts'
const pool = (acquire: string, release: string, drain = 'd()'): string =>
  `class Pool\n  function acquire()\n    ${acquire}\n    e()\n  function release()\n    ${release}\n  function drain()\n    ${drain}\n`
const CLASS = { ast_anchor: { type: 'class', name: 'Pool' }, lines: { start: 1, end: 8 } }

/** The second commit edits `acquire` and `drain`, and something is inferred from that. */
function repository(
  region: object,
  after = pool('a2()', 'r()', 'd2()'),
  before: string = pool('a()', 'r()'),
): InMemoryReads {
  return readInMemory({
    commits: [before, after].map((text) => ({ files: { [FILE]: text } })),
    recorded: [[1, { regions: [{ file: FILE, intent: 'It was slow.', context_level: 'inferred', ...region }] }]],
  })
}

async function shown(reads: InMemoryReads, place: object): Promise<number> {
  return (await reads.read({ files: [FILE], sources: ['notes'], ...place })).regions.length
}

it.each([
  ['the file', {}],
  ['the class', CLASS],
])('an edit of %s is told where it left lines', async (_, place) => {
  const reads = repository(place)
  expect(await shown(reads, { anchor: 'acquire' })).toBe(1)
  expect(await shown(reads, { anchor: 'drain' })).toBe(1)
  expect(await shown(reads, { anchor: 'release' })).toBe(0)
  expect(await shown(reads, {})).toBe(1)
  expect(await shown(reads, { lines: { start: 6, end: 6 } })).toBe(0)
  // Lines count as the unit around them.
  expect(await shown(reads, { lines: { start: 4, end: 4 } })).toBe(1)
})

it.each([
  ['was stated', { context_level: 'enhanced' }],
  ['binds', { constraints: [{ text: 'Never wait.', source: 'inferred' }] }],
  ['warns', { risk_notes: 'It may wait.' }],
  ['was rejected', { rejected_alternatives: [{ approach: 'A queue', reason: 'it waits' }] }],
  [
    'was corrected',
    {
      corrections: [
        {
          ...{ field: 'reasoning', correction_type: 'flag', reason: 'Measured.', author: 'Ada' },
          timestamp: '2024-01-01T00:00:00Z',
        },
      ],
    },
  ],
])('what %s is told of all of it', async (_, region) => {
  for (const place of [{}, CLASS])
    expect(await shown(repository({ ...place, ...region }), { anchor: 'release' })).toBe(1)
})

it('why the file or the class was made is told of all of it', async () => {
  const made = pool('a()', 'r()')
  const reads = readInMemory({
    commits: [{ files: { other: 'x\n' } }, { files: { [FILE]: made } }],
    recorded: [[1, { regions: [{ file: FILE, intent: 'Pools.', context_level: 'inferred' }] }]],
  })
  expect(await shown(reads, { anchor: 'release' })).toBe(1)
  expect(await shown(repository(CLASS, made, 'function other()\n'), { anchor: 'release' })).toBe(1)
})

it('an edit that only removed lines is told where it removed them', async () => {
  const reads = repository(
    {},
    'class Pool\n  function acquire()\n    e()\n  function release()\n    r()\n  function drain()\n',
  )
  expect(await shown(reads, { anchor: 'acquire' })).toBe(1)
  expect(await shown(reads, { anchor: 'release' })).toBe(0)
})

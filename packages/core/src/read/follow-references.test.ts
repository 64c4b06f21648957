import type { Region } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { noteOn, readInMemory, type InMemoryReads, type RecordedRepository } from '../../test/read-in-memory.ts'
import type { Scorer } from '../contracts/scorer.ts'
import { findRegion } from './follow-references.ts'

const FILE = 'src/client.ts'
const CLIENT = 'class Client\n  function connect(host)\n    drain()\n'
const TLS = 'function resume(host)\n  twice()\n'

/** Scores confidence by the anchor match of a region. */
const byMatch: Scorer = {
  name: 'by-match',
  score: ({ anchorMatch }) => ({
    confidence:
      ['gone', 'line_overlap', 'whole_file', 'signature_changed', 'unqualified', 'exact'].indexOf(anchorMatch) / 10,
    factors: { anchor_match: 'exact' },
    scores: {},
  }),
}

const link = (commit: string, anchor: string, relationship = 'follows'): object => ({ commit, anchor, relationship })
const connect = (...links: readonly object[]): object => ({
  file: FILE,
  ast_anchor: { type: 'function', name: 'Client::connect' },
  lines: { start: 2, end: 3 },
  intent: 'Connects.',
  related_annotations: links,
})
const resume = (more: object = {}): object => ({
  file: 'src/tls.ts',
  ast_anchor: { type: 'function', name: 'resume' },
  lines: { start: 1, end: 2 },
  intent: 'Resumes.',
  ...more,
})

/** The commit ids do not depend on what is recorded. */
const COMMITS = [0, 1, 2, 3].map((n) => ({
  files: n === 0 ? { [FILE]: CLIENT, 'src/tls.ts': TLS } : { other: `${n}\n` },
}))
const IDS = readInMemory({ commits: COMMITS }).commits
const [, SECOND = '', THIRD = '', FOURTH = ''] = IDS

function repository(recorded: RecordedRepository['recorded'], more: Partial<RecordedRepository> = {}): InMemoryReads {
  return readInMemory(
    { commits: COMMITS, ...(recorded === undefined ? {} : { recorded }), ...more },
    { scorer: byMatch },
  )
}

async function related(reads: InMemoryReads, depth?: number): Promise<unknown> {
  const { regions } = await reads.read({ files: [FILE], ...(depth === undefined ? {} : { depth }) })
  return regions.find(({ intent }) => intent === 'Connects.')?.related
}

describe('links to other annotations', () => {
  it('are followed one hop, with what is recorded there', async () => {
    const reads = repository([
      noteOn(0, connect(link(SECOND.slice(0, 10), 'resume', 'refined by'))),
      noteOn(1, resume({ related_annotations: [link(THIRD, 'resume')] })),
      noteOn(2, resume()),
    ])
    const first = {
      commit: SECOND,
      anchor: 'resume',
      relationship: 'refined by',
      hop: 1,
      confidence: 0.5,
      intent: 'Resumes.',
      file: 'src/tls.ts',
    }
    expect(await related(reads)).toEqual([first])
    expect(await related(reads, 0)).toBeUndefined()
    expect(await related(reads, 2)).toEqual([first, { ...first, commit: THIRD, relationship: 'follows', hop: 2 }])
    const { stats } = await reads.read({ files: [FILE], depth: 5 })
    expect(stats.related_hops).toBe(2)
  })

  it('are not followed in circles', async () => {
    const reads = repository([
      noteOn(0, connect(link(SECOND, 'resume'), link(SECOND, 'resume', 'again'), link(SECOND, 'other'))),
      noteOn(1, resume({ related_annotations: [link(IDS[0] ?? '', 'Client::connect'), link(SECOND, 'resume')] })),
    ])
    expect(await related(reads, 9)).toMatchObject([
      { commit: SECOND, anchor: 'resume', relationship: 'follows', hop: 1 },
      { commit: SECOND, anchor: 'other', unresolved: 'no_region', hop: 1 },
    ])
  })

  it.each<[string, RecordedRepository['recorded'], Partial<RecordedRepository>, object]>([
    ['no annotation', [], {}, { unresolved: 'no_annotation' }],
    ['no such region', [[1, { summary: 'TLS', regions: [] }]], {}, { unresolved: 'no_region', intent: 'TLS' }],
    [
      'a retracted region',
      [noteOn(1, resume())],
      {
        notes: {
          'refs/notes/chronicle-corrections': [
            [
              1,
              `${JSON.stringify({ correction_type: 'retract', reason: 'r', author: 'A <a@b>', timestamp: '2025-01-01T00:00:00Z' })}\n`,
            ],
          ],
        },
      },
      { unresolved: 'retracted' },
    ],
  ])('to %s say so', async (_, recorded = [], more, expected) => {
    const reads = repository([noteOn(0, connect(link(SECOND, 'resume'))), ...recorded], more)
    expect(await related(reads)).toEqual([
      { commit: SECOND, anchor: 'resume', relationship: 'follows', hop: 1, ...expected },
    ])
  })

  it('to a note that cannot be read say so', async () => {
    const note = {
      $schema: 'chronicle/v1',
      commit: IDS[0],
      timestamp: '2025-01-01T00:00:00Z',
      summary: 's',
      context_level: 'enhanced',
    }
    const reads = repository([], {
      notes: {
        'refs/notes/chronicle': [
          [0, { ...note, regions: [connect(link(SECOND, 'resume'))] }],
          [1, '{ broken'],
        ],
      },
    })
    expect(await related(reads)).toEqual([
      { commit: SECOND, anchor: 'resume', relationship: 'follows', hop: 1, unresolved: 'malformed_note' },
    ])
  })

  it('have the confidence that corrections leave', async () => {
    const flag = { correction_type: 'flag', reason: 'r', author: 'A <a@b>', timestamp: '2025-01-01T00:00:00Z' }
    const reads = repository([noteOn(0, connect(link(SECOND, 'resume'))), noteOn(1, resume())], {
      notes: { 'refs/notes/chronicle-corrections': [[1, `${JSON.stringify(flag)}\n`]] },
    })
    expect(await related(reads)).toMatchObject([{ confidence: 0.25 }])
  })

  it.each<[string, object, number]>([
    [
      'its unit as it was',
      { ast_anchor: { type: 'function', name: 'resume', signature: 'function resume(host)' } },
      0.5,
    ],
    ['its unit changed', { ast_anchor: { type: 'function', name: 'resume', signature: 'function resume()' } }, 0.3],
    ['its unit qualified', { file: FILE, ast_anchor: { type: 'function', name: 'connect' } }, 0.4],
    ['no unit of its name', { ast_anchor: { type: 'function', name: 'resumes' } }, 0],
    ['no anchor', { ast_anchor: undefined }, 0.2],
    ['a file without a grammar', { file: 'other' }, 0.1],
    ['a file that is not there', { file: 'gone.ts' }, 0.1],
    ['an almost right name alone', { ast_anchor: { type: 'function', name: 'resum' } }, 0],
  ])('are as certain as %s', async (_, more, confidence) => {
    const region = resume(more)
    const { ast_anchor: anchor, file } = region as { ast_anchor?: { name: string }; file: string }
    const reads = repository([noteOn(0, connect(link(SECOND, anchor?.name ?? file))), noteOn(1, region)])
    expect(await related(reads)).toMatchObject([{ confidence }])
  })

  it('are a hundred at most for one region', async () => {
    const names = Array.from({ length: 120 }, (_, i) => `unit_${i}`)
    const reads = repository([noteOn(0, connect(...names.map((name) => link(FOURTH, name))))])
    expect(await related(reads)).toHaveLength(100)
  })

  it('look at thirty-two other files', async () => {
    const names = Array.from({ length: 34 }, (_, i) => `f${i}.ts`)
    const reads = readInMemory(
      {
        commits: [
          { files: { [FILE]: CLIENT, ...Object.fromEntries(names.map((name) => [name, 'function take()\n'])) } },
          { files: { other: 'x\n' } },
        ],
        recorded: [noteOn(0, connect(...names.map((name) => link('HEAD', `${name}:take`))))],
      },
      { scorer: byMatch },
    )
    const [, head = ''] = reads.commits
    const again = readInMemory(
      {
        commits: [
          { files: { [FILE]: CLIENT, ...Object.fromEntries(names.map((name) => [name, 'function take()\n'])) } },
          { files: { other: 'x\n' } },
        ],
        recorded: [
          noteOn(0, connect(...names.map((name) => link(head, name)))),
          [1, { regions: names.map((file) => resume({ file, ast_anchor: { type: 'function', name: 'take' } })) }],
        ],
      },
      { scorer: byMatch },
    )
    const found = (await again.read({ files: [FILE] })).regions[0]?.related ?? []
    expect(found.map(({ confidence }) => confidence)).toEqual(names.map((_, i) => (i < 32 ? 0.5 : 0.1)))
  })
})

describe('the region that a link means', () => {
  const region = (file: string, name?: string): Region =>
    ({ file, ...(name === undefined ? {} : { ast_anchor: { type: 'function', name } }) }) as Region
  const regions = [region('a.ts'), region('a.ts', 'Pool::take'), region('b.ts', 'drop'), region('b.ts', 'Pool::drop')]

  it.each([
    ['Pool::take', 1],
    ['take', 1],
    ['drop', 2],
    ['Pool.drop', 3],
    ['a.ts', 0],
    ['b.ts', 2],
    ['b.ts:drop', 2],
    ['a.ts:drop', undefined],
    ['takes', undefined],
    ['c.ts', undefined],
    ['', undefined],
  ])('%j is number %s', (anchor, position) => {
    expect(findRegion(regions, anchor)).toBe(position === undefined ? undefined : regions[position])
  })
})

import { errAsync, okAsync, type Annotation, type CommitId, type ReadOutput } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { noteOn, readInMemory, type InMemoryReads, type RecordedRepository } from '../../test/read-in-memory.ts'
import type { AnnotationOrigin, AnnotationSource } from '../contracts/annotation-source.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { Scorer } from '../contracts/scorer.ts'

const FILE = 'src/client.ts'
const CLIENT = `class Client
  function connect(host)
    drain()
    resume(host)
  function drain()
    empty()
`
const region = (intent: string, more: object = {}): object => ({
  file: FILE,
  lines: { start: 2, end: 4 },
  intent,
  ...more,
})
const HOUR = 3600
const START = Date.parse('2024-01-01T00:00:00Z') / 1000

/** Three commits, an hour apart: the client, another file, and a third. */
function repository(more: Partial<RecordedRepository> = {}, options = {}): InMemoryReads {
  return readInMemory(
    {
      commits: [
        { files: { [FILE]: CLIENT }, date: START },
        { files: { 'src/tls.ts': 'function resume(host)\n' }, date: START + HOUR },
        { files: { 'docs/a.txt': 'x\n' }, date: START + 2 * HOUR },
      ],
      ...more,
    },
    options,
  )
}

/** Scores confidence by the intent: `0.7 of it` has 0.7. */
const byIntent: Scorer = {
  name: 'by-intent',
  score: ({ region: { intent } }) => ({
    confidence: Number.parseFloat(intent),
    factors: { anchor_match: 'exact' },
    scores: {},
  }),
}

const intents = async (reads: InMemoryReads, query: object = {}): Promise<readonly string[]> =>
  (await reads.read({ files: [FILE], ...query })).regions.map(({ intent }) => intent)

describe('an answer', () => {
  it('without notes says how to get them', async () => {
    const { diagnostics } = await repository().read({ files: [FILE] })
    expect(diagnostics).toEqual([
      {
        code: 'no_notes',
        severity: 'info',
        message: 'Nothing is recorded: no refs/notes/chronicle here.',
      },
    ])
    const two = repository({}, { notesRefs: ['refs/notes/a', 'refs/notes/b'] })
    const [none] = (await two.read({ files: [FILE] })).diagnostics
    expect(none?.message).toContain('no refs/notes/a, refs/notes/b here.')
  })

  it('from a shallow clone says that the history is incomplete', async () => {
    const { read } = repository({
      recorded: [[0, {}]],
      backend: (git) => ({ describe: (call) => git.describe(call).map((info) => ({ ...info, shallow: true })) }),
    })
    expect((await read({ files: [FILE] })).diagnostics).toEqual([
      {
        code: 'history_incomplete',
        severity: 'warning',
        message:
          "This clone is shallow: older lines count as written at its edge, and what was recorded on older commits is not found. 'git fetch --unshallow' completes it.",
      },
    ])
  })

  it('counts what was looked at', async () => {
    const { read } = repository({
      recorded: [
        noteOn(0, region('One.'), region('Two.', { lines: { start: 5, end: 6 } })),
        noteOn(2, { file: 'docs/a.txt', lines: { start: 1, end: 1 }, intent: 'Docs.' }),
      ],
    })
    expect((await read({ files: [FILE] })).stats).toEqual({
      commits_examined: 1,
      annotations_found: 1,
      regions_returned: 2,
      related_hops: 0,
      revisions_examined: 1,
      dependencies: 'index',
    })
    expect((await read({ files: [FILE, 'docs/a.txt'] })).stats).toMatchObject({
      commits_examined: 2,
      annotations_found: 2,
      regions_returned: 3,
      revisions_examined: 2,
    })
  })

  it('echoes the query, its options where they are not the default', async () => {
    const { read, commits } = repository()
    const plain = { file: FILE, at: 'HEAD', commit: commits[2], depth: 1, max_regions: 20 }
    expect((await read({ files: [FILE] })).query).toEqual(plain)
    const filters = {
      contextLevel: 'enhanced',
      minConfidence: 0.5,
      depth: 2,
      maxRegions: 3,
      since: '2024-01-01',
    } as const
    const { query } = await read({ files: [FILE], anchor: 'drain', tags: ['a'], maxTokens: 5000, ...filters })
    expect(query).toEqual({
      ...plain,
      anchor: 'drain',
      since: '2024-01-01',
      tags: ['a'],
      context_level: 'enhanced',
      min_confidence: 0.5,
      depth: 2,
      max_regions: 3,
      max_tokens: 5000,
    })
  })
})

describe('a pipeline', () => {
  const recorded: RecordedRepository['recorded'] = [noteOn(0, region('One.'))]

  it('reads the refs that it is told', async () => {
    const note = { $schema: 'chronicle/v1', timestamp: '2025-01-01T00:00:00Z', summary: 's', context_level: 'enhanced' }
    const [commit] = repository().commits
    const notes = { 'refs/notes/team': [[0, { ...note, commit, regions: [region('Of the team.')] }]] } as const
    const team = repository({ recorded, notes }, { notesRefs: ['refs/notes/team'] })
    expect(await intents(team)).toEqual(['Of the team.'])
    expect(await intents(repository({ recorded, notes }))).toEqual(['One.'])
  })

  it('without a parser reads files and lines', async () => {
    const plain = repository({ recorded }, { ast: undefined })
    expect(await intents(plain, { lines: { start: 3, end: 3 } })).toEqual(['One.'])
    const { diagnostics, regions } = await plain.read({ files: [FILE], anchor: 'connect' })
    expect(diagnostics.map(({ code }) => code)).toEqual(['no_grammar'])
    expect(regions).toEqual([])
  })

  it('fits its answers to a budget, in the format and with the trimmer that it is told', async () => {
    const seen: string[] = []
    const formatter = {
      name: 'short',
      format: (output: ReadOutput, { verbose }: { readonly verbose?: boolean } = {}) => {
        seen.push(`${output.regions.length} ${verbose === true ? 'verbose' : 'short'}`)
        return 'x'.repeat(100 * output.regions.length)
      },
    }
    const two: RecordedRepository['recorded'] = [
      noteOn(0, region('One.')),
      noteOn(1, region('Two.', { lines: { start: 2, end: 2 } })),
    ]
    const reads = repository({ recorded: two }, { formatter })
    expect(await intents(reads, { maxTokens: 25 })).toEqual(['One.'])
    expect(await intents(reads, { maxTokens: 50 })).toHaveLength(2)
    expect(await intents(reads)).toHaveLength(2)
    expect(new Set(seen)).toEqual(new Set(['2 short', '1 short']))
    const trimmer = { name: 'all', trim: (output: ReadOutput) => ({ ...output, regions: [] }) }
    expect(await intents(repository({ recorded: two }, { trimmer }), { maxTokens: 50_000 })).toEqual([])
    const tokens = { name: 'none', count: () => 0 }
    expect(await intents(repository({ recorded: two }, { tokens }), { maxTokens: 1 })).toHaveLength(2)
  })

  it('says what it could not look at beside the query', async () => {
    const links = { related_annotations: [{ commit: 'HEAD', anchor: 'x', relationship: 'r' }] }
    const [, , head = ''] = repository().commits
    const { read } = repository({
      recorded: [
        noteOn(0, region('One.', { related_annotations: [{ commit: head, anchor: 'resume', relationship: 'r' }] })),
        noteOn(2, {
          file: 'src/tls.ts',
          ast_anchor: { type: 'function', name: 'resume' },
          intent: 'Resumes.',
          ...links,
        }),
      ],
      backend: (git) => ({
        readFile: (at, path, call) =>
          path === 'src/tls.ts' ? errAsync(codedError('git_failed', 'git died')) : git.readFile(at, path, call),
      }),
    })
    const { diagnostics, regions } = await read({ files: [FILE] })
    expect(regions[0]?.related).toMatchObject([{ intent: 'Resumes.' }])
    expect(diagnostics).toEqual([
      {
        code: 'outline_failed',
        severity: 'warning',
        message: 'src/tls.ts could not be read (git died); its anchors were not checked.',
        path: 'src/tls.ts',
      },
    ])
  })
})

describe('a region', () => {
  it('is told with all that is known of it', async () => {
    const { read, commits } = repository({
      recorded: [
        [
          0,
          {
            task: 'T-1',
            regions: [
              region('Connects.', {
                ast_anchor: { type: 'function', name: 'Client::connect', signature: 'function connect(host)' },
                reasoning: 'Slow otherwise.',
                constraints: [{ text: 'Once.', source: 'author' }],
                risk_notes: 'Idle.',
                rejected_alternatives: [{ approach: 'Pool', reason: 'Heavy.' }],
                evidence: [{ kind: 'commit_message', quote: 'once' }],
                semantic_dependencies: [{ file: 'src/tls.ts', anchor: 'resume', nature: 'is quick' }],
                tags: ['net'],
              }),
            ],
          },
        ],
      ],
    })
    const { regions } = await read({ files: [FILE] })
    expect(regions).toEqual([
      {
        commit: commits[0],
        timestamp: '2024-01-01T00:00:00Z',
        recorded: { at: '2025-01-01T00:00:00Z' },
        context_level: 'enhanced',
        confidence: 0.98,
        confidence_factors: {
          recency: '0 days old',
          context_level: 'enhanced',
          anchor_match: 'exact',
          provenance: 'initial',
          claim: 'constraint',
        },
        confidence_scores: expect.any(Object) as never,
        file: FILE,
        ast_anchor: { type: 'function', name: 'Client::connect', signature: 'function connect(host)' },
        lines: { start: 2, end: 4 },
        current_lines: { start: 2, end: 4 },
        survival: 1,
        intact_lines: { intact: 3, recorded: 3 },
        freshness: 'fresh',
        summary: 'Summary 0',
        task: 'T-1',
        intent: 'Connects.',
        reasoning: 'Slow otherwise.',
        constraints: [{ text: 'Once.', source: 'author' }],
        risk_notes: 'Idle.',
        rejected_alternatives: [{ approach: 'Pool', reason: 'Heavy.' }],
        evidence: [{ kind: 'commit_message', quote: 'once' }],
        semantic_dependencies: [{ file: 'src/tls.ts', anchor: 'resume', nature: 'is quick' }],
        tags: ['net'],
      },
    ])
  })

  it('has the summary of its commit where that changed the file and says more than the intent', async () => {
    const { read } = repository({
      recorded: [
        [0, { summary: 'Connects.', regions: [region('Connects.')] }],
        [2, { summary: 'Elsewhere', regions: [region('Found later.', { lines: { start: 5, end: 6 } })] }],
      ],
    })
    const { regions } = await read({ files: [FILE] })
    expect(regions.map(({ summary }) => summary)).toEqual([undefined, undefined])
    expect(regions).toHaveLength(2)
  })

  it('tells by which name and in which file it was recorded, where those are others now', async () => {
    const body = '  send(one)\n  send(two)\n  send(three)\n  send(four)\n'
    const { read, commits } = repository({
      commits: [
        { files: { 'old.ts': `function connect(host)\n${body}` } },
        { files: { 'old.ts': null, [FILE]: `function connect(host)\n${body}` } },
        { files: { [FILE]: `function open(host)\n${body}` } },
      ],
      renames: [{ commit: 1, from: 'old.ts', to: FILE }],
      recorded: [
        noteOn(0, {
          file: 'old.ts',
          ast_anchor: { type: 'function', name: 'connect' },
          lines: { start: 1, end: 5 },
          intent: 'Connects.',
        }),
      ],
    })
    const { regions } = await read({ files: [FILE], anchor: 'open' })
    expect(regions).toMatchObject([
      {
        file: FILE,
        recorded_file: 'old.ts',
        ast_anchor: { name: 'connect' },
        current_anchor: 'open',
        freshness: 'drifted',
        survival: 0.8,
        intact_lines: { intact: 4, recorded: 5 },
      },
    ])
    expect(regions[0]?.drifted_by).toContain(commits[2])
  })
})

describe('the regions of an answer', () => {
  const scored = (...all: readonly string[]): NonNullable<RecordedRepository['recorded']> => [
    [0, { regions: all.map((intent, i) => region(intent, { lines: { start: 2, end: 2 + i } })) }],
  ]

  it('are the most confident first, as many as asked for, with how many more there are', async () => {
    const reads = repository({ recorded: scored('0.2 a', '0.9 b', '0.5 c', '0.7 d') }, { scorer: byIntent })
    expect(await intents(reads)).toEqual(['0.9 b', '0.7 d', '0.5 c', '0.2 a'])
    const { diagnostics, regions, stats } = await reads.read({ files: [FILE], maxRegions: 3 })
    expect(regions).toHaveLength(3)
    expect(stats.regions_returned).toBe(3)
    expect(diagnostics).toEqual([
      {
        code: 'max_regions_reached',
        severity: 'info',
        message: '1 more region matches.',
        remedy: { option: 'maxRegions', value: 4 },
      },
    ])
    const one = await reads.read({ files: [FILE], maxRegions: 1 })
    expect(one.regions.map(({ intent }) => intent)).toEqual(['0.9 b'])
    expect(one.diagnostics[0]).toMatchObject({ message: '3 more regions match.', remedy: { value: 4 } })
    expect((await reads.read({ files: [FILE], maxRegions: 4 })).diagnostics).toEqual([])
  })

  it('are those of a confidence, to two decimals', async () => {
    const reads = repository({ recorded: scored('0.494 a', '0.495 b', '0.51 c') }, { scorer: byIntent })
    expect(await intents(reads, { minConfidence: 0.5 })).toEqual(['0.51 c', '0.495 b'])
    const { regions } = await reads.read({ files: [FILE] })
    expect(regions.map(({ confidence }) => confidence)).toEqual([0.51, 0.5, 0.49])
  })

  it('of one confidence are the newest first, and of one commit as they were recorded', async () => {
    const reads = repository(
      {
        recorded: [
          noteOn(0, region('0.5 first'), region('0.5 second', { lines: { start: 2, end: 3 } })),
          noteOn(1, region('0.5 newer', { lines: { start: 3, end: 4 } })),
        ],
      },
      { scorer: byIntent },
    )
    expect(await intents(reads)).toEqual(['0.5 newer', '0.5 first', '0.5 second'])
  })

  it('of one time are in the order of their commits', async () => {
    const reads = repository(
      {
        commits: [
          { files: { [FILE]: CLIENT }, date: START },
          ...[1, 2, 3, 4].map((n) => ({ files: { a: `${n}\n` }, date: START })),
        ],
        recorded: [1, 2, 3, 4].map((n) => noteOn(n, region('0.5', { lines: { start: 2, end: 2 + (n % 3) } }))),
      },
      { scorer: byIntent },
    )
    const { regions } = await reads.read({ files: [FILE] })
    const found = regions.map(({ commit }) => commit)
    expect(found).toHaveLength(4)
    expect(found).toEqual([...found].sort())
  })

  it('are about the very place before what is about more', async () => {
    const unit = (name: string): object => ({ ast_anchor: { type: 'function', name } })
    const reads = repository(
      {
        recorded: [
          noteOn(0, region('0.8 folder', { file: 'src/', lines: undefined })),
          noteOn(1, region('0.9 repository', { file: './', lines: undefined })),
          noteOn(
            2,
            region('0.7 file', { lines: undefined }),
            region('0.6 around', { ...unit('Client'), lines: { start: 1, end: 6 } }),
            region('0.5 unit', unit('Client::connect')),
          ),
        ],
      },
      { scorer: byIntent },
    )
    const { regions } = await reads.read({ files: [FILE], anchor: 'connect' })
    expect(regions.map(({ intent, about }) => [intent, about])).toEqual([
      ['0.5 unit', undefined],
      ['0.6 around', 'enclosing_unit'],
      ['0.7 file', 'file'],
      ['0.8 folder', 'folder'],
      ['0.9 repository', 'repository'],
    ])
  })

  it('of several files stand by file, in the order asked for', async () => {
    const other = { file: 'docs/a.txt', lines: { start: 1, end: 1 } }
    const reads = repository(
      {
        recorded: [
          noteOn(
            2,
            region('0.9 client'),
            region('0.5 docs', other),
            region('0.7 client', { lines: { start: 5, end: 5 } }),
          ),
        ],
      },
      { scorer: byIntent },
    )
    expect(await intents(reads, { files: ['docs/a.txt', FILE] })).toEqual(['0.5 docs', '0.9 client', '0.7 client'])
    expect(await intents(reads, { files: [FILE, 'docs/a.txt'] })).toEqual(['0.9 client', '0.7 client', '0.5 docs'])
  })

  it('are those of one of the tags, whatever their case', async () => {
    const tagged = (intent: string, tags: readonly string[], n: number): object =>
      region(intent, { tags, lines: { start: 2, end: 2 + n } })
    const reads = repository({
      recorded: [noteOn(0, tagged('a', ['Net', 'x'], 0), tagged('b', ['tls'], 1), tagged('c', [], 2))],
    })
    expect((await intents(reads, { tags: ['NET', 'other'] })).toSorted()).toEqual(['a'])
    expect((await intents(reads, { tags: ['net', 'TLS'] })).toSorted()).toEqual(['a', 'b'])
    expect((await intents(reads)).toSorted()).toEqual(['a', 'b', 'c'])
  })

  it('are those of a context level, of the region or else of the annotation', async () => {
    const reads = repository({
      recorded: [
        noteOn(
          0,
          region('stated'),
          region('inferred of it', { context_level: 'inferred', lines: { start: 5, end: 6 } }),
        ),
        [1, { context_level: 'inferred', regions: [region('inferred', { lines: { start: 3, end: 4 } })] }],
      ],
    })
    expect((await intents(reads, { contextLevel: 'enhanced' })).toSorted()).toEqual(['stated'])
    expect((await intents(reads, { contextLevel: 'inferred' })).toSorted()).toEqual(['inferred', 'inferred of it'])
    expect(await intents(reads, { contextLevel: 'all' })).toHaveLength(3)
    const { regions } = await reads.read({ files: [FILE] })
    expect(regions.filter(({ context_level }) => context_level === 'inferred')).toHaveLength(2)
  })

  it('are those of commits made since a time', async () => {
    const reads = repository({
      recorded: [0, 1, 2].map((n) => noteOn(n, region(`of ${n}`, { lines: { start: 2, end: 2 + n } }))),
    })
    const since = async (text: string): Promise<readonly string[]> => (await intents(reads, { since: text })).toSorted()
    expect(await since('2024-01-01')).toEqual(['of 0', 'of 1', 'of 2'])
    expect(await since('2024-01-01T01:00:00Z')).toEqual(['of 1', 'of 2'])
    expect(await since('2024-01-01T01:00:01Z')).toEqual(['of 2'])
    expect(await since(' 2024-01-01 01:00 ')).toEqual(['of 1', 'of 2'])
    expect(await since('2024-01-01T03:00:00+02:00')).toEqual(['of 1', 'of 2'])
    expect(await since('2024-01-01T00:00:00.5')).toEqual(['of 1', 'of 2'])
    expect(await since(reads.commits[2] ?? '')).toEqual(['of 2'])
    expect(await since('main')).toEqual(['of 2'])
  })

  it.each([
    ['2024-13-01', 'invalid_query: Not a date in the calendar: 2024-13-01.'],
    [
      'yesterday',
      'revision_not_found: Neither an ISO 8601 date nor a revision: "yesterday". Try 2026-01-31 or a commit id.',
    ],
    [
      'x2024-01-01',
      'revision_not_found: Neither an ISO 8601 date nor a revision: "x2024-01-01". Try 2026-01-31 or a commit id.',
    ],
    [
      '2024-01-01x',
      'revision_not_found: Neither an ISO 8601 date nor a revision: "2024-01-01x". Try 2026-01-31 or a commit id.',
    ],
  ])('are not those since %s', async (since, message) => {
    expect(await repository().failure({ files: [FILE], since })).toBe(message)
  })

  it('are none, nor what depends on it, where notes are not asked', async () => {
    const { read } = repository({
      recorded: [
        [
          0,
          {
            regions: [
              region('0.5', { semantic_dependencies: [{ file: 'src/tls.ts', anchor: 'resume', nature: 'n' }] }),
            ],
            cross_cutting: [{ description: 'Both', regions: [FILE, 'src/tls.ts'] }],
          },
        ],
      ],
    })
    const files = [FILE, 'src/tls.ts']
    const recorded = await read({ files, sources: ['notes'] })
    expect([recorded.regions.length, recorded.dependencies_on_this.length, recorded.cross_cutting.length]).toEqual([
      1, 1, 1,
    ])
    const inferred = await read({ files, sources: ['history'] })
    expect([inferred.regions, inferred.dependencies_on_this, inferred.cross_cutting]).toEqual([[], [], []])
  })

  it('leave out those that were retracted, and say how many', async () => {
    const retract = (intent: string): string =>
      JSON.stringify({
        correction_type: 'retract',
        file: FILE,
        intent,
        reason: 'Wrong.',
        author: 'A <a@b>',
        timestamp: '2025-01-01T00:00:00Z',
      })
    const all = ['a', 'b', 'c'].map((intent, i) => region(intent, { lines: { start: 2, end: 2 + i } }))
    const reads = (...gone: readonly string[]): InMemoryReads =>
      repository({
        recorded: [[0, { regions: all }]],
        notes: { 'refs/notes/chronicle-corrections': [[0, `${gone.map(retract).join('\n')}\n`]] },
      })
    expect((await intents(reads('a'))).toSorted()).toEqual(['b', 'c'])
    const remedy = { option: 'verbose', value: true }
    expect((await reads('a').read({ files: [FILE] })).diagnostics).toEqual([
      { code: 'retracted', severity: 'info', message: '1 region was retracted and is not shown.', remedy },
    ])
    expect((await reads('a', 'b').read({ files: [FILE] })).diagnostics).toEqual([
      { code: 'retracted', severity: 'info', message: '2 regions were retracted and are not shown.', remedy },
    ])
    const verbose = await reads('a').read({ files: [FILE], verbose: true })
    expect(verbose.regions).toHaveLength(3)
    expect(verbose.regions.find(({ intent }) => intent === 'a')).toMatchObject({ confidence: 0 })
    expect(verbose.diagnostics).toEqual([])
  })
})

describe('what outlives a change', () => {
  const body = ['function connect(host)', '  drain()', '  resume(host)', '  wait(host)', '']
  const changed = body.map((line) => line.replace('drain', 'flush').replace('resume', 'begin').replace('wait', 'join'))
  const later = changed.map((line) =>
    line.replace('flush', 'flush1').replace('begin', 'begin1').replace('join', 'join1'),
  )
  const unit = { ast_anchor: { type: 'function', name: 'connect' }, lines: { start: 1, end: 4 } }
  const far = [1, 2, 3].flatMap((n) => [`function far${n}()`, `  first${n}()`, `  second${n}()`, `  third${n}()`, ''])

  /** The second of three commits writes all but the first line; the third rewrites it. */
  function outlived(more: object): InMemoryReads {
    return repository({
      commits: [body, changed, later].map((lines, i) => ({ files: { [FILE]: lines.join('\n') }, message: `${i}\n` })),
      recorded: [
        [1, { task: 'T-1', regions: [{ file: FILE, intent: 'Connects.', reasoning: 'Because.', ...unit, ...more }] }],
      ],
    })
  }

  it.each([
    ['a constraint', { constraints: [{ text: 'Once.', source: 'author' }] }],
    ['a risk', { risk_notes: 'It hangs.' }],
    ['a rejected alternative', { rejected_alternatives: [{ approach: 'A pool', reason: 'Heavy.' }] }],
    ['a dependency', { semantic_dependencies: [{ file: 'b.ts', anchor: 'b', nature: 'is quick' }] }],
  ])('is %s, with the intent that explains it', async (_, more) => {
    const [found] = (await outlived(more).read({ files: [FILE] })).regions
    expect(found).toMatchObject({ intent: 'Connects.', outlived: true, freshness: 'drifted', ...more })
    expect(found).not.toHaveProperty('reasoning')
    expect(found).not.toHaveProperty('summary')
    expect(found).not.toHaveProperty('task')
  })

  it('is nothing of what was said about the change itself', async () => {
    const { regions, stats } = await outlived({ risk_notes: '' }).read({ files: [FILE] })
    expect(regions).toEqual([])
    expect(stats.gone_regions).toBe(1)
  })

  it('is all while a line is left that the commit wrote', async () => {
    const reads = repository({
      commits: [body, changed, [...changed.slice(0, 3), '  join1(host)', '']].map((lines) => ({
        files: { [FILE]: lines.join('\n') },
      })),
      recorded: [[1, { task: 'T-1', regions: [{ file: FILE, intent: 'Connects.', reasoning: 'Because.', ...unit }] }]],
    })
    const [found] = (await reads.read({ files: [FILE] })).regions
    expect(found).toMatchObject({
      reasoning: 'Because.',
      summary: 'Summary 1',
      task: 'T-1',
      drifted_by: [reads.commits[2]],
    })
    expect(found).not.toHaveProperty('outlived')
  })

  it.each<readonly [string, (lines: readonly string[]) => readonly string[]]>([
    ['got other line ends', (lines) => lines.map((line) => `${line}\r`)],
    ['were indented', (lines) => lines.map((line, index) => (index === 0 ? line : `    ${line.trim()}`))],
    ['were put elsewhere in the file', (lines) => [...far, ...lines]],
    [
      'were indented elsewhere',
      (lines) => [...far, ...lines.map((line, i) => (i === 0 ? line : `    ${line.trim()}`))],
    ],
  ])('is all where its lines %s, one of which was changed before', async (_, change) => {
    const text = (lines: readonly string[], rest = far): string => [...lines, ...rest].join('\n')
    const edited = changed.map((line) => line.replace('join', 'join1'))
    const elsewhere = change(edited)
    const states = [text(body), text(changed), text(edited), text(elsewhere, elsewhere.length > 5 ? [] : far)]
    const reads = repository({
      commits: states.map((content) => ({ files: { [FILE]: content } })),
      recorded: [noteOn(1, { file: FILE, intent: 'Connects.', reasoning: 'Because.', ...unit })],
    })
    const { regions } = await reads.read({ files: [FILE], anchor: 'connect' })
    expect(regions).toMatchObject([{ reasoning: 'Because.', freshness: 'drifted' }])
    expect(regions[0]).not.toHaveProperty('outlived')
  })

  describe('where it was inferred', () => {
    const inferred = { context_level: 'inferred' }
    const dependency = { semantic_dependencies: [{ file: 'b.ts', anchor: 'b', nature: 'is quick' }] }

    it('is a constraint, and no dependency', async () => {
      const more = { constraints: [{ text: 'Once.', source: 'inferred' }], ...dependency, ...inferred }
      const [found] = (await outlived(more).read({ files: [FILE] })).regions
      expect(found).toMatchObject({ outlived: true, constraints: [{ text: 'Once.' }] })
      expect(found).not.toHaveProperty('semantic_dependencies')
      const { regions, stats } = await outlived({ ...dependency, ...inferred }).read({ files: [FILE] })
      expect(regions).toEqual([])
      expect(stats.gone_regions).toBe(1)
    })

    it('is all that somebody has corrected', async () => {
      const reads = repository({
        commits: [body, changed, later].map((lines, i) => ({ files: { [FILE]: lines.join('\n') }, message: `${i}\n` })),
        recorded: [
          [
            1,
            {
              regions: [
                {
                  file: FILE,
                  intent: 'Connects.',
                  ...unit,
                  ...inferred,
                  ...dependency,
                  corrections: [
                    {
                      field: 'reasoning',
                      correction_type: 'flag',
                      reason: 'Measured.',
                      author: 'Ada',
                      timestamp: '2024-01-01T00:00:00Z',
                    },
                  ],
                },
              ],
            },
          ],
        ],
      })
      expect(await intents(reads)).toEqual(['Connects.'])
    })

    it.each([
      [5, 1],
      [6, 0],
    ])('is nothing if less than a fifth of the written lines is left: of one in %d, %d', async (count, expected) => {
      const old = ['function connect()', ...Array.from({ length: count }, (_, line) => `  old${line}()`), '']
      const written = old.map((line) => line.replace('old', 'mid'))
      const now = written.map((line) => (line.includes('mid0') ? line : line.replace('mid', 'now')))
      const own = { ...unit, lines: { start: 1, end: count + 1 } }
      const reads = repository({
        commits: [old, written, now].map((lines) => ({ files: { [FILE]: lines.join('\n') } })),
        recorded: [noteOn(1, { file: FILE, intent: 'Connects.', ...own, ...inferred })],
      })
      expect((await reads.read({ files: [FILE] })).regions).toHaveLength(expected)
    })

    it.each([
      ['of one in 5', 5, {}, ['About the file.']],
      ['of one in 6', 6, {}, []],
      ['of one in 6, where it was stated', 6, { context_level: 'enhanced' }, ['About the file.']],
      ['of one in 6, where the commit made the file', 6, { isNew: true }, ['About the file.']],
      [
        'of one in 6, which bind',
        6,
        { constraints: [{ text: 'Never wait.', source: 'inferred' }] },
        ['About the file.'],
      ],
    ])('about a whole file %s written lines', async (_, count, { isNew = false, ...more }: FileCase, expected) => {
      const lines = (name: string): string => Array.from({ length: count }, (__, line) => `${name}${line}()\n`).join('')
      // The line that is left was moved.
      const texts = [
        isNew ? 'x' : `${lines('old')}head()\n`,
        `${lines('mid')}head()\n`,
        `head()\n${lines('now')}mid0()\n`,
      ]
      const reads = repository({
        commits: texts.map((text, i) => ({ files: { [isNew && i === 0 ? 'other' : FILE]: text } })),
        recorded: [noteOn(1, { file: FILE, intent: 'About the file.', ...inferred, ...more })],
      })
      expect(await intents(reads)).toEqual(expected)
    })
  })

  it('is counted by its brackets, unless it was inferred', async () => {
    const bracket = ['{', 'old()', '}']
    const states = [bracket, ['begin {', 'mid()', '} '], ['new {', 'now()', '} ']]
    const wordless = [bracket, [...bracket, '} '], [...bracket, '} ']]
    const reads = (contents: readonly (readonly string[])[], more: object): InMemoryReads =>
      repository({
        commits: contents.map((lines) => ({ files: { [FILE]: lines.join('\n') } })),
        recorded: [noteOn(1, { intent: 'Of the commit.', ...more })],
      })
    for (const contents of [states, wordless]) {
      expect(await intents(reads(contents, {}))).toEqual(['Of the commit.'])
      expect(await intents(reads(contents, { context_level: 'inferred' }))).toEqual([])
    }
  })

  it('is all of what was recorded about code that its commit did not write', async () => {
    const reads = repository({
      commits: [body, { ...body }, changed].map((lines, i) => ({
        files: i === 1 ? { other: 'x\n' } : { [FILE]: Object.values(lines).join('\n') },
      })),
      recorded: [noteOn(1, { file: FILE, intent: 'Connects.', reasoning: 'Because.', ...unit })],
    })
    const [found] = (await reads.read({ files: [FILE] })).regions
    expect(found).toMatchObject({ reasoning: 'Because.', freshness: 'drifted' })
    expect(found).not.toHaveProperty('outlived')
  })
})

describe('code that is gone', () => {
  const commits = [
    { files: { [FILE]: CLIENT } },
    { files: { [FILE]: CLIENT.replace('  function drain()\n    empty()\n', '') } },
  ]
  const drain = { ast_anchor: { type: 'function', name: 'Client::drain' }, lines: { start: 5, end: 6 } }
  const gone = async (query: object, more: object = {}): Promise<number | undefined> => {
    const { read } = repository({ commits, recorded: [noteOn(0, region('Drains.', { ...drain, ...more }))] })
    const { regions, stats } = await read({ files: [FILE], ...query })
    expect(regions).toEqual([])
    return stats.gone_regions
  }

  it('is counted where it was about what is asked', async () => {
    expect(await gone({})).toBe(1)
    expect(await gone({ anchor: 'drain' })).toBe(1)
    expect(await gone({ anchor: 'connect' })).toBeUndefined()
    expect(await gone({ lines: { start: 2, end: 3 } })).toBeUndefined()
    expect(await gone({ anchor: 'drain' }, { ast_anchor: undefined })).toBeUndefined()
    expect(await gone({}, { ast_anchor: undefined })).toBe(1)
  })

  it('is told with its own name where the one asked for finds another unit', async () => {
    const both = `${CLIENT}class Server\n  function drain()\n    wait()\n    close()\n`
    const now = both.replace('  function drain()\n    empty()\n', '')
    const files = [{ files: { [FILE]: both } }, { files: { [FILE]: now } }]
    const { read } = repository({ commits: files, recorded: [noteOn(0, region('Drains.', drain))] })
    const statsOf = async (anchor: string) => (await read({ files: [FILE], anchor })).stats
    expect(await statsOf('drain')).toMatchObject({ gone_regions: 1, gone_units: ['Client::drain'] })
    expect(await statsOf('Server.drain')).not.toHaveProperty('gone_regions')
  })

  it('is not counted where it was retracted', async () => {
    const retraction = { correction_type: 'retract', reason: 'r', author: 'A <a@b>', timestamp: '2025-01-01T00:00:00Z' }
    const { read } = repository({
      commits,
      recorded: [noteOn(0, region('Drains.', drain))],
      notes: { 'refs/notes/chronicle-corrections': [[0, `${JSON.stringify(retraction)}\n`]] },
    })
    expect((await read({ files: [FILE] })).stats.gone_regions).toBeUndefined()
  })
})

describe('a note that cannot be read', () => {
  it('is reported where its commit changed the file', async () => {
    const { read, commits } = repository({ notes: { 'refs/notes/chronicle': [[1, '{ broken']] } })
    expect((await read({ files: ['src/tls.ts'] })).diagnostics).toMatchObject([
      { code: 'malformed_note', severity: 'warning', commit: commits[1] },
    ])
    expect((await read({ files: [FILE] })).diagnostics).toEqual([])
  })
})

describe('tests that hold a place', () => {
  const TEST = "it('drains once')\n\nit('resumes')\n"
  const holding = (...titles: readonly string[]): object => ({
    held_by_tests: titles.map((title, i) => ({ title, file: 'a.test.ts', line: i + 1 })),
  })

  function tested(regions: readonly object[], text = TEST, more: Partial<RecordedRepository> = {}): InMemoryReads {
    return repository({
      commits: [{ files: { [FILE]: CLIENT, 'a.test.ts': text } }, { files: { other: 'x\n' } }],
      recorded: [noteOn(0, ...regions)],
      ...more,
    })
  }

  it('are told where they stand now, those that are gone are not', async () => {
    const { read, commits } = tested([region('Drains.', holding('drains once', 'gone', 'pool › resumes'))])
    const { held_by_tests, regions } = await read({ files: [FILE] })
    expect(held_by_tests).toEqual([
      { title: 'drains once', file: 'a.test.ts', line: 1, commit: commits[0] },
      { title: 'pool › resumes', file: 'a.test.ts', line: 3, commit: commits[0] },
    ])
    expect(regions).toHaveLength(1)
  })

  it('are all there is of a region that says nothing else', async () => {
    const only = region('drains once', holding('drains once'))
    const both = await tested([only]).read({ files: [FILE] })
    expect(both.regions).toEqual([])
    expect(both.held_by_tests).toHaveLength(1)
    const gone = await tested([only], 'nothing\n').read({ files: [FILE] })
    expect([gone.regions, gone.held_by_tests, gone.stats.gone_regions]).toEqual([[], undefined, undefined])
  })

  it.each([
    ['another intent', { intent: 'Drains.' }],
    ['reasoning', { reasoning: 'r' }],
    ['a risk', { risk_notes: 'r' }],
    ['a constraint', { constraints: [{ text: 'c', source: 'author' }] }],
    ['a rejected alternative', { rejected_alternatives: [{ approach: 'a', reason: 'r' }] }],
    ['a dependency', { semantic_dependencies: [{ file: 'b.ts', anchor: 'b', nature: 'n' }] }],
    ['a link', { related_annotations: [{ commit: 'abc1234', anchor: 'a', relationship: 'r' }] }],
    ['evidence', { evidence: [{ kind: 'commit_message', quote: 'q' }] }],
  ])('leave a region that has %s, too', async (_, more) => {
    const { read } = tested([region('drains once', { ...holding('drains once'), ...more })])
    expect((await read({ files: [FILE] })).regions).toHaveLength(1)
  })

  it('of the very place come first, whatever the order in which they were recorded', async () => {
    const around = { ast_anchor: { type: 'class', name: 'Client' }, lines: { start: 1, end: 6 } }
    const unit = { ast_anchor: { type: 'function', name: 'Client::connect' } }
    const titles = async (...regions: readonly object[]): Promise<readonly string[]> =>
      ((await tested(regions).read({ files: [FILE], anchor: 'connect' })).held_by_tests ?? []).map(({ title }) => title)
    const [wide, own] = [
      region('A.', { ...around, ...holding('resumes') }),
      region('B.', { ...unit, ...holding('drains once') }),
    ]
    expect(await titles(wide, own)).toEqual(['drains once', 'resumes'])
    expect(await titles(own, wide)).toEqual(['drains once', 'resumes'])
    expect(await titles(region('A.', { ...unit, ...holding('resumes') }), own)).toEqual(['resumes', 'drains once'])
  })

  it('are not known to stand where their file cannot be read, and any other failure is one', async () => {
    const failing = (code: 'file_too_large' | 'git_failed'): InMemoryReads =>
      tested([region('Drains.', holding('drains once'))], TEST, {
        backend: (git) => ({
          readFile: (at, path, call) =>
            path === 'a.test.ts' ? errAsync(codedError(code, 'No.')) : git.readFile(at, path, call),
        }),
      })
    expect((await failing('file_too_large').read({ files: [FILE] })).held_by_tests).toBeUndefined()
    expect(await failing('git_failed').failure({ files: [FILE] })).toBe('git_failed: No.')
  })

  it('name the unit that they hold, each title once, the nearest places first', async () => {
    const { read } = tested([
      region('Around.', {
        ast_anchor: { type: 'class', name: 'Client' },
        lines: { start: 1, end: 6 },
        ...holding('resumes', 'drains once'),
      }),
      region('Connects.', {
        ast_anchor: { type: 'function', name: 'Client::connect' },
        ...holding('Drains  once', 'drains once'),
      }),
    ])
    const { held_by_tests = [] } = await read({ files: [FILE], anchor: 'connect' })
    expect(held_by_tests.map(({ title, anchor }) => [title, anchor])).toEqual([
      ['drains once', 'Client::connect'],
      ['resumes', 'Client'],
    ])
  })

  it('are the newest twenty, which is said', async () => {
    const titles = Array.from({ length: 21 }, (_, i) => `test number ${i} of`)
    const text = titles.map((title) => `it('${title}')\n`).join('')
    const all = await tested([region('Drains.', holding(...titles.slice(1)))], text).read({ files: [FILE] })
    expect(all.held_by_tests).toHaveLength(20)
    expect(all.diagnostics).toEqual([])
    const more = await tested([region('Drains.', holding(...titles))], text).read({ files: [FILE] })
    expect(more.held_by_tests).toEqual(expect.arrayContaining([]))
    expect(more.held_by_tests?.map(({ title }) => title)).toEqual(titles.slice(0, 20))
    expect(more.diagnostics).toEqual([
      {
        code: 'held_by_tests_limited',
        severity: 'info',
        message: '21 tests hold this place; the newest 20 are given.',
      },
    ])
  })

  it('of newer commits come first', async () => {
    const { read } = tested([region('Drains.', holding('drains once'))], TEST, {
      recorded: [
        noteOn(0, region('Drains.', holding('drains once'))),
        noteOn(1, region('Resumes.', { lines: { start: 3, end: 3 }, ...holding('resumes') })),
      ],
    })
    const { held_by_tests = [] } = await read({ files: [FILE] })
    expect(held_by_tests.map(({ title }) => title)).toEqual(['resumes', 'drains once'])
  })

  it('are not told where regions are chosen by tags', async () => {
    const { read } = tested([region('Drains.', { tags: ['a'], ...holding('drains once') })])
    expect((await read({ files: [FILE], tags: ['a'] })).held_by_tests).toBeUndefined()
  })

  it('are followed into a renamed file, and not found in a binary one', async () => {
    const renamed = repository({
      commits: [{ files: { [FILE]: CLIENT, 'a.test.ts': TEST } }, { files: { 'a.test.ts': null, 'b.test.ts': TEST } }],
      renames: [{ commit: 1, from: 'a.test.ts', to: 'b.test.ts' }],
      recorded: [noteOn(0, region('Drains.', holding('drains once')))],
    })
    expect((await renamed.read({ files: [FILE] })).held_by_tests).toMatchObject([{ file: 'b.test.ts', line: 1 }])
    const binary = tested([region('Drains.', holding('drains once'))], `\0${TEST}`)
    expect((await binary.read({ files: [FILE] })).held_by_tests).toBeUndefined()
  })

  it('are those of the state asked about', async () => {
    const { read } = tested([region('Drains.', holding('drains once'))], TEST, {
      worktree: { 'a.test.ts': '\n\nit("drains once")\n' },
    })
    expect((await read({ files: [FILE] })).held_by_tests).toMatchObject([{ line: 3 }])
    expect((await read({ files: [FILE], at: 'HEAD' })).held_by_tests).toMatchObject([{ line: 1 }])
    expect((await read({ files: [FILE], at: 'INDEX' })).held_by_tests).toMatchObject([{ line: 1 }])
    const staged = tested([region('Drains.', holding('drains once'))], TEST, { index: { 'a.test.ts': `\n${TEST}` } })
    expect((await staged.read({ files: [FILE], at: 'INDEX' })).held_by_tests).toMatchObject([{ line: 2 }])
  })
})

describe('a comment that a region was taken from', () => {
  const TEXT = 'function connect(host)\n  // Never drain twice.\n  drain()\n'
  const rule = {
    file: FILE,
    ast_anchor: { type: 'function', name: 'connect' },
    lines: { start: 1, end: 3 },
    intent: 'Never drain twice.',
    evidence: [{ kind: 'file_lines', quote: '// Never drain twice.' }],
  }

  it('stands or was changed, which is counted and said', async () => {
    const recorded: RecordedRepository['recorded'] = [noteOn(0, rule)]
    const stands = await repository({ commits: [{ files: { [FILE]: TEXT } }], recorded }).read({ files: [FILE] })
    expect(stands.regions.map(({ comment }) => comment)).toEqual(['stands'])
    expect(stands.stats.quoted_regions).toBe(1)
    const later = { files: { [FILE]: TEXT.replace('  // Never drain twice.\n', '') } }
    const changed = await repository({ commits: [{ files: { [FILE]: TEXT } }, later], recorded }).read({
      files: [FILE],
    })
    expect(changed.regions.map(({ comment }) => comment)).toEqual(['changed'])
    expect(changed.stats.quoted_regions).toBeUndefined()
  })
})

interface FileCase {
  readonly isNew?: boolean
  readonly context_level?: string
  readonly constraints?: readonly object[]
}

describe('what the history says', () => {
  const annotation = (commit: CommitId): Annotation => ({
    commit,
    timestamp: '2024-01-01T00:00:00Z',
    summary: 'Drain first',
    context_level: 'inferred',
    regions: [],
    cross_cutting: [],
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
    read_from: [],
  })
  const history: AnnotationSource = {
    name: 'messages',
    origin: 'history',
    annotationsOf: (commits) =>
      okAsync({
        commits: new Map(
          commits.map((commit) => [
            commit,
            { annotation: annotation(commit), origin: 'history' as const, diagnostics: [] },
          ]),
        ),
        unasked: [],
      }),
  }
  const speaking: RecordedRepository = {
    commits: [
      {
        files: { [FILE]: CLIENT },
        message: 'Drain first\n\nThe client must drain first, because a peer counts sessions.\n',
        date: START,
      },
      {
        files: { [FILE]: CLIENT.replace('resume(host)', 'resume(host, now)') },
        message: 'Resume now\n\nResume must be told the time, because clocks differ.\n',
        date: START + HOUR,
      },
    ],
  }
  const reasons = async (query: object = {}): Promise<unknown> => {
    const { from_history, stats } = await readInMemory(speaking, { history }).read({ files: [FILE], ...query })
    return [from_history?.map(({ timestamp }) => timestamp), stats.history?.speaking]
  }

  it('is told where it is asked for', async () => {
    expect(await reasons()).toEqual([['2024-01-01T01:00:00Z', '2024-01-01T00:00:00Z'], 2])
    expect(await reasons({ sources: ['history'] as readonly AnnotationOrigin[] })).toEqual(await reasons())
    expect(await reasons({ sources: ['notes'] as readonly AnnotationOrigin[] })).toEqual([undefined, undefined])
  })

  it('is only what was said since a time', async () => {
    expect(await reasons({ since: '2024-01-01T01:00:00Z' })).toEqual([['2024-01-01T01:00:00Z'], 1])
    expect(await reasons({ since: '2025-01-01' })).toEqual([undefined, 0])
  })

  it.each([{ tags: ['a'] }, { minConfidence: 0.1 }, { contextLevel: 'enhanced' as const }])(
    'has no tags, no confidence, and nobody stated it: %j',
    async (query) => {
      expect(await reasons(query)).toEqual([undefined, undefined])
    },
  )
})

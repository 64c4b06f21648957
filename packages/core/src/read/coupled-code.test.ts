import { describe, expect, it } from 'vitest'
import { noteOn, readInMemory, type InMemoryReads, type RecordedRepository } from '../../test/read-in-memory.ts'
import { formatMarkdown } from '../format/format-markdown.ts'
import { newestNotes } from '../notes/newest-notes.ts'

const FILE = 'src/tls.ts'
const TLS = 'function resume(host)\n  twice()\nfunction close(host)\n  once()\n'
const commits = [
  { files: { [FILE]: TLS, 'src/a.ts': 'function connect(host)\n  x()\n', 'src/b.ts': 'function begin()\n  y()\n' } },
  { files: { other: '1\n' } },
  { files: { other: '2\n' } },
]
const depending = (anchor: string, nature: string, more: object = {}): object => ({
  file: 'src/a.ts',
  ast_anchor: { type: 'function', name: 'connect' },
  lines: { start: 1, end: 2 },
  intent: 'Connects.',
  semantic_dependencies: [{ file: FILE, anchor, nature }],
  ...more,
})

function repository(
  recorded: RecordedRepository['recorded'],
  more: Partial<RecordedRepository> = {},
  options = {},
): InMemoryReads {
  return readInMemory({ commits, ...(recorded === undefined ? {} : { recorded }), ...more }, options)
}

describe('what depends on the code', () => {
  it('is told with its place, what it assumes, and how certain that is', async () => {
    const { read, commits: ids } = repository([noteOn(0, depending('resume', 'is quick'))])
    const { dependencies_on_this: found } = await read({ files: [FILE] })
    expect(found).toEqual([
      {
        from_file: 'src/a.ts',
        from_anchor: 'connect',
        nature: 'is quick',
        commit: ids[0],
        on_file: FILE,
        on_anchor: 'resume',
        confidence: expect.any(Number) as never,
        current_lines: { start: 1, end: 2 },
      },
    ])
    expect(found[0]?.confidence).toBeGreaterThan(0.5)
  })

  it('is told without a name where it has none', async () => {
    const { read } = repository([noteOn(0, depending('resume', 'n', { ast_anchor: undefined }))])
    expect((await read({ files: [FILE] })).dependencies_on_this).toMatchObject([
      { from_file: 'src/a.ts', from_anchor: '' },
    ])
  })

  it('is what depends on the unit asked about', async () => {
    const { read } = repository([
      noteOn(0, depending('resume', 'one'), depending('close', 'two', { intent: 'x', lines: { start: 2, end: 2 } })),
    ])
    const natures = async (anchor?: string) =>
      (await read({ files: [FILE], ...(anchor === undefined ? {} : { anchor }) })).dependencies_on_this.map(
        ({ nature }) => nature,
      )
    expect((await natures()).toSorted()).toEqual(['one', 'two'])
    expect(await natures('resume')).toEqual(['one'])
    expect(await natures('close')).toEqual(['two'])
  })

  it('does not depend on other files that its regions name', async () => {
    const both = {
      semantic_dependencies: [
        { file: FILE, anchor: 'resume', nature: 'here' },
        { file: 'src/b.ts', anchor: 'resume', nature: 'there' },
      ],
    }
    const { read } = repository([noteOn(0, depending('', '', both))])
    expect((await read({ files: [FILE] })).dependencies_on_this.map(({ nature }) => nature)).toEqual(['here'])
  })

  it('is told newest first, each assumption of a commit once', async () => {
    const { read } = repository([
      [0, { timestamp: '2025-01-01T00:00:00Z', regions: [depending('resume', 'old'), depending('resume', 'old')] }],
      [1, { timestamp: '2025-03-01T00:00:00Z', regions: [depending('resume', 'new')] }],
      [2, { timestamp: '2025-02-01T00:00:00Z', regions: [depending('resume', 'b'), depending('resume', 'a')] }],
    ])
    const { dependencies_on_this: found } = await read({ files: [FILE] })
    expect(found.map(({ nature }) => nature)).toEqual(['new', 'a', 'b', 'old'])
  })

  it('of a lower confidence where it is doubted', async () => {
    const flag = { correction_type: 'flag', reason: 'r', author: 'A <a@b>', timestamp: '2025-01-01T00:00:00Z' }
    const recorded: RecordedRepository['recorded'] = [noteOn(0, depending('resume', 'n'))]
    const confidence = async (more: Partial<RecordedRepository>): Promise<number> =>
      (await repository(recorded, more).read({ files: [FILE] })).dependencies_on_this[0]?.confidence ?? 0
    const doubted = await confidence({
      notes: { 'refs/notes/chronicle-corrections': [[0, `${JSON.stringify(flag)}\n`]] },
    })
    expect(doubted).toBeCloseTo((await confidence({})) / 2, 2)
  })

  it('is looked for in the newest annotations, which is said', async () => {
    const recorded: RecordedRepository['recorded'] = [0, 1, 2].map((n) => noteOn(n, depending('resume', `of ${n}`)))
    const limited = await repository(recorded, {}, { depsScanLimit: 2 }).read({ files: [FILE] })
    expect(limited.dependencies_on_this.map(({ nature }) => nature).toSorted()).toEqual(['of 1', 'of 2'])
    expect(limited.diagnostics).toEqual([
      {
        code: 'deps_limited',
        severity: 'warning',
        message: '3 annotations depend on src/tls.ts; the newest 2 were looked at.',
        path: FILE,
      },
    ])
    expect((await repository(recorded, {}, { depsScanLimit: 3 }).read({ files: [FILE] })).diagnostics).toEqual([])
  })

  it('is counted where it depends on the unit asked about', async () => {
    const recorded: RecordedRepository['recorded'] = [0, 1, 2].map((n) =>
      noteOn(n, depending(n === 2 ? 'close' : 'resume', `of ${n}`)),
    )
    const { read } = repository(recorded, {}, { depsScanLimit: 1 })
    const messages = async (anchor: string) =>
      (await read({ files: [FILE], anchor })).diagnostics.map(({ message }) => message)
    expect(await messages('resume')).toEqual(['2 annotations depend on src/tls.ts; the newest 1 were looked at.'])
    expect(await messages('close')).toEqual([])
  })

  it('is told by the name that its file has now', async () => {
    const { read } = repository([noteOn(0, depending('resume', 'n'))], {
      commits: [...commits, { files: { 'src/a.ts': null, 'src/z.ts': 'function connect(host)\n  x()\n' } }],
      renames: [{ commit: 3, from: 'src/a.ts', to: 'src/z.ts' }],
    })
    expect((await read({ files: [FILE] })).dependencies_on_this).toMatchObject([{ from_file: 'src/z.ts' }])
  })

  it('comes last, and is said to be gone, where its unit or its file was deleted', async () => {
    const other = depending('resume', 'lives', { file: 'src/b.ts', ast_anchor: { type: 'function', name: 'begin' } })
    for (const [now, gone] of [
      ['function other(host)\n  z()\n', 'unit'],
      [null, 'file'],
    ] as const) {
      const { read } = repository([noteOn(0, depending('resume', 'n'), other)], {
        commits: [...commits, { files: { 'src/a.ts': now } }],
      })
      const answer = await read({ files: [FILE] })
      expect(answer.dependencies_on_this.map(({ nature, gone: what }) => [nature, what])).toEqual([
        ['lives', undefined],
        ['n', gone],
      ])
      expect(formatMarkdown(answer)).toContain(gone === 'unit' ? '— its code is gone' : '— its file is gone')
    }
  })
})

it('what code relies on is told by the name that its file has now', async () => {
  const { read } = repository([noteOn(0, depending('resume', 'is quick'))], {
    commits: [...commits, { files: { [FILE]: null, 'src/ssl.ts': TLS } }],
    renames: [{ commit: 3, from: FILE, to: 'src/ssl.ts' }],
  })
  const answer = await read({ files: ['src/a.ts'] })
  expect(answer.regions[0]?.semantic_dependencies).toEqual([
    { file: 'src/ssl.ts', anchor: 'resume', nature: 'is quick', recorded_file: FILE },
  ])
  expect(formatMarkdown(answer)).toContain('src/ssl.ts — resume (recorded as src/tls.ts): is quick')
})

it('what code relies on keeps the name of a file that is gone', async () => {
  const { read } = repository([noteOn(0, depending('resume', 'is quick'))], {
    commits: [...commits, { files: { [FILE]: null } }],
  })
  const { regions } = await read({ files: ['src/a.ts'] })
  expect(regions[0]?.semantic_dependencies).toEqual([{ file: FILE, anchor: 'resume', nature: 'is quick' }])
})

it('of more notes than are looked at, the newest are chosen, each once', () => {
  const note = (commit: string, committedAt?: number) => ({ commit, blobs: [], committedAt }) as never
  const [a, b, c] = [note('a', 1), note('b', 3), note('c', 2)]
  expect(newestNotes([a, b, a, c], 3)).toEqual([a, b, c])
  expect(newestNotes([a, b, c], 2)).toEqual([b, c])
  expect(newestNotes([note('d'), a, b], 2)).toEqual([b, a])
})

describe('what must change together with the code', () => {
  const group = (description: string, regions: readonly string[], more: object = {}): object => ({
    description,
    regions,
    ...more,
  })
  const groups = async (reads: InMemoryReads, query: object = {}): Promise<readonly string[]> =>
    (await reads.read({ files: [FILE], ...query })).cross_cutting.map(({ description }) => description)

  it('is told with its places', async () => {
    const { read, commits: ids } = repository([
      [0, { cross_cutting: [group('Rotate', [`${FILE}:resume`, 'src/a.ts'], { nature: 'lockstep' })] }],
    ])
    expect((await read({ files: [FILE] })).cross_cutting).toEqual([
      { description: 'Rotate', regions: [`${FILE}:resume`, 'src/a.ts'], nature: 'lockstep', commit: ids[0] },
    ])
  })

  it('is told once where it was inferred again, as the newest commit says', async () => {
    const both = [FILE, 'src/a.ts']
    const noteOf = (description: string, context_level: string, nature = 'co-change', places = both) => ({
      context_level,
      cross_cutting: [group(description, places, { nature })],
    })
    const inferred = repository(
      [0, 1, 2].map((at) => [at, noteOf(`Of ${at}`, 'inferred', 'co-change', at === 1 ? both.toReversed() : both)]),
    )
    expect(await groups(inferred)).toEqual(['Of 2'])
    const stated = repository([0, 1].map((at) => [at, noteOf(`Of ${at}`, 'enhanced')]))
    expect((await groups(stated)).toSorted()).toEqual(['Of 0', 'Of 1'])
    const others = repository([0, 1].map((at) => [at, noteOf(`Of ${at}`, 'inferred', `nature ${at}`)]))
    expect((await groups(others)).toSorted()).toEqual(['Of 0', 'Of 1'])
  })

  it('is what the unit asked about belongs to', async () => {
    const reads = repository([
      [
        0,
        {
          cross_cutting: [
            group('resume', [`${FILE}:resume`, 'src/a.ts']),
            group('file', ['src/b.ts', FILE]),
            group('elsewhere', ['src/a.ts:resume', 'src/b.ts']),
          ],
        },
      ],
    ])
    expect((await groups(reads)).toSorted()).toEqual(['file', 'resume'])
    expect(await groups(reads, { anchor: 'close' })).toEqual(['file'])
    expect((await groups(reads, { anchor: 'resume' })).toSorted()).toEqual(['file', 'resume'])
  })

  it('is told once, whatever the order of its places', async () => {
    const reads = repository([
      [0, { cross_cutting: [group('Rotate', [FILE, 'src/a.ts'])] }],
      [1, { cross_cutting: [group('Rotate', ['src/a.ts', FILE]), group('Rotate', [FILE, 'src/b.ts'])] }],
    ])
    expect(await groups(reads)).toEqual(['Rotate', 'Rotate'])
  })

  it('is told in the order of the commit ids', async () => {
    const reads = repository([0, 1, 2].map((n) => [n, { cross_cutting: [group(`of ${n}`, [FILE, `${n}.ts`])] }]))
    const ids = (await reads.read({ files: [FILE] })).cross_cutting.map(({ commit }) => commit)
    expect(ids).toEqual([...reads.commits].sort())
  })

  it('is looked for in as many annotations as dependents are', async () => {
    const recorded: RecordedRepository['recorded'] = [0, 1, 2].map((n) => [
      n,
      { cross_cutting: [group(`of ${n}`, [FILE, `${n}.ts`])] },
    ])
    expect((await groups(repository(recorded, {}, { depsScanLimit: 1 }))).toSorted()).toEqual(['of 2'])
  })
})

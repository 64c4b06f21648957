import { errAsync } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { correctInMemory, refusal, refusedData, type InMemoryCorrections } from '../../test/correct-in-memory.ts'
import type { RecordedRepository } from '../../test/read-in-memory.ts'
import { codedError } from '../contracts/coded-error.ts'
import { flagRegions, type FlagInput } from './flag-regions.ts'

const FILE = 'src/pool.ts'
const POOL = 'class Pool\n  function acquire()\n    x()\n  function release()\n    y()\n'
const unit = (name: string, start: number, end: number, intent: string): object => ({
  file: FILE,
  ast_anchor: { type: 'function', name },
  lines: { start, end },
  intent,
})
const acquire = unit('Pool::acquire', 2, 3, 'Hands out')
const release = unit('Pool::release', 4, 5, 'Takes back')

function repository(more: Partial<RecordedRepository> = {}, services = {}): InMemoryCorrections {
  return correctInMemory(
    {
      commits: [{ files: { [FILE]: POOL } }, { files: { other: 'x\n' } }],
      recorded: [[0, { regions: [acquire, release] }]],
      ...more,
    },
    services,
  )
}

const input = (more: Partial<FlagInput>): FlagInput => ({ path: FILE, reason: 'doubted', ...more })

/** Returns the intents of the flagged regions, or the error. */
async function flagged(made: InMemoryCorrections, more: Partial<FlagInput>): Promise<unknown> {
  const result = await flagRegions(made.services, input(more), { dryRun: true })
  if (result.isErr()) return `${result.error.code}: ${result.error.message}`
  return result.value.corrections.flatMap(({ regions }) => regions.map(({ intent }) => intent)).toSorted()
}

describe('a doubt', () => {
  it('is cast on the region of a unit', async () => {
    const made = repository()
    const receipt = (await flagRegions(made.services, input({ anchor: 'acquire' })))._unsafeUnwrap()
    expect(receipt).toMatchObject({
      status: 'recorded',
      corrections: [
        {
          commit: made.commits[0],
          correction: { correction_type: 'flag', file: FILE, anchor: 'Pool::acquire', reason: 'doubted' },
          regions: [{ intent: 'Hands out' }],
        },
      ],
      warnings: [],
    })
    expect(receipt).not.toHaveProperty('dry_run')
    expect(await made.stored(0)).toHaveLength(1)
  })

  it('is cast on what is recorded about lines', async () => {
    expect(await flagged(repository(), { lines: { start: 5, end: 5 } })).toEqual(['Takes back'])
  })

  it('is cast on one of several that something tells apart, or on all', async () => {
    const made = repository()
    expect(await flagged(made, { intent: 'BACK takes' })).toEqual(['Takes back'])
    expect(await flagged(made, { all: true })).toEqual(['Hands out', 'Takes back'])
    const message = String(await flagged(made, {}))
    const short = made.commits[0]?.slice(0, 12) ?? ''
    const [, first = '', second = ''] =
      /: [0-9a-f]{12} ([0-9a-f]{8}) Pool::acquire .*; [0-9a-f]{12} ([0-9a-f]{8}) /.exec(message) ?? []
    expect(message).toBe(
      `ambiguous_region: 2 regions are recorded about src/pool.ts: ${short} ${first} Pool::acquire (Hands out); ${short} ${second} Pool::release (Takes back). Name one by its commit, its id, words of its intent, its anchor or its lines, or flag them all.`,
    )
    expect(await flagged(made, { id: second })).toEqual(['Takes back'])
    expect(await flagged(made, { all: false })).toBe(message)
  })

  it('without a reason is refused before it is guessed what is meant', async () => {
    expect(await flagged(repository(), { reason: '' })).toMatch(/^invalid_correction: .*reason/u)
  })

  it('is cast on what was recorded on one commit', async () => {
    const made = repository({
      recorded: [
        [0, { regions: [acquire] }],
        [1, { regions: [unit('Pool::acquire', 2, 3, 'Waits')] }],
      ],
    })
    const [first = '', second = ''] = made.commits
    expect(await flagged(made, { commit: first })).toEqual(['Hands out'])
    expect(await flagged(made, { commit: second.slice(0, 8).toUpperCase() })).toEqual(['Waits'])
    expect(await flagged(made, { commit: 'main', anchor: 'acquire' })).toEqual(['Waits'])
    expect(await flagged(made, { all: true })).toEqual(['Hands out', 'Waits'])
  })

  it('about a unit is none about the rules of its folder', async () => {
    const made = repository({
      recorded: [
        [0, { regions: [acquire] }],
        [1, { regions: [{ file: 'src/', intent: 'A rule' }] }],
      ],
    })
    expect(await flagged(made, { anchor: 'acquire' })).toEqual(['Hands out'])
    expect(await flagged(made, { path: 'src/' })).toEqual(['A rule'])
    const message = String(await flagged(made, { anchor: 'release' }))
    const [, id = ''] = /: ([0-9a-f]{8}) src\/ /.exec(message) ?? []
    expect(message).toBe(
      `region_not_found: Nothing is recorded about src/pool.ts release, so there is nothing to flag. The rules for it are recorded about its file, a folder or the repository: ${id} src/ (A rule). Name one by its id to flag it.`,
    )
    expect(await flagged(made, { anchor: 'release', all: true })).toBe(message)
    expect(await refusedData(flagRegions(made.services, input({ anchor: 'release' })))).toMatchObject({
      regions: [{ commit: made.commits[1], file: 'src/', id }],
    })
    expect(await flagged(made, { anchor: 'release', id })).toEqual(['A rule'])
    expect(await flagged(made, { anchor: 'release', intent: 'rule' })).toEqual(['A rule'])
  })

  it('of an unknown name is cast on no unit with a similar one', async () => {
    expect(await flagged(repository(), { anchor: 'acquir' })).toBe(
      'anchor_not_found: Anchor not found: acquir in src/pool.ts. Available anchors: Pool::acquire, Pool, Pool::release',
    )
  })

  it('of an unknown name is cast on no similar one in a file without a grammar', async () => {
    const connect = { file: 'a.weird', ast_anchor: { type: 'function', name: 'connect' }, intent: 'Connects' }
    const made = repository({
      commits: [{ files: { 'a.weird': 'connect\n' } }],
      recorded: [[0, { regions: [connect] }]],
    })
    expect(await flagged(made, { path: 'a.weird', anchor: 'conect' })).toMatch(/^region_not_found: /)
    expect(await flagged(made, { path: 'a.weird', anchor: 'connect' })).toEqual(['Connects'])
  })

  it('of an unknown id or intent names the regions that are there', async () => {
    const made = repository()
    const message = String(await flagged(made, { id: 'deadbeef' }))
    expect(message).toMatch(
      /^region_not_found: No region about src\/pool\.ts has the id deadbeef\. There are: [0-9a-f]{8} src\/pool\.ts Pool::acquire \(Hands out\); [0-9a-f]{8} src\/pool\.ts Pool::release \(Takes back\)\.$/,
    )
    expect(await flagged(made, { intent: 'nowhere' })).toContain('has "nowhere". There are: ')
    const aboutFinding = await flagged(made, { id: '92fd941974', anchor: 'acquire' })
    expect(aboutFinding).toContain('Chronicle-Ack: 92fd941974 <why it is right>')
    expect(aboutFinding).not.toContain('Takes back')
  })

  it('is cast on the one region whose intent, unit and lines are those shown', async () => {
    const at = (start: number, end: number, intent: string): object => ({ ...acquire, lines: { start, end }, intent })
    const regions = [at(2, 3, 'Hands out'), at(2, 2, 'Waits'), at(3, 3, 'Counts'), { ...release, intent: 'Hands out' }]
    const made = repository({ recorded: [[0, { regions }]] })
    expect(await flagged(made, { anchor: 'acquire', intent: 'counts' })).toEqual(['Counts'])
    expect(await flagged(made, { anchor: 'acquire', intent: 'waits' })).toEqual(['Waits'])
    const receipt = await flagRegions(made.services, input({ anchor: 'release' }), { dryRun: true })
    expect(receipt._unsafeUnwrap().corrections).toMatchObject([{ regions: [{ anchor: 'Pool::release' }] }])
  })

  it('is cast on the regions of a unit before those of the class around it', async () => {
    const pool = {
      ...acquire,
      ast_anchor: { type: 'class', name: 'Pool' },
      lines: { start: 1, end: 7 },
      intent: 'Pools',
    }
    const made = repository({ recorded: [[0, { regions: [pool, acquire] }]] })
    expect(await flagged(made, { anchor: 'acquire' })).toEqual(['Hands out'])
    expect(await flagged(made, { anchor: 'acquire', intent: 'pools' })).toEqual(['Pools'])
    expect(await flagged(made, { anchor: 'release' })).toEqual(['Pools'])
  })

  it('is guessed among regions as little when an answer shows them as one entry', async () => {
    const second = { ...acquire, intent: 'Never waits', constraints: [{ text: 'Never waits', source: 'author' }] }
    const made = repository({ recorded: [[0, { regions: [acquire, { ...acquire, intent: 'Counts' }, second] }]] })
    expect(await flagged(made, { anchor: 'acquire' })).toContain('ambiguous_region: 3 regions are recorded')
    expect(await flagged(made, { anchor: 'acquire', intent: 'counts' })).toEqual(['Counts'])
    expect(await flagged(made, { anchor: 'acquire', all: true })).toEqual(['Counts', 'Hands out', 'Never waits'])
  })

  it('on two regions that one correction means is cast once', async () => {
    const twins = [acquire, { ...acquire, lines: { start: 2, end: 2 } }]
    const made = repository({ recorded: [[0, { regions: twins }]] })
    expect(await flagged(made, { all: true })).toEqual(['Hands out'])
  })
})

describe('code that is not there', () => {
  const gone = {
    commits: [{ files: { [FILE]: POOL } }, { files: { [FILE]: null, other: 'x\n' } }],
    recorded: [[0, { regions: [acquire, release] }]],
  } as const

  it('has what was recorded under its name', async () => {
    expect(await flagged(repository(gone), { anchor: 'acquire' })).toEqual(['Hands out'])
    expect(await flagged(repository(gone), { anchor: 'Pool::release', intent: 'back' })).toEqual(['Takes back'])
    expect(await flagged(repository(gone), { anchor: 'acquire', lines: { start: 1, end: 1 } })).toContain(
      'invalid_query',
    )
  })

  it('has no lines, unless something else tells its regions apart', async () => {
    const lines = { start: 90, end: 91 }
    expect(await flagged(repository(gone), { lines })).toContain('lines_out_of_bounds')
    const made = repository()
    expect(await flagged(made, { lines })).toContain('lines_out_of_bounds: Line range 90:91')
    expect(await flagged(made, { lines, intent: 'back' })).toEqual(['Takes back'])
    expect(await flagged(made, { lines, commit: 'main~', all: true })).toContain('revision_not_found')
    expect(await flagged(made, { lines, commit: made.commits[0] ?? '', all: true })).toEqual([
      'Hands out',
      'Takes back',
    ])
  })

  it('was a unit that the file does not have', async () => {
    const made = repository({ recorded: [[0, { regions: [unit('Pool::forgotten', 90, 91, 'Forgets')] }]] })
    expect(await flagged(made, { anchor: 'forgotten' })).toEqual(['Forgets'])
    expect(await flagged(made, { anchor: 'never' })).toContain('anchor_not_found: Anchor not found: never')
  })

  it('may be where a region was reattached', async () => {
    const place = {
      correction_type: 'reattach',
      file: FILE,
      anchor: 'Pool::acquire',
      place: { file: 'gone.ts' },
      reason: 'r',
      author: 'A <a@b>',
      timestamp: '2025-01-01T00:00:00Z',
    }
    const [first = ''] = repository().commits
    const made = repository({
      notes: { 'refs/notes/chronicle-corrections': [[0, `${JSON.stringify({ ...place, at_commit: first })}\n`]] },
    })
    expect(await flagged(made, { path: 'gone.ts' })).toEqual(['Hands out'])
  })

  it('with nothing recorded about it is refused', async () => {
    const made = repository({ recorded: [[1, { regions: [] }]] })
    expect(await flagged(made, {})).toBe(
      'region_not_found: Nothing is recorded about src/pool.ts, so there is nothing to flag. Reading src/pool.ts shows what there is.',
    )
    expect(await flagged(made, { anchor: 'acquire', commit: 'main' })).toBe(
      'region_not_found: Nothing is recorded about src/pool.ts acquire by an annotation on main, so there is nothing to flag. Reading src/pool.ts acquire shows what there is.',
    )
    expect(await flagged(made, { path: 'src/' })).toContain('region_not_found')
    expect(await flagged(made, { path: 'missing.ts' })).toContain('file_not_found: File not found: missing.ts')
    expect(await flagged(made, { path: '../x' })).toContain('invalid_path')
  })

  it('is named to a program', async () => {
    const made = repository({ recorded: [[1, { regions: [] }]] })
    const given = input({ anchor: 'acquire', commit: 'main' })
    expect(await refusedData(flagRegions(made.services, given))).toEqual({
      ...{ path: FILE, anchor: 'acquire', commit: 'main', regions: [] },
    })
    const several = repository()
    const [commit] = several.commits
    const id: unknown = expect.stringMatching(/^[0-9a-f]{8}$/)
    expect(await refusedData(flagRegions(several.services, input({})))).toEqual({
      path: FILE,
      anchor: undefined,
      regions: [
        { commit, file: FILE, anchor: 'Pool::acquire', intent: 'Hands out', id },
        { commit, file: FILE, anchor: 'Pool::release', intent: 'Takes back', id },
      ],
    })
  })

  it('is a folder without a mark, too', async () => {
    const rule = { file: 'lib', intent: 'A rule' }
    const made = repository({ commits: [{ files: { 'lib/a.ts': 'x\n' } }], recorded: [[0, { regions: [rule] }]] })
    expect(await flagged(made, { path: 'lib' })).toEqual(['A rule'])
  })

  it('is not looked for where reading failed', async () => {
    const read = () => errAsync(codedError('git_failed', 'git died'))
    const made = repository({}, { read })
    expect(await refusal(flagRegions(made.services, input({})))).toBe('git_failed: git died')
  })
})

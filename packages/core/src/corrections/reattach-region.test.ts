import { describe, expect, it } from 'vitest'
import {
  correctInMemory,
  CORRECTED_BY,
  refusal,
  refusedData,
  type InMemoryCorrections,
} from '../../test/correct-in-memory.ts'
import { reattachRegion, type ReattachInput } from './reattach-region.ts'

const FILE = 'src/pool.ts'
const region = (name: string, intent: string, start: number): object => ({
  file: FILE,
  ast_anchor: { type: 'function', name },
  lines: { start, end: start + 1 },
  intent,
})

function repository(): InMemoryCorrections {
  return correctInMemory({
    commits: [
      { files: { [FILE]: 'function acquire()\n  x()\nfunction release()\n  y()\n' } },
      { files: { [FILE]: null, 'src/lending.ts': 'function lend()\n  z()\nfunction leave()\n' } },
      { files: { 'src/lending.ts': 'function leave()\n' } },
    ],
    branches: { main: 2, between: 1 },
    recorded: [[0, { regions: [region('acquire', 'Hands out', 1), region('release', 'Takes back', 3)] }]],
  })
}

const [FIRST = '', SECOND = '', THIRD = ''] = repository().commits
const input = (to: ReattachInput['to'], more: Partial<ReattachInput> = {}): ReattachInput => ({
  commit: FIRST,
  anchor: 'acquire',
  to,
  ...more,
})

describe('the place that a region is given', () => {
  it('is a unit of a file at a revision, and readers find it there', async () => {
    const made = repository()
    const given = input({ file: 'src/lending.ts', anchor: 'lend' }, { at: 'between' })
    const receipt = (await reattachRegion(made.services, given))._unsafeUnwrap()
    expect(receipt.corrections).toMatchObject([
      {
        commit: FIRST,
        correction: {
          correction_type: 'reattach',
          file: FILE,
          anchor: 'acquire',
          place: {
            file: 'src/lending.ts',
            ast_anchor: { type: 'function', name: 'lend', signature: 'function lend()' },
            lines: { start: 1, end: 2 },
          },
          at_commit: SECOND,
          reason: 'The code is in src/lending.ts, lend.',
          author: CORRECTED_BY,
        },
        regions: [{ intent: 'Hands out' }],
      },
    ])
    const { regions } = await made.reads.read({ files: ['src/lending.ts'], at: 'between' })
    expect(regions).toMatchObject([{ intent: 'Hands out', corrections: [{ effect: 'applied' }] }])
  })

  it.each<[ReattachInput['to'], object, string]>([
    [{ file: './src//lending.ts' }, { file: 'src/lending.ts' }, 'The code is in src/lending.ts.'],
    [
      { file: 'src/lending.ts', lines: { start: 1, end: 1 } },
      {
        file: 'src/lending.ts',
        ast_anchor: { type: 'function', name: 'leave', signature: 'function leave()' },
        lines: { start: 1, end: 1 },
      },
      'The code is in src/lending.ts, leave.',
    ],
    [{ file: 'src/' }, { file: 'src/' }, 'The code is in src/.'],
    [{ file: './' }, { file: './' }, 'The code is in ./.'],
  ])('may be %j', async (to, place, reason) => {
    const { corrections } = (await reattachRegion(repository().services, input(to), { dryRun: true }))._unsafeUnwrap()
    expect(corrections[0]?.correction).toMatchObject({ at_commit: THIRD, reason })
    expect(corrections[0]?.correction['place']).toEqual(place)
  })

  it('may have a reason of its own', async () => {
    const given = input({ file: 'src/' }, { reason: 'It was split.' })
    const { corrections, dry_run } = (
      await reattachRegion(repository().services, given, { dryRun: true })
    )._unsafeUnwrap()
    expect(corrections[0]?.correction['reason']).toBe('It was split.')
    expect(dry_run).toBe(true)
  })

  it.each<[ReattachInput['to'], Partial<ReattachInput>, string]>([
    [
      { file: 'src/lending.ts', anchor: 'leafe' },
      {},
      'anchor_not_found: Anchor not found: leafe in src/lending.ts. Available anchors: leave',
    ],
    [
      { file: 'src/lending.ts', anchor: 'acquire' },
      {},
      'anchor_not_found: Anchor not found: acquire in src/lending.ts.',
    ],
    [{ file: 'src/missing.ts' }, {}, 'file_not_found: File not found: src/missing.ts. Does it exist at HEAD?'],
    [{ file: FILE }, { at: 'between' }, 'file_not_found: File not found: src/pool.ts. Does it exist at between?'],
    [{ file: 'lib/' }, {}, 'file_not_found: Folder not found: lib/. Does it exist at HEAD?'],
    [{ file: '../x' }, {}, 'invalid_path'],
    [
      { file: 'src/' },
      { at: 'nowhere' },
      'revision_not_found: Unknown revision: "nowhere". Give the commit in whose files the place is.',
    ],
    [{ file: 'src/' }, { anchor: 'drop' }, 'region_not_found'],
    [{ file: 'src/' }, { commit: 'nowhere' }, 'revision_not_found: Unknown revision: "nowhere". Give the commit that'],
  ])('is refused when it is %j, %j', async (to, more, message) => {
    const made = repository()
    expect(await refusal(reattachRegion(made.services, input(to, more)))).toContain(message)
    expect(await made.stored(0)).toEqual([])
  })

  it('is given to one region', async () => {
    const { anchor: _, ...whole } = input({ file: 'src/' })
    expect(await refusal(reattachRegion(repository().services, whole))).toMatch(
      /^ambiguous_region: 2 regions of the annotation on [0-9a-f]{12} fit: [0-9a-f]{8} src\/pool\.ts acquire \(Hands out\); [0-9a-f]{8} src\/pool\.ts release \(Takes back\)\. Name one by its unit, its id or words of its intent\.$/,
    )
  })

  it('or its region that is wrong is named to a program', async () => {
    const { services } = repository()
    const { anchor: _, ...whole } = input({ file: 'src/' })
    const id: unknown = expect.stringMatching(/^[0-9a-f]{8}$/)
    expect(await refusedData(reattachRegion(services, whole))).toEqual({
      commit: FIRST,
      regions: [
        { file: FILE, anchor: 'acquire', intent: 'Hands out', id },
        { file: FILE, anchor: 'release', intent: 'Takes back', id },
      ],
    })
    expect(await refusedData(reattachRegion(services, input({ file: 'src/' }, { at: 'nowhere' })))).toEqual({
      revision: 'nowhere',
    })
  })

  it('is what it can be selected by from then on', async () => {
    const made = repository()
    const given = input({ file: 'src/lending.ts', anchor: 'lend' }, { at: 'between' })
    expect((await reattachRegion(made.services, given)).isOk()).toBe(true)
    const again = (selection: Partial<ReattachInput>) =>
      reattachRegion(made.services, { commit: FIRST, to: { file: 'src/' }, ...selection }, { dryRun: true })
    const { corrections } = (await again({ file: 'src/lending.ts', anchor: 'lend' }))._unsafeUnwrap()
    expect(corrections[0]).toMatchObject({
      correction: { file: FILE, anchor: 'acquire' },
      regions: [{ intent: 'Hands out' }],
    })
    expect((await again({ file: FILE, anchor: 'acquire' })).isOk()).toBe(true)
  })
})

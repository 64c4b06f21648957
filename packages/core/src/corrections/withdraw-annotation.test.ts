import { describe, expect, it } from 'vitest'
import { correctInMemory, refusal, refusedData, type InMemoryCorrections } from '../../test/correct-in-memory.ts'
import { flagAnnotation, retractAnnotation, supersedeAnnotation } from './withdraw-annotation.ts'

const FILE = 'src/pool.ts'
const region = (name: string, intent: string): object => ({
  file: FILE,
  ast_anchor: { type: 'function', name },
  lines: { start: 1, end: 2 },
  intent,
})

function repository(): InMemoryCorrections {
  return correctInMemory({
    commits: [
      { files: { [FILE]: 'function acquire()\n  x()\nfunction release()\n  y()\n' } },
      { files: { other: '1\n' } },
      { files: { other: '2\n' } },
    ],
    recorded: [
      [0, { regions: [region('acquire', 'Hands out'), region('release', 'Takes back')] }],
      [1, { regions: [] }],
    ],
  })
}

const [FIRST = '', SECOND = '', THIRD = ''] = repository().commits

describe('an annotation as a whole, or some of its regions', () => {
  it.each([
    ['flag', flagAnnotation],
    ['retract', retractAnnotation],
  ] as const)('is subject to %s', async (type, withdraw) => {
    const made = repository()
    const whole = (await withdraw(made.services, { commit: FIRST, reason: 'wrong' }))._unsafeUnwrap()
    expect(whole.corrections.map(({ correction, regions }) => [correction, regions.length])).toEqual([
      [expect.objectContaining({ correction_type: type, reason: 'wrong' }), 2],
    ])
    expect(whole.corrections[0]?.correction).not.toHaveProperty('file')
    expect(whole.warnings).toEqual([])
    const one = (await withdraw(made.services, { commit: FIRST, reason: 'wrong', anchor: 'release' }))._unsafeUnwrap()
    expect(one.corrections).toMatchObject([
      { correction: { correction_type: type, file: FILE, anchor: 'release' }, regions: [{ intent: 'Takes back' }] },
    ])
    const both = (
      await withdraw(made.services, { commit: FIRST, reason: 'all', file: FILE }, { dryRun: true })
    )._unsafeUnwrap()
    expect(both.corrections).toHaveLength(2)
    expect(both.dry_run).toBe(true)
    expect(await made.stored(0)).toHaveLength(2)
    expect(await refusal(withdraw(made.services, { commit: FIRST, reason: 'r', anchor: 'drop' }))).toContain(
      'region_not_found',
    )
    expect(await refusal(withdraw(made.services, { commit: 'nowhere', reason: 'r' }))).toContain('revision_not_found')
  })
})

describe('newer reasoning', () => {
  it('takes the place of older', async () => {
    const made = repository()
    const receipt = (
      await supersedeAnnotation(made.services, { commit: FIRST, by: SECOND.slice(0, 40) })
    )._unsafeUnwrap()
    expect(receipt.corrections).toMatchObject([
      {
        commit: FIRST,
        correction: {
          correction_type: 'supersede',
          superseded_by: SECOND,
          reason: `Superseded by the annotation on ${SECOND.slice(0, 12)}.`,
        },
      },
    ])
    expect(receipt.warnings).toEqual([])
    const superseded = await supersedeAnnotation(
      made.services,
      { commit: FIRST, by: SECOND, reason: 'Measured anew' },
      { dryRun: true },
    )
    expect(superseded._unsafeUnwrap()).toMatchObject({
      dry_run: true,
      corrections: [{ correction: { reason: 'Measured anew' } }],
    })
  })

  it('may be recorded later, which is said', async () => {
    const receipt = (await supersedeAnnotation(repository().services, { commit: FIRST, by: 'main' }))._unsafeUnwrap()
    expect(receipt.warnings).toEqual([
      {
        code: 'no_newer_annotation',
        severity: 'warning',
        message: `There is no annotation on ${THIRD.slice(0, 12)} yet: readers are pointed there and find nothing.`,
        commit: THIRD,
      },
    ])
  })

  it('is on another commit, which there is', async () => {
    const { services } = repository()
    expect(await refusal(supersedeAnnotation(services, { commit: FIRST, by: 'nowhere' }))).toBe(
      'revision_not_found: Unknown revision: "nowhere". Give the commit that the newer reasoning is on.',
    )
    expect(await refusedData(supersedeAnnotation(services, { commit: FIRST, by: 'nowhere' }))).toEqual({
      revision: 'nowhere',
    })
    expect(await refusedData(supersedeAnnotation(services, { commit: FIRST, by: FIRST }))).toEqual({ commit: FIRST })
    expect(await refusal(supersedeAnnotation(services, { commit: FIRST, by: FIRST }))).toBe(
      `invalid_correction: The annotation on ${FIRST.slice(0, 12)} cannot take its own place. Name another commit.`,
    )
  })

  it('is not looked for where it cannot be read', async () => {
    const made = repository()
    const listNotes: typeof made.services.git.listNotes = () => {
      throw new Error('not asked')
    }
    const git = { ...made.services.git, listNotes }
    await expect(supersedeAnnotation({ ...made.services, git }, { commit: FIRST, by: SECOND })).rejects.toThrow(
      'not asked',
    )
  })
})

import { errAsync, okAsync, type CorrectionReceipt } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import {
  correctInMemory,
  CORRECTED_AT,
  CORRECTED_BY,
  refusal,
  refusedData,
  type InMemoryCorrections,
} from '../../test/correct-in-memory.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { Redactor } from '../contracts/redactor.ts'
import { correctValue, type ValueInput } from './correct-value.ts'
import { firstWords } from './select-regions.ts'
import { regionId } from './region-id.ts'

const acquire = {
  file: 'src/pool.ts',
  ast_anchor: { type: 'function', name: 'Pool::acquire' },
  lines: { start: 1, end: 2 },
  intent: 'Hands out connections',
  constraints: [{ text: 'at most four', source: 'author' }],
  tags: ['pool', 'net'],
}
const release = {
  ...acquire,
  ast_anchor: { type: 'function', name: 'Pool::release' },
  intent: 'Takes back',
  tags: ['net'],
}

function repository(regions: readonly object[] = [acquire, release], more = {}, services = {}): InMemoryCorrections {
  return correctInMemory(
    {
      commits: [{ files: { 'src/pool.ts': 'function acquire()\n  x()\n' } }, { files: { other: 'x\n' } }],
      recorded: [[0, { summary: 'Share connections', task: 'T-1', regions, ...more }]],
    },
    services,
  )
}

const input = (made: InMemoryCorrections, more: Partial<ValueInput>): ValueInput => ({
  commit: made.commits[0] ?? '',
  field: 'tags',
  value: 'pool',
  reason: 'wrong',
  ...more,
})
const signed = { author: CORRECTED_BY, timestamp: CORRECTED_AT }

type Correcting = ReturnType<typeof correctValue>

const correct = (made: InMemoryCorrections, more: Partial<ValueInput> = {}): Correcting =>
  correctValue(made.services, input(made, more))
const tryOut = (made: InMemoryCorrections, more: Partial<ValueInput> = {}): Correcting =>
  correctValue(made.services, input(made, more), { dryRun: true })
const receiptOf = async (correcting: Correcting): Promise<CorrectionReceipt> => (await correcting)._unsafeUnwrap()

describe('a value', () => {
  it('is taken out of the region that has it, and the receipt says so', async () => {
    const made = repository()
    const receipt = await receiptOf(correct(made))
    const correction = {
      $schema: 'chronicle-correction/v1',
      file: 'src/pool.ts',
      anchor: 'Pool::acquire',
      intent: 'Hands out connections',
      correction_type: 'remove',
      field: 'tags',
      target_value: 'pool',
      reason: 'wrong',
      ...signed,
    }
    expect(receipt).toEqual({
      $schema: 'chronicle-correction-receipt/v1',
      status: 'recorded',
      notes_ref: 'refs/notes/chronicle-corrections',
      corrections: [
        {
          commit: made.commits[0],
          correction,
          regions: [
            {
              file: 'src/pool.ts',
              anchor: 'Pool::acquire',
              intent: 'Hands out connections',
              id: expect.stringMatching(/^[0-9a-f]{8}$/) as never,
            },
          ],
        },
      ],
      warnings: [],
    })
    expect(await made.stored(0)).toEqual([correction])
    const { regions } = await made.reads.read({ files: ['src/pool.ts'] })
    expect(regions.map(({ tags }) => tags)).toContainEqual(['net'])
  })

  it('is replaced by another', async () => {
    const made = repository()
    const receipt = await correct(made, { replacement: 'pools' })
    expect(receipt._unsafeUnwrap().corrections).toMatchObject([
      { correction: { correction_type: 'amend', target_value: 'pool', replacement: 'pools' } },
    ])
  })

  it('that several regions have is corrected in each of them, or in those selected', async () => {
    const made = repository()
    const both = await receiptOf(tryOut(made, { value: 'net' }))
    expect(both.corrections.map(({ correction }) => correction['anchor'])).toEqual(['Pool::acquire', 'Pool::release'])
    const one = await correct(made, { value: 'net', anchor: 'release' })
    expect(one._unsafeUnwrap().corrections.map(({ correction }) => correction['anchor'])).toEqual(['Pool::release'])
  })

  it('of the annotation itself is corrected as a whole', async () => {
    const made = repository()
    const change = { field: 'summary', value: 'Share connections', replacement: 'Share' }
    const { corrections } = await receiptOf(correct(made, change))
    expect(corrections).toHaveLength(1)
    expect(corrections[0]?.correction).toEqual({
      $schema: 'chronicle-correction/v1',
      correction_type: 'amend',
      field: 'summary',
      target_value: 'Share connections',
      replacement: 'Share',
      reason: 'wrong',
      ...signed,
    })
    expect(corrections[0]?.regions).toHaveLength(2)
  })

  it('is checked and not stored in a dry run', async () => {
    const made = repository()
    const receipt = await receiptOf(tryOut(made))
    expect(receipt).toMatchObject({ status: 'recorded', dry_run: true })
    expect(await made.stored(0)).toEqual([])
  })
})

describe('a value is refused', () => {
  it.each<[Partial<ValueInput>, string]>([
    [
      { field: 'tag' },
      'invalid_correction: There is no field "tag" that can be corrected. Did you mean tags? There are: intent, reasoning, constraints, risk_notes, rejected_alternatives, semantic_dependencies, related_annotations, tags, evidence, summary, task, cross_cutting',
    ],
    [
      { field: 'summary', anchor: 'acquire' },
      'invalid_correction: The annotation has summary once, not for each region. Leave out the options that select regions.',
    ],
    [{ replacement: 'pool' }, 'invalid_correction: The replacement is the value that is there already.'],
    [{ replacement: '' }, 'invalid_correction: The correction is not valid: '],
  ])('for %j', async (more, message) => {
    const made = repository()
    expect(await refusal(correct(made, more))).toContain(message)
    expect(await made.stored(0)).toEqual([])
  })

  it('that is not there: those that are, are told', async () => {
    const made = repository()
    const short = made.commits[0]?.slice(0, 12) ?? ''
    expect(await refusal(correct(made, { value: 'pol' }))).toBe(
      `value_not_found: "pol" is not in tags of the annotation on ${short}. Its values, nearest first: "pool", "net"`,
    )
    expect(await refusal(correct(made, { field: 'summary', value: 'x' }))).toBe(
      `value_not_found: "x" is not in summary of the annotation on ${short}. Its values, nearest first: "Share connections"`,
    )
    expect(await refusal(correct(made, { field: 'risk_notes', value: 'x' }))).toBe(
      `value_not_found: "x" is not in risk_notes of the annotation on ${short}. There is nothing in risk_notes.`,
    )
    expect(await refusal(correct(made, { value: 'pool', anchor: 'release' }))).toContain('"pool" is not in tags')
  })

  it('of many, ten are told, and of a long one its first words', async () => {
    const tags = Array.from({ length: 11 }, (_, i) => `tag-${i}`)
    const made = repository([{ ...acquire, tags }])
    expect(await refusal(correct(made))).toMatch(/"tag-\d+", and 1 more$/)
    const ten = repository([{ ...acquire, tags: tags.slice(0, 10) }])
    expect(await refusal(correct(ten))).toMatch(/"tag-9"$/)
    const long = repository([{ ...acquire, tags: ['y'.repeat(130)] }])
    const value = 'z'.repeat(121)
    expect(await refusal(correct(long, { value }))).toContain(`"${'z'.repeat(120)} …" is not`)
    expect(await refusal(correct(long, { value }))).toContain(`"${'y'.repeat(120)} …"`)
  })

  it('that was corrected before', async () => {
    const made = repository()
    expect((await correct(made)).isOk()).toBe(true)
    expect(await refusal(correct(made))).toContain(
      '"pool" was corrected before and is no longer in tags of the annotation on',
    )
    expect((await correct(made, { field: 'task', value: 'T-1' })).isOk()).toBe(true)
    expect(await refusal(correct(made, { field: 'task', value: 'T-1' }))).toContain(
      '"T-1" was corrected before and is no longer in task',
    )
  })
})

describe('a program is told', () => {
  const data = (made: InMemoryCorrections, more: Partial<ValueInput>): Promise<unknown> =>
    refusedData(correct(made, more))

  it('what was wrong with a value', async () => {
    const made = repository()
    const [commit] = made.commits
    expect(await data(made, { field: 'tag' })).toEqual({ field: 'tag' })
    expect(await data(made, { value: 'x' })).toEqual({ commit, field: 'tags', value: 'x', values: ['net', 'pool'] })
  })

  it('which annotation or region there is not', async () => {
    const made = repository([acquire])
    const [commit, other] = made.commits
    expect(await data(made, { commit: 'nowhere' })).toEqual({ revision: 'nowhere' })
    expect(await data(made, { commit: 'HEAD' })).toEqual({ commit: other, regions: [] })
    const { intent, file } = acquire
    const regions = [{ file, anchor: 'Pool::acquire', intent, id: regionId(acquire as never) }]
    expect(await data(made, { file: './x', anchor: 'y' })).toEqual(
      expect.objectContaining({ commit, file: 'x', anchor: 'y', regions }),
    )
  })
})

describe('the regions that are meant', () => {
  const first = { ...acquire, lines: { start: 1, end: 1 }, intent: 'Hands out' }
  const twin = { ...acquire, lines: { start: 2, end: 2 }, intent: 'Waits for one' }
  const whole = { intent: 'The whole commit', tags: ['pool'] }
  const meant = async (more: Partial<ValueInput>): Promise<unknown> => {
    const made = repository([first, twin, { ...release, tags: ['pool'] }, whole])
    const result = await tryOut(made, more)
    return result.isErr()
      ? result.error.message
      : result.value.corrections.flatMap(({ regions }) => regions.map(({ intent }) => intent))
  }

  it.each<[Partial<ValueInput>, readonly string[]]>([
    [{}, ['Hands out', 'Waits for one', 'Takes back', 'The whole commit']],
    [{ file: './src//pool.ts' }, ['Hands out', 'Waits for one', 'Takes back']],
    [{ file: 'src/pool.ts', anchor: 'acquire' }, ['Hands out', 'Waits for one']],
    [{ anchor: 'Pool.release' }, ['Takes back']],
    [{ intent: 'out HANDS' }, ['Hands out']],
    [{ intent: 'one' }, ['Waits for one']],
    [{ anchor: 'acquire', intent: 'waits' }, ['Waits for one']],
  ])('by %j', async (selection, intents) => {
    expect(await meant(selection)).toEqual(intents)
  })

  it('are those of an id, of which four digits are enough', async () => {
    const made = repository([first, twin])
    const { corrections } = await receiptOf(tryOut(made))
    const id = corrections[1]?.regions[0]?.id ?? ''
    const by = async (text: string): Promise<string> => {
      const result = await tryOut(made, { id: text })
      return result.isErr() ? result.error.message : (result.value.corrections[0]?.regions[0]?.intent ?? '')
    }
    expect([await by(id), await by(id.slice(0, 4)), await by(id.toUpperCase())]).toEqual(Array(3).fill('Waits for one'))
    const list = `${corrections[0]?.regions[0]?.id} src/pool.ts Pool::acquire (Hands out); ${id} src/pool.ts Pool::acquire (Waits for one)`
    expect(await by(id.slice(0, 3))).toBe(
      `The annotation on ${made.commits[0]?.slice(0, 12)} has no region for ${id.slice(0, 3)}. Its regions: ${list}`,
    )
    expect(regionId({ ...first, intent: 'x' } as never)).not.toBe(regionId(first as never))
  })

  it('are named when there are none', async () => {
    const none = await meant({ file: 'src/pool.ts', anchor: 'drop', intent: 'a word' })
    expect(none).toMatch(
      /^The annotation on [0-9a-f]{12} has no region for src\/pool\.ts drop "a word"\. Its regions: /,
    )
    expect(none).toMatch(/; [0-9a-f]{8} the whole commit \(The whole commit\)$/)
    const made = repository([])
    expect(await refusal(correct(made))).toMatch(/^region_not_found: .* has no region at all\. It has no regions\.$/)
    expect(await refusal(correct(made, { file: '../x' }))).toContain('invalid_path')
  })

  it('are told by their intent, so that what is recorded at their place later is not meant', async () => {
    const made = repository([first, twin])
    const { corrections } = await receiptOf(correct(made))
    expect(corrections.map(({ correction }) => correction['intent'])).toEqual(['Hands out', 'Waits for one'])
    const alone = repository([first, release])
    const { corrections: one } = await receiptOf(correct(alone))
    expect(one.map(({ correction }) => correction['intent'])).toEqual(['Hands out'])
  })
})

describe('the annotation', () => {
  it('is that of a revision, or of a commit with a note that a prefix names', async () => {
    const made = repository()
    const at = (commit: string) => tryOut(made, { commit })
    const id = made.commits[0] ?? ''
    expect((await at(id.slice(0, 4))).isOk()).toBe(true)
    expect(await refusal(at(id.slice(0, 3)))).toBe(
      `revision_not_found: Unknown revision: "${id.slice(0, 3)}". Give the commit that the annotation is on, as read shows it.`,
    )
    expect(await refusal(at('nowhere'))).toContain('revision_not_found')
    expect(await refusal(at('0000'))).toContain('revision_not_found')
    expect(await refusal(at('HEAD'))).toBe(
      `region_not_found: There is no annotation that can be read on commit ${made.commits[1]} in refs/notes/chronicle.`,
    )
  })

  const note = (commit: string | undefined, ...regions: readonly object[]): object => ({
    ...{ $schema: 'chronicle/v1', commit, timestamp: '2025-01-01T00:00:00Z', summary: 's', context_level: 'enhanced' },
    regions,
  })

  it('may be in several refs, and is then one', async () => {
    const commits = [{ files: { 'src/pool.ts': 'function acquire()\n  x()\n' } }]
    const [id] = correctInMemory({ commits }).commits
    const made = correctInMemory(
      {
        commits,
        notes: {
          'refs/notes/chronicle': [[0, note(id, acquire)]],
          'refs/notes/team': [[0, note(id, { ...release, tags: ['pool'] })]],
        },
      },
      { notesRefs: ['refs/notes/team', 'refs/notes/chronicle'] as never },
    )
    const receipt = await receiptOf(correct(made))
    expect(receipt.notes_ref).toBe('refs/notes/team-corrections')
    expect(receipt.corrections.map(({ correction }) => correction['anchor']).toSorted()).toEqual([
      'Pool::acquire',
      'Pool::release',
    ])
  })

  it('may be on a commit that is gone', async () => {
    const gone = 'd'.repeat(40)
    const made = correctInMemory({
      commits: [{ files: { a: 'x\n' } }],
      notes: { 'refs/notes/chronicle': [[gone as never, note(gone, acquire)]] },
    })
    const at = (commit: string) => tryOut(made, { commit })
    expect((await at('dddd'))._unsafeUnwrap().corrections[0]?.commit).toBe(gone)
    expect((await at(gone)).isOk()).toBe(true)
    expect(await refusal(at('dddx'))).toContain('revision_not_found')
    expect(await refusal(at('xdddd'))).toContain('revision_not_found')
  })
})

it('shows enough of a text to recognise it by, on one line', () => {
  expect(firstWords('  one \n\n two  ')).toBe('one two')
  expect(firstWords('x'.repeat(60))).toBe('x'.repeat(60))
  expect(firstWords('x'.repeat(61))).toBe(`${'x'.repeat(60)} …`)
  expect(firstWords('one two', 4)).toBe('one …')
})

describe('what is stored', () => {
  it('is not said again by the same author, whenever', async () => {
    const made = repository()
    const later = (month: number, more: Partial<ValueInput>): Correcting =>
      correctValue({ ...made.services, clock: () => Date.UTC(2025, month) }, input(made, more))
    const [old, now] = ['Hands out connections', 'Lends connections']
    const change = { field: 'intent', anchor: 'acquire', value: old, replacement: now }
    expect((await receiptOf(correct(made, change))).status).toBe('recorded')
    const before = await made.stored(0)
    expect((await later(7, { ...change, value: now, replacement: old })).isOk()).toBe(true)
    expect(await receiptOf(later(8, change))).toMatchObject({ status: 'unchanged', corrections: [{ known: true }] })
    expect((await made.stored(0)).slice(0, 1)).toEqual(before)
    expect(await made.stored(0)).toHaveLength(2)
  })

  it('stands beside what others said, which stays as it is', async () => {
    const foreign = '{"correction_type":"flag","reason":"odd",  "extra":1}'
    const made = correctInMemory({
      commits: [{ files: { a: 'x\n' } }],
      recorded: [[0, { regions: [acquire] }]],
      notes: { 'refs/notes/chronicle-corrections': [[0, `${foreign}\n`]] },
    })
    expect((await correct(made)).isOk()).toBe(true)
    const stored = await made.stored(0)
    expect(stored).toHaveLength(2)
    expect(stored).toContainEqual({ correction_type: 'flag', reason: 'odd', extra: 1 })
  })

  it('is signed by the identity of git where no author is given', async () => {
    const made = repository([acquire], {}, { author: undefined })
    const [entry] = (await receiptOf(tryOut(made))).corrections
    expect(entry?.correction['author']).toMatch(/^[^<]+ <[^>]+@[^>]+>$/)
    const { identity: _, ...git } = made.services.git
    expect(await refusal(correctValue({ ...made.services, git }, input(made, {})))).toBe(
      'identity_unknown: The git backend memory cannot tell who you are. Pass the author, as Name <email>.',
    )
  })

  it('is not written over corrections that cannot be read', async () => {
    const made = correctInMemory({
      commits: [{ files: { a: 'x\n' } }],
      recorded: [[0, { regions: [acquire] }]],
      notes: { 'refs/notes/chronicle-corrections': [[0, '{"correction_type":"flag","reason":"r"}\n']] },
      backend: (git) => ({
        readBlobs: (ids, call) =>
          git.readBlobs(ids, call).map((blobs) => {
            const isCorrection = ([, bytes]: readonly [unknown, Uint8Array]): boolean =>
              new TextDecoder().decode(bytes).startsWith('{"correction_type"')
            return new Map([...blobs].filter((entry) => !isCorrection(entry)))
          }),
      }),
    })
    expect(await refusal(correct(made))).toMatch(
      /^existing_note_unreadable: The corrections of [0-9a-f]{12} in refs\/notes\/chronicle-corrections are not in the repository \(blob [0-9a-f]{40}\), and are not overwritten\. Fetch them, or run git fsck\.$/,
    )
  })

  it('has no secrets, of which its author is told', async () => {
    const redactor: Redactor = {
      name: 'words',
      redact: (texts) =>
        okAsync(
          texts.map((text) =>
            text.includes('hunter2')
              ? {
                  text: text.replaceAll('hunter2', '[REDACTED:word]'),
                  secrets: [{ rule: 'word', lines: { start: 1, end: 1 } }],
                }
              : { text, secrets: [] },
          ),
        ),
    }
    const made = repository([{ ...acquire, tags: ['hunter2', 'pool'] }], {}, { redactor })
    const notice = {
      code: 'secret_redacted',
      severity: 'warning',
      message:
        'A suspected secret (word) was removed before anything was stored. If it is not one, allow it with chronicle.redactAllow.',
      commit: made.commits[0],
    }
    const scrub = {
      ...notice,
      message:
        'The value to correct looks like a secret, so it was not repeated and stays where it is. Take it out with: git chronicle scrub --text -',
    }
    const outcomeOf = async (more: Partial<ValueInput>): Promise<unknown> => {
      const { corrections, warnings } = await receiptOf(tryOut(made, more))
      const { reason, replacement, target_value: value } = corrections[0]?.correction ?? {}
      return [[reason, replacement, value], warnings]
    }
    expect(await outcomeOf({})).toEqual([['wrong', undefined, 'pool'], []])
    expect(await outcomeOf({ reason: 'It is hunter2' })).toEqual([
      ['It is [REDACTED:word]', undefined, 'pool'],
      [notice],
    ])
    expect(await outcomeOf({ replacement: 'hunter2' })).toEqual([['wrong', '[REDACTED:word]', 'pool'], [notice]])
    expect(await outcomeOf({ value: 'hunter2' })).toEqual([
      ['wrong', undefined, '[REDACTED:word]'],
      [notice, scrub],
    ])
  })

  it('is nothing where secrets cannot be looked for', async () => {
    const redactor: Redactor = {
      name: 'failing',
      redact: () => errAsync(codedError('redaction_failed', 'Out of memory')),
    }
    const made = repository([acquire], {}, { redactor })
    expect(await refusal(correct(made))).toBe('redaction_failed: Out of memory')
    expect(await made.stored(0)).toEqual([])
  })
})

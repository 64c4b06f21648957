import {
  CORRECTION_SCHEMA,
  correctionDocument,
  mergeCorrections,
  parseCorrection,
  readCorrections,
  writeCorrections,
  type CommitId,
  type Correction,
} from '@chronicle/schema'
import { validateCorrection } from '@chronicle/schema/validate'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFixtureRepository } from '../fixture/fixture-repository.ts'
import { correctionArbitrary } from './correction-arbitrary.ts'
import { correctionMergeLaws, correctionMergeProperties, type CorrectionsMerge } from './correction-laws.ts'

correctionMergeLaws(mergeCorrections)

const commit = 'c'.repeat(40) as CommitId
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const text = (note: Uint8Array): string => new TextDecoder().decode(note)

describe('the laws catch', () => {
  const broken: Readonly<Record<string, CorrectionsMerge>> = {
    'the first wins': (a) => a,
    'one after the other': (a, b) => bytes(text(a) + text(b)),
    'what cannot be read is dropped': (a, b) =>
      writeCorrections([...readCorrections(a, { commit }).corrections, ...readCorrections(b, { commit }).corrections]),
  }
  it.each(Object.entries(broken))('%s', (_name, merge) => {
    const failed = correctionMergeProperties(merge).filter(
      ({ property }) => fc.check<unknown>(property, { numRuns: 100, endOnFailure: true }).failed,
    )
    expect(failed).not.toEqual([])
  })
})

describe('a note of corrections', () => {
  it('is read back as it was written, without a warning', () => {
    fc.assert(
      fc.property(fc.array(correctionArbitrary(), { maxLength: 5 }), (corrections) => {
        const note = writeCorrections(corrections)
        const reading = readCorrections(note, { commit })
        expect(reading.diagnostics).toEqual([])
        expect(writeCorrections(reading.corrections)).toEqual(note)
        const documents = new Set(corrections.map((each) => JSON.stringify(correctionDocument(each))))
        expect(new Set(reading.corrections.map((each) => JSON.stringify(correctionDocument(each))))).toEqual(documents)
        for (const each of reading.corrections) expect(parseCorrection(correctionDocument(each))).toEqual(each)
        for (const each of corrections) expect(validateCorrection(each).isOk()).toBe(true)
      }),
    )
  })

  it('has the keys of each line in a fixed order, and control characters escaped', () => {
    const correction: Correction = {
      timestamp: '2025-06-10T14:30:00Z',
      reason: 'two\nlines\u0007',
      author: 'Ada <ada@example.com>',
      unknown_keys: { b: { d: 1, c: 2 }, a: 1, reason: 'not this one' },
      replacement: 'y',
      target_value: 'x',
      field: 'constraints',
      correction_type: 'amend',
      anchor: 'open',
      file: 'a.ts',
    }
    expect(text(writeCorrections([correction, correction]))).toBe(
      '{"$schema":"chronicle-correction/v1","file":"a.ts","anchor":"open","correction_type":"amend",' +
        '"field":"constraints","target_value":"x","replacement":"y","reason":"two\\nlines\\u0007",' +
        '"author":"Ada <ada@example.com>","timestamp":"2025-06-10T14:30:00Z","a":1,"b":{"c":2,"d":1}}\n',
    )
  })

  it('is read line by line: what is damaged is left out and reported', () => {
    const good = '{"correction_type":"FLAG","reason":"r"}'
    const note = [
      good,
      '',
      'not json',
      '[1]',
      '{"correction_type":"eat","reason":"r"}',
      '{"$schema":"chronicle-correction/v9","correction_type":"flag"}',
      '['.repeat(500),
      '{"correction_type":"flag","reason":"a\ttab"}',
      '{"correction_type":"flag","file":"../up","reason":7,"timestamp":"soon","odd":[1]}',
    ]
    const { corrections, diagnostics } = readCorrections(bytes(note.join('\n')), { commit })
    const nobody = { author: '', timestamp: '', correction_type: 'flag' }
    expect(corrections).toEqual([
      { ...nobody, reason: 'r' },
      { ...nobody, reason: 'a\ttab' },
      { ...nobody, reason: '', unknown_keys: { odd: [1] } },
    ])
    const codes = diagnostics.map(({ code }) => code)
    expect(codes.filter((code) => code === 'unreadable_correction')).toHaveLength(5)
    expect(diagnostics[0]?.message).toBe(
      `Skipping correction 3 of the annotation on commit ${commit}: it is not one JSON object on one line`,
    )
    expect(codes).toContain('ignored_field')
    expect(diagnostics.every((each) => each.commit === commit)).toBe(true)
  })

  it('of any bytes is read without throwing, in bounded size', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (note) => {
        const { corrections } = readCorrections(note, { commit })
        expect(Array.isArray(corrections)).toBe(true)
      }),
    )
    const many = `${JSON.stringify({ correction_type: 'flag', reason: 'r' })}\n`.repeat(3000)
    const { corrections, diagnostics } = readCorrections(bytes(many), { commit })
    expect(corrections).toHaveLength(500)
    expect(diagnostics.map(({ code }) => code)).toEqual(['unreadable_correction'])
  })

  it('is merged by git into the same bytes', async () => {
    await using repository = await createFixtureRepository()
    const head = await repository.commit('First')
    const sample = fc.sample(correctionArbitrary(), { numRuns: 40, seed: 7 })
    const [left, right] = [writeCorrections(sample.slice(0, 25)), writeCorrections(sample.slice(15))]
    for (const [ref, note] of [
      ['left', left],
      ['right', right],
    ] as const) {
      const blob = (await repository.gitBytes(['hash-object', '-w', '--stdin'], { input: note })).toString().trim()
      await repository.git('notes', `--ref=${ref}`, 'add', '-C', blob, head)
    }
    await repository.git('notes', '--ref=left', 'merge', '-s', 'cat_sort_uniq', 'right')
    const merged = await repository.gitBytes(['notes', '--ref=left', 'show', head])
    expect(text(merged)).toBe(text(mergeCorrections(left, right)))
  })
})

describe('validateCorrection', () => {
  const flag: Correction = {
    correction_type: 'flag',
    reason: 'r',
    author: 'Ada <a@b>',
    timestamp: '2025-06-10T14:30:00Z',
  }
  it.each<[Partial<Correction>, string]>([
    [{ reason: '' }, 'reason: expected text, found nothing'],
    [{ author: '' }, 'author: expected text, found nothing'],
    [{ timestamp: 'now' }, 'timestamp: expected an RFC 3339 time'],
    [{ file: '../a' }, 'file: expected a path relative to the repository root'],
    [
      { correction_type: 'remove', field: 'tags' },
      'target_value: expected text, which a correction of this type needs, found nothing',
    ],
    [{ correction_type: 'amend', field: 'tags', target_value: 'x' }, 'replacement: expected text'],
    [{ correction_type: 'supersede' }, 'superseded_by: expected text'],
    [{ correction_type: 'supersede', superseded_by: 'abc' }, 'superseded_by: expected a full commit id'],
  ])('refuses %j', (change, problem) => {
    const error = validateCorrection({ ...flag, ...change })._unsafeUnwrapErr()
    expect(error.code).toBe('invalid_correction')
    expect(error.message).toContain(problem)
  })
  it('takes a complete one, with unknown keys', () => {
    expect(validateCorrection({ ...flag, unknown_keys: { more: 1 } }).isOk()).toBe(true)
    expect(correctionDocument(flag)['$schema']).toBe(CORRECTION_SCHEMA)
  })
})

import { describe, expect, it } from 'vitest'
import type { CommitId } from './ids.ts'
import { correctionDocument, parseCorrection, readCorrections } from './read-corrections.ts'

const commit = 'c'.repeat(40) as CommitId

function read(note: string): { readonly corrections: readonly object[]; readonly messages: readonly string[] } {
  const { corrections, diagnostics } = readCorrections(new TextEncoder().encode(note), { commit })
  return {
    corrections,
    messages: diagnostics.map(({ message }) => message.replace(/ (?:of|in) the annotation on commit \w+/, '')),
  }
}

const nothing = { reason: '', author: '', timestamp: '' }

describe('a line of a note of corrections', () => {
  it('has all that a correction may have', () => {
    const stored = {
      $schema: 'chronicle-correction/v1',
      file: 'src/',
      anchor: 'f',
      intent: 'i',
      correction_type: 'reattach',
      field: 'constraints',
      target_value: 'v',
      replacement: 'w',
      superseded_by: 'b'.repeat(40),
      place: { file: 'a.ts', ast_anchor: { type: 'fn', name: 'f', signature: 's' }, lines: { start: 1, end: 2 } },
      at_commit: 'd'.repeat(40),
      reason: 'r',
      author: 'A <a@b>',
      timestamp: '2025-06-10T14:30:00Z',
      x: { a: 1, b: 2 },
    }
    const { $schema: _, x, ...known } = stored
    const { corrections, messages } = read(JSON.stringify(stored))
    expect(corrections).toEqual([{ ...known, unknown_keys: { x } }])
    expect(messages).toEqual([])
    const [correction] = corrections as [Parameters<typeof correctionDocument>[0]]
    expect(JSON.stringify(correctionDocument(correction))).toBe(JSON.stringify(stored))
    expect(parseCorrection(stored)).toEqual(correction)
  })

  it.each<[string, object, readonly string[]]>([
    ['{"correction_type":"Flag"}', { correction_type: 'flag', ...nothing }, []],
    [
      '{"correction_type":"reattach","place":{"lines":"1:2"}}',
      { correction_type: 'reattach', ...nothing },
      ['Ignoring correction 1 /place: the place names no file'],
    ],
    [
      '{"correction_type":"reattach","place":{"file":"a","ast_anchor":"f"}}',
      { correction_type: 'reattach', place: { file: 'a', ast_anchor: { type: 'unknown', name: 'f' } }, ...nothing },
      [],
    ],
    [
      '{"correction_type":"flag","file":"../a","reason":"r"}',
      { correction_type: 'flag', ...nothing, reason: 'r' },
      ['Ignoring correction 1 /file: expected a path inside the repository, found the text "../a"'],
    ],
  ])('%s', (line, correction, messages) => {
    expect(read(line)).toEqual({ corrections: [correction], messages })
  })

  it.each([
    ['{"reason":"r"}', 'it has no correction_type out of flag, remove, amend, supersede, retract, reattach'],
    ['{"$schema":"x","correction_type":"flag"}', 'it has the unknown $schema "x"'],
    ['[]', 'it is not one JSON object on one line'],
    ['{"correction_type":', 'it is not one JSON object on one line'],
    ['{"correction_type":"flag"} {}', 'it is not one JSON object on one line'],
    [`{"a":${'['.repeat(200)}${']'.repeat(200)}}`, 'its JSON is nested more than 200 levels deep'],
  ])('that is none is left out: %s', (line, reason) => {
    expect(read(`${line}\n{"correction_type":"flag"}\n`)).toEqual({
      corrections: [{ correction_type: 'flag', ...nothing }],
      messages: [`Skipping correction 1: ${reason}`],
    })
  })

  it('is counted with those that are blank', () => {
    expect(read('\n \t\0\r\n7\n').messages).toEqual(['Skipping correction 3: it is not one JSON object on one line'])
  })

  it.each([
    [500, 0],
    [501, 1],
  ])('is one of %i', (count, skipped) => {
    const { corrections, messages } = read('{"correction_type":"flag"}\n'.repeat(count))
    expect(corrections).toHaveLength(500)
    expect(messages).toEqual(
      Array.from({ length: skipped }, () => 'Skipping correction 501: there are more than 500; the rest is left out'),
    )
  })
})

it('a note of more than 32 MiB is not read', () => {
  const { corrections, diagnostics } = readCorrections(new Uint8Array(32 * 1024 * 1024 + 1), { commit })
  expect(corrections).toEqual([])
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    [
      'malformed_note',
      `Skipping malformed annotation on commit ${commit}: its corrections have 33554433 bytes; the most that is read is 33554432`,
    ],
  ])
})

describe('a correction that another tool recorded', () => {
  it.each<[unknown, unknown]>([
    ['flag', undefined],
    [null, undefined],
    [{}, undefined],
    [{ correction_type: 'eat' }, undefined],
    [
      { $schema: 'of another', correction_type: 'flag', x: 1 },
      { correction_type: 'flag', ...nothing, unknown_keys: { x: 1 } },
    ],
  ])('%j', (value, expected) => {
    expect(parseCorrection(value)).toEqual(expected)
  })
})

describe('the document of a correction', () => {
  it('has no empty texts, no forged keys and no prototype', () => {
    const unknown_keys = JSON.parse('{"z":1,"a":2,"reason":"x","$schema":"y","__proto__":{"p":1}}') as Record<
      string,
      unknown
    >
    const document = correctionDocument({ correction_type: 'flag', ...nothing, unknown_keys })
    expect(JSON.stringify(document)).toBe('{"$schema":"chronicle-correction/v1","correction_type":"flag","a":2,"z":1}')
    expect(Object.getPrototypeOf(document)).toBe(Object.prototype)
  })

  it.each<[object, object]>([
    [{ file: 'a' }, { file: 'a' }],
    [
      { file: 'a', lines: { start: 1, end: 2 } },
      { file: 'a', lines: { start: 1, end: 2 } },
    ],
    [
      { file: 'a', ast_anchor: { type: 'fn', name: 'f' } },
      { file: 'a', ast_anchor: { type: 'fn', name: 'f' } },
    ],
  ])('has the place %j', (place, expected) => {
    const correction = { correction_type: 'reattach', ...nothing, place } as Parameters<typeof correctionDocument>[0]
    expect(correctionDocument(correction)['place']).toStrictEqual(expected)
  })
})

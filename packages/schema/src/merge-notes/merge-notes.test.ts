import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CommitId } from '../ids.ts'
import { readNote } from '../read-note/read-note.ts'
import { mergeCorrections } from '../write-corrections.ts'
import { mergeNotes } from './merge-notes.ts'

const commit = 'c'.repeat(40) as CommitId
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const text = (note: Uint8Array): string => new TextDecoder().decode(note)
const merge = (a: string, b: string): string => text(mergeNotes(bytes(a), bytes(b), { commit }))

const annotation = (intent: string, more: object = {}): string =>
  JSON.stringify({
    $schema: 'chronicle/v1',
    commit,
    timestamp: '2026-01-01T00:00:00Z',
    summary: 'Why',
    context_level: 'enhanced',
    regions: [{ file: 'a.ts', intent, constraints: [{ text: `rule of ${intent}`, source: 'author' }], ...more }],
    provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
  })
const intentsOf = (note: string): readonly string[] =>
  (readNote(bytes(note), { commit }).annotation?.regions ?? []).map(({ intent }) => intent)

describe('mergeNotes', () => {
  it('merges annotations by content id', () => {
    const merged = merge(`${annotation('one')}\n`, `${annotation('two')}\n`)
    expect(intentsOf(merged)).toEqual(['one', 'two'])
    expect(merged.trimEnd().split('\n')).toHaveLength(1)
    const constraint = { constraints: [{ text: 'another', source: 'author' }] }
    const joined = JSON.parse(merge(annotation('one'), annotation('one', constraint))) as {
      regions: readonly { constraints: readonly { text: string }[] }[]
    }
    expect(joined.regions.map(({ constraints }) => constraints.map((each) => each.text))).toEqual([
      ['another', 'rule of one'],
    ])
  })

  it('keeps the layout of an annotation that only one side has', () => {
    const pretty = JSON.stringify(JSON.parse(annotation('one')), null, 2)
    expect(merge(`${pretty}\n`, 'a line of text\n')).toBe(`a line of text\n${pretty}\n`)
  })

  it('unites lines of text as git does', () => {
    const [a, b] = ['Reviewed-by: Ada\nzebra\n', 'äpfel\nReviewed-by: Ada\n']
    expect(merge(a, b)).toBe(text(mergeCorrections(bytes(a), bytes(b))))
    expect(merge(a, b)).toBe('Reviewed-by: Ada\nzebra\näpfel\n')
  })

  it('does not tear apart the JSON of other tools', () => {
    const build = '{\n  "build": 7,\n  "status": "ok"\n}'
    const review = '{"timestamp":"1400000000","author":"ada@example.com","description":"Why?"}'
    const merged = merge(`${build}\n`, `${review}\n${annotation('one')}\n`)
    expect(merged).toContain(build)
    expect(merged).toContain(review)
    expect(intentsOf(merged)).toEqual(['one'])
  })

  it('merges the knowledge of a repository entry by entry', () => {
    const knowledge = (id: string, rule: string): string =>
      JSON.stringify({ schema: 'chronicle/knowledge-v1', conventions: [{ id, scope: 'src/', rule }] }, null, 2)
    const merged = JSON.parse(merge(knowledge('b', 'two'), knowledge('a', 'one'))) as {
      conventions: readonly { id: string }[]
    }
    expect(merged.conventions.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(merge(knowledge('a', 'one'), knowledge('a', 'other'))).toMatch(/one.*other/)
  })

  it('keeps what a reader cannot take in as it is, beside the rest', () => {
    const strange = annotation('one').replace('"constraints"', '"tags":[7],"constraints"')
    const merged = merge(strange, annotation('two'))
    expect(merged).toContain('"tags":[7]')
    expect(intentsOf(merged)).toEqual(expect.arrayContaining(['one', 'two']))
  })

  it('keeps bytes that are no text', () => {
    const binary = Uint8Array.of(0x7b, 0xff, 0xfe, 0x00, 0x0a)
    const merged = Buffer.from(mergeNotes(binary, bytes(annotation('one')), { commit }))
    expect(merged.includes(Buffer.from(binary))).toBe(true)
    expect(merged.includes(annotation('one'))).toBe(true)
  })

  it('is associative, commutative and idempotent', () => {
    const pieces = [
      annotation('one'),
      annotation('two'),
      annotation('one', { tags: ['x'] }),
      JSON.stringify(JSON.parse(annotation('three')), null, 2),
      annotation('odd').replace('"constraints"', '"tags":[7],"constraints"'),
      '{"schema":"chronicle/knowledge-v1","conventions":[{"id":"a","rule":"r"}]}',
      '{"schema":"chronicle/knowledge-v1","timestamp":"2026-01-01T00:00:00Z","boundaries":[{"id":"b","owns":"x"}]}',
      '{"author":"ada","description":"a comment"}',
      '{ not json',
      'Reviewed-by: Ada',
      'see {a} and {b}',
      '',
    ]
    const note = fc.subarray(pieces, { minLength: 0, maxLength: 4 }).map((some) => some.join('\n'))
    fc.assert(
      fc.property(note, note, note, (a, b, c) => {
        expect(merge(a, b)).toBe(merge(b, a))
        expect(merge(merge(a, b), c)).toBe(merge(a, merge(b, c)))
        const merged = merge(a, b)
        expect(merge(merged, merged)).toBe(merged)
        if (a !== b) expect(merge(merged, a)).toBe(merged)
      }),
      { numRuns: 500 },
    )
  })
})

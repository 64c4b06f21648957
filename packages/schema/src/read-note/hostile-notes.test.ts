import { describe, expect, it } from 'vitest'
import type { CommitId } from '../ids.ts'
import { readNote, type NoteReading } from './read-note.ts'

const commit = '1f0c3a5b7d9e1f0c3a5b7d9e1f0c3a5b7d9e1f0c' as CommitId

function read(text: string, maxRegions?: number): NoteReading {
  const limit = maxRegions === undefined ? {} : { maxRegions }
  return readNote(new TextEncoder().encode(text), { commit, ...limit })
}

const codes = ({ diagnostics }: NoteReading): readonly string[] => diagnostics.map(({ code }) => code)

/* Notes that are built to be expensive. Anything quadratic would exceed the time limit of a test. */
describe('notes of several megabytes', () => {
  const regions = (count: number): string =>
    Array.from({ length: count }, (_, index) => `{"file":"src/f${index}.ts","intent":"intent ${index}"}`).join(',')

  it('are read up to 10,000 regions', () => {
    const reading = read(`{"$schema":"chronicle/v1","summary":"S","regions":[${regions(100_000)}]}`)
    expect(reading.annotation?.regions).toHaveLength(10_000)
    expect(reading.diagnostics).toEqual([
      {
        code: 'note_truncated',
        severity: 'warning',
        message: `The annotation on commit ${commit} has more than 10000 regions; the rest is left out`,
        commit,
      },
    ])
  })

  it('are read to the end by who asks for it', () => {
    const reading = read(`{"$schema":"chronicle/v1","summary":"S","regions":[${regions(30_000)}]}`, Infinity)
    expect(reading.annotation?.regions).toHaveLength(30_000)
    expect(reading.diagnostics).toEqual([])
  })

  it('count the regions of all documents, and those made from older formats', () => {
    const scope = JSON.stringify(Array.from({ length: 30_000 }, (_, index) => `src/f${index}.ts`))
    const files = JSON.stringify(Array.from({ length: 30_000 }, (_, index) => `lib/f${index}.ts`))
    const older = `{"schema":"chronicle/v2","narrative":{"summary":"S","files_changed":${files}},"decisions":[{"what":"w","why":"y","scope":${scope}}]}`
    const reading = read(`{"$schema":"chronicle/v1","summary":"S","regions":[${regions(6000)}]}${older}`)
    expect(reading.annotation?.regions).toHaveLength(10_000)
    expect(codes(reading)).toEqual(['concatenated_note', 'note_truncated'])
  })

  it('may be one long text', () => {
    const reading = read(`{"$schema":"chronicle/v1","summary":"${'x\n\\\\'.repeat(1_000_000)}","regions":[]}`)
    expect(reading.annotation?.summary).toHaveLength(3_000_000)
    expect(codes(reading)).toEqual(['repaired_json'])
  })

  it.each([
    ['lines that might start a document', '{\n'.repeat(1_000_000)],
    ['unfinished strings', '{"'.repeat(1_000_000)],
    ['backslashes', `{"${'\\'.repeat(3_000_000)}`],
    ['quotes after backslashes', '{"\\\\\\"'.repeat(400_000)],
    ['brackets that close nothing', ']}'.repeat(1_500_000)],
    ['deep nesting in many pieces', `${'['.repeat(150)}${']'.repeat(150)}`.repeat(10_000)],
  ])('are given up on: %s', (_name, text) => {
    expect(codes(read(text))).toEqual(['malformed_note'])
  })

  it('may hold a thousand documents and no more', () => {
    const reading = read('{"summary":"S"}'.repeat(100_000))
    expect(reading.annotation?.summary).toBe('S')
    expect(codes(reading)).toEqual(['concatenated_note', 'unreadable_part', 'unknown_schema'])
  })

  it('are not looked at beyond 32 MB', () => {
    const reading = readNote(new Uint8Array(33 * 1024 * 1024), { commit })
    expect(reading.diagnostics[0]?.message).toBe(
      `Skipping malformed annotation on commit ${commit}: it has 34603008 bytes; the largest note that is read has 33554432`,
    )
  })
})

describe('foreign values', () => {
  it('are kept only as deep as a rewritten note can hold them', () => {
    const nested = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)
    const shallow = read(`{"summary":"S","x":${nested(90)}}`)
    expect(shallow.annotation?.unknown_keys).toHaveProperty('x')
    const deep = read(`{"summary":"S","x":${nested(150)},"regions":[{"intent":"i","corrections":[${nested(150)}]}]}`)
    expect(deep.annotation?.unknown_keys).toBeUndefined()
    expect(deep.annotation?.regions[0]?.corrections).toEqual([])
    expect(codes(deep).filter((code) => code === 'ignored_field')).toHaveLength(2)
  })
})

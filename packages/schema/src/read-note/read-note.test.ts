import { describe, expect, it } from 'vitest'
import type { Region } from '../annotation.ts'
import type { CommitId } from '../ids.ts'
import { writeNote } from '../write-note.ts'
import { readNote, type NoteReading } from './read-note.ts'

const commit = '1f0c3a5b7d9e1f0c3a5b7d9e1f0c3a5b7d9e1f0c' as CommitId

function read(note: unknown): NoteReading {
  const text = typeof note === 'string' ? note : JSON.stringify(note)
  return readNote(new TextEncoder().encode(text), { commit })
}

function readRegion(region: object): { readonly region: Region | undefined; readonly messages: readonly string[] } {
  const { annotation, diagnostics } = read({ $schema: 'chronicle/v1', regions: [region] })
  return { region: annotation?.regions[0], messages: diagnostics.map(({ message }) => message) }
}

const full = {
  $schema: 'chronicle/v1',
  commit,
  timestamp: '2025-06-10T14:30:00Z',
  task: 'MQTT-42',
  summary: 'Resume TLS sessions.',
  context_level: 'enhanced',
  regions: [
    {
      file: 'src/mqtt/client.rs',
      ast_anchor: { type: 'method', name: 'MqttClient::connect', signature: 'pub fn connect(&mut self)' },
      lines: { start: 42, end: 67 },
      intent: 'Connects with session resumption.',
      reasoning: 'A full handshake takes 2 s on the device.',
      constraints: [{ text: 'The cache holds at most 4 sessions.', source: 'author' }],
      semantic_dependencies: [
        { file: 'src/tls/session.rs', anchor: 'TlsSessionCache::max_sessions', nature: 'assumes 4' },
      ],
      related_annotations: [{ commit: 'a1b2c3d', anchor: 'TlsSessionCache::new', relationship: 'sets the limit' }],
      tags: ['mqtt'],
      risk_notes: 'The broker drops idle connections silently.',
      rejected_alternatives: [{ approach: 'Token auth', reason: 'No clock on the device.' }],
      evidence: [{ kind: 'commit_message', quote: 'resume sessions' }],
      corrections: [{ field: 'intent', reason: 'too vague' }],
    },
  ],
  cross_cutting: [
    {
      description: 'Certificates rotate together.',
      regions: ['src/mqtt/client.rs:MqttClient::connect'],
      tags: ['ops'],
    },
  ],
  provenance: { operation: 'amend', derived_from: ['a1b2c3d'], original_annotations_preserved: true },
}

describe('a complete chronicle/v1 note', () => {
  it('is read as it stands', () => {
    const { $schema, ...stored } = full
    expect(read(full)).toEqual({ annotation: { ...stored, read_from: [$schema] }, diagnostics: [] })
  })

  it.each([
    ['schema instead of $schema', JSON.stringify({ ...full, $schema: undefined, schema: 'chronicle/v1' })],
    ['the old product name', JSON.stringify({ ...full, $schema: 'ultragit/v1' })],
    ['unit_type instead of type', JSON.stringify(full).replace('"type":"method"', '"unit_type":"method"')],
    ['pretty-printed', JSON.stringify(full, null, 4)],
    ['with a byte order mark', `\uFEFF${JSON.stringify(full)}`],
    ['with CRLF', JSON.stringify(full, null, 2).replaceAll('\n', '\r\n')],
  ])('is the same %s', (_name, text) => {
    const { annotation, diagnostics } = read(text)
    expect(diagnostics).toEqual([])
    expect(annotation?.regions).toEqual(read(full).annotation?.regions)
    expect(annotation?.cross_cutting).toEqual(read(full).annotation?.cross_cutting)
  })
})

describe('what may be missing or written shortly', () => {
  it('fills in what is missing', () => {
    expect(read({ $schema: 'ultragit/v1', regions: [{ file: 'a', intent: 'i' }] }).annotation).toEqual({
      commit,
      timestamp: '',
      summary: '',
      context_level: 'inferred',
      regions: [
        {
          file: 'a',
          intent: 'i',
          constraints: [],
          semantic_dependencies: [],
          related_annotations: [],
          tags: [],
          rejected_alternatives: [],
          evidence: [],
          corrections: [],
        },
      ],
      cross_cutting: [],
      provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
      read_from: ['ultragit/v1'],
    })
  })
})

describe('a note that was carried to another commit', () => {
  it('belongs to the commit it is on, and derives from the one it names', () => {
    const { annotation } = read({ ...full, commit: 'b'.repeat(40) })
    expect(annotation?.commit).toBe(commit)
    expect(annotation?.provenance.derived_from).toEqual(['a1b2c3d', 'b'.repeat(40)])
  })
})

describe('values that are not as they should be', () => {
  it('are left out and named', () => {
    const { region, messages } = readRegion({ intent: 'i', lines: { start: 9, end: 3 } })
    expect(region).not.toHaveProperty('lines')
    expect(messages).toEqual([
      `Ignoring /regions/0/lines in the annotation on commit ${commit}: expected lines with 1 <= start <= end, found the text "9:3"`,
    ])
  })

  it('cost only themselves', () => {
    const { annotation, diagnostics } = read({ ...full, context_level: 'Enhanced', provenance: 'none', task: [] })
    expect(annotation).toMatchObject({ context_level: 'enhanced', regions: [{ lines: { start: 42 } }] })
    expect(diagnostics.map(({ code }) => code)).toEqual(['ignored_field', 'ignored_field'])
  })

  it('include regions that say nothing', () => {
    const { annotation, diagnostics } = read({
      $schema: 'chronicle/v1',
      summary: 'S',
      regions: [{ file: 'a' }, 'x', {}],
    })
    expect(annotation?.regions).toEqual([])
    expect(diagnostics).toHaveLength(3)
  })

  it('are quoted without what could deceive', () => {
    const { messages } = readRegion({ intent: 'i', lines: '\u001b[31m\u202Eevil\n## Heading' })
    expect(messages[0]).toContain('found the text "?[31m?evil?## Heading"')
  })
})

describe('unknown keys', () => {
  const noisy = {
    $schema: 'chronicle/v1',
    top: { deep: [1] },
    regions: [
      {
        intent: 'i',
        mine: 1,
        ast_anchor: { type: 'fn', name: 'n', column: 3 },
        lines: { start: 1, end: 2, side: 'new' },
        constraints: [{ text: 't', source: 'author', since: 'v2' }],
        semantic_dependencies: [{ file: 'f', anchor: 'a', nature: 'n', w: 1 }],
        related_annotations: [{ commit: 'c', anchor: 'a', relationship: 'r', w: 1 }],
        rejected_alternatives: [{ approach: 'a', reason: 'r', w: 1 }],
        evidence: [{ kind: 'file_lines', lines: { start: 1, end: 1, col: 2 }, w: 1 }],
      },
    ],
    cross_cutting: [{ description: 'd', owner: 'x' }],
    provenance: { operation: 'initial', tool: 'y' },
  }

  it('are kept at every level, and written again', () => {
    const { annotation } = read(noisy)
    if (annotation === undefined) throw new Error('not read')
    expect(annotation).toMatchObject({
      unknown_keys: { top: { deep: [1] } },
      regions: [
        {
          unknown_keys: { mine: 1, lines: { side: 'new' } },
          ast_anchor: { unknown_keys: { column: 3 } },
          constraints: [{ unknown_keys: { since: 'v2' } }],
          evidence: [{ unknown_keys: { w: 1, lines: { col: 2 } } }],
        },
      ],
      cross_cutting: [{ unknown_keys: { owner: 'x' } }],
      provenance: { unknown_keys: { tool: 'y' } },
    })
    const written: unknown = JSON.parse(new TextDecoder().decode(writeNote(annotation)))
    expect(written).toMatchObject(noisy)
  })

  it('cannot reach the prototype of anything', () => {
    const { annotation } = read(
      '{"$schema":"chronicle/v1","regions":[],"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"x":{"__proto__":{"polluted":1},"y":2}}',
    )
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    expect(annotation).not.toHaveProperty('polluted')
    expect(annotation?.unknown_keys).not.toHaveProperty('polluted')
    expect(annotation?.unknown_keys?.['x']).toEqual({ y: 2 })
    expect(annotation?.unknown_keys?.['constructor']).toEqual({ prototype: { polluted: 1 } })
  })
})

describe('damaged JSON', () => {
  it('may have raw control characters and unknown escapes in its strings', () => {
    const { annotation, diagnostics } = read(
      '{\n "$schema": "chronicle/v1",\n "summary": "first\nsecond\tthird \\d+ \\"quoted\\" \\\n end\\u00e9",\n "regions": []\n}',
    )
    expect(annotation?.summary).toBe('first\nsecond\tthird \\d+ "quoted" \n endé')
    expect(diagnostics).toEqual([
      {
        code: 'repaired_json',
        severity: 'warning',
        message: `The note on commit ${commit} has raw control characters or unknown escapes in its JSON; read all the same`,
        commit,
      },
    ])
  })

  it.each(['', '\n', '\n\n', ' \uFEFF', '\r\n'])('may hold two documents with %j between them', (between) => {
    const other = { ...full, summary: 'Other.', regions: [{ file: 'b', intent: 'j' }] }
    const { annotation, diagnostics } = read(JSON.stringify(full, null, 1) + between + JSON.stringify(other))
    expect(annotation?.regions.map(({ intent }) => intent)).toEqual(['j', 'Connects with session resumption.'])
    expect(annotation?.summary).toBe('Other.\n\n----\n\nResume TLS sessions.')
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['concatenated_note', `The note on commit ${commit} holds 2 JSON documents; read as one, merged`],
    ])
  })

  it('may hold documents of different formats', () => {
    const { annotation } = read(
      `${JSON.stringify({ schema: 'chronicle/v3', summary: 'S', wisdom: [{ content: 'w' }] })}\n${JSON.stringify(full)}\n`,
    )
    expect(annotation?.read_from).toEqual(['chronicle/v1', 'chronicle/v3'])
    expect(annotation?.context_level).toBe('enhanced')
    expect(annotation?.regions.map(({ intent, context_level }) => [intent, context_level])).toEqual([
      ['w', 'inferred'],
      ['Connects with session resumption.', undefined],
    ])
  })

  it('may be cut off, or have conflict markers around its documents', () => {
    const whole = JSON.stringify(full)
    const cut = read(`${whole.slice(0, 200)}\n${whole}`)
    expect(cut.annotation?.summary).toBe('Resume TLS sessions.')
    expect(cut.diagnostics.map(({ code }) => code)).toEqual(['unreadable_part'])
    const conflict = read(`<<<<<<< refs/notes/x\n${whole}\n=======\n${whole}\n>>>>>>> refs/notes/y\n`)
    expect(conflict.annotation?.regions).toHaveLength(1)
    expect(conflict.diagnostics.map(({ code }) => code)).toEqual(['concatenated_note', 'unreadable_part'])
  })

  it('may not be UTF-8', () => {
    const bytes = new TextEncoder()
      .encode(JSON.stringify({ ...full, summary: 'a~b' }))
      .map((byte) => (byte === 0x7e ? 0xff : byte))
    const { annotation, diagnostics } = readNote(bytes, { commit })
    expect(annotation?.summary).toBe('a\uFFFDb')
    expect(diagnostics.map(({ code }) => code)).toEqual(['invalid_utf8'])
  })
})

describe('what is no annotation', () => {
  it.each([
    { text: '', reason: 'it is empty' },
    { text: '  \n', reason: 'it is empty' },
    { text: 'Reviewed-by: someone', reason: 'it holds no JSON object' },
    { text: '{"summary": "x"', reason: 'it is not valid JSON' },
    { text: '{summary: x}', reason: 'it is not valid JSON' },
    { text: '[]', reason: 'its JSON is a list, not an object' },
    { text: '"chronicle/v1"', reason: 'its JSON is the text "chronicle/v1", not an object' },
    { text: '{}', reason: 'it has no $schema and no part that an annotation has' },
    {
      text: '{"$schema":"other/v1","x":1}',
      reason: 'it has the unknown $schema "other/v1" and no part that an annotation has',
    },
    { text: '['.repeat(100_000), reason: 'its JSON is nested more than 200 levels deep' },
    { text: '{"a":'.repeat(100_000), reason: 'its JSON is nested more than 200 levels deep' },
    {
      text: `{"summary":"s","x":${'['.repeat(300)}${']'.repeat(300)}}`,
      reason: 'its JSON is nested more than 200 levels deep',
    },
  ])('is skipped: $reason', ({ text, reason }) => {
    const reading = read(text)
    expect(reading.annotation).toBeUndefined()
    expect(reading.diagnostics).toEqual([
      {
        code: 'malformed_note',
        severity: 'warning',
        message: `Skipping malformed annotation on commit ${commit}: ${reason}`,
        commit,
      },
    ])
  })

  it('is read as far as it goes when its version is unknown', () => {
    const { annotation, diagnostics } = read({
      $schema: 'chronicle/v9',
      summary: 'S',
      regions: [{ file: 'a', intent: 'i' }],
      wisdom: [{ content: 'w', file: 'b' }],
      decisions: [{ what: 'd', why: 'y' }],
      novelty: 1,
    })
    expect(annotation?.regions.map(({ intent }) => intent)).toEqual(['i', 'd', 'w'])
    expect(annotation?.unknown_keys).toEqual({ novelty: 1 })
    expect(annotation?.read_from).toEqual(['chronicle/v9'])
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      [
        'unknown_schema',
        `The note on commit ${commit} has the unknown $schema "chronicle/v9"; its known parts are read`,
      ],
    ])
  })

  it('leaves out one document of several', () => {
    const { annotation, diagnostics } = read(`${JSON.stringify(full)}{"a":1}`)
    expect(annotation?.summary).toBe('Resume TLS sessions.')
    expect(diagnostics.map(({ code }) => code)).toEqual(['concatenated_note', 'unreadable_part'])
  })
})

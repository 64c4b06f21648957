import { describe, expect, it } from 'vitest'
import type { Region } from '../annotation.ts'
import type { CommitId } from '../ids.ts'
import { DECIDED_IN, LEARNED_FROM } from './read-knowledge.ts'
import { readNote, type NoteReading } from './read-note.ts'

const commit = '1f0c3a5b7d9e1f0c3a5b7d9e1f0c3a5b7d9e1f0c' as CommitId

function read(document: object): NoteReading {
  return readNote(new TextEncoder().encode(JSON.stringify(document)), { commit })
}

function regionsOf(document: object): readonly Partial<Region>[] {
  const { annotation, diagnostics } = read(document)
  expect(diagnostics).toEqual([])
  return (annotation?.regions ?? []).map(
    (region) =>
      Object.fromEntries(Object.entries(region).filter(([, value]) => !isEmptyList(value))) as Partial<Region>,
  )
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

const v2 = {
  schema: 'chronicle/v2',
  commit,
  timestamp: '2025-11-02T08:00:00Z',
  narrative: { summary: 'Pool connections.' },
  provenance: { source: 'live' },
}

describe('chronicle/v2', () => {
  it('tells the story of the commit as a region of the whole commit', () => {
    const narrative = {
      summary: 'Pool connections.',
      motivation: 'Handshakes took 2 s.',
      rejected_alternatives: [{ approach: 'One connection', reason: 'Head-of-line blocking.' }],
      follow_up: 'Measure on ARM.',
      files_changed: ['src/pool.rs'],
      sentiments: [{ feeling: 'worry', detail: 'The eviction is untested.' }],
      mood: 'x',
    }
    const { annotation } = read({ ...v2, narrative })
    expect(annotation).toMatchObject({
      summary: 'Pool connections.',
      context_level: 'enhanced',
      unknown_keys: { narrative: { files_changed: ['src/pool.rs'], mood: 'x' } },
      read_from: ['chronicle/v2'],
    })
    expect(regionsOf({ ...v2, narrative })).toEqual([
      {
        intent: 'Pool connections.',
        reasoning: 'Handshakes took 2 s.',
        rejected_alternatives: [{ approach: 'One connection', reason: 'Head-of-line blocking.' }],
        risk_notes: 'Follow-up: Measure on ARM.\nWorry: The eviction is untested.',
      },
    ])
  })

  it('has decisions, each where its scope says', () => {
    const decision = {
      what: 'LRU eviction',
      why: 'Bounded memory.',
      stability: 'provisional',
      revisit_when: 'over 100 clients',
    }
    const common = {
      intent: 'LRU eviction',
      reasoning: 'Bounded memory.',
      tags: ['provisional'],
      risk_notes: 'Revisit when: over 100 clients',
    }
    const scoped = (scope: readonly string[]): readonly Partial<Region>[] =>
      regionsOf({
        ...v2,
        narrative: { ...v2.narrative, files_changed: ['Makefile'] },
        decisions: [{ ...decision, scope }],
      })
    expect(scoped(['src/pool.rs', 'src/pool.rs:Pool::get', 'src/pool.rs:10-20', 'Makefile'])).toEqual([
      { file: 'src/pool.rs', ...common },
      { file: 'src/pool.rs', ast_anchor: { type: 'unknown', name: 'Pool::get' }, ...common },
      { file: 'src/pool.rs', lines: { start: 10, end: 20 }, ...common },
      { file: 'Makefile', ...common },
    ])
    expect(scoped([])).toEqual([common])
    expect(scoped(['Pool.get', 'the whole pool', 'src/'])).toEqual([
      { ...common, unknown_keys: { chronicle_v2: { scope: ['Pool.get', 'the whole pool', 'src/'] } } },
    ])
  })

  it.each<[object, object]>([
    [
      { type: 'contract', description: 'Never block.', source: 'author' },
      { constraints: [{ text: 'Never block.', source: 'author' }] },
    ],
    [
      { type: 'contract', description: 'Never block.' },
      { constraints: [{ text: 'Never block.', source: 'inferred' }] },
    ],
    [{ type: 'hazard', description: 'Races.' }, { risk_notes: 'Races.' }],
    [
      { type: 'dependency', target_file: './src/tls.rs', target_anchor: 'Cache::max', assumption: 'is 4' },
      { semantic_dependencies: [{ file: 'src/tls.rs', anchor: 'Cache::max', nature: 'is 4' }] },
    ],
    [
      { type: 'unstable', description: 'API in flux.', revisit_when: '1.0' },
      { tags: ['unstable'], risk_notes: 'API in flux.\nRevisit when: 1.0' },
    ],
    ...['security', 'performance', 'tech_debt', 'test_coverage'].map((type): [object, object] => [
      { type, description: 'Some.' },
      { tags: [type], risk_notes: 'Some.' },
    ]),
    [
      { type: 'deprecated', description: 'Old.', replacement: 'connect2' },
      { tags: ['deprecated'], risk_notes: 'Old.\nReplacement: connect2' },
    ],
    [
      { type: 'novel', description: 'New.', x: 1 },
      { tags: ['novel'], risk_notes: 'New.', unknown_keys: { chronicle_v2: { kind: { x: 1 } } } },
    ],
  ])('has markers: %j', (kind, expected) => {
    const place = { file: 'src/pool.rs', lines: { start: 3, end: 9 } }
    const marker = { ...place, anchor: { unit_type: 'fn', name: 'get', signature: 'fn get()' }, kind }
    const anchor = { type: 'fn', name: 'get', signature: 'fn get()' }
    expect(regionsOf({ ...v2, markers: [marker] })).toEqual([
      { ...place, ast_anchor: anchor, intent: 'Pool connections.', ...expected },
    ])
  })

  it('has one region for all markers of one place', () => {
    const markers = [
      { file: 'a.rs', kind: { type: 'hazard', description: 'Races.' } },
      { file: 'a.rs', kind: { type: 'contract', description: 'Lock first.' } },
      { file: 'b.rs', kind: { type: 'security', description: 'Keys.' } },
      { file: 'a.rs', kind: { type: 'hazard', description: 'Leaks.' } },
    ]
    expect(regionsOf({ ...v2, markers })).toEqual([
      {
        file: 'a.rs',
        intent: 'Pool connections.',
        constraints: [{ text: 'Lock first.', source: 'inferred' }],
        risk_notes: 'Leaks.\n\n----\n\nRaces.',
      },
      { file: 'b.rs', intent: 'Pool connections.', tags: ['security'], risk_notes: 'Keys.' },
    ])
  })

  it('keeps where it comes from, and what it has no field for', () => {
    const provenance = { source: 'amend', author: 'me' }
    const { annotation } = read({
      ...v2,
      effort: { id: 'E1' },
      provenance: { ...provenance, derived_from: ['abc'], notes: 'n' },
    })
    expect(annotation).toMatchObject({
      context_level: 'enhanced',
      unknown_keys: { effort: { id: 'E1' } },
      provenance: { operation: 'amend', derived_from: ['abc'], synthesis_notes: 'n', unknown_keys: provenance },
    })
  })
})

describe('chronicle/v3', () => {
  const v3 = {
    schema: 'chronicle/v3',
    commit,
    timestamp: '2026-01-05T10:00:00Z',
    summary: 'Drop the cache.',
    provenance: { source: 'live' },
  }

  it('has wisdom, of places or of the whole commit', () => {
    const wisdom = [
      { category: 'gotcha', content: 'close() must come first.', file: 'src/a.rs', lines: { start: 1, end: 5 } },
      { category: 'insight', content: 'Reads dominate.' },
      { category: 'unfinished_thread', content: 'Eviction.', file: 'src/a.rs' },
    ]
    expect(regionsOf({ ...v3, wisdom })).toEqual([
      { file: 'src/a.rs', lines: { start: 1, end: 5 }, intent: 'close() must come first.', tags: ['gotcha'] },
      { intent: 'Reads dominate.', tags: ['insight'] },
      { file: 'src/a.rs', intent: 'Eviction.', tags: ['unfinished_thread'] },
    ])
  })

  it('has dead ends as rejected alternatives', () => {
    const entry = { category: 'dead_end', content: 'Arc<Mutex>: deadlocks on reconnect', file: 'a.rs' }
    const rejected = { approach: 'Arc<Mutex>', reason: 'deadlocks on reconnect' }
    expect(regionsOf({ ...v3, wisdom: [entry] })).toEqual([
      { file: 'a.rs', intent: 'Drop the cache.', tags: ['dead_end'], rejected_alternatives: [rejected] },
    ])
  })

  it('may be only a summary', () => {
    expect(read(v3)).toMatchObject({ annotation: { summary: 'Drop the cache.', regions: [] }, diagnostics: [] })
  })
})

describe('chronicle/knowledge-v1', () => {
  it('is read as rules for folders and the repository, and nothing is lost', () => {
    const commitId = 'c0ffee0'
    const document = {
      schema: 'chronicle/knowledge-v1',
      conventions: [
        { id: 'c1', scope: 'src/', rule: 'No unwrap.', decided_in: commitId, stability: 'permanent', extra: 1 },
      ],
      boundaries: [{ id: 'b1', module: 'src/tls', owns: 'sessions', boundary: 'no I/O', decided_in: 'ADR 7' }],
      anti_patterns: [{ id: 'a1', pattern: 'sleep', instead: 'await', learned_from: commitId }],
      x_tool: true,
    }
    const { annotation, diagnostics } = read(document)
    expect(annotation).toMatchObject({
      commit,
      context_level: 'enhanced',
      read_from: ['chronicle/knowledge-v1'],
      unknown_keys: { knowledge_v1: { x_tool: true } },
      regions: [
        {
          file: 'src/',
          intent: 'No unwrap.',
          constraints: [{ text: 'No unwrap.', source: 'author' }],
          related_annotations: [{ commit: commitId, anchor: '', relationship: DECIDED_IN }],
          tags: ['convention', 'permanent'],
          unknown_keys: { knowledge_v1: { id: 'c1', scope: 'src/', extra: 1 } },
        },
        {
          file: 'src/tls/',
          intent: 'Owns: sessions',
          reasoning: 'Decided in: ADR 7',
          constraints: [{ text: 'no I/O', source: 'author' }],
          tags: ['boundary'],
          unknown_keys: { knowledge_v1: { id: 'b1', module: 'src/tls' } },
        },
        {
          file: './',
          intent: 'Avoid: sleep',
          rejected_alternatives: [{ approach: 'sleep', reason: 'Instead: await' }],
          related_annotations: [{ commit: commitId, anchor: '', relationship: LEARNED_FROM }],
          tags: ['anti-pattern'],
          unknown_keys: { knowledge_v1: { id: 'a1' } },
        },
      ],
    })
    expect(diagnostics).toEqual([
      {
        code: 'knowledge_note',
        severity: 'info',
        message: `The note on ${commit} is about the repository, not about a commit`,
        commit,
      },
    ])
  })
})

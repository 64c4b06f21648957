import { describe, expect, it } from 'vitest'
import type { Annotation } from '../annotation.ts'
import type { CommitId } from '../ids.ts'
import { readNote } from './read-note.ts'

/* The result of reading each part of a note, and the diagnostics for invalid parts: one part at a time, by format. */

const commit = '1f0c3a5b7d9e1f0c3a5b7d9e1f0c3a5b7d9e1f0c' as CommitId

interface ReadResult {
  readonly annotation: Annotation | undefined
  readonly messages: readonly string[]
}

function read(document: object, maxRegions?: number): ReadResult {
  const limit = maxRegions === undefined ? {} : { maxRegions }
  const reading = readNote(new TextEncoder().encode(JSON.stringify(document)), { commit, ...limit })
  const messages = reading.diagnostics.map(({ message }) =>
    message.replace(/^Ignoring /, '').replace(/ (?:in|of) the annotation on commit \w+/, ''),
  )
  return { annotation: reading.annotation, messages }
}

/** Removes empty lists, because every part has them. */
function withoutEmptyLists(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => !Array.isArray(each) || each.length > 0))
}

function regionOf(
  region: object,
  summary?: string,
): { readonly region: object | undefined; readonly messages: ReadResult['messages'] } {
  const { annotation, messages } = read({
    $schema: 'chronicle/v1',
    ...(summary === undefined ? {} : { summary }),
    regions: [region],
  })
  const [first] = annotation?.regions ?? []
  return { region: first && withoutEmptyLists(first), messages }
}

const STANDS_IN = 'Region /regions/0 has no intent; its other text is used instead'

describe('a region', () => {
  it.each<[string, object, object]>([
    ['level', { context_level: 'ENHANCED' }, { context_level: 'enhanced' }],
    [
      'recording',
      { recorded: { by: 'A', at: '2025-06-10T14:30:00Z' } },
      { recorded: { by: 'A', at: '2025-06-10T14:30:00Z' } },
    ],
    [
      'recording with all it may have',
      { recorded: { x: 1, with: 'w', at: '2025-06-10T14:30:00Z', email: 'e', by: 'b' } },
      { recorded: { by: 'b', email: 'e', at: '2025-06-10T14:30:00Z', with: 'w', unknown_keys: { x: 1 } } },
    ],
    [
      'tests',
      {
        held_by_tests: [
          { title: 't', file: './a.test.ts', line: 3, x: 1 },
          { title: 'u', file: 'b' },
        ],
      },
      {
        held_by_tests: [
          { title: 't', file: 'a.test.ts', line: 3, unknown_keys: { x: 1 } },
          { title: 'u', file: 'b' },
        ],
      },
    ],
    [
      'evidence',
      {
        evidence: [
          { kind: 'Discussion', quote: 'q', file: './a', lines: '1:2', url: 'u', author: 'w', x: 1 },
          { kind: 'commit_message' },
        ],
      },
      {
        evidence: [
          {
            kind: 'discussion',
            quote: 'q',
            file: 'a',
            lines: { start: 1, end: 2 },
            url: 'u',
            author: 'w',
            unknown_keys: { x: 1 },
          },
          { kind: 'commit_message' },
        ],
      },
    ],
    [
      'constraints',
      { constraints: [{ text: 't', source: 'Author', x: 1 }, { text: 'u' }, 'v'] },
      {
        constraints: [
          { text: 't', source: 'author', unknown_keys: { x: 1 } },
          { text: 'u', source: 'inferred' },
          { text: 'v', source: 'inferred' },
        ],
      },
    ],
    [
      'dependencies',
      {
        semantic_dependencies: [
          './a.ts:f',
          'b.ts',
          { file: './c.ts' },
          { file: '../up', anchor: 'g', nature: 'n', x: 1 },
        ],
      },
      {
        semantic_dependencies: [
          { file: 'a.ts', anchor: 'f', nature: '' },
          { file: 'b.ts', anchor: '', nature: '' },
          { file: 'c.ts', anchor: '', nature: '' },
          { file: '../up', anchor: 'g', nature: 'n', unknown_keys: { x: 1 } },
        ],
      },
    ],
    [
      'links',
      { related_annotations: ['abc', { commit: 'def' }, { commit: 'fed', anchor: 'a', relationship: 'r', x: 1 }] },
      {
        related_annotations: [
          { commit: 'abc', anchor: '', relationship: '' },
          { commit: 'def', anchor: '', relationship: '' },
          { commit: 'fed', anchor: 'a', relationship: 'r', unknown_keys: { x: 1 } },
        ],
      },
    ],
    [
      'alternatives',
      { rejected_alternatives: ['a', { approach: 'b' }, { approach: 'c', reason: 'r', x: 1 }] },
      {
        rejected_alternatives: [
          { approach: 'a', reason: '' },
          { approach: 'b', reason: '' },
          { approach: 'c', reason: 'r', unknown_keys: { x: 1 } },
        ],
      },
    ],
    ['an anchor by name', { ast_anchor: 'f' }, { ast_anchor: { type: 'unknown', name: 'f' } }],
    ['an anchor without a type', { ast_anchor: { name: 'f' } }, { ast_anchor: { type: 'unknown', name: 'f' } }],
    [
      'a whole anchor',
      { ast_anchor: { unit_type: 'fn', name: 'f', signature: 's', x: 1 } },
      { ast_anchor: { type: 'fn', name: 'f', signature: 's', unknown_keys: { x: 1 } } },
    ],
    ['an empty anchor', { ast_anchor: '' }, {}],
    ['no tests', { held_by_tests: [] }, {}],
    [
      'one entry for a list',
      { constraints: 'c', tags: 't' },
      { constraints: [{ text: 'c', source: 'inferred' }], tags: ['t'] },
    ],
    ['lines as text', { lines: '3:5' }, { lines: { start: 3, end: 5 } }],
    ['a path of another system', { file: '/src\\a.rs' }, { file: 'src/a.rs' }],
    ['a folder', { file: './src/' }, { file: 'src/' }],
    ['corrections', { corrections: [{ z: 1, a: 2 }] }, { corrections: [{ a: 2, z: 1 }] }],
    ['unknown keys', { x: 1 }, { unknown_keys: { x: 1 } }],
  ])('has %s', (_name, fields, expected) => {
    expect(regionOf({ intent: 'i', ...fields })).toStrictEqual({ region: { intent: 'i', ...expected }, messages: [] })
  })

  it.each<[object, string]>([
    [{ recorded: { by: 'A' } }, '/regions/0/recorded: it does not say when it was recorded'],
    [{ recorded: 'A' }, '/regions/0/recorded: expected an object, found the text "A"'],
    [{ held_by_tests: [{ file: 'a' }] }, '/regions/0/held_by_tests/0: the test has no title or no file'],
    [{ held_by_tests: [{ title: 't' }] }, '/regions/0/held_by_tests/0: the test has no title or no file'],
    [{ evidence: [{ quote: 'q' }] }, '/regions/0/evidence/0: the evidence does not say of what kind it is'],
    [{ constraints: [{}] }, '/regions/0/constraints/0: the constraint has no text'],
    [{ semantic_dependencies: [{ anchor: 'a' }] }, '/regions/0/semantic_dependencies/0: the dependency names no file'],
    [{ related_annotations: [{ anchor: 'a' }] }, '/regions/0/related_annotations/0: the link names no commit'],
    [
      { rejected_alternatives: [{ reason: 'r' }] },
      '/regions/0/rejected_alternatives/0: the alternative names no approach',
    ],
    [{ ast_anchor: { type: 'fn' } }, '/regions/0/ast_anchor: the anchor has no name'],
    [{ ast_anchor: 7 }, '/regions/0/ast_anchor: expected an object, found the number 7'],
    [{ context_level: 'x' }, '/regions/0/context_level: expected enhanced or inferred, found the text "x"'],
    [
      { evidence: [{ kind: 'x' }] },
      '/regions/0/evidence/0/kind: expected commit_message or file_lines or diff_hunk or author_context or discussion, found the text "x"',
    ],
  ])('has no %j', (fields, message) => {
    const { region, messages } = regionOf({ intent: 'i', ...fields })
    expect(region).toEqual({ intent: 'i' })
    expect(messages[0]).toBe(message)
  })

  it.each<[object, string | undefined, string | undefined]>([
    [{ reasoning: 'r', risk_notes: 'n' }, undefined, 'r'],
    [{ risk_notes: 'n', constraints: ['c'] }, undefined, 'n'],
    [{ constraints: ['c'] }, undefined, 'c'],
    [{ constraints: ['c'] }, 'S', 'S'],
    [{ reasoning: 'r' }, 'S', 'S'],
    [{ rejected_alternatives: ['a'] }, 'S', 'S'],
    [{ semantic_dependencies: ['a'] }, 'S', 'S'],
    [{ related_annotations: ['abc'] }, 'S', 'S'],
    [{ held_by_tests: [{ title: 't', file: 'a' }] }, 'S', 'S'],
    [{ corrections: [{ a: 1 }] }, 'S', 'S'],
    [{ x: 1 }, 'S', 'S'],
    [{ x: 1 }, undefined, undefined],
    [{ tags: ['t'] }, 'S', undefined],
    [{ file: 'a', lines: '1:2', ast_anchor: 'f' }, 'S', undefined],
  ])('without an intent, with %j and the summary %j, has the intent %j', (fields, summary, intent) => {
    const { region, messages } = regionOf(fields, summary)
    expect(region && (region as { readonly intent: string }).intent).toBe(intent)
    expect(messages).toEqual([intent === undefined ? '/regions/0: the region says nothing' : STANDS_IN])
  })
})

describe('a concern', () => {
  const concernOf = (concern: object): object => {
    const { annotation, messages } = read({ $schema: 'chronicle/v1', cross_cutting: [concern] })
    return { concerns: annotation?.cross_cutting, messages }
  }

  it.each<[string, object, object | undefined, readonly string[]]>([
    [
      'has all it may have',
      {
        description: 'd',
        regions: ['./a.ts:f', '.\\a.ts:Foo::new', { file: './b.ts', anchor: 'g' }, { file: 'c' }],
        nature: 'n',
        tags: ['t'],
        x: 1,
      },
      {
        description: 'd',
        regions: ['a.ts:f', 'a.ts:Foo::new', 'b.ts:g', 'c'],
        nature: 'n',
        tags: ['t'],
        unknown_keys: { x: 1 },
      },
      [],
    ],
    [
      'keeps what its places say beside',
      { description: 'd', regions: [{ file: 'a', why: 'w' }, { file: 'b', anchor: 'f', why: 'v' }, { file: 'c' }] },
      {
        description: 'd',
        regions: ['a', 'b:f', 'c'],
        tags: [],
        unknown_keys: {
          region_details: [
            { file: 'a', why: 'w' },
            { file: 'b', anchor: 'f', why: 'v' },
          ],
        },
      },
      [],
    ],
    ['may be its nature', { nature: 'n' }, { description: '', regions: [], nature: 'n', tags: [] }, []],
    ['may be its places', { regions: ['a'] }, { description: '', regions: ['a'], tags: [] }, []],
    ['may be its description', { description: 'd' }, { description: 'd', regions: [], tags: [] }, []],
    ['says something', { tags: ['t'] }, undefined, ['/cross_cutting/0: the concern says nothing']],
    [
      'names files',
      { description: 'd', regions: [{ anchor: 'f' }] },
      { description: 'd', regions: [], tags: [] },
      ['/cross_cutting/0/regions/0: the place names no file'],
    ],
  ])('%s', (_name, concern, expected, messages) => {
    expect(concernOf(concern)).toEqual({ concerns: expected === undefined ? [] : [expected], messages })
  })
})

describe('provenance', () => {
  const none = { operation: 'initial', derived_from: [], original_annotations_preserved: false }

  it.each<[object | undefined, object, string]>([
    [undefined, none, 'inferred'],
    [{ operation: 'Amend' }, { ...none, operation: 'amend' }, 'inferred'],
    [{ operation: 'initial', author: 'a' }, { ...none, unknown_keys: { author: 'a' } }, 'inferred'],
    [
      { operation: 'squash', source: 'live', synthesis_notes: 's', notes: 'n' },
      { ...none, operation: 'squash', synthesis_notes: 's', unknown_keys: { source: 'live', notes: 'n' } },
      'inferred',
    ],
    [{ source: 'live' }, { ...none, unknown_keys: { source: 'live' } }, 'enhanced'],
    [{ source: 'author' }, { ...none, unknown_keys: { source: 'author' } }, 'enhanced'],
    [{ source: 'batch' }, { ...none, unknown_keys: { source: 'batch' } }, 'inferred'],
    [{ source: 'batch', author: 'a' }, { ...none, unknown_keys: { source: 'batch', author: 'a' } }, 'inferred'],
    [{ source: 'backfill', author: 'a' }, { ...none, unknown_keys: { source: 'backfill', author: 'a' } }, 'inferred'],
    [{ source: 'other', author: 'a' }, { ...none, unknown_keys: { source: 'other', author: 'a' } }, 'enhanced'],
    [{ source: 'other' }, { ...none, unknown_keys: { source: 'other' } }, 'inferred'],
    [
      { source: 'squash', notes: 'n' },
      { ...none, operation: 'squash', synthesis_notes: 'n', unknown_keys: { source: 'squash' } },
      'inferred',
    ],
    [
      { source: 'amend', synthesis_notes: 's' },
      { ...none, operation: 'amend', synthesis_notes: 's', unknown_keys: { source: 'amend' } },
      'inferred',
    ],
    [
      { operation: 'initial', derived_from: ['abc'], original_annotations_preserved: true },
      { ...none, derived_from: ['abc'], original_annotations_preserved: true },
      'inferred',
    ],
    [
      { operation: 'initial', recorded: { at: '2025-06-10T14:30:00Z' } },
      { ...none, recorded: { at: '2025-06-10T14:30:00Z' } },
      'inferred',
    ],
  ])('%j', (provenance, expected, level) => {
    const { annotation, messages } = read({ $schema: 'chronicle/v1', regions: [], ...(provenance && { provenance }) })
    expect(annotation?.provenance).toEqual(expected)
    expect(annotation?.context_level).toBe(level)
    expect(messages).toEqual([])
  })

  it.each<[unknown, readonly string[]]>([
    ['b'.repeat(40), ['b'.repeat(40)]],
    ['B'.repeat(40), ['b'.repeat(40)]],
    ['b'.repeat(7), ['b'.repeat(7)]],
    ['b'.repeat(6), []],
    ['b'.repeat(65), []],
    ['main', []],
    [commit, []],
    [commit.slice(0, 12), []],
    [commit.toUpperCase(), []],
    [undefined, []],
  ])('of a note that names the commit %j derives from %j', (named, derived) => {
    const { annotation } = read({ $schema: 'chronicle/v1', regions: [], commit: named })
    expect(annotation?.provenance.derived_from).toEqual(derived)
  })

  it('does not name a commit twice', () => {
    const provenance = { operation: 'initial', derived_from: ['b'.repeat(40)] }
    const { annotation } = read({ $schema: 'chronicle/v1', regions: [], commit: 'b'.repeat(40), provenance })
    expect(annotation?.provenance.derived_from).toEqual(['b'.repeat(40)])
  })
})

describe('chronicle/v2', () => {
  const regionsOf = (
    document: object,
  ): { readonly regions: readonly object[]; readonly messages: ReadResult['messages'] } => {
    const { annotation, messages } = read({ schema: 'chronicle/v2', ...document })
    return { regions: (annotation?.regions ?? []).map(withoutEmptyLists), messages }
  }

  it.each<[string, object, readonly object[], readonly string[]]>([
    ['a summary alone', { summary: 's' }, [], []],
    ['a motivation alone', { motivation: 'm' }, [{ intent: 'm', reasoning: 'm' }], []],
    ['a follow-up', { summary: 's', follow_up: 'f' }, [{ intent: 's', risk_notes: 'Follow-up: f' }], []],
    [
      'alternatives',
      { rejected_alternatives: ['a', { approach: 'b', reason: 'r' }] },
      [
        {
          intent: 'a',
          rejected_alternatives: [
            { approach: 'a', reason: '' },
            { approach: 'b', reason: 'r' },
          ],
        },
      ],
      [],
    ],
    [
      'sentiments',
      { sentiments: ['plain', { feeling: 'joy' }, { detail: 'd' }, { feeling: 'worry', detail: 'e' }, {}] },
      [{ intent: 'plain\nJoy\nd\nWorry: e', risk_notes: 'plain\nJoy\nd\nWorry: e' }],
      ['/narrative/sentiments/4: the sentiment says nothing'],
    ],
  ])('has a narrative: %s', (_name, narrative, regions, messages) => {
    expect(regionsOf({ narrative })).toEqual({ regions, messages })
  })

  it('keeps nothing of a narrative of which nothing is left', () => {
    expect(read({ schema: 'chronicle/v2', narrative: { summary: 's' } }).annotation).not.toHaveProperty('unknown_keys')
  })

  it.each<[string, object, readonly object[], readonly string[]]>([
    ['what was decided', { what: 'w' }, [{ intent: 'w' }], []],
    ['why alone', { why: 'y' }, [{ intent: 'y' }], []],
    ['both', { what: 'w', why: 'y' }, [{ intent: 'w', reasoning: 'y' }], []],
    ['nothing', { scope: ['a/b.ts'] }, [], ['/decisions/0: the decision says nothing']],
    ['a scope as one text', { what: 'w', scope: 'src/a.ts' }, [{ intent: 'w', file: 'src/a.ts' }], []],
    [
      'a scope of which a part is a place',
      { what: 'w', scope: ['src/a.ts:10', 'words', 'a b/c.ts', 'src/.x', 'x.ts'] },
      [
        {
          intent: 'w',
          file: 'src/a.ts',
          lines: { start: 10, end: 10 },
          unknown_keys: { chronicle_v2: { scope: ['words', 'a b/c.ts', 'x.ts'] } },
        },
        { intent: 'w', file: 'src/.x', unknown_keys: { chronicle_v2: { scope: ['words', 'a b/c.ts', 'x.ts'] } } },
      ],
      [],
    ],
    ['more', { what: 'w', x: 1 }, [{ intent: 'w', unknown_keys: { chronicle_v2: { x: 1 } } }], []],
  ])('has decisions: %s', (_name, decision, regions, messages) => {
    expect(regionsOf({ decisions: [decision] })).toEqual({ regions, messages })
  })

  it.each<[object, object | undefined]>([
    [{ description: 'd' }, { intent: 'd', risk_notes: 'd' }],
    [
      { description: 'd', revisit_when: 'r' },
      { intent: 'd', risk_notes: 'd\nRevisit when: r' },
    ],
    [
      { type: 'contract', description: 'd', replacement: 'p' },
      { intent: 'd', constraints: [{ text: 'd', source: 'inferred' }], risk_notes: 'Replacement: p' },
    ],
    [{ type: 'contract', source: 'author' }, undefined],
    [{ type: 'dependency', target_file: '../x' }, undefined],
    [
      { type: 'dependency', target_file: '../x', assumption: 'a', revisit_when: 'r' },
      {
        intent: 'a',
        semantic_dependencies: [{ file: '../x', anchor: '', nature: 'a' }],
        risk_notes: 'Revisit when: r',
      },
    ],
    [
      { type: 'dependency', assumption: 'a' },
      { intent: 'a', risk_notes: 'a' },
    ],
    [{ type: 'dependency' }, undefined],
    [{ type: 'hazard' }, undefined],
    [
      { type: 'hazard', revisit_when: 'r' },
      { intent: 'Revisit when: r', risk_notes: 'Revisit when: r' },
    ],
    [{ type: 'security' }, { intent: 'security', tags: ['security'] }],
    [
      { type: 'deprecated', replacement: 'p' },
      { intent: 'Replacement: p', tags: ['deprecated'], risk_notes: 'Replacement: p' },
    ],
    [{}, undefined],
  ])('has markers, of themselves: %j', (kind, expected) => {
    const messages = expected === undefined ? ['/markers/0: the marker says nothing'] : []
    expect(regionsOf({ markers: [{ kind }] })).toEqual({
      regions: expected === undefined ? [] : [expected],
      messages,
    })
  })

  it('has markers with an anchor by either name, and keys of their own', () => {
    const kind = { type: 'hazard', description: 'd' }
    const anchor = { type: 'unknown', name: 'f' }
    for (const key of ['anchor', 'ast_anchor'])
      expect(regionsOf({ markers: [{ kind, [key]: 'f' }] }).regions).toEqual([
        { intent: 'd', ast_anchor: anchor, risk_notes: 'd' },
      ])
    expect(regionsOf({ markers: [{ kind, anchor: 7 }] }).messages).toEqual([
      '/markers/0/anchor: expected an object, found the number 7',
    ])
    expect(regionsOf({ markers: [{ kind, ast_anchor: 7 }] }).messages).toEqual([
      '/markers/0/ast_anchor: expected an object, found the number 7',
    ])
    expect(regionsOf({ markers: [{ file: 'a' }] }).messages).toEqual(['/markers/0: the marker says nothing'])
    expect(regionsOf({ markers: [{ kind, x: 1 }] }).regions).toEqual([
      { intent: 'd', risk_notes: 'd', unknown_keys: { chronicle_v2: { x: 1 } } },
    ])
  })
})

describe('chronicle/v3', () => {
  const regionOfWisdom = (entry: object, summary?: string): object => {
    const { annotation, messages } = read({ schema: 'chronicle/v3', ...(summary && { summary }), wisdom: [entry] })
    return { regions: (annotation?.regions ?? []).map(withoutEmptyLists), messages }
  }

  it.each<[string, object, string | undefined, object | undefined]>([
    ['content alone', { content: 'c' }, 'S', { intent: 'c' }],
    ['a folder', { content: 'c', file: 'src/' }, 'S', { intent: 'c', file: 'src/' }],
    [
      'a dead end without a summary',
      { category: 'dead_end', content: 'abc: def' },
      undefined,
      { intent: 'abc: def', tags: ['dead_end'] },
    ],
    ['keys of its own', { content: 'c', x: 1 }, undefined, { intent: 'c', unknown_keys: { chronicle_v3: { x: 1 } } }],
    ['no content', { category: 'gotcha' }, 'S', undefined],
  ])('has %s', (_name, entry, summary, expected) => {
    expect(regionOfWisdom(entry, summary)).toEqual({
      regions: expected === undefined ? [] : [expected],
      messages: expected === undefined ? ['/wisdom/0: the entry has no content'] : [],
    })
  })

  it.each([
    ['tried it  —  it failed', 'tried it', 'it failed'],
    ['tried it -- it failed', 'tried it', 'it failed'],
    ['tried it - it failed', 'tried it', 'it failed'],
    ['tried it – it\nfailed', 'tried it', 'it\nfailed'],
    ['tried it:   it failed', 'tried it', 'it failed'],
    ['tried it;  it failed', 'tried it', 'it failed'],
    ['tried it because it is there', 'tried it', 'because it is there'],
    ['tried it,  because it is there', 'tried it', 'because it is there'],
    ['well-known: it failed', 'well-known', 'it failed'],
    ['a::b was slow', 'a::b was slow', ''],
    ['ab: it failed', 'ab: it failed', ''],
    ['tried it: no', 'tried it: no', ''],
    ['tried it; no: it failed', 'tried it', 'no: it failed'],
  ])('splits a dead end: %j', (content, approach, reason) => {
    expect(regionOfWisdom({ category: 'dead_end', content }, 'S')).toEqual({
      regions: [{ intent: 'S', tags: ['dead_end'], rejected_alternatives: [{ approach, reason }] }],
      messages: [],
    })
  })
})

describe('chronicle/knowledge-v1', () => {
  const readKnowledge = (document: object, maxRegions?: number): ReadResult =>
    read({ schema: 'chronicle/knowledge-v1', ...document }, maxRegions)
  const about = `The note on ${commit} is about the repository, not about a commit`

  it('says of itself what it is', () => {
    expect(readKnowledge({ timestamp: '2025-06-10T14:30:00Z' })).toEqual({
      annotation: {
        commit,
        timestamp: '2025-06-10T14:30:00Z',
        summary: 'Conventions, boundaries and anti-patterns of the repository.',
        context_level: 'enhanced',
        regions: [],
        cross_cutting: [],
        provenance: { operation: 'initial', derived_from: [], original_annotations_preserved: false },
        read_from: ['chronicle/knowledge-v1'],
      },
      messages: [about],
    })
  })

  it.each<[string, object, object | undefined, string | undefined]>([
    [
      'a rule alone',
      { conventions: [{ rule: 'r' }] },
      { file: './', intent: 'r', constraints: [{ text: 'r', source: 'author' }], tags: ['convention'] },
      undefined,
    ],
    [
      'a rule that was decided in words, for a scope of words',
      { conventions: [{ rule: 'r', scope: 'all services', decided_in: 'ADR 7', stability: 'provisional', id: 'c' }] },
      {
        file: './',
        intent: 'r',
        reasoning: 'Scope: all services\nDecided in: ADR 7',
        constraints: [{ text: 'r', source: 'author' }],
        tags: ['convention', 'provisional'],
        unknown_keys: { knowledge_v1: { id: 'c', scope: 'all services' } },
      },
      undefined,
    ],
    ['no rule', { conventions: [{ scope: 'src/' }] }, undefined, '/conventions/0: the convention has no rule'],
    [
      'what a module owns',
      { boundaries: [{ module: 'src', owns: 'o' }] },
      {
        file: './',
        intent: 'Owns: o',
        reasoning: 'Module: src',
        tags: ['boundary'],
        unknown_keys: { knowledge_v1: { module: 'src' } },
      },
      undefined,
    ],
    [
      'a boundary alone',
      { boundaries: [{ boundary: 'b' }] },
      { file: './', intent: 'b', constraints: [{ text: 'b', source: 'author' }], tags: ['boundary'] },
      undefined,
    ],
    ['no boundary', { boundaries: [{ module: 'src/' }] }, undefined, '/boundaries/0: the boundary says nothing'],
    [
      'a pattern alone',
      { anti_patterns: [{ pattern: 'p', learned_from: 'the outage' }] },
      {
        file: './',
        intent: 'Avoid: p',
        reasoning: 'Learned from: the outage',
        rejected_alternatives: [{ approach: 'p', reason: '' }],
        tags: ['anti-pattern'],
      },
      undefined,
    ],
    [
      'no pattern',
      { anti_patterns: [{ id: 'a', instead: 'i' }] },
      undefined,
      '/anti_patterns/0: the anti-pattern names no pattern',
    ],
  ])('has %s', (_name, document, expected, message) => {
    const { annotation, messages } = readKnowledge(document)
    expect((annotation?.regions ?? []).map(withoutEmptyLists)).toEqual(expected === undefined ? [] : [expected])
    expect(messages).toEqual([...(message === undefined ? [] : [message]), about])
  })

  it.each<[string, boolean]>([
    ['c0ff', true],
    ['C0FFEE', true],
    ['c0f', false],
    ['c0ffee ', false],
    ['xc0ffee', false],
    ['a'.repeat(64), true],
    ['a'.repeat(65), false],
  ])('links %j, decided in: %j', (decided, isLink) => {
    const [region] = readKnowledge({ conventions: [{ rule: 'r', decided_in: decided }] }).annotation?.regions ?? []
    expect(region?.related_annotations).toEqual(
      isLink ? [{ commit: decided, anchor: '', relationship: 'decided in' }] : [],
    )
    expect(region?.reasoning).toBe(isLink ? undefined : `Decided in: ${decided}`)
  })

  it.each<[string, string, boolean]>([
    ['', './', true],
    [' * ', './', true],
    ['**', './', true],
    ['**/*', './', true],
    ['/', './', true],
    ['Everywhere', './', true],
    ['any', './', true],
    ['project', './', true],
    ['repo', './', true],
    ['repository', './', true],
    ['all of it', './', false],
    ['mqtt', './', false],
    ['.github', './', false],
    ['*.rs', './', false],
    ['src/**/*.rs', 'src/', false],
    ['src/**', 'src/', true],
    ['src/*', 'src/', true],
    ['src/**/*', 'src/', true],
    ['src/a?.ts', 'src/', false],
    ['src/[ab]/c', 'src/', false],
    ['src/{a,b}/c', 'src/', false],
    ['src/?/*', 'src/', false],
    ['../a/*.ts', './', false],
    ['Makefile', './', false],
    ['main.rs', 'main.rs', true],
    ['src/Makefile', 'src/Makefile/', true],
    ['src/.github', 'src/.github/', true],
    ['src/v1.2/', 'src/v1.2/', true],
    ['src/main.rs', 'src/main.rs', true],
    ['../elsewhere', './', false],
  ])('a rule for %j holds in %j', (scope, file, exact) => {
    const [region] = readKnowledge({ conventions: [{ rule: 'r', scope }] }).annotation?.regions ?? []
    expect(region?.file).toBe(file)
    expect(region?.reasoning).toBe(exact ? undefined : `Scope: ${scope}`)
  })

  it('counts its entries', () => {
    const rule = { rule: 'r' }
    const document = { conventions: [rule, rule], boundaries: [{ owns: 'o' }] }
    expect(readKnowledge(document, 3).messages).toEqual([about])
    const { annotation, messages } = readKnowledge(document, 2)
    expect(annotation?.regions.map(({ intent }) => intent)).toEqual(['r', 'r'])
    expect(messages).toEqual([
      about,
      `The annotation on commit ${commit} has more than 2 regions; the rest is left out`,
    ])
  })
})

describe('the format of a note', () => {
  const unknown = (named: string): string => `The note on commit ${commit} has ${named}; its known parts are read`

  it.each<[object, readonly string[], string | undefined]>([
    [{ $schema: 'chronicle/v1', summary: 's', wisdom: [{ content: 'w' }] }, [], undefined],
    [{ $schema: 'chronicle/v3', summary: 's', wisdom: [{ content: 'w' }] }, ['w'], undefined],
    [{ $schema: 'chronicle/v3', summary: 's', decisions: [{ what: 'd' }] }, [], undefined],
    [{ $schema: 'chronicle/v2', summary: 's', decisions: [{ what: 'd' }] }, ['d'], undefined],
    [{ $schema: 'https://x.org/chronicle/v3', wisdom: [{ content: 'w' }] }, ['w'], undefined],
    [{ schema: 'ultragit/v2', decisions: [{ what: 'd' }] }, ['d'], undefined],
    [{ summary: 's', wisdom: [{ content: 'w' }], decisions: [{ what: 'd' }] }, ['d', 'w'], 'no $schema'],
    [{ markers: [{ kind: { description: 'd' } }] }, ['d'], 'no $schema'],
    [{ $schema: 'xchronicle/v3', wisdom: [{ content: 'w' }] }, ['w'], 'the unknown $schema "xchronicle/v3"'],
    [{ $schema: 'chronicle/v3x', wisdom: [{ content: 'w' }] }, ['w'], 'the unknown $schema "chronicle/v3x"'],
  ])('%j', (document, intents, named) => {
    const { annotation, messages } = read(document)
    expect(annotation?.regions.map(({ intent }) => intent)).toEqual(intents)
    expect(messages).toEqual(named === undefined ? [] : [unknown(named)])
  })

  it.each(['conventions', 'boundaries', 'anti_patterns'])('may be told by %s', (part) => {
    const { annotation, messages } = read({ [part]: [{ rule: 'r', owns: 'r', pattern: 'r' }] })
    expect(annotation?.regions).toHaveLength(1)
    expect(messages).toEqual([
      unknown('no $schema'),
      `The note on ${commit} is about the repository, not about a commit`,
    ])
    expect(annotation?.read_from).toEqual(['unknown'])
  })

  it.each(['regions', 'narrative', 'markers', 'decisions', 'wisdom', 'cross_cutting', 'summary'])(
    'may be told by %s',
    (part) => {
      const { annotation, messages } = read({ [part]: part === 'summary' ? 's' : [], conventions: [{ rule: 'r' }] })
      expect(annotation?.read_from).toEqual(['unknown'])
      expect(annotation?.regions).toEqual([])
      expect(messages[0]).toBe(unknown('no $schema'))
    },
  )
})

import { READ_OUTPUT_SCHEMA, type PlaceHistoryStats, type ReadOutput, type ReadRegion } from '@chronicle/schema'
import { readErrorOutputSchema, readOutputSchema } from '@chronicle/schema/validate'
import { describe, expect, it } from 'vitest'
import { codedError } from '../contracts/index.ts'
import { formatErrorJson, formatJson } from './format-json.ts'
import { formatMarkdown } from './format-markdown.ts'
import { formatPretty } from './format-pretty.ts'

const region: ReadRegion = {
  commit: 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678',
  timestamp: '2025-06-10T14:30:00Z',
  context_level: 'enhanced',
  confidence: 0.92,
  confidence_factors: {
    recency: '2 days old',
    context_level: 'enhanced',
    anchor_match: 'exact',
    provenance: 'initial',
  },
  confidence_scores: { recency: 0.9923, context_level: 1, anchor_stability: 1, provenance: 1 },
  file: 'src/mqtt/client.rs',
  ast_anchor: { type: 'method', name: 'MqttClient::connect', signature: 'fn connect(&mut self)' },
  lines: { start: 42, end: 67 },
  current_lines: { start: 44, end: 69 },
  survival: 0.8,
  freshness: 'drifted',
  drifted_by: ['b'.repeat(40), 'uncommitted'],
  summary: 'Speak TLS to the broker',
  intent: 'Establishes an mTLS connection to the cloud broker.',
  reasoning: 'The broker validates certificates anyway.\nTokens expire while a board is offline.',
  constraints: [
    { text: 'The session cache holds at most 4 sessions.', source: 'author' },
    { text: 'Called from one thread.', source: 'inferred' },
  ],
  risk_notes: 'The broker silently drops idle connections after 30 minutes.',
  rejected_alternatives: [{ approach: 'Token auth', reason: 'a second clock to keep right' }],
  evidence: [{ kind: 'file_lines', file: 'src/tls.rs', lines: { start: 3, end: 3 }, quote: 'MAX = 4' }],
  semantic_dependencies: [{ file: 'src/tls.rs', anchor: 'SessionCache::new', nature: 'evicts the oldest' }],
  tags: ['mqtt'],
  corrections: [{ field: 'constraints', correction_type: 'flag', reason: 'Five are fine.', author: 'Ada' }, { odd: 1 }],
  related: [
    {
      commit: 'c'.repeat(40),
      anchor: 'SessionCache::new',
      relationship: 'sets the limit',
      hop: 1,
      intent: 'Bounds it.',
    },
    { commit: 'd'.repeat(40), anchor: 'gone', relationship: 'was', hop: 2, unresolved: 'no_annotation' },
  ],
}

const answer: ReadOutput = {
  $schema: READ_OUTPUT_SCHEMA,
  query: {
    file: 'src/mqtt/client.rs',
    anchor: 'connect',
    depth: 1,
    at: 'WORKTREE',
    commit: 'e'.repeat(40),
    max_regions: 20,
  },
  regions: [region, { ...region, ast_anchor: { type: 'method', name: 'Other::connect' }, freshness: 'fresh' }],
  dependencies_on_this: [
    {
      from_file: 'src/mqtt/reconnect.rs',
      from_anchor: 'attempt',
      nature: 'assumes connect() is idempotent',
      commit: 'f'.repeat(40),
    },
  ],
  cross_cutting: [
    { description: 'Rotate both', regions: ['src/mqtt/client.rs:connect', 'deploy/`x`.rs'], commit: 'f'.repeat(40) },
  ],
  ambiguous_anchor: true,
  resolved: [
    {
      file: 'src/mqtt/client.rs',
      anchor: 'MqttClient::connect',
      lines: { start: 44, end: 69 },
      uncommitted_lines: [{ start: 50, end: 51 }],
    },
    { file: 'src/mqtt/client.rs', anchor: 'Other::connect', lines: { start: 80, end: 90 } },
  ],
  stats: {
    commits_examined: 12,
    annotations_found: 8,
    regions_returned: 2,
    related_hops: 1,
    revisions_examined: 3,
    dependencies: 'index',
  },
  diagnostics: [
    ...[1, 2, 3, 4, 5].map((n) => ({ code: 'malformed_note', severity: 'warning' as const, message: `Skipped ${n}.` })),
    { code: 'history_incomplete', severity: 'info', message: 'Shallow clone.' },
  ],
  trimmed: null,
}

const nothing: ReadOutput = {
  ...answer,
  regions: [],
  dependencies_on_this: [],
  cross_cutting: [],
  diagnostics: [],
  resolved: [],
  stats: { ...answer.stats, annotations_found: 0, regions_returned: 0 },
}

const trimmed: ReadOutput = {
  ...nothing,
  cross_cutting: answer.cross_cutting,
  trimmed: {
    original_regions: 12,
    returned_regions: 0,
    dropped_commits: ['a'.repeat(40), 'b'.repeat(40)],
    strategy: 'newest_commits_first',
    estimated_tokens: 140,
    dropped_fields: ['related'],
    dropped_entries: { diagnostics: 3, dropped_commits: 10 },
    remedy: { option: 'maxTokens', value: 2000 },
  },
}

describe('markdown', () => {
  it('gives an answer as an agent reads it', () => {
    expect(formatMarkdown(answer)).toMatchSnapshot()
  })
  it('shows empty fields and scores when verbose', () => {
    expect(formatMarkdown({ ...answer, regions: [{ ...region, tags: [] }] }, { verbose: true })).toMatchSnapshot()
  })
  it('tells nothing recorded from a failed read', () => {
    expect(formatMarkdown({ ...nothing, diagnostics: [] })).toMatchSnapshot()
    const unmatched = { ...nothing, stats: { ...nothing.stats, annotations_found: 8 } }
    expect(formatMarkdown(unmatched)).toContain('8 notes found, none matches this query.')
    expect(formatMarkdown({ ...nothing, stats: { ...nothing.stats, commits_examined: 0 } })).toContain(
      'no note is about this place.',
    )
  })
  it.each<[PlaceHistoryStats, string]>([
    [{ commits: 1, speaking: 0 }, 'place, and the message of the one commit that changed it adds nothing.'],
    [{ commits: 3, speaking: 0 }, 'place, and the messages of the 3 commits that changed it add nothing.'],
    [{ commits: 9, speaking: 0, newest_only: true }, 'place, and the messages of the newest 9 commits that changed it'],
    [{ commits: 0, speaking: 0 }, 'no note is about this place.'],
    [{ commits: 3, speaking: 2 }, 'no note is about this place.'],
  ])('tells that a history of %j was read', (history, words) => {
    const silent = { ...nothing, stats: { ...nothing.stats, commits_examined: 0, history } }
    expect(formatMarkdown(silent)).toContain(words)
  })
  it('tells nothing recorded from something withheld, and counts in the singular', () => {
    const notice = { ...trimmed.trimmed!, dropped_commits: [], dropped_fields: [] }
    const silent = { ...nothing, diagnostics: [], trimmed: { ...notice, original_regions: 0, dropped_entries: {} } }
    expect(formatMarkdown(silent)).toContain(': no record; the read succeeded.\n')
    expect(formatMarkdown(silent)).toContain('**Trimmed:** no region to show.')
    expect(formatPretty(silent)).toContain('No record; the read succeeded.\n')
    const withheld = {
      ...nothing,
      trimmed: {
        ...notice,
        original_regions: 1,
        dropped_entries: {
          dropped_commits: 1,
          dropped_fields: 1,
          diagnostics: 1,
          resolved: 1,
          dependencies_on_this: 1,
        },
      },
    }
    for (const format of [formatMarkdown, formatPretty]) {
      const text = format(withheld, { width: 1000, remedies: 'command' })
      expect(text).toMatch(/nothing shown\.\n/iu)
      expect(text).toContain('0 of 1 region shown')
      expect(text).toContain('Withheld: 1 commit; 1 field; 1 diagnostic, 1 resolved unit, 1 dependency on this.')
      expect(text).toContain('git chronicle read src/mqtt/client.rs connect --max-tokens 2000')
    }
  })
  it('speaks of one line in the singular, and shows line breaks and bidi controls in paths', () => {
    const one = { start: 7, end: 7 }
    const path = 'src/a\nb\u202E.rs'
    const shown = 'src/a\\nb\\u202e.rs'
    const { ast_anchor: _, ...place } = { ...region, file: path, lines: one, current_lines: one }
    const output: ReadOutput = {
      ...nothing,
      query: { file: path, lines: [7, 7], depth: 1, at: 'WORKTREE', commit: '', max_regions: 20 },
      resolved: [{ file: path, lines: one, uncommitted_lines: [one] }],
      regions: [
        { ...region, current_lines: one },
        { ...place, freshness: 'moved' },
      ],
      dependencies_on_this: [{ from_file: path, from_anchor: 'x', nature: 'y', commit: 'z' }],
    }
    for (const format of [formatMarkdown, formatPretty]) {
      const text = format(output, { width: 1000, verbose: true })
      expect(text).not.toMatch(/lines 7|Lines:\*\* 7/u)
      for (const words of [
        `Recorded notes on ${shown} line 7`,
        `${shown} line 7: not committed`,
        `${shown} (line 7)`,
        `${shown} — line 7\n`,
        `moved from line 7`,
        `${shown} — x`,
      ]) {
        expect(text).toContain(words)
      }
    }
    expect(formatMarkdown(output)).toContain('| line 7 |')
    expect(formatPretty(output)).toContain('· line 7 ·')
  })
  it('sets diagnostics apart from what precedes them', () => {
    expect(formatMarkdown(answer)).toMatch(/[^\n]\n\n\*\*Diagnostics:\*\*\n- /u)
  })
  it('ends with what was withheld', () => {
    expect(formatMarkdown(trimmed)).toMatchSnapshot()
  })
  it('gives the summary of a commit once', () => {
    expect(formatMarkdown(answer).match(/Speak TLS to the broker/gu)).toHaveLength(1)
  })
  it('names the state where it is not the working tree, and lines where there is no unit', () => {
    const { ast_anchor: _, ...byLines } = region
    const query = { ...answer.query, at: 'v1.2', lines: [40, 70] as const }
    const { anchor: __, ...linesQuery } = query
    const text = formatMarkdown({ ...answer, query: linesQuery, regions: [byLines] })
    expect(text).toContain('Recorded notes on src/mqtt/client.rs lines 40-70 at v1.2 (eeeeeee).')
    expect(text).toContain('## src/mqtt/client.rs — lines 44-69\n')
    expect(text).not.toContain('**Lines:**')
  })
})

describe('pretty', () => {
  it('aligns and wraps', () => {
    const text = formatPretty(answer, { width: 80 })
    expect(text).toMatchSnapshot()
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })
  it('tells what was withheld', () => {
    expect(formatPretty(trimmed)).toMatchSnapshot()
  })
  it('adds nothing but colour', () => {
    const coloured = formatPretty(answer, { colour: true })
    expect(coloured.replaceAll(/\u001B\[(?:0|1|2|33|36)m/gu, '')).toBe(formatPretty(answer))
    expect(coloured).toContain('\u001B[1msrc/mqtt/client.rs — MqttClient::connect\u001B[0m')
  })
  it('has no escape in it without colour, nor one of a note with it', () => {
    const hostile = { ...answer, regions: [{ ...region, intent: '\u001B[2Jgone' }] }
    expect(formatPretty(hostile)).not.toContain('\u001B')
    expect(formatPretty(hostile, { colour: true })).not.toContain('\u001B[2J')
  })
})

describe('json', () => {
  it.each([answer, nothing, trimmed])('is valid against the published schema', (output) => {
    expect(readOutputSchema.parse(JSON.parse(formatJson(output)))).toBeDefined()
  })
  it('has one line for each key and entry, in the order of the types', () => {
    const keys = formatJson(answer)
      .split('\n')
      .flatMap((line) => /^\{?"([a-z_$]+)":/u.exec(line)?.[1] ?? [])
    expect(keys.filter((key) => key !== 'commit')).toEqual([
      '$schema',
      'query',
      'regions',
      'dependencies_on_this',
      'from_file',
      'cross_cutting',
      'description',
      'ambiguous_anchor',
      'resolved',
      'file',
      'file',
      'stats',
      'diagnostics',
      ...Array.from({ length: 6 }, () => 'code'),
      'trimmed',
    ])
  })
  it('does not depend on the order of keys', () => {
    const turned = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).reverse()) as T
    expect(formatJson(turned({ ...answer, regions: answer.regions.map(turned) }))).toBe(formatJson(answer))
  })
  it('leaves out empty optional fields, and shows every field when verbose', () => {
    const { tags: _, ast_anchor: __, ...bare } = region
    const output = { ...answer, regions: [{ ...bare, drifted_by: [], task: '' }] }
    const [compact, verbose] = [false, true].map((on) => {
      return (JSON.parse(formatJson(output, { verbose: on })) as { regions: Record<string, unknown>[] }).regions[0]
    })
    for (const key of ['tags', 'ast_anchor', 'drifted_by', 'task']) expect(compact).not.toHaveProperty([key])
    expect(verbose).toMatchObject({ tags: [], ast_anchor: null, drifted_by: [], task: '' })
  })
  it('rounds, and always has intent, constraints and trimmed', () => {
    const output = { ...answer, regions: [{ ...region, confidence: 0.923456, survival: 1 / 3, constraints: [] }] }
    expect(formatJson(output)).toMatch(/"confidence":0\.92,.*"survival":0\.3333,.*"constraints":\[\]/u)
    expect(formatJson(nothing)).toMatch(/"trimmed":null\}\n$/u)
  })
  it('survives values nested deeper than any stack', () => {
    let deep: Record<string, unknown> = {}
    for (let i = 0; i < 200_000; i++) deep = { deep }
    const output = { ...answer, regions: [{ ...region, corrections: [deep] }] }
    expect(formatJson(output)).toContain('[nested deeper than 32 levels]')
    expect(formatMarkdown(output)).toContain('[nested deeper than 32 levels]')
  })
  it('gives an error as one valid line, without its cause', () => {
    const error = codedError('file_not_found', 'File not found: a\u202E\n. Does it exist at HEAD?', {
      data: { path: 'a' },
      cause: new Error('secret'),
    })
    const text = formatErrorJson(error)
    expect(text).toBe(
      '{"$schema":"chronicle-read/v1","error":{"code":"file_not_found",' +
        '"message":"File not found: a\\u202e\\n. Does it exist at HEAD?","data":{"path":"a"}}}\n',
    )
    expect(readErrorOutputSchema.parse(JSON.parse(text))).toBeDefined()
  })
})

describe('of any size', () => {
  const formats = [formatMarkdown, formatPretty, formatJson]
  it.each([
    ['words', 'word '],
    ['controls', '\u001B'],
    ['line breaks', '\n'],
    ['backticks', '`'],
    ['tags', '\u{E0041}'],
  ])('a text of 3 MB of %s takes time in proportion', (_, unit) => {
    const text = unit.repeat(3_000_000 / unit.length)
    const output = {
      ...answer,
      regions: [{ ...region, intent: text, constraints: [{ text, source: 'author' as const }] }],
    }
    for (const format of formats) expect(format(output).length).toBeGreaterThan(100)
  })
  it('100,000 entries of each list do too', () => {
    const many = <T>(entry: T): T[] => Array.from({ length: 100_000 }, () => entry)
    const output: ReadOutput = {
      ...answer,
      regions: [{ ...region, constraints: many(region.constraints[0] ?? { text: '', source: 'author' }) }],
      dependencies_on_this: many(answer.dependencies_on_this[0]).flatMap((entry) => entry ?? []),
      diagnostics: many(answer.diagnostics[0]).flatMap((entry) => entry ?? []),
    }
    for (const format of formats) {
      expect(format(output, { verbose: true }).length).toBeGreaterThan(1_000_000)
    }
  })
})

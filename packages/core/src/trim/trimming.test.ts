import type { DependencyEntry, ReadOutput, ReadRegion } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { outputOf, regionOf } from '../../test/read-fixture.ts'
import type { TokenBudget } from '../contracts/index.ts'
import { formatJson } from '../format/format-json.ts'
import { formatMarkdown } from '../format/format-markdown.ts'
import { bytesPerFour } from '../tokens/bytes-per-four.ts'
import { lowestValueFirst } from './lowest-value-first.ts'
import { newestCommitsFirst } from './newest-commits-first.ts'
import { regionValue } from './region-value.ts'

const tokens = bytesPerFour()
const measure = (output: ReadOutput): number => tokens.count(formatJson(output))
const budget = (maxTokens: number): TokenBudget => ({ maxTokens, measure })
const commit = (n: number): string => n.toString(16).padStart(40, '0')

/** Returns a region of commit `n`, recorded on day `n`. */
function region(n: number, change: Partial<ReadRegion> = {}): ReadRegion {
  return regionOf({
    commit: commit(n),
    timestamp: new Date(Date.UTC(2025, 0, n)).toISOString(),
    confidence: 0.9,
    confidence_factors: {
      recency: '2 days old',
      context_level: 'enhanced',
      anchor_match: 'exact',
      provenance: 'initial',
    },
    confidence_scores: { recency: 1, context_level: 1, anchor_stability: 1, provenance: 1 },
    file: 'src/client.rs',
    ast_anchor: { type: 'method', name: `Client::unit_${n}` },
    intent: `Keeps invariant ${n} of the client, whatever the broker does.`,
    constraints: [{ text: `Never more than ${n} sessions.`, source: 'author' }],
    ...change,
  })
}

const query = { file: 'src/client.rs', depth: 1, at: 'WORKTREE', commit: commit(99), max_regions: 20 }

function readOf(regions: readonly ReadRegion[], change: Partial<ReadOutput> = {}): ReadOutput {
  const counts = { commits_examined: 9, annotations_found: regions.length, regions_returned: regions.length }
  const stats: ReadOutput['stats'] = { ...counts, related_hops: 0, revisions_examined: 3, dependencies: 'index' }
  return outputOf({ query, regions, stats, ...change })
}

const full: Partial<ReadRegion> = {
  related: [{ commit: commit(7), anchor: 'Cache::new', relationship: 'bounds the cache', hop: 1 }],
  evidence: [{ kind: 'commit_message', quote: 'because the broker forgets' }],
  rejected_alternatives: [{ approach: 'Tokens', reason: 'They expire while a board is offline.' }],
  reasoning: 'The broker validates certificates anyway. Tokens would add a second clock to keep right.',
  risk_notes: 'Idle connections are dropped. Nobody is told about it for half an hour.',
  tags: ['mqtt', 'security'],
  task: 'SALT-118',
  summary: 'Never resume a session across a reconnect',
  drifted_by: [commit(8)],
  ast_anchor: { type: 'method', name: 'Client::connect', signature: 'fn connect(&mut self) -> Result<()>' },
  semantic_dependencies: [{ file: 'src/cache.rs', anchor: 'Cache::drain', nature: 'has taken effect on return' }],
  corrections: [{ field: 'constraints', correction_type: 'flag', reason: 'Five sessions are fine since 2025.' }],
}

const commitsOf = (output: ReadOutput): readonly string[] => output.regions.map((one) => one.commit)

/** Returns the trimmed results from the full answer to the empty one, in budget steps smaller than a region. */
function descent(output: ReadOutput, trimmer = newestCommitsFirst(), step = 7): readonly ReadOutput[] {
  const results: ReadOutput[] = []
  for (let max = measure(output) - 1; max > 0; max -= step) {
    const result = trimmer.trim(output, budget(max))
    if (result.trimmed?.over_budget === true) break
    results.push(result)
  }
  return results
}

describe('newest_commits_first', () => {
  it('returns the very output when it fits', () => {
    const output = readOf([region(1)])
    expect(newestCommitsFirst().trim(output, budget(measure(output)))).toBe(output)
  })

  it('drops the newest regions one by one, keeping the order of the rest', () => {
    const output = readOf([4, 2, 6, 1, 3, 5].map((n) => region(n)))
    const kept = new Set(
      descent(output).map((result) =>
        commitsOf(result)
          .map((id) => Number.parseInt(id, 16))
          .join(),
      ),
    )
    expect([...kept]).toEqual(['4,2,1,3,5', '4,2,1,3', '2,1,3', '2,1', '1', ''])
  })

  it('names dropped commits once each, newest first, and counts what it dropped', () => {
    const output = readOf([region(1), region(3), region(2), region(3, { intent: 'Another unit of that commit.' })])
    const { trimmed } = newestCommitsFirst().trim(output, budget(measure(readOf([region(1)])) + 90))
    expect(trimmed).toMatchObject({
      original_regions: 4,
      returned_regions: 1,
      dropped_commits: [commit(3), commit(2)],
      strategy: 'newest_commits_first',
    })
  })

  it('takes regions of one time as they stand, the newer commit first, and lets undated regions go first', () => {
    const same = { timestamp: '2025-01-01T00:00:00Z' }
    const output = readOf([
      region(2, same),
      region(1, { ...same, intent: 'First of two of the same length.' }),
      region(1, { ...same, intent: 'Other of two of the same length.' }),
      region(3, { timestamp: '' }),
    ])
    const order = descent(output).map((result) => result.regions.map(({ intent }) => intent.slice(0, 5)).join())
    expect([...new Set(order)]).toEqual(['Keeps,First,Other', 'First,Other', 'First', ''])
  })

  it('takes fields from the last region in the documented order, and never its intent and constraints', () => {
    const output = readOf([region(1, full)])
    const fields = [
      'related',
      'evidence',
      'rejected_alternatives',
      'reasoning',
      'risk_notes',
      'tags',
      'task',
      'summary',
    ]
    const rest = ['drifted_by', 'ast_anchor.signature', 'semantic_dependencies', 'corrections']
    const kept = descent(output, newestCommitsFirst(), 1).filter(({ regions }) => regions.length === 1)
    const dropped = kept.map(({ trimmed }) => trimmed?.dropped_fields ?? [])
    expect(dropped.at(0)).toEqual(['related', 'evidence', 'rejected_alternatives'].slice(0, dropped.at(0)?.length))
    const seen = new Set(dropped.flat())
    const whole = [...seen].filter((name) => !name.endsWith('sentence)'))
    expect(whole).toEqual([...fields, ...rest].slice(0, whole.length))
    expect(whole.length).toBeGreaterThanOrEqual(10)
    expect(seen).toContain('reasoning (after its first sentence)')
    for (const { regions } of kept) {
      expect(regions[0]?.intent).toBe(output.regions[0]?.intent)
      expect(regions[0]?.constraints).toBe(output.regions[0]?.constraints)
    }
    expect(new Set(kept.map(({ regions }) => regions[0]?.reasoning))).toEqual(
      new Set([full.reasoning, 'The broker validates certificates anyway.', undefined]),
    )
  })

  it('takes no field while it can drop a region', () => {
    const output = readOf([region(1, full), region(2, full)])
    for (const { regions, trimmed } of descent(output)) {
      if (regions.length > 1) expect(trimmed?.dropped_fields).toBeUndefined()
    }
  })

  it('drops what speaks only of dropped regions', () => {
    const entry = (on_anchor: string | undefined, n: number): DependencyEntry => ({
      from_file: 'src/other.rs',
      from_anchor: 'other',
      nature: `assumption ${n}`,
      commit: commit(50),
      ...(on_anchor === undefined ? {} : { on_anchor, on_file: 'src/client.rs' }),
    })
    const output = readOf([region(1), region(2), region(3), region(4)], {
      dependencies_on_this: [entry('unit_1', 1), entry('Client::unit_4', 4), entry(undefined, 0), entry('unit_9', 9)],
      cross_cutting: [
        { description: 'one', regions: ['src/client.rs:Client::unit_1', 'src/x.rs'], commit: commit(1) },
        { description: 'four', regions: ['src/client.rs:unit_4', 'src/x.rs'], commit: commit(4) },
      ],
    })
    const result = newestCommitsFirst().trim(output, budget(measure(output) - 100))
    expect(commitsOf(result)).not.toContain(commit(4))
    expect(result.dependencies_on_this.map(({ nature }) => nature)).toEqual([
      'assumption 1',
      'assumption 0',
      'assumption 9',
    ])
    expect(result.cross_cutting.map(({ description }) => description)).toEqual(['one'])
    expect(result.trimmed?.dropped_entries).toEqual({ dependencies_on_this: 1, cross_cutting: 1 })
  })

  it('keeps the most confident dependencies, and gives what stands outside regions at most half of the budget', () => {
    const dependencies = Array.from({ length: 200 }, (_, n) => ({
      from_file: 'src/other.rs',
      from_anchor: `caller_${n}`,
      nature: 'assumes that it may be called twice',
      commit: commit(1000 + n),
      confidence: ((n * 37) % 100) / 100,
    }))
    const regions = [region(1), region(2), region(3)]
    const result = newestCommitsFirst().trim(readOf(regions, { dependencies_on_this: dependencies }), budget(1500))
    expect(result.regions).toEqual(regions)
    const kept = result.dependencies_on_this.map(({ confidence = 0 }) => confidence)
    const lost = dependencies.filter((entry) => !result.dependencies_on_this.includes(entry))
    expect(kept.length).toBeGreaterThan(5)
    expect(Math.min(...kept)).toBeGreaterThanOrEqual(Math.max(...lost.map(({ confidence }) => confidence)))
    expect(result.trimmed?.dropped_entries).toEqual({ dependencies_on_this: lost.length })
  })

  it('lets repeated diagnostics go before anything else, and warnings that say something new last', () => {
    const warning = (code: string, n: number) => ({ code, severity: 'warning' as const, message: `${code} ${n}` })
    const diagnostics = [...Array.from({ length: 500 }, (_, n) => warning('malformed_note', n)), warning('shallow', 0)]
    const result = newestCommitsFirst().trim(readOf([region(1), region(2)], { diagnostics }), budget(1000))
    expect(result.regions).toHaveLength(2)
    expect(result.diagnostics).toContainEqual(warning('shallow', 0))
    expect(result.diagnostics).toContainEqual(warning('malformed_note', 0))
  })

  it('does not let a region that fits no budget take the others with it', () => {
    const huge = region(1, { intent: 'x'.repeat(3_000_000) })
    const result = newestCommitsFirst().trim(readOf([region(3), huge, region(2)]), budget(600))
    expect(commitsOf(result)).toEqual([commit(3), commit(2)])
    expect(result.trimmed?.dropped_commits).toEqual([commit(1)])
  })

  it('does not let a field that fits no budget take the others with it', () => {
    const wordy = region(1, { ...full, reasoning: `Because. ${'x'.repeat(3_000_000)}`, risk_notes: 'y'.repeat(9000) })
    const result = newestCommitsFirst().trim(readOf([region(3), wordy, region(2, full)]), budget(1500))
    expect(commitsOf(result)).toEqual([commit(3), commit(1), commit(2)])
    expect(result.regions[1]?.reasoning).toBe('Because.')
    expect(result.regions[1]?.risk_notes).toBeUndefined()
    expect(result.regions[2]).toEqual(region(2, full))
    expect(result.trimmed?.dropped_fields).toEqual(['reasoning (after its first sentence)', 'risk_notes'])
  })

  it('gives what stands outside regions the whole budget when no region fits', () => {
    const output = readOf([region(1, { intent: 'x'.repeat(5000) })], {
      cross_cutting: [{ description: 'Change both.', regions: ['src/client.rs:Client::unit_1'], commit: commit(1) }],
    })
    const result = newestCommitsFirst().trim(output, budget(260))
    expect(result.regions).toEqual([])
    expect(result.cross_cutting).toEqual(output.cross_cutting)
  })

  it('returns the skeleton, marked, when not even that fits', () => {
    const output = readOf([region(1), region(2)], {
      resolved: [{ file: 'src/client.rs', lines: { start: 1, end: 9 } }],
    })
    const result = newestCommitsFirst().trim(output, budget(50))
    expect(result).toEqual(
      readOf([], {
        query: { ...output.query, commit: commit(99).slice(0, 12) },
        stats: { ...output.stats, regions_returned: 0 },
        trimmed: {
          original_regions: 2,
          returned_regions: 0,
          dropped_commits: [commit(2).slice(0, 12)],
          strategy: 'newest_commits_first',
          estimated_tokens: measure(result),
          remedy: { option: 'maxTokens', value: Math.ceil((measure(output) + 10) / 100) * 100 },
          over_budget: true,
        },
      }),
    )
  })

  it('says how much was withheld, and what brings it back, at every budget', () => {
    const over: number[] = []
    for (let max = 20; max < 250; max++) {
      const output = readOf([region(1, full), region(2, full)], { query: { ...query, max_tokens: max } })
      const { regions, trimmed } = newestCommitsFirst().trim(output, budget(max))
      const { dropped_commits = [], original_regions, over_budget = false, remedy } = trimmed ?? {}
      expect(original_regions).toBe(2)
      expect(dropped_commits.length).toBeGreaterThan(0)
      expect(remedy).toEqual({ option: 'maxTokens', value: 900 })
      if (over_budget) over.push(max)
      if (over_budget) expect(regions).toEqual([])
    }
    expect(over).toEqual(Array.from({ length: over.length }, (_, i) => 20 + i))
    expect(over.at(-1)).toBeLessThanOrEqual(150)
  })

  it('counts the dropped fields where it has no room to name them', () => {
    const counts = descent(readOf([region(1, full)]), newestCommitsFirst(), 1).flatMap(({ regions, trimmed }) =>
      regions.length === 1 && trimmed?.dropped_fields === undefined
        ? [trimmed?.dropped_entries?.['dropped_fields']]
        : [],
    )
    expect(counts[0]).toBe(12)
  })

  it('names a budget that is enough for everything', () => {
    for (const n of [1, 3, 8, 20]) {
      const output = readOf(Array.from({ length: n }, (_, i) => region(i + 1, i % 2 === 0 ? full : {})))
      const { remedy } = newestCommitsFirst().trim(output, budget(Math.max(250, measure(output) - 40))).trimmed ?? {}
      const needed = Number(remedy?.value)
      const asked = (max_tokens: number): ReadOutput => ({ ...output, query: { ...output.query, max_tokens } })
      expect(newestCommitsFirst().trim(asked(needed), budget(needed)).trimmed).toBeNull()
      expect(newestCommitsFirst().trim(asked(needed - 120), budget(needed - 120)).trimmed).not.toBeNull()
    }
  })

  it('adds to the notice of an output that was trimmed before', () => {
    const output = readOf(Array.from({ length: 12 }, (_, i) => region(i + 1, full)))
    const once = newestCommitsFirst().trim(output, budget(2000))
    const twice = newestCommitsFirst().trim(once, budget(800))
    expect(once.regions.length).toBeGreaterThan(twice.regions.length)
    expect(twice.trimmed?.original_regions).toBe(12)
    const { dropped_commits: listed = [], dropped_entries: entries = {} } = twice.trimmed ?? {}
    expect(listed.length + (entries['dropped_commits'] ?? 0) + twice.regions.length).toBe(12)
    expect(twice.trimmed?.remedy).toEqual(once.trimmed?.remedy)
  })

  it('measures a few dozen times, and names the first of the commits that went', () => {
    const output = readOf(Array.from({ length: 2000 }, (_, i) => region(i + 1)))
    let measured = 0
    const counting: TokenBudget = { maxTokens: 4000, measure: (one) => (measured++, tokens.count(formatMarkdown(one))) }
    const { regions, trimmed } = newestCommitsFirst().trim(output, counting)
    expect(measured).toBeLessThan(90)
    expect(regions.length).toBeGreaterThan(40)
    expect(trimmed?.dropped_commits.length).toBe(20)
    expect(trimmed?.dropped_entries).toEqual({ dropped_commits: 2000 - regions.length - 20 })
  })
})

describe('lowest_value_first', () => {
  it('values constraints of an author most, then deprecation warnings, then risk notes, times confidence', () => {
    const plain = { constraints: [] }
    const author = { constraints: [{ text: 'Never.', source: 'author' as const }] }
    const inferred = { constraints: [{ text: 'Never.', source: 'inferred' as const }] }
    const value = (change: Partial<ReadRegion>): number => regionValue(region(1, { confidence: 0.5, ...change }))
    expect(value(plain)).toBe(0.5)
    expect(value(inferred)).toBe(1)
    expect(value(author)).toBe(1.5)
    expect(value({ ...plain, risk_notes: 'Drops.' })).toBe(1.5)
    expect(value({ ...plain, tags: ['deprecated'] })).toBe(2)
    expect(value({ ...plain, intent: 'Deprecated: use open().' })).toBe(2)
    expect(value({ constraints: Array.from({ length: 50 }, () => author.constraints).flat() })).toBe(4.5)
    expect(value({ ...plain, confidence: 0 })).toBeGreaterThan(0)
  })

  it('drops the region of the lowest value, whatever its age', () => {
    const output = readOf([
      region(4, { confidence: 0.9 }),
      region(1, { confidence: 0.2 }),
      region(3, { confidence: 0.5 }),
      region(2, { confidence: 0.7 }),
    ])
    const kept = new Set(descent(output, lowestValueFirst()).map((result) => commitsOf(result).map(Number).join()))
    expect([...kept]).toEqual(['4,3,2', '4,2', '4', ''])
  })

  it('gives up long fields of little value before a region', () => {
    const chatty = { ...full, related: undefined, reasoning: 'It is so. '.repeat(300) }
    const { related: _, ...wordy } = chatty
    const output = readOf([region(1, wordy), region(2, wordy), region(3)])
    const { regions, trimmed } = lowestValueFirst().trim(output, budget(1200))
    expect(regions).toHaveLength(3)
    expect(regions.map(({ reasoning }) => reasoning)).toEqual(['It is so.', 'It is so.', undefined])
    expect(trimmed?.dropped_fields).toContain('reasoning (after its first sentence)')
    expect(newestCommitsFirst().trim(output, budget(1200)).regions).toHaveLength(3)
  })
})

import {
  READ_OUTPUT_SCHEMA,
  type CrossCuttingEntry,
  type DependencyEntry,
  type Diagnostic,
  type HeldByTest,
  type QueryEcho,
  type ReadOutput,
  type ResolvedUnit,
} from '@chronicle/schema'
import * as fc from 'fast-check'
import { commitId, readPath, readRegion, share, unitName } from './read-region-arbitrary.ts'
import { recordedText, type RecordedContent } from './recorded-text.ts'

/** The options of `readOutputArbitrary`. */
export interface ReadOutputArbitraryOptions {
  /** The kind of text in the answers. Default `mixed`. */
  readonly content?: RecordedContent | undefined
  /** Maximum number of regions. Default 12. */
  readonly maxRegions?: number | undefined
  /** Maximum number of entries of each list outside `regions`. Default 4. */
  readonly maxEntries?: number | undefined
  /** Maximum number of sentences of a long text. Default 3. */
  readonly sentences?: number | undefined
}

/** Generates untrimmed answers as a pipeline returns them, from empty ones to several files with every field. */
export function readOutputArbitrary(options: ReadOutputArbitraryOptions = {}): fc.Arbitrary<ReadOutput> {
  const { content = 'mixed', maxRegions = 12, maxEntries = 4, sentences = 3 } = options
  const entries = <T>(entry: fc.Arbitrary<T>): fc.Arbitrary<readonly T[]> => {
    const some = fc.array(entry, { maxLength: maxEntries, size: 'max' })
    return fc.oneof({ weight: 2, arbitrary: some }, { weight: 1, arbitrary: fc.constant([]) })
  }
  return fc
    .record(
      {
        query: queryEcho(content),
        regions: fc.array(readRegion(content, sentences), { maxLength: maxRegions, size: 'max' }),
        dependencies_on_this: entries(dependencyEntry(content)),
        cross_cutting: entries(crossCuttingEntry(content)),
        held_by_tests: fc.array(heldByTest(content), { minLength: 1, maxLength: 4 }),
        ambiguous_anchor: fc.constant(true as const),
        resolved: fc.array(resolvedUnit(content), { maxLength: 3 }),
        commits_examined: fc.nat(500),
        revisions_examined: fc.nat(500),
        dependencies: fc.constantFrom('index', 'scan'),
        diagnostics: entries(diagnostic(content)),
      },
      {
        requiredKeys: [
          'query',
          'regions',
          'dependencies_on_this',
          'cross_cutting',
          'commits_examined',
          'revisions_examined',
          'dependencies',
          'diagnostics',
        ],
      },
    )
    .map(({ commits_examined, revisions_examined, dependencies, diagnostics, regions, ...rest }) => ({
      $schema: READ_OUTPUT_SCHEMA,
      ...rest,
      regions: [...regions].sort((a, b) => b.confidence - a.confidence),
      stats: {
        commits_examined,
        annotations_found: regions.length,
        regions_returned: regions.length,
        related_hops: regions.some(({ related }) => related !== undefined) ? 1 : 0,
        revisions_examined,
        dependencies,
      },
      diagnostics,
      trimmed: null,
    }))
}

function queryEcho(content: RecordedContent): fc.Arbitrary<QueryEcho> {
  return fc.record(
    {
      file: fc.oneof(
        { weight: 3, arbitrary: readPath(content) },
        fc.array(readPath(content), { minLength: 2, maxLength: 7 }),
      ),
      anchor: unitName(content),
      lines: fc.constant([4, 90] as const),
      depth: fc.nat(2),
      at: fc.constantFrom('WORKTREE', 'HEAD', 'v1.2~3'),
      commit: commitId(),
      since: fc.constantFrom('2025-01-01', 'v1.0'),
      tags: fc.constant(['mqtt', 'hot path']),
      context_level: fc.constant('enhanced'),
      min_confidence: share(2),
      max_regions: fc.constantFrom(20, 100),
      max_tokens: fc.integer({ min: 50, max: 50_000 }),
    },
    { requiredKeys: ['file', 'depth', 'at', 'commit', 'max_regions'] },
  )
}

function dependencyEntry(content: RecordedContent): fc.Arbitrary<DependencyEntry> {
  return fc.record(
    {
      from_file: readPath(content),
      from_anchor: unitName(content),
      nature: recordedText(content, 1),
      commit: commitId(),
      on_anchor: unitName(content),
      on_file: readPath(content),
      confidence: share(2),
    },
    { requiredKeys: ['from_file', 'from_anchor', 'nature', 'commit'] },
  )
}

function crossCuttingEntry(content: RecordedContent): fc.Arbitrary<CrossCuttingEntry> {
  const place = fc.tuple(readPath(content), unitName(content)).map(([file, unit]) => `${file}:${unit}`)
  return fc.record(
    {
      description: recordedText(content, 2),
      regions: fc.array(fc.oneof(place, readPath(content)), { maxLength: 3 }),
      nature: recordedText(content, 1),
      commit: commitId(),
    },
    { requiredKeys: ['description', 'regions', 'commit'] },
  )
}

function heldByTest(content: RecordedContent): fc.Arbitrary<HeldByTest> {
  return fc.record(
    {
      title: recordedText(content, 1),
      file: readPath(content),
      line: fc.integer({ min: 1, max: 900 }),
      anchor: unitName(content),
      commit: commitId(),
    },
    { requiredKeys: ['title', 'file', 'line', 'commit'] },
  )
}

function resolvedUnit(content: RecordedContent): fc.Arbitrary<ResolvedUnit> {
  return fc.record(
    {
      file: readPath(content),
      anchor: unitName(content),
      type: fc.constantFrom('method', 'function'),
      lines: fc.constant({ start: 4, end: 90 }),
      uncommitted_lines: fc.array(fc.constantFrom({ start: 5, end: 5 }, { start: 12, end: 30 }), { maxLength: 2 }),
    },
    { requiredKeys: ['file', 'lines'] },
  )
}

function diagnostic(content: RecordedContent): fc.Arbitrary<Diagnostic> {
  return fc.record(
    {
      code: fc.constantFrom('malformed_note', 'fuzzy_anchor', 'no_grammar'),
      severity: fc.constantFrom('info', 'warning'),
      message: recordedText(content, 1),
      commit: commitId(),
      path: readPath(content),
    },
    { requiredKeys: ['code', 'severity', 'message'] },
  )
}

import type { AnchorMatch, Freshness, ReadRegion, ResolvedRelated, UnknownKeys } from '@chronicle/schema'
import * as fc from 'fast-check'
import { hostileText, recordedText, type RecordedContent } from './recorded-text.ts'

const FILES = ['src/mqtt/client.rs', 'src/tls/session.rs', 'lib/router.ts', 'app/señal de vuelta.py', 'Makefile']
const UNITS = ['MqttClient::connect', 'MqttClient::close', 'connect', 'TlsSessionCache::new', 'Router.handle', 'main']
const ANCHOR_MATCHES: readonly AnchorMatch[] = [
  'exact',
  'signature_changed',
  'unqualified',
  'fuzzy',
  'line_overlap',
  'gone',
  'whole_file',
]
const FRESHNESS: readonly Freshness[] = ['fresh', 'moved', 'drifted', 'orphaned']
/** Number of different commits. Several regions often share one. */
const COMMITS = 24
const FIRST_DAY = Date.UTC(2024, 0, 1)
const DAY = 86_400_000

/** Generates paths that regions, entries and queries have in common. */
export function readPath(content: RecordedContent): fc.Arbitrary<string> {
  const usual = fc.constantFrom(...FILES)
  // Readers of notes never return an empty path.
  const hostile = hostileText().filter((path) => path !== '')
  return content === 'realistic' ? usual : fc.oneof({ weight: 6, arbitrary: usual }, hostile)
}

/** Generates unit names that regions, entries and queries have in common. */
export function unitName(content: RecordedContent): fc.Arbitrary<string> {
  const usual = fc.constantFrom(...UNITS)
  return content === 'realistic' ? usual : fc.oneof({ weight: 6, arbitrary: usual }, hostileText())
}

/** Generates one of a few commit ids. */
export function commitId(): fc.Arbitrary<string> {
  return fc.nat(COMMITS - 1).map((n) => (0x9e3779b1 * (n + 1)).toString(16).padEnd(40, 'c0ffee5'))
}

/** Generates a number in [0, 1] with the given number of decimals, as the pipeline rounds it. */
export function share(decimals: number): fc.Arbitrary<number> {
  const scale = 10 ** decimals
  return fc.nat(scale).map((n) => n / scale)
}

/** Generates a scored region. `sentences` limits the length of its prose. */
export function readRegion(content: RecordedContent, sentences: number = 3): fc.Arbitrary<ReadRegion> {
  const text = recordedText(content, sentences)
  const short = recordedText(content, 1)
  const lines = fc.tuple(fc.integer({ min: 1, max: 4000 }), fc.nat(80)).map(([start, more]) => {
    return { start, end: start + more }
  })
  return fc.record(
    {
      commit: commitId(),
      timestamp: fc.nat(800).map((day) => new Date(FIRST_DAY + day * DAY).toISOString()),
      recorded: fc.record(
        { by: short, at: fc.nat(800).map((day) => new Date(FIRST_DAY + day * DAY).toISOString()), with: short },
        { requiredKeys: ['at'] },
      ),
      context_level: fc.constantFrom('enhanced', 'inferred'),
      confidence: share(2),
      confidence_factors: fc.record({
        recency: fc.nat(900).map((days) => `${days} days old`),
        context_level: fc.constantFrom('enhanced', 'inferred'),
        anchor_match: fc.constantFrom(...ANCHOR_MATCHES),
        provenance: fc.constantFrom('initial', 'squash', 'amend'),
      }),
      confidence_scores: fc.record({
        intact_share: share(4),
        anchor_match: share(4),
        claim: share(4),
        source: share(4),
      }),
      file: readPath(content),
      recorded_file: readPath(content),
      ast_anchor: fc.record(
        { type: fc.constantFrom('method', 'function', 'struct'), name: unitName(content), signature: short },
        { requiredKeys: ['type', 'name'] },
      ),
      lines,
      current_lines: lines,
      survival: share(4),
      intact_lines: fc.tuple(fc.nat(90), fc.nat(20)).map(([intact, more]) => ({ intact, recorded: intact + more })),
      freshness: fc.constantFrom(...FRESHNESS),
      drifted_by: fc.array(fc.oneof(commitId(), fc.constant('uncommitted')), { maxLength: 5 }),
      current_anchor: unitName(content),
      about: fc.constantFrom('enclosing_unit', 'commit', 'folder', 'repository'),
      outlived: fc.constant(true as const),
      comment: fc.constantFrom('stands', 'changed'),
      also_on: fc.array(commitId(), { minLength: 1, maxLength: 3 }),
      summary: short,
      task: fc.constantFrom('JIRA-1234', 'Rotate certificates'),
      intent: text,
      reasoning: text,
      constraints: fc.array(fc.record({ text: short, source: fc.constantFrom('author', 'inferred') }), {
        maxLength: 4,
      }),
      risk_notes: text,
      rejected_alternatives: fc.array(fc.record({ approach: short, reason: text }), { maxLength: 3 }),
      evidence: fc.array(
        fc.record(
          { kind: fc.constantFrom('commit_message', 'file_lines'), quote: short, file: readPath(content), lines },
          { requiredKeys: ['kind'] },
        ),
        { maxLength: 2 },
      ),
      semantic_dependencies: fc.array(
        fc.record({ file: readPath(content), anchor: unitName(content), nature: short }),
        { maxLength: 3 },
      ),
      tags: fc.array(fc.constantFrom('mqtt', 'security', 'deprecated', 'hot path'), { maxLength: 3 }),
      corrections: fc.array(correction(content), { maxLength: 2 }),
      related: fc.array(related(content), { maxLength: 3 }),
    },
    {
      requiredKeys: [
        'commit',
        'timestamp',
        'context_level',
        'confidence',
        'confidence_factors',
        'confidence_scores',
        'file',
        'survival',
        'freshness',
        'intent',
        'constraints',
      ],
    },
  )
}

function related(content: RecordedContent): fc.Arbitrary<ResolvedRelated> {
  return fc.record(
    {
      commit: commitId(),
      anchor: unitName(content),
      relationship: recordedText(content, 1),
      hop: fc.integer({ min: 1, max: 3 }),
      confidence: share(2),
      intent: recordedText(content, 2),
      file: readPath(content),
      unresolved: fc.constantFrom('no_annotation', 'no_region', 'malformed_note'),
    },
    { requiredKeys: ['commit', 'anchor', 'relationship', 'hop'] },
  )
}

/** JSON values as a parser returns them: without −0. */
const jsonValue: fc.Arbitrary<unknown> = fc.json({ maxDepth: 2 }).map((text): unknown => JSON.parse(text))

function correction(content: RecordedContent): fc.Arbitrary<UnknownKeys> {
  const usual = fc.record({
    field: fc.constantFrom('constraints', 'reasoning'),
    correction_type: fc.constantFrom('flag', 'remove', 'amend'),
    reason: recordedText(content, 1),
    author: fc.constantFrom('Ada', 'Grace'),
  })
  const unusual = fc.dictionary(fc.constantFrom('what', 'why'), jsonValue)
  return content === 'realistic' ? usual : fc.oneof(usual, unusual)
}

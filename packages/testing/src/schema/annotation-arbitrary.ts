import type {
  Annotation,
  AstAnchor,
  CommitId,
  CrossCuttingConcern,
  LineRange,
  Region,
  StoredRecording,
  UnknownKeys,
} from '@chronicle/schema'
import * as fc from 'fast-check'
import { anyCodePoint } from '../text/any-code-point.ts'

/**
 * Generates texts as annotations contain them: prose, any Unicode, several lines, and lines that look like passage
 * dividers.
 */
export function annotationText(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('Opens the session.', 'Must hold the lock.', 'a', 'b') },
    { weight: 2, arbitrary: fc.string({ minLength: 1, unit: 'grapheme' }) },
    { weight: 1, arbitrary: fc.string({ minLength: 1, unit: anyCodePoint() }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('a\n\n----\n\nb', 'b\n----\na', '----', '\na\n', 'x\n\n----', 'say "no"\\\t'),
    },
  )
}

/** Uses few places and intents, so that two regions are often about the same thing. */
function regionArbitrary(options: { readonly commitWide?: boolean } = {}): fc.Arbitrary<Region> {
  const file = fc.constantFrom('src/session.rs', 'lib/a b/ü.ts', 'README.md')
  return fc
    .record({
      file: options.commitWide === false ? file : fc.option(file, { nil: undefined, freq: 8 }),
      ast_anchor: optional(astAnchor()),
      lines: optional(lineRange()),
      intent: fc.oneof(fc.constantFrom('Opens the session.', 'Closes it.'), annotationText()),
      context_level: fc.constantFrom(undefined, undefined, 'enhanced' as const, 'inferred' as const),
      recorded: fc.option(recording(), { nil: undefined, freq: 1 }),
      reasoning: optional(annotationText()),
      constraints: entries({ text: annotationText(), source: fc.constantFrom('author' as const, 'inferred' as const) }),
      semantic_dependencies: entries({ file: annotationFile(), anchor: looseText(), nature: looseText() }),
      related_annotations: entries({
        commit: fc.constantFrom('0a1b2c3', 'f'.repeat(40)),
        anchor: looseText(),
        relationship: looseText(),
      }),
      tags: fc.array(fc.constantFrom('tls', 'mqtt', 'security', 'ü'), { maxLength: 3 }),
      risk_notes: optional(annotationText()),
      rejected_alternatives: entries({ approach: annotationText(), reason: looseText() }),
      evidence: fc.array(
        withoutUndefined(
          fc.record({
            kind: fc.constantFrom(
              'commit_message' as const,
              'file_lines' as const,
              'diff_hunk' as const,
              'author_context' as const,
            ),
            quote: optional(annotationText()),
            file: optional(annotationFile()),
            lines: optional(lineRange()),
            unknown_keys: unknownKeys(),
          }),
        ),
        { maxLength: 2 },
      ),
      held_by_tests: fc.option(
        fc.array(
          withoutUndefined(
            fc.record({
              title: annotationText(),
              file: annotationFile(),
              line: optional(fc.integer({ min: 1, max: 999 })),
              unknown_keys: unknownKeys(),
            }),
          ),
          { minLength: 1, maxLength: 2 },
        ),
        { nil: undefined },
      ),
      corrections: fc.array(jsonObject(), { maxLength: 1 }),
      unknown_keys: unknownKeys(),
    })
    .map(dropUndefined) as fc.Arbitrary<Region>
}

/** Options of `annotationArbitrary`. */
export interface AnnotationArbitraryOptions {
  /** The commits. Default: always the same one, as in annotations that are merged. */
  readonly commit?: fc.Arbitrary<CommitId> | undefined
  /** Maximum number of regions. Default 4. */
  readonly maxRegions?: number | undefined
  /** Whether regions may lack `file`, as those from newer formats do. Default true. */
  readonly commitWide?: boolean | undefined
}

/**
 * Generates annotations that a reader may produce from `chronicle/v1`: normalised paths, no empty optional texts, JSON
 * in `unknown_keys`.
 */
export function annotationArbitrary(options: AnnotationArbitraryOptions = {}): fc.Arbitrary<Annotation> {
  const { commitWide = true, maxRegions = 4 } = options
  return fc
    .record({
      commit: options.commit ?? fc.constant('0123456789abcdef0123456789abcdef01234567' as CommitId),
      timestamp: timestamp(),
      task: optional(annotationText()),
      summary: fc.oneof(fc.constantFrom('Add pooling.', 'Fix the leak.'), annotationText()),
      context_level: fc.constantFrom('enhanced' as const, 'inferred' as const),
      regions: fc.array(regionArbitrary({ commitWide }), { maxLength: maxRegions }),
      cross_cutting: fc.array(concern(), { maxLength: 2 }),
      provenance: withoutUndefined(
        fc.record({
          operation: fc.constantFrom('initial' as const, 'squash' as const, 'amend' as const),
          derived_from: fc.array(fc.constantFrom('a'.repeat(40), 'b'.repeat(40)), { maxLength: 2 }),
          original_annotations_preserved: fc.boolean(),
          synthesis_notes: optional(annotationText()),
          recorded: optional(recording()),
          unknown_keys: unknownKeys(),
        }),
      ),
      read_from: fc.constant(['chronicle/v1']),
      unknown_keys: unknownKeys(),
    })
    .map(dropUndefined) as fc.Arbitrary<Annotation>
}

/** Uses few values, so that two annotations often have the same recording. */
function recording(): fc.Arbitrary<StoredRecording> {
  return fc
    .record({
      by: fc.constantFrom('Ada', undefined),
      email: fc.constantFrom('ada@example.com', undefined),
      at: fc.constantFrom('2025-06-10T14:30:00Z', '2025-06-10T16:30:00+02:00', '2025-07-01T00:00:00Z'),
      with: fc.constantFrom('git-chronicle 1.0.0', 'heuristic', undefined),
      unknown_keys: unknownKeys(),
    })
    .map(dropUndefined) as fc.Arbitrary<StoredRecording>
}

function concern(): fc.Arbitrary<CrossCuttingConcern> {
  return fc
    .record({
      description: fc.oneof(fc.constantFrom('Keys rotate together.'), annotationText()),
      regions: fc.array(fc.constantFrom('src/session.rs:Session::open', 'README.md', 'deploy/rotate.rs:on_renewal'), {
        maxLength: 3,
      }),
      nature: optional(annotationText()),
      tags: fc.array(fc.constantFrom('tls', 'ops'), { maxLength: 2 }),
      unknown_keys: unknownKeys(),
    })
    .map(dropUndefined) as fc.Arbitrary<CrossCuttingConcern>
}

function astAnchor(): fc.Arbitrary<AstAnchor> {
  return fc
    .record({
      type: fc.constantFrom('function', 'method', 'unknown'),
      name: fc.constantFrom('Session::open', 'Session::close', 'main'),
      signature: optional(fc.constantFrom('fn open(&mut self)', 'fn open(&mut self, timeout: Duration)')),
      unknown_keys: unknownKeys(),
    })
    .map(dropUndefined) as fc.Arbitrary<AstAnchor>
}

function lineRange(): fc.Arbitrary<LineRange> {
  return fc
    .tuple(fc.constantFrom(1, 10, 400), fc.constantFrom(0, 5, 90))
    .map(([start, length]) => ({ start, end: start + length }))
}

function timestamp(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom('2025-06-10T14:30:00Z', '2025-06-10T16:30:00+02:00', '2025-06-10T14:30:00.123456789Z', ''),
    fc.integer({ min: 0, max: 4_000_000_000_000 }).map((time) => new Date(time).toISOString()),
  )
}

function annotationFile(): fc.Arbitrary<string> {
  return fc.constantFrom('src/session.rs', 'src/tls/cache.rs')
}

function looseText(): fc.Arbitrary<string> {
  return fc.oneof(fc.constantFrom('', 'x', 'assumes idempotence'), fc.string())
}

/** Generates lists of objects, each of which may have unknown keys. */
function entries<T>(fields: { readonly [Key in keyof T]: fc.Arbitrary<T[Key]> }): fc.Arbitrary<readonly T[]> {
  const entry = withoutUndefined(fc.record<Record<string, unknown>>({ ...fields, unknown_keys: unknownKeys() }))
  return fc.array(entry, { maxLength: 2 }) as fc.Arbitrary<unknown> as fc.Arbitrary<readonly T[]>
}

/** Generates keys that no version of the format uses, some of them awkward. */
function unknownKeys(): fc.Arbitrary<UnknownKeys | undefined> {
  const key = fc.constantFrom('x_team', 'reviewed_by', 'constructor', 'toString', '0', '', 'ключ')
  const keys = fc.dictionary(key, json(), { minKeys: 1, maxKeys: 2, noNullPrototype: true })
  return fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: keys })
}

function jsonObject(): fc.Arbitrary<UnknownKeys> {
  return fc.dictionary(fc.constantFrom('field', 'reason', 'author'), json(), { maxKeys: 3, noNullPrototype: true })
}

/** Generates JSON values that are unchanged after writing and reading, so without `__proto__` and -0. */
function json(): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom<unknown>(1, 2, 'x', null, { merged_values: [1, 2] }, { a: 1, b: 2 }, { b: 2, a: 1 }),
    fc
      .jsonValue({ maxDepth: 3 })
      .map(
        (value) =>
          JSON.parse(
            JSON.stringify(value, (key, each: unknown) => (key === '__proto__' ? undefined : each)),
          ) as unknown,
      ),
  )
}

function optional<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(arbitrary, { nil: undefined, freq: 2 })
}

function withoutUndefined<T extends object>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return arbitrary.map(dropUndefined)
}

function dropUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T
}

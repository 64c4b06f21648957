import * as fc from 'fast-check'

/** A note as one of the tools for these formats wrote it. */
export interface StoredNote {
  readonly format: 'v1' | 'v2' | 'v3' | 'knowledge'
  readonly bytes: Uint8Array
  /** Texts in the note that every reader of the format must return somewhere. */
  readonly texts: readonly string[]
}

/**
 * Generates notes in every format that was ever written to the notes ref, in every layout that was seen: either schema
 * key, old product name, plain-text constraints, missing parts, pretty or compact, raw line breaks inside strings.
 */
export function storedNoteArbitrary(format?: StoredNote['format']): fc.Arbitrary<StoredNote> {
  const formats = format === undefined ? (['v1', 'v2', 'v3', 'knowledge'] as const) : [format]
  return fc.constantFrom(...formats).chain((chosen) =>
    fc
      .tuple(
        DOCUMENTS[chosen](),
        fc.constantFrom('$schema', 'schema'),
        fc.constantFrom('compact', 'pretty', 'raw', 'bom'),
      )
      .map(([{ schema, body }, key, layout]) => ({
        format: chosen,
        bytes: new TextEncoder().encode(lay({ [key]: schema, ...body }, layout)),
        texts: textsOf(body),
      })),
  )
}

interface StoredDocument {
  readonly schema: string
  readonly body: Readonly<Record<string, unknown>>
}

const DOCUMENTS: Readonly<Record<StoredNote['format'], () => fc.Arbitrary<StoredDocument>>> = {
  v1: () => fc.tuple(fc.constantFrom('chronicle/v1', 'ultragit/v1'), v1()).map(([schema, body]) => ({ schema, body })),
  v2: () => v2().map((body) => ({ schema: 'chronicle/v2', body })),
  v3: () => v3().map((body) => ({ schema: 'chronicle/v3', body })),
  knowledge: () => knowledge().map((body) => ({ schema: 'chronicle/knowledge-v1', body })),
}

function v1(): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const constraint = fc.oneof(
    distinctText(),
    fc.record({ text: distinctText(), source: fc.constantFrom('author', 'inferred') }),
  )
  const region = some(
    {
      ast_anchor: anchor(),
      lines: lines(),
      reasoning: distinctText(),
      constraints: fc.array(constraint, { maxLength: 2 }),
      semantic_dependencies: list({ file: path(), anchor: name(), nature: distinctText() }),
      related_annotations: list({ commit: commit(), anchor: name(), relationship: distinctText() }),
      tags: fc.array(word(), { maxLength: 2 }),
      risk_notes: distinctText(),
      corrections: list({ field: fc.constant('intent'), reason: distinctText(), author: distinctText() }),
      x_other_tool: distinctText(),
    },
    { file: path(), intent: distinctText() },
  )
  const place = fc.oneof(path(), some({ anchor: name() }, { file: path() }))
  const concern = some(
    { nature: distinctText(), tags: fc.array(word()) },
    { description: distinctText(), regions: fc.array(place, { maxLength: 2 }) },
  )
  const provenance = some(
    {
      derived_from: fc.array(commit(), { maxLength: 2 }),
      original_annotations_preserved: fc.boolean(),
      synthesis_notes: distinctText(),
      recorded: some({ by: distinctText(), email: distinctText(), with: distinctText() }, { at: timestamp() }),
    },
    { operation: fc.constantFrom('initial', 'squash', 'amend') },
  )
  return some(
    {
      commit: commit(),
      timestamp: timestamp(),
      task: distinctText(),
      context_level: fc.constantFrom('enhanced', 'inferred'),
      cross_cutting: fc.array(concern, { maxLength: 2 }),
      provenance,
      x_other_tool: distinctText(),
    },
    { summary: distinctText(), regions: fc.array(region, { maxLength: 3 }) },
  )
}

function v2(): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const narrative = some(
    {
      motivation: distinctText(),
      rejected_alternatives: list({ approach: distinctText(), reason: distinctText() }),
      held_by_tests: list({ title: distinctText(), file: path(), line: fc.nat(90) }),
      follow_up: distinctText(),
      files_changed: fc.array(path(), { maxLength: 3 }),
      sentiments: list({ feeling: fc.constantFrom('worry', 'Confidence'), detail: distinctText() }),
    },
    { summary: distinctText() },
  )
  const decision = some(
    {
      revisit_when: distinctText(),
      scope: fc.array(fc.oneof(path(), fc.constantFrom('src/pool.rs:Pool::get', 'the pool')), { maxLength: 3 }),
    },
    {
      what: distinctText(),
      why: distinctText(),
      stability: fc.constantFrom('permanent', 'provisional', 'experimental'),
    },
  )
  const described = fc.record({
    type: fc.constantFrom('hazard', 'security', 'performance', 'tech_debt', 'test_coverage'),
    description: distinctText(),
  })
  const kind = fc.oneof(
    described,
    fc.record({
      type: fc.constant('contract'),
      description: distinctText(),
      source: fc.constantFrom('author', 'inferred'),
    }),
    fc.record({
      type: fc.constant('dependency'),
      target_file: path(),
      target_anchor: name(),
      assumption: distinctText(),
    }),
    fc.record({ type: fc.constant('unstable'), description: distinctText(), revisit_when: distinctText() }),
    some({ replacement: distinctText() }, { type: fc.constant('deprecated'), description: distinctText() }),
  )
  return some(
    {
      decisions: fc.array(decision, { maxLength: 2 }),
      markers: fc.array(some({ anchor: anchor(), lines: lines() }, { file: path(), kind }), { maxLength: 3 }),
      effort: fc.record({ id: distinctText(), description: distinctText(), phase: fc.constant('build') }),
    },
    { commit: commit(), timestamp: timestamp(), narrative, provenance: laterProvenance() },
  )
}

function v3(): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const category = fc.constantFrom('dead_end', 'gotcha', 'insight', 'unfinished_thread')
  const content = fc.oneof(
    distinctText(),
    fc.tuple(distinctText(), distinctText()).map((parts) => parts.join(' because ')),
  )
  return some(
    { wisdom: fc.array(some({ file: path(), lines: lines() }, { category, content }), { maxLength: 4 }) },
    { commit: commit(), timestamp: timestamp(), summary: distinctText(), provenance: laterProvenance() },
  )
}

function knowledge(): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return some(
    {
      boundaries: list({ id: distinctText(), module: distinctText(), owns: distinctText(), boundary: distinctText() }),
      anti_patterns: list({ id: distinctText(), pattern: distinctText(), instead: distinctText() }),
    },
    {
      conventions: list({
        id: distinctText(),
        scope: distinctText(),
        rule: distinctText(),
        stability: fc.constant('permanent'),
      }),
    },
  )
}

function laterProvenance(): fc.Arbitrary<unknown> {
  const source = fc.constantFrom('live', 'batch', 'backfill', 'squash', 'amend', 'migrated_v1', 'migrated_v2')
  return some(
    { author: distinctText(), derived_from: fc.array(commit(), { maxLength: 2 }), notes: distinctText() },
    { source },
  )
}

/** Generates distinctive words that can be searched for, sometimes on two lines. */
function distinctText(): fc.Arbitrary<string> {
  const sentence = fc.array(word(), { minLength: 2, maxLength: 5 }).map((words) => words.join(' '))
  return fc.oneof(
    { weight: 5, arbitrary: sentence },
    fc.tuple(sentence, sentence).map((both) => both.join('\n')),
  )
}

function word(): fc.Arbitrary<string> {
  return fc.nat().map((number) => `é${number.toString(36)}w`)
}

function name(): fc.Arbitrary<string> {
  return fc.constantFrom('Session::open', 'Session::close', 'main')
}

function path(): fc.Arbitrary<string> {
  return fc.constantFrom('src/session.rs', 'src/pool.rs', 'build.rs', './src/session.rs', 'src\\pool.rs', '/build.rs')
}

function anchor(): fc.Arbitrary<unknown> {
  const type = fc.constantFrom('function', 'impl block', 'whatever')
  const signature = fc.constant('fn open(&mut self)')
  return fc.oneof(some({ signature }, { type, name: name() }), some({ signature }, { unit_type: type, name: name() }))
}

function lines(): fc.Arbitrary<unknown> {
  return fc.tuple(fc.integer({ min: 1, max: 500 }), fc.nat(80)).map(([start, more]) => ({ start, end: start + more }))
}

function commit(): fc.Arbitrary<string> {
  return fc.nat().map((number) => number.toString(16).padStart(40, '7'))
}

function timestamp(): fc.Arbitrary<string> {
  return fc.constantFrom('2025-06-10T14:30:00Z', '2025-06-10T14:30:00.123456789+00:00')
}

function some(
  optional: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  required: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) })
}

function list(fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<readonly unknown[]> {
  return fc.array(fc.record(fields), { maxLength: 2 })
}

function lay(document: object, layout: string): string {
  if (layout === 'compact') return JSON.stringify(document)
  const pretty = JSON.stringify(document, null, 2)
  return layout === 'raw' ? pretty.replaceAll('\\n', '\n') : layout === 'bom' ? `\uFEFF${pretty}\n` : `${pretty}\n`
}

/** Returns every text of two words or more. A dead end may be split into what was tried and why it failed. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.split(' because ').filter((part) => part.includes(' '))
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

import type { KnowledgeDocument } from '@chronicle/core/contracts'
import * as fc from 'fast-check'
import { anyCodePoint } from '../text/any-code-point.ts'

/** A change to a collection. */
export type KnowledgeStep =
  | { readonly kind: 'add'; readonly documents: readonly KnowledgeDocument[] }
  | { readonly kind: 'retain'; readonly keys: readonly string[] }
  | { readonly kind: 'reopen' }

/** Names with a special meaning in objects, SQL, paths or UTF-8. */
const HOSTILE = [
  '',
  '__proto__',
  'constructor',
  'toString',
  "'; --",
  '\0',
  '\n',
  '../x',
  '\ud800',
  '\udc00a',
  '\ufeff',
  '💥',
]

const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: anyCodePoint(), maxLength: 12 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 4 }).map((units) => String.fromCharCode(...units)),
)

const count: fc.Arbitrary<number> = fc.oneof(
  { weight: 9, arbitrary: fc.nat({ max: 9 }) },
  fc.constantFrom(127, 128, 511, 512, 65_536, 2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER),
)

/** Generates few different keys, so that steps affect the same documents. */
const knowledgeKeyArbitrary: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.nat({ max: 40 }).map((number) => `blob-${number}:typescript`) },
  fc.constantFrom('__proto__', 'constructor', 'a', 'A', 'a.b', 'a:b', '-', 'x'.repeat(200)),
)

const term: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.nat({ max: 30 }).map((number) => `term${number}`) },
  anyText,
)

/** Generates documents as hostile as the contract allows. The same key may occur with different documents. */
export const knowledgeDocumentArbitrary: fc.Arbitrary<KnowledgeDocument> = fc.record({
  key: knowledgeKeyArbitrary,
  value: fc.oneof(
    anyText,
    fc.json(),
    fc.nat({ max: 300 }).map((size) => 'long '.repeat(size * 200)),
  ),
  lengths: fc.array(count, { maxLength: 7 }),
  terms: fc
    .array(fc.tuple(term, fc.array(count, { minLength: 1, maxLength: 7 })), { maxLength: 12 })
    .map((entries) => new Map(entries)),
})

export const knowledgeStepsArbitrary: fc.Arbitrary<readonly KnowledgeStep[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .array(knowledgeDocumentArbitrary, { maxLength: 8 })
        .map((documents): KnowledgeStep => ({ kind: 'add', documents })),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(knowledgeKeyArbitrary, { maxLength: 30 })
        .map((keys): KnowledgeStep => ({ kind: 'retain', keys })),
    },
    { weight: 2, arbitrary: fc.constant<KnowledgeStep>({ kind: 'reopen' }) },
  ),
  { maxLength: 40 },
)

import * as fc from 'fast-check'
import { storedNoteArbitrary } from './stored-note-arbitrary.ts'
import { anyCodePoint } from '../text/any-code-point.ts'

/**
 * Generates bytes that may be found instead of a note: noise, meaningless JSON, notes with values of wrong types, and
 * truncated, duplicated and damaged notes.
 */
export function hostileNoteArbitrary(): fc.Arbitrary<Uint8Array> {
  const noise = fc.uint8Array({ maxLength: 300 })
  const stored = storedNoteArbitrary().map(({ bytes }) => bytes)
  return fc.oneof(
    { weight: 1, arbitrary: noise },
    { weight: 1, arbitrary: fc.json().map(encode) },
    { weight: 3, arbitrary: wrongTypes().map((document) => encode(JSON.stringify(document))) },
    { weight: 2, arbitrary: fc.tuple(stored, fc.nat(), noise, fc.nat(4)).map(damage) },
    { weight: 1, arbitrary: fc.array(fc.oneof(stored, noise), { maxLength: 4 }).map(join) },
    {
      weight: 1,
      arbitrary: fc.array(fc.constantFrom(...TOKENS), { maxLength: 60 }).map((parts) => encode(parts.join(''))),
    },
  )
}

/** Generates documents with every key of any format, each with any value. */
function wrongTypes(): fc.Arbitrary<unknown> {
  const { value } = fc.letrec<{ value: unknown; object: object }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.constantFrom<unknown>(null, '', 'x', 'HEAD', '10:5', -1, 0, 2.5, 1e300, true, 'enhanced', 'contract', '../up'),
      fc.string({ unit: anyCodePoint() }),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('object'),
    ),
    object: fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 6, noNullPrototype: true }),
  }))
  const schema = fc.constantFrom(
    'chronicle/v1',
    'chronicle/v2',
    'chronicle/v3',
    'chronicle/v9',
    'chronicle/knowledge-v1',
  )
  const fields = fc.dictionary(fc.constantFrom(...KEYS), value, { maxKeys: 12, noNullPrototype: true })
  return fc.tuple(schema, fields).map(([$schema, rest]) => ({ $schema, summary: 'S', ...rest }))
}

function damage([bytes, at, noise, kind]: readonly [Uint8Array, number, Uint8Array, number]): Uint8Array {
  const cut = at % (bytes.length + 1)
  switch (kind) {
    case 0:
      return bytes.slice(0, cut)
    case 1:
      return bytes.slice(cut)
    case 2:
      return join([bytes.slice(0, cut), noise, bytes.slice(cut)])
    case 3:
      return join([bytes.slice(0, cut), bytes])
    default:
      return join([bytes, noise, bytes])
  }
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

const KEYS = (
  '$schema schema commit timestamp task summary context_level regions cross_cutting provenance file ast_anchor type ' +
  'unit_type name signature lines start end intent reasoning constraints text source semantic_dependencies anchor ' +
  'nature related_annotations relationship tags risk_notes rejected_alternatives approach reason evidence kind quote ' +
  'held_by_tests title line corrections description operation derived_from original_annotations_preserved synthesis_notes narrative motivation ' +
  'follow_up files_changed sentiments feeling detail decisions what why stability revisit_when scope markers ' +
  'target_file target_anchor assumption replacement effort wisdom category content conventions unknown_keys ' +
  '__proto__ constructor toString hasOwnProperty'
).split(' ')

const TOKENS = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ':',
  ',',
  '\\',
  '\n',
  '\u0000',
  '\uFEFF',
  '"a"',
  '{"summary":"s"}',
  '1',
  'null',
  '<<<<<<<',
]

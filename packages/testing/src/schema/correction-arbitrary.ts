import { CORRECTION_TYPES, type Correction, type CorrectionPlace } from '@chronicle/schema'
import * as fc from 'fast-check'
import { annotationText } from './annotation-arbitrary.ts'

/**
 * Generates corrections as notes contain them. They often refer to the places and values that `annotationArbitrary`
 * generates.
 */
export function correctionArbitrary(): fc.Arbitrary<Correction> {
  const place = fc.record(
    {
      file: fc.constantFrom('src/session.rs', 'lib/a b/ü.ts', 'README.md'),
      anchor: fc.constantFrom('open', 'Session::open', 'é'),
      intent: fc.constantFrom('Opens the session.', 'Closes it.'),
      unknown_keys: fc.record({ tool: fc.jsonValue({ maxDepth: 2 }).filter((value) => value !== null) }),
    },
    { requiredKeys: [] },
  )
  const attribution = fc.record({
    reason: fc.oneof(fc.constantFrom('It is wrong.', 'It was never so.'), annotationText()),
    author: fc.constantFrom('Ada <ada@example.com>', 'Grace <grace@example.com>'),
    timestamp: fc.constantFrom('2025-06-10T14:30:00Z', '2025-06-10T16:30:00+02:00', '2025-07-01T00:00:00Z'),
  })
  return fc
    .tuple(place, attribution, fc.constantFrom(...CORRECTION_TYPES), change())
    .map(([where, words, type, { field, target_value, replacement }]): Correction => {
      const edit =
        type === 'remove' ? { field, target_value } : type === 'amend' ? { field, target_value, replacement } : {}
      const newer = type === 'supersede' ? { superseded_by: 'a'.repeat(40) } : {}
      const place =
        type === 'reattach' ? { place: PLACES[field.length % 3] ?? PLACES[0], at_commit: 'b'.repeat(40) } : {}
      return { ...where, correction_type: type, ...edit, ...newer, ...place, ...words }
    })
}

const PLACES: readonly [CorrectionPlace, ...CorrectionPlace[]] = [
  {
    file: 'src/new.rs',
    ast_anchor: { type: 'function', name: 'open', signature: 'fn open()' },
    lines: { start: 1, end: 9 },
  },
  { file: 'src/' },
  { file: 'README.md', lines: { start: 2, end: 2 } },
]

function change(): fc.Arbitrary<{
  readonly field: string
  readonly target_value: string
  readonly replacement: string
}> {
  const value = fc.oneof(
    fc.constantFrom('Opens the session.', 'Must hold the lock.', 'a', 'b', 'tls', 'Closes it.'),
    annotationText(),
  )
  return fc.record({
    field: fc.constantFrom(
      'intent',
      'reasoning',
      'constraints',
      'tags',
      'risk_notes',
      'summary',
      'cross_cutting',
      'odd',
    ),
    target_value: value,
    replacement: value,
  })
}

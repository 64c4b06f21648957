import { expect, it } from 'vitest'
import { placeOfEdited } from './edited-lines.ts'

/** Returns what the first of some lines became when all of them were replaced. */
function became(older: readonly string[], newer: readonly string[]): string | undefined {
  const edit = { startA: 0, endA: older.length, startB: 0, endB: newer.length }
  const place = placeOfEdited([edit], { start: 1, end: 1 }, older, newer)
  return place && newer[place.start - 1]
}

it.each<readonly [string, readonly string[], readonly string[], string | undefined]>([
  ['a value', ['ENV TIMEOUT=30'], ['ENV TIMEOUT=60'], 'ENV TIMEOUT=60'],
  ['order', ['ENV TIMEOUT=30', 'ENV RETRIES=3'], ['ENV RETRIES=5', 'ENV TIMEOUT=60'], 'ENV TIMEOUT=60'],
  ['what it sets', ['ENV TIMEOUT=30'], ['ENV RETRIES=5'], undefined],
  ['the package', ['flask-login==1.0'], ['flask-cors==1.0'], undefined],
  ['rows', ['| timeout | yes |', '| retry | no |'], ['| retry | yes |', '| timeout | no |'], '| timeout | no |'],
  ['a flag', ['go build ./cmd'], ['go build -v ./cmd'], 'go build -v ./cmd'],
])(
  'a line without a unit is followed through an edit of %s, unless another one took its place',
  (_, older, newer, now) => {
    expect(became(older, newer)).toBe(now)
  },
)

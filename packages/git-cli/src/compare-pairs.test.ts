import { describe, expect, it } from 'vitest'
import { parseRawRow } from './compare-pairs.ts'

const [A, B] = ['a'.repeat(40), 'b'.repeat(64)]

describe('a row of a comparison', () => {
  it.each<[string, string, object]>([
    ['of a file', `:100644 100755 ${A} ${B} M`, { before: A, after: B, status: 'M' }],
    ['behind a line feed', `\n:100644 100755 ${A} ${B} M`, { before: A, after: B, status: 'M' }],
    ['with a score', `:100644 100644 ${A} ${B} R086`, { before: A, after: B, status: 'R' }],
    ['of a link', `:120000 120000 ${A} ${B} M`, { before: A, after: B, status: 'M' }],
    ['that adds', `:000000 100644 ${A} ${B} A`, { after: B, status: 'A' }],
    ['that deletes', `:100644 000000 ${A} ${B} D`, { before: A, status: 'D' }],
    ['of a file that became a submodule', `:100644 160000 ${A} ${B} T`, { before: A, status: 'T' }],
    ['of a submodule', `:160000 160000 ${A} ${B} M`, { status: 'M' }],
  ])('%s', (_name, field, row) => {
    const [modeBefore, modeAfter] = field.trim().slice(1).split(' ')
    expect(parseRawRow(field)).toStrictEqual({ ...row, modeBefore, modeAfter })
  })

  it.each([
    ['an id', A],
    ['nothing', ''],
    ['a path that looks like one', `x:100644 100644 ${A} ${B} M`],
    ['one with something behind it', `:100644 100644 ${A} ${B} M x`],
    ['one without a status', `:100644 100644 ${A} ${B} `],
    ['one of three sides', `::100644 100644 100644 ${A} ${A} ${B} MM`],
  ])('is not %s', (_name, field) => {
    expect(parseRawRow(field)).toBeUndefined()
  })
})

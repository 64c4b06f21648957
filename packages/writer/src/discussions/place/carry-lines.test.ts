import { describe, expect, it } from 'vitest'
import { carryByHunk, carryByText } from './carry-lines.ts'
import { hunkLines } from './hunk-lines.ts'

const HUNK = [
  '@@ -10,4 +10,5 @@ function save() {',
  '   const file = open(path)',
  '-  write(file, text)',
  '+  const lock = take(path)',
  '+  write(file, text, lock)',
].join('\n')

describe('hunkLines', () => {
  it('numbers the lines of each side', () => {
    expect(hunkLines(HUNK, 'new').map(({ number }) => number)).toEqual([10, 11, 12])
    expect(hunkLines(HUNK, 'old')).toEqual([
      { number: 10, text: '  const file = open(path)' },
      { number: 11, text: '  write(file, text)' },
    ])
    expect(hunkLines('no hunk', 'new')).toEqual([])
  })
})

describe('carryByHunk', () => {
  const text = [
    ...Array.from({ length: 15 }, (_, index) => `// line ${index}`),
    '  const file = open(path)',
    '  const lock = take(path)',
    '  write(file, text, lock)',
    '}',
  ]
  const lines = hunkLines(HUNK, 'new')

  it('finds lines that have moved', () => {
    expect(carryByHunk(lines, text, { start: 12, end: 12 })).toEqual({ lines: { start: 18, end: 18 } })
    expect(carryByHunk(lines, text, { start: 11, end: 12 })).toEqual({ lines: { start: 17, end: 18 } })
  })

  it('finds what took the place of lines', () => {
    const changed = text.with(17, '  writeAll(file, text, lock)')
    expect(carryByHunk(lines, changed, { start: 12, end: 12 })).toMatchObject({ lines: { start: 18 } })
  })

  it('says where lines were that are gone', () => {
    const without = text.toSpliced(17, 1)
    expect(carryByHunk(lines, without, { start: 12, end: 12 })).toEqual({ lines: { start: 18, end: 18 } })
    expect(carryByHunk(lines, without.slice(0, 17), { start: 12, end: 12 })).toEqual({
      lines: { start: 17, end: 17 },
      near: true,
    })
  })

  it('finds what replaced a line of the old side', () => {
    expect(carryByHunk(hunkLines(HUNK, 'old'), text, { start: 11, end: 11 })).toEqual({ lines: { start: 18, end: 18 } })
  })

  it('does not guess', () => {
    expect(carryByHunk(lines, ['something', 'else'], { start: 12, end: 12 })).toBeUndefined()
    expect(carryByHunk(lines, text, { start: 40, end: 41 })).toBeUndefined()
    expect(carryByHunk([], text, { start: 1, end: 1 })).toBeUndefined()
  })
})

describe('carryByText', () => {
  it('follows lines', () => {
    expect(carryByText(['a', 'b', 'c'], ['x', 'a', 'b', 'c'], { start: 2, end: 3 })).toEqual({
      lines: { start: 3, end: 4 },
    })
    expect(carryByText(['a', 'b', 'c'], ['a', 'B', 'C', 'c'], { start: 2, end: 2 })).toEqual({
      lines: { start: 2, end: 3 },
    })
    expect(carryByText(['a', 'b', 'c'], ['a', 'c'], { start: 2, end: 2 })).toEqual({
      lines: { start: 1, end: 1 },
      near: true,
    })
    expect(carryByText([], ['a'], { start: 1, end: 1 })).toBeUndefined()
  })
})

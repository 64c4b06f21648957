import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineTable } from './line-table.ts'

describe('LineTable', () => {
  it('gives equal lines equal numbers, and only those', () => {
    const line = fc.oneof(
      fc.constantFrom('a\n', 'b\n', '\n'),
      fc.string({ maxLength: 6 }).map((text) => `${text.replaceAll('\n', '')}\n`),
    )
    fc.assert(
      fc.property(fc.array(fc.array(line, { maxLength: 30 }), { maxLength: 5 }), (texts) => {
        const table = new LineTable()
        const numbers = new Map<string, number>()
        for (const lines of texts) {
          const numbered = table.number(Buffer.from(lines.join('')))
          expect(numbered.lines.length).toBe(lines.length)
          for (const [index, text] of lines.entries()) {
            const number = numbered.lines[index]
            expect(numbers.get(text) ?? number).toBe(number)
            numbers.set(text, number ?? -1)
          }
        }
        expect(new Set(numbers.values()).size).toBe(numbers.size)
      }),
    )
  })

  it('numbers a text like another one as it would by itself', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'aa', '\n', '\n\n', 'a\n'), { maxLength: 20 })
    fc.assert(
      fc.property(text, text, text, text, (head, one, other, tail) => {
        const table = new LineTable()
        const like = table.number(Buffer.from([...head, ...one, ...tail].join('')))
        const bytes = Buffer.from([...head, ...other, ...tail].join(''))
        expect(table.numberLike(bytes, like)).toEqual(table.number(bytes))
      }),
      { numRuns: 2000 },
    )
  })

  it('holds many lines, and long ones', () => {
    const table = new LineTable()
    const text = Array.from({ length: 20_000 }, (_, index) => `line ${index}\n`).join('')
    expect(new Set(table.number(Buffer.from(text)).lines).size).toBe(20_000)
    expect(table.number(Buffer.from('x'.repeat(1_000_000))).lines).toHaveLength(1)
    expect(table.number(Buffer.from('line 7\nline 7')).lines[0]).toBe(7)
  })

  it.each([
    ['', 0, []],
    ['a', 1, [0, 1]],
    ['a\n', 1, [0, 2]],
    ['a\n\nb', 3, [0, 2, 3, 4]],
  ])('cuts %j into %i lines', (text, count, starts) => {
    const numbered = new LineTable().number(Buffer.from(text))
    expect(numbered.lines.length).toBe(count)
    if (count > 0) expect([...numbered.starts]).toEqual(starts)
  })

  it.each([
    ['a', 0],
    ['  a', 2],
    ['\ta', 8],
    ['   \ta', 8],
    ['\t a', 9],
    ['\r\n', -1],
    ['   \n', -1],
    [`${' '.repeat(500)}a`, 200],
  ])('measures the indentation of %j', (text, indent) => {
    const table = new LineTable()
    expect(table.indent(table.number(Buffer.from(text)).lines[0] ?? -1)).toBe(indent)
  })
})

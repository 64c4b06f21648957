import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verbatimLines } from './verbatim-lines.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const where = (before: string, after: string, start: number, end: number): ReturnType<typeof verbatimLines> =>
  verbatimLines(encode(before), encode(after), { start, end })

describe('verbatimLines', () => {
  it('finds lines before an edit and after it', () => {
    expect(where('a\nb\nc\nd\n', 'a\nb\nx\ny\nd\n', 1, 2)).toEqual({ start: 1, end: 2 })
    expect(where('a\nb\nc\nd\n', 'a\nb\nx\ny\nd\n', 4, 4)).toEqual({ start: 5, end: 5 })
    expect(where('a\nb\n', 'new\na\nb\n', 1, 2)).toEqual({ start: 2, end: 3 })
  })

  it('leaves lines to a diff that were edited, that may be in two places, or that are not there', () => {
    expect(where('a\nb\nc\n', 'a\nx\nc\n', 1, 3)).toBeUndefined()
    // Equal at the beginning and at the end: either line may be the inserted one.
    expect(where('}\n', '}\n}\n', 1, 1)).toBeUndefined()
    expect(where('a\n', 'a\nb\n', 2, 3)).toBeUndefined()
  })

  it('does not take the rest of a line for a line', () => {
    expect(where('end\n', 'the end\n', 1, 1)).toBeUndefined()
    expect(where('a\nb', 'a\nbc', 2, 2)).toBeUndefined()
  })

  it('never says that lines are where other ones are', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', '', '}'), { maxLength: 8 })
    const text = fc.tuple(lines, fc.boolean()).map(([all, ends]) => all.join('\n') + (ends ? '\n' : ''))
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 3 }), (a, b, start, more) => {
        const found = where(a, b, start, start + more)
        if (found === undefined) return
        const [before, after] = [a.split('\n'), b.split('\n')]
        expect(found.end - found.start).toBe(more)
        expect(after.slice(found.start - 1, found.end)).toEqual(before.slice(start - 1, start + more))
      }),
    )
  })
})

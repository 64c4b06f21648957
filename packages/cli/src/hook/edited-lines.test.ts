import { describe, expect, test } from 'vitest'
import { editedLines } from './edited-lines.ts'

const TEXT = 'one\ntwo\nthree\ntwo\nfive\n'
const replace = (text: string, old: string, by: string, all = false) =>
  editedLines(text, { kind: 'replace', replacements: [{ old, new: by, all }] })
const lines = (start: number, end = start) => ({ lines: { start, end } })
const between = (start: number) => ({ lines: { start, end: start + 1 }, between: true })

describe('a text that is replaced', () => {
  test.each([
    ['a line', 'three', 'x', [lines(3)]],
    ['a part of a line', 'hre', 'x', [lines(3)]],
    ['several lines', 'two\nthree', 'x', [lines(2, 3)]],
    ['lines of which some stay', 'one\ntwo\nthree\n', 'one\nx\nthree\n', [lines(2)]],
    ['the first of several occurrences', 'two', 'x', [lines(2)]],
    ['a line that is taken out', 'three\n', '', [lines(3)]],
    ['a line that is put before another', 'three', 'x\nthree', [between(2)]],
    ['a line that is put behind another', 'three\n', 'three\nx\n', [between(3)]],
    ['a line that is put before all', 'one', 'x\none', []],
    ['a line that is put behind all', 'five\n', 'five\nx\n', []],
    ['no such text', 'six', 'x', []],
    ['an empty text', '', 'x', []],
    ['the same text', 'three', 'three', []],
  ])('%s', (_, old, by, expected) => {
    expect(replace(TEXT, old, by)).toEqual(expected)
  })

  test('everywhere, as far as a bound', () => {
    expect(replace(TEXT, 'two', 'x', true)).toEqual([lines(2), lines(4)])
    expect(replace('a\n'.repeat(100), 'a', 'b', true)).toHaveLength(8)
  })

  test('Windows line ends in the file, the input or both', () => {
    const windows = TEXT.replaceAll('\n', '\r\n')
    for (const [text, old] of [
      [windows, 'two\nthree'],
      [TEXT, 'two\r\nthree'],
      [windows, 'two\r\nthree'],
    ] as const) {
      expect(replace(text, old, 'x')).toEqual([lines(2, 3)])
    }
  })

  test('several replacements, of which one finds nothing yet', () => {
    const replacements = [
      { old: 'five', new: 'x', all: false },
      { old: 'x', new: 'y', all: false },
      { old: 'one', new: 'z', all: false },
    ]
    expect(editedLines(TEXT, { kind: 'replace', replacements })).toEqual([lines(5), lines(1)])
  })

  test('a last line without an end', () => {
    expect(replace('one\ntwo', 'two', 'x')).toEqual([lines(2)])
    expect(replace('one\ntwo', 'two', 'two\nx')).toEqual([])
  })
})

describe('a file that is written', () => {
  const write = (text: string, content: string) => editedLines(text, { kind: 'write', content })
  test.each([
    ['the same', TEXT, TEXT, []],
    ['the same with Windows line ends', TEXT, TEXT.replaceAll('\n', '\r\n'), []],
    ['lines that differ', TEXT, 'one\nx\nthree\ntwo\ny\n', [lines(2), lines(5)]],
    ['lines that are put in', TEXT, 'one\ntwo\nx\nthree\ntwo\nfive\n', [between(2)]],
    ['nothing left', TEXT, '', [lines(1, 5)]],
    ['an empty file', '', 'x\n', []],
  ])('%s', (_, text, content, expected) => {
    expect(write(text, content)).toEqual(expected)
  })
})

describe('a cell of a notebook', () => {
  const cell = (id: string) => ({ cell_type: 'code', id, metadata: {}, source: ['x\n'] })
  const notebook = `${JSON.stringify({ cells: [cell('a'), cell('b')], nbformat: 4 }, null, 1)}\n`
  const edit = (id?: string) => editedLines(notebook, { kind: 'cell', id })

  test('from its type to before the next one', () => {
    const [first] = edit('a')
    const shown = notebook.split('\n').slice((first?.lines.start ?? 0) - 1, first?.lines.end)
    expect(shown[0]).toContain('cell_type')
    expect(shown.join('\n')).toContain('"id": "a"')
    expect(shown.join('\n')).not.toContain('"id": "b"')
  })

  test('none of a new cell, or an id that is not there', () => {
    expect(edit()).toEqual([])
    expect(edit('c')).toEqual([])
  })
})

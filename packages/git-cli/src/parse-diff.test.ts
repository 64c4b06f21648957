import type { FileChange } from '@chronicle/core/contracts'
import { describe, expect, it } from 'vitest'
import { createDiffParser } from './parse-diff.ts'

const [A, B, NONE] = ['a'.repeat(40), 'b'.repeat(40), '0'.repeat(40)]
const raw = (letter: string, paths: string, modes = '100644 100644', ids = `${A} ${B}`): string =>
  `:${modes} ${ids} ${letter}\t${paths}`

function parse(...lines: readonly string[]): readonly FileChange[] {
  const { readLine, end } = createDiffParser()
  for (const line of lines) readLine(line)
  return end()
}

const plain = { binary: false, hunks: [], oldBlob: A, newBlob: B }

describe('a file', () => {
  it.each<[string, string, object]>([
    ['modified', raw('M', 'a.ts'), { ...plain, status: 'modified', oldPath: 'a.ts', newPath: 'a.ts' }],
    [
      'added',
      raw('A', 'a', '000000 100644', `${NONE} ${B}`),
      { binary: false, hunks: [], status: 'added', newPath: 'a', newBlob: B },
    ],
    [
      'deleted',
      raw('D', 'a', '100644 000000', `${A} ${NONE}`),
      { binary: false, hunks: [], status: 'deleted', oldPath: 'a', oldBlob: A },
    ],
    ['renamed', raw('R086', 'a\tb'), { ...plain, status: 'renamed', oldPath: 'a', newPath: 'b' }],
    [
      'copied, as git was told not to say',
      raw('C100', 'a\tb'),
      { ...plain, status: 'modified', oldPath: 'a', newPath: 'b' },
    ],
    [
      'of another type',
      raw('T', 'a', '100644 120000'),
      { ...plain, status: 'modified', oldPath: 'a', newPath: 'a', kind: 'symlink' },
    ],
    [
      'that is a submodule',
      raw('M', 'a', '160000 160000'),
      { binary: false, hunks: [], status: 'modified', oldPath: 'a', newPath: 'a', kind: 'submodule' },
    ],
    [
      'with a quoted name',
      raw('M', '"a\\tb\\303\\274"'),
      { ...plain, status: 'modified', oldPath: 'a\tbü', newPath: 'a\tbü' },
    ],
    [
      'in conflict',
      `::100644 100644 100644 ${A} ${B} MM\ta b`,
      { binary: false, hunks: [], status: 'modified', oldPath: 'a b', newPath: 'a b' },
    ],
    [
      'in conflict, with all stages',
      `:::100644 100644 100644 100644 ${A} ${B} ${A} MMM\ta`,
      { binary: false, hunks: [], status: 'modified', oldPath: 'a', newPath: 'a' },
    ],
  ])('%s', (_name, line, change) => {
    expect(parse(line)).toStrictEqual([change])
  })

  it.each([
    ['no status', `:100644 100644 ${A} ${B}\ta`],
    ['no path', `:100644 100644 ${A} ${B} M`],
    ['something before it', `x:100644 100644 ${A} ${B} M\ta`],
    ['more paths than two', `:100644 100644 ${A} ${B} R100\ta\tb\tc`],
    ['modes of other lengths', `:10064 100644 ${A} ${B} M\ta`],
  ])('with %s is none', (_name, line) => {
    expect(parse(line)).toEqual([])
  })
})

describe('lines', () => {
  const hunksOf = (...lines: readonly string[]): FileChange['hunks'] =>
    parse(raw('M', 'a'), 'diff --git a/a b/a', ...lines)[0]?.hunks ?? []

  it.each([
    ['@@ -1 +1 @@', { old: { start: 1, count: 1 }, new: { start: 1, count: 1 } }],
    ['@@ -1,2 +3,4 @@ function f()', { old: { start: 1, count: 2 }, new: { start: 3, count: 4 } }],
    ['@@ -12,0 +13,24 @@', { old: { start: 12, count: 0 }, new: { start: 13, count: 24 } }],
    ['@@ -12,34 +11,0 @@', { old: { start: 12, count: 34 }, new: { start: 11, count: 0 } }],
  ])('%s', (line, hunk) => {
    expect(hunksOf(line)).toEqual([hunk])
  })

  it('of content are not looked at', () => {
    const content = ['--- a/a', '+++ b/a', '-:100644', '+diff --git a/x b/x', ' @@ -1 +1 @@', '-Binary files differ']
    expect(hunksOf('@@ -1,3 +1,3 @@', ...content, '@@ -9 +9 @@')).toHaveLength(2)
    expect(parse(raw('M', 'a'), 'diff --git a/a b/a', ...content)[0]?.binary).toBe(false)
  })

  it('that are no hunk are none', () => {
    expect(hunksOf('@@ nothing', '@@ -a +b @@', '@@ -1 +1', '@@ x @@ -1 +1 @@')).toEqual([])
  })

  it('of a submodule are none of ours', () => {
    const [change] = parse(raw('M', 'a', '160000 160000'), 'diff --git a/a b/a', '@@ -1 +1 @@')
    expect(change?.hunks).toEqual([])
  })

  it('before any file are none', () => {
    expect(parse(raw('M', 'a'), '@@ -1 +1 @@', 'Binary files a/a and b/a differ')).toStrictEqual([
      { ...plain, status: 'modified', oldPath: 'a', newPath: 'a' },
    ])
  })

  it('of binary content are none, and that is said', () => {
    const changes = parse(raw('M', 'a'), raw('M', 'b'), 'diff --git a/b b/b', 'Binary files a/b and b/b differ')
    expect(changes.map(({ binary }) => binary)).toEqual([false, true])
  })
})

describe('sections of a patch', () => {
  const startsOf = (changes: readonly FileChange[]): readonly unknown[] =>
    changes.map(({ newPath, hunks }) => [newPath, hunks.map((hunk) => hunk.new.start)])

  it('belong to the files that they name, whichever have one', () => {
    const changes = parse(
      ...[raw('M', 'a'), raw('M', 'b'), raw('R090', 'c\td'), raw('M', '"e\\""')],
      ...['diff --git a/b b/b', '@@ -1 +2 @@', 'diff --git a/c b/d', '@@ -1 +3 @@'],
      ...['diff --git "a/e\\"" "b/e\\""', '@@ -1 +4 @@'],
    )
    expect(startsOf(changes)).toEqual([
      ['a', []],
      ['b', [2]],
      ['d', [3]],
      ['e"', [4]],
    ])
  })

  it('of a change of kind are two, and one hunk', () => {
    const header = 'diff --git a/a b/a'
    const changes = parse(raw('T', 'a', '100644 120000'), header, '@@ -1,3 +0,0 @@', header, '@@ -0,0 +1 @@')
    expect(changes[0]?.hunks).toEqual([{ old: { start: 1, count: 3 }, new: { start: 1, count: 1 } }])
  })

  it('of what was not named are nobody’s', () => {
    const changes = parse(raw('M', 'a'), 'diff --git a/a b/a', '@@ -1 +2 @@', 'diff --git a/x b/x', '@@ -1 +3 @@')
    expect(startsOf(changes)).toEqual([['a', [2]]])
  })

  it('of a file that is named twice are those with lines', () => {
    const conflict = `::100644 100644 100644 ${A} ${B} MM\ta`
    const lines = ['diff --git a/a b/a', '@@ -1 +2 @@']
    expect(startsOf(parse(conflict, raw('M', 'a'), ...lines))).toEqual([['a', [2]]])
    expect(startsOf(parse(raw('M', 'a'), conflict, ...lines))).toEqual([['a', [2]]])
    expect(parse(raw('M', 'a'), conflict)[0]).toHaveProperty('oldBlob', A)
    expect(parse(raw('D', 'a'), raw('D', 'b'))).toHaveLength(2)
  })
})

import type { FileChange } from '@chronicle/core/contracts'
import { describe, expect, it } from 'vitest'
import { createCombinedDiffParser } from './parse-combined-diff.ts'

const [A, B, C, NONE] = ['a'.repeat(40), 'b'.repeat(40), 'c'.repeat(40), '0'.repeat(40)]

function parse(lines: readonly string[], parents = 2): readonly FileChange[] {
  const { readLine, end } = createCombinedDiffParser(parents)
  for (const line of lines) readLine(line)
  return end()
}

const raw = (letters: string, paths: string, modes = '100644 100644 100644', ids = `${A} ${B} ${C}`): string =>
  `::${modes} ${ids} ${letters}\t${paths}`

describe('a file of a merge', () => {
  it.each<[string, string, object | undefined]>([
    [
      'added',
      raw('AA', 'n\tn\tn', '000000 000000 100644', `${NONE} ${NONE} ${C}`),
      { status: 'added', newPath: 'n', newBlob: C },
    ],
    [
      'deleted',
      raw('DD', 'o\to\to', '100644 100644 000000', `${A} ${B} ${NONE}`),
      { status: 'deleted', oldPath: 'o', oldBlob: A },
    ],
    ['renamed by it', raw('RR', 'o\to\tn'), { status: 'renamed', oldPath: 'o', newPath: 'n', oldBlob: A, newBlob: C }],
    ['renamed on one side', raw('RM', 'o\tn\tn'), undefined],
    ['changed in no line', raw('MM', 'a\ta\ta'), undefined],
    [
      'of a mode that is in no parent',
      raw('MM', 'a\ta\ta', '100644 100644 100755'),
      { status: 'modified', oldPath: 'a', newPath: 'a', oldBlob: A, newBlob: C },
    ],
    ['of a mode of one parent', raw('MM', 'a\ta\ta', '100755 100644 100755'), undefined],
    [
      'that became a link',
      raw('MM', 'a\ta\ta', '100644 100644 120000'),
      { status: 'modified', oldPath: 'a', newPath: 'a', kind: 'symlink', oldBlob: A, newBlob: C },
    ],
    [
      'that is a submodule',
      raw('MM', 'a\ta\ta', '160000 160000 160000'),
      { status: 'modified', oldPath: 'a', newPath: 'a', kind: 'submodule' },
    ],
    [
      'that only the second parent has',
      raw('AM', 'a\tb\ta', '000000 100644 100755', `${NONE} ${B} ${C}`),
      { status: 'renamed', oldPath: 'b', newPath: 'a', oldBlob: B, newBlob: C },
    ],
    [
      'with a quoted name',
      raw('RR', '"\\303\\274"\t"\\303\\274"\t"a\\tb"'),
      { status: 'renamed', oldPath: 'ü', newPath: 'a\tb', oldBlob: A, newBlob: C },
    ],
    ['without names', raw('MM', '').trim(), undefined],
    ['without blobs', '::100644 100644 100644 MM\ta\ta\ta', undefined],
  ])('%s', (_name, line, change) => {
    expect(parse([line])).toStrictEqual(change === undefined ? [] : [{ ...change, binary: false, hunks: [] }])
  })

  it('of three parents has three sides', () => {
    const line = `:::100644 100644 100644 100755 ${A} ${A} ${B} ${C} MMM\ta\ta\ta\ta`
    expect(parse([line], 3)).toMatchObject([{ status: 'modified', oldPath: 'a', oldBlob: A, newBlob: C }])
  })

  it('may be binary', () => {
    const binary = parse([raw('MM', 'a\ta\ta'), 'diff --cc a', 'Binary files differ'])
    expect(binary).toMatchObject([{ newPath: 'a', binary: true, hunks: [] }])
    expect(parse([raw('MM', 'a\ta\ta'), 'diff --cc b', 'Binary files differ'])).toEqual([])
    expect(parse([raw('MM', 'a\ta\ta'), 'Binary files differ'])).toEqual([])
  })
})

describe('lines of a merge', () => {
  const file = [raw('MM', 'a\ta\ta'), 'diff --cc a', 'index x', '--- a/a', '+++ b/a']
  const hunksOf = (...lines: readonly string[]): readonly string[] =>
    (parse([...file, ...lines])[0]?.hunks ?? []).map(
      (hunk) => `${hunk.old.start},${hunk.old.count} ${hunk.new.start},${hunk.new.count}`,
    )

  it.each<[string, readonly string[], readonly string[]]>([
    ['in neither parent', ['@@@ -1,2 -1,2 +1,3 @@@', '  a', '++new', '  b'], ['1,0 2,1']],
    ['from the first parent', ['@@@ -1,2 -1,1 +1,2 @@@', '  a', ' +ours'], []],
    ['from the second parent', ['@@@ -1,1 -1,2 +1,2 @@@', '  a', '+ theirs'], []],
    ['that replace those of both', ['@@@ -4,3 -7,3 +9,3 @@@', '  a', '--old', '++new', '  b'], ['5,1 10,1']],
    [
      'that replace those of each',
      ['@@@ -4,3 -7,3 +9,3 @@@', '  a', '- ours', ' -theirs', '++both', '  b'],
      ['5,1 10,1'],
    ],
    ['that are gone from both', ['@@@ -4,3 -4,3 +4,2 @@@', '  a', '--old', '  b'], ['5,1 4,0']],
    ['that are gone from one', ['@@@ -4,3 -4,2 +4,2 @@@', '  a', '- old', '  b'], []],
    ['of several places', ['@@@ -1,5 -1,5 +1,5 @@@', '--a', '++A', '  b', '  c', '--d', '++D'], ['1,1 1,1', '4,1 4,1']],
    [
      'of several hunks',
      ['@@@ -1,1 -1,1 +1,1 @@@', '--a', '++A', '@@@ -9,1 -8,1 +9,1 @@@', '--d', '++D'],
      ['1,1 1,1', '9,1 9,1'],
    ],
    ['after one from one side', ['@@@ -1,3 -1,2 +1,4 @@@', ' +x', '  a', '++n', '  b'], ['2,0 3,1']],
    ['beside one from one side', ['@@@ -1,3 -1,2 +1,4 @@@', '++n', ' +x', '  b'], ['0,0 1,1']],
    ['without a hunk', ['++n'], []],
    ['of a hunk that is none', ['@@@ x @@@', '++n'], []],
  ])('%s', (_name, lines, hunks) => {
    expect(hunksOf(...lines)).toEqual(hunks)
  })

  it('end where the next file begins', () => {
    const two = [raw('MM', 'a\ta\ta'), raw('MM', 'b\tb\tb')]
    const lines = ['diff --cc a', '@@@ -1,1 -1,1 +1,2 @@@', '++x', 'diff --cc b', '@@@ -5,1 -5,1 +5,2 @@@', '++y', '']
    expect(parse([...two, ...lines]).map(({ newPath, hunks }) => [newPath, hunks.length])).toEqual([
      ['a', 1],
      ['b', 1],
    ])
  })

  it('of a submodule are none of ours', () => {
    const line = raw('MM', 'a\ta\ta', '160000 160000 160000')
    expect(parse([line, 'diff --cc a', '@@@ -1,1 -1,1 +1,1 @@@', '--x', '++y'])[0]?.hunks).toEqual([])
  })

  it('count for the parent that has the file', () => {
    const line = raw('AM', 'a\ta\ta', '000000 100644 100644', `${NONE} ${B} ${C}`)
    const [change] = parse([line, 'diff --cc a', '@@@ -0,0 -5,2 +5,2 @@@', '+ x', ' -old', '++new'])
    expect(change?.hunks).toEqual([{ old: { start: 6, count: 1 }, new: { start: 6, count: 1 } }])
  })

  it('of three parents differ from all of them', () => {
    const line = `:::100644 100644 100644 100644 ${A} ${A} ${B} ${C} MMM\ta\ta\ta\ta`
    const lines = [line, 'diff --cc a', '@@@@ -1,1 -1,1 -1,1 +1,2 @@@@', '+++x', '   a', '++ y']
    expect(parse(lines, 3)[0]?.hunks).toEqual([{ old: { start: 0, count: 0 }, new: { start: 1, count: 1 } }])
  })
})

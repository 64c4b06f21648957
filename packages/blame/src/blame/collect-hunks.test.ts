import type { CommitId, RepoPath, TreeId } from '@chronicle/schema'
import { expect, it } from 'vitest'
import { collectHunks, type Verdict } from './collect-hunks.ts'

const commit = (id: string) => ({ id: id as CommitId, tree: 't' as TreeId, parents: [], time: 7 })
const verdict = (final: number, original: number, length: number, more: Partial<Verdict> = {}): Verdict => ({
  commit: commit('c'),
  path: 'a' as RepoPath,
  run: { final, original, length },
  boundary: false,
  ...more,
})
const places = (verdicts: readonly Verdict[]): readonly string[] =>
  collectHunks(verdicts).map(
    ({ final, original }) => `${final.start}-${final.end} from ${original.start}-${original.end}`,
  )

it.each<[string, readonly Verdict[], readonly string[]]>([
  ['nothing', [], []],
  ['one run', [verdict(0, 4, 2)], ['1-2 from 5-6']],
  ['neighbours', [verdict(0, 4, 2), verdict(2, 6, 3)], ['1-5 from 5-9']],
  ['neighbours in any order', [verdict(2, 6, 3), verdict(5, 9, 1), verdict(0, 4, 2)], ['1-6 from 5-10']],
  ['lines that had others between them', [verdict(0, 4, 2), verdict(2, 7, 1)], ['1-2 from 5-6', '3-3 from 8-8']],
  ['lines that had another order', [verdict(0, 4, 2), verdict(2, 3, 1)], ['1-2 from 5-6', '3-3 from 4-4']],
  ['lines with others between them now', [verdict(0, 4, 2), verdict(3, 6, 1)], ['1-2 from 5-6', '4-4 from 7-7']],
  [
    'lines of other commits',
    [verdict(0, 4, 2), verdict(2, 6, 1, { commit: commit('d') })],
    ['1-2 from 5-6', '3-3 from 7-7'],
  ],
  [
    'lines that nobody committed',
    [verdict(0, 4, 2), verdict(2, 6, 1, { commit: undefined })],
    ['1-2 from 5-6', '3-3 from 7-7'],
  ],
  [
    'lines of other files',
    [verdict(0, 4, 2), verdict(2, 6, 1, { path: 'b' as RepoPath })],
    ['1-2 from 5-6', '3-3 from 7-7'],
  ],
  ['lines at the boundary', [verdict(0, 4, 2), verdict(2, 6, 1, { boundary: true })], ['1-2 from 5-6', '3-3 from 7-7']],
])('%s', (_name, verdicts, expected) => {
  expect(places(verdicts)).toEqual(expected)
})

it('keeps what is known of the lines', () => {
  expect(collectHunks([verdict(0, 4, 1, { boundary: true }), verdict(1, 5, 1, { boundary: true })])).toStrictEqual([
    {
      commit: 'c',
      originalPath: 'a',
      original: { start: 5, end: 6 },
      final: { start: 1, end: 2 },
      committedAt: 7,
      boundary: true,
    },
  ])
})

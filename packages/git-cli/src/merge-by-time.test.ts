import type { FileRevision } from '@chronicle/core/contracts'
import type { CommitId } from '@chronicle/schema'
import { expect, it } from 'vitest'
import { mergeByTime, type RevisionsOfName } from './merge-by-time.ts'

/**
 * Returns a name with revisions such as `c5`: commit `c` at time 5. It is the requested name, or comes after renames.
 */
function named(revisions: string, ...after: readonly string[]): RevisionsOfName {
  return {
    revisions: revisions
      .split(' ')
      .filter((text) => text !== '')
      .map((text) => ({ commit: text.charAt(0), committedAt: Number(text.slice(1)) }) as unknown as FileRevision),
    after: new Set(after.length === 0 ? [undefined] : (after as CommitId[])),
  }
}

it.each<[string, readonly RevisionsOfName[], string]>([
  ['of no name are none', [], ''],
  ['of a name without any are none', [named('')], ''],
  ['of one name stay in their order', [named('a3 b9 c1')], 'abc'],
  ['of two names are told newest first', [named('a9 b5 c1'), named('d8 e4', 'a')], 'adbec'],
  ['of one second are those of the first name first', [named('a9 b5'), named('c5', 'a')], 'abc'],
  ['of an older name come after the rename, however its clock ran', [named('a5 b3'), named('c9 d8', 'b')], 'abcd'],
  ['of a name that two renames lead to come after either', [named('a9 b7 c2'), named('d8', 'c', 'a')], 'adbc'],
  ['of a name that nothing led to are left out', [named('a9'), named('b8', 'x')], 'a'],
  ['of a third name wait for the second', [named('a5'), named('b4', 'a'), named('c9', 'b')], 'abc'],
])('revisions %s', (_name, names, expected) => {
  expect(
    mergeByTime(names)
      .map(({ commit }) => commit)
      .join(''),
  ).toBe(expected)
})

import { okAsync, type CommitId, type RepoPath } from '@chronicle/schema'
import { expect, test } from 'vitest'
import type { LineRevision } from './line-history.ts'
import { nameOfLines } from './name-of-lines.ts'
import { nameRevisions } from './name-revisions.ts'

/** Names revisions, newest first, in the form that following by edits produces: all with the newest name. */
async function named(
  names: readonly string[],
): Promise<{ readonly names: readonly unknown[]; readonly looks: number }> {
  const revisions = names.map((_, index): LineRevision => ({
    commit: `${index}` as CommitId,
    committedAt: -index,
    merge: false,
    path: 'a.ts' as RepoPath,
    lines: { start: 1, end: 9 },
    name: names[0] ?? '',
    before: { path: 'a.ts' as RepoPath, lines: { start: 1, end: 9 }, name: names[0] ?? '', by: 'lines' },
    changed: [],
    changes: { inLines: 1, inFile: 1 },
  }))
  let looks = 0
  const found = await nameRevisions(revisions, ({ commit }) => {
    looks++
    return okAsync(names[Number(commit)] ?? '')
  })
  const list = found._unsafeUnwrap()
  expect(list.map(({ before }) => before?.name)).toEqual([...names.slice(1), names.at(-1)])
  return { names: list.map(({ name }) => name), looks }
}

const repeat = (name: string, count: number): readonly string[] => Array.from({ length: count }, () => name)

test.each([
  [[...repeat('b', 40)], 1],
  [[...repeat('b', 1)], 1],
  [[...repeat('b', 20), ...repeat('a', 20)], 8],
  [[...repeat('c', 3), ...repeat('b', 30), ...repeat('a', 7)], 14],
  [['b', 'a'], 2],
])('revisions have the names that their units had, with few looks: %#', async (names, most) => {
  const found = await named(names)
  expect(found.names).toEqual(names)
  expect(found.looks).toBeLessThanOrEqual(most)
})

const unit = (name: string, start: number, end: number) => ({
  type: 'function' as const,
  name,
  signature: name,
  lines: { start, end },
})

test.each([
  [
    'the unit of that name that the lines touch',
    'New::push',
    [unit('New', 1, 7), unit('New::push', 2, 6)],
    'New::push',
  ],
  [
    'the unit that the lines are, in a class of another name',
    'New::push',
    [unit('Old', 1, 20), unit('Old::push', 2, 6)],
    'Old::push',
  ],
  ['not a unit of that name elsewhere', 'push', [unit('push', 30, 40), unit('shove', 2, 6)], 'shove'],
  ['what is known, where no unit is about as long', 'push', [unit('Everything', 1, 90)], 'push'],
  ['what is known, of code that cannot be parsed', 'push', [], 'push'],
] as const)('lines are named by %s', (_, known, units, expected) => {
  expect(nameOfLines(units, [{ start: 1, end: 6 }], known)).toBe(expected)
})

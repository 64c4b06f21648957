import type { CommitId } from '@chronicle/schema'
import { expect, test } from 'vitest'
import { rewritesOfRebase } from './rebase-rewrites.ts'

/**
 * `A>B` for each step, and `a b c` for the commits on the branch now, in order. Commits with `*` were committed on the
 * way, those with `+` were put on top of the previous one.
 */
function rewrites(pairs: string, branch: string | undefined, amends = ''): string {
  const stepsOf = (text: string) =>
    text
      .split(' ')
      .filter((step) => step !== '')
      .map((step) => step.split('>') as [CommitId, CommitId])
      .map(([from, to]) => ({ from, to }))
  const names = branch?.split(' ').filter((name) => name !== '') ?? []
  const ids = names.map((name) => name.replace(/[*+]/gu, '') as CommitId)
  const commits = ids.map((id, index) => ({ id, parents: [ids[index - 1] ?? ('onto' as CommitId)] }))
  const marked = (mark: string) => new Set(ids.filter((_, index) => names[index]?.includes(mark)))
  const [committed, putOnTop] = [marked('*'), marked('+')]
  const known = branch === undefined ? {} : { commits }
  return rewritesOfRebase({ pairs: stepsOf(pairs), amends: stepsOf(amends), ...known, committed, putOnTop })
    .map(({ from, to }) => `${from.join()}>${to}`)
    .join(' ')
}

test.each([
  ['commits that were put on another', 'a>A b>B', 'A B', '', 'a>A b>B'],
  ['the branch is not known', 'a>A b>B', undefined, '', 'a>A b>B'],
  ['one that was skipped, and nothing else', 'a>onto', '', '', ''],
  ['several that became one, with the steps on the way', 'a>A b>A c>A', 'A', 'a>X X>A', 'a>A X>A b>A c>A'],
  ['one that was split in three', 'a>A b>B', 'p* q* A B', '', 'a>p a>q a>A b>B'],
  ['one after which another was put in', 'a>x b>B', 'a x* B', '', 'b>B'],
  ['one that was amended, and after which another was put in', 'a>x', 'A* x*', 'a>A', 'a>A a>x'],
  ['the same, amended twice', 'a>x', 'A* x*', 'a>X X>A', 'a>A a>x X>A'],
  ['one that was picked, and amended by a command', 'a>X', 'A*', 'X>A', 'X>A a>A'],
  ['one that stayed, and was amended by a command', '', 'A*', 'a>A', 'a>A'],
  ['a new one at the top is of no other', 'a>A', 'A n*', '', 'a>A'],
  ['the parts of the next commit are not those of the one before', 'a>A b>B', 'A p* B', '', 'a>A b>p b>B'],
  ['one that was skipped after another', 'a>A b>A', 'A+', '', 'a>A'],
  ['one that was skipped at the beginning', 'a>onto b>B', 'B+', '', 'b>B'],
  ['one that took its own place', 'a>a', 'a', '', ''],
])('%s', (_, pairs, branch, amends, expected) => {
  expect(rewrites(pairs, branch, amends)).toBe(expected)
})

import type { CommitId } from '@chronicle/schema'
import type { DiffHunk, FileChange, LineSpan } from '@chronicle/core/contracts'
import { expect, test } from 'vitest'
import { bundleNames, bundlesMissing, openBundle } from '../../workspace/test/real-histories/bundles.ts'
import { valueOf } from './results.ts'
import { useScope } from './scope.ts'

const scope = useScope()

const span = ({ start, count }: LineSpan): string => (count === 1 ? `${start}` : `${start},${count}`)
const header = (hunk: DiffHunk): string => `${span(hunk.old)} ${span(hunk.new)}`
const numbers = ({ start, count }: LineSpan): number[] => Array.from({ length: count }, (_, index) => start + index)
const added = (patch: string): number[] =>
  [...patch.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)].flatMap(([, start, count = '1']) =>
    numbers({ start: Number(start), count: Number(count) }),
  )

test.for(['got', 'flask'])('the changes of real commits of %s are those of git log', async (name, { skip }) => {
  if (!bundleNames.includes(name)) return skip(bundlesMissing)
  await using repository = await openBundle(name)
  const { dir, git } = repository
  const commits = (await git('rev-list', '--no-merges', '--max-count=1500', 'real')).split('\n') as CommitId[]
  const merges = (await git('rev-list', '--merges', '--max-count=300', 'real')).split('\n') as CommitId[]

  const changes = await valueOf(scope.open({ dir }).changesOf([...commits, ...merges]))
  expect(changes.map(({ commit }) => commit)).toEqual([...commits, ...merges])
  const hunksOf = new Map(
    changes.map(({ commit, files }) => [commit, files.flatMap(({ hunks }) => hunks.map(header)).toSorted()]),
  )
  const log = await git(
    ...['log', '--no-merges', '--max-count=1500', '--format=commit %H', '-p', '-U0', '-M', '--root', '--no-color'],
    ...['--ignore-submodules=all', 'real'],
  )
  let compared = 0
  for (const part of log.split(/^commit (?=[0-9a-f]{40}$)/m).slice(1)) {
    const commit = part.slice(0, 40) as CommitId
    const shown = [...part.matchAll(/^@@ -(\d+(?:,\d+)?) \+(\d+(?:,\d+)?) @@/gm)].map(([, old, now]) => `${old} ${now}`)
    expect([commit, hunksOf.get(commit)]).toEqual([commit, shown.toSorted()])
    compared += shown.length
  }
  expect(compared).toBeGreaterThan(5000)

  // Lines that are in no parent are new in the comparison with each of the parents.
  let own = 0
  const isEdited = ({ status, binary }: FileChange): boolean => status === 'modified' && !binary
  const conflicts = changes.slice(commits.length).filter(({ files }) => files.some(isEdited))
  for (const { commit, files } of conflicts.slice(0, 12)) {
    for (const { newPath = '', hunks } of files.filter(isEdited)) {
      const patches = [1, 2].map((parent) => git('diff', '-U0', `${commit}^${parent}`, commit, '--', newPath))
      const [first = [], ...others] = (await Promise.all(patches)).map(added)
      const expected = first.filter((line) => others.every((lines) => lines.includes(line)))
      expect([commit, newPath, hunks.flatMap(({ new: lines }) => numbers(lines))]).toEqual([commit, newPath, expected])
      own += expected.length
    }
  }
  process.stderr.write(`${name}: ${compared} hunks compared, ${own} lines of merges\n`)
})

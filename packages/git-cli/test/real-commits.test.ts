import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { CommitId } from '@chronicle/schema'
import type { DiffHunk, FileChange, LineSpan } from '@chronicle/core/contracts'
import { expect, test } from 'vitest'
import { valueOf } from './results.ts'
import { useScope } from './scope.ts'

const folder = resolve(import.meta.dirname, '../../..', process.env['CHRONICLE_BUNDLES'] ?? '../shared/data')
const scope = useScope()

const span = ({ start, count }: LineSpan): string => (count === 1 ? `${start}` : `${start},${count}`)
const header = (hunk: DiffHunk): string => `${span(hunk.old)} ${span(hunk.new)}`
const numbers = ({ start, count }: LineSpan): number[] => Array.from({ length: count }, (_, index) => start + index)
const added = (patch: string): number[] =>
  [...patch.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)].flatMap(([, start, count = '1']) =>
    numbers({ start: Number(start), count: Number(count) }),
  )

test.for(['got', 'flask'])('the changes of real commits of %s are those of git log', async (name, { skip }) => {
  const bundle = join(folder, `${name}.bundle`)
  if (!existsSync(bundle)) {
    const reason = `no ${name}.bundle in ${folder}; set CHRONICLE_BUNDLES to a folder of git bundles`
    process.stderr.write(`changes of real commits, not run: ${reason}\n`)
    return skip(reason)
  }
  const { dir } = await scope.fixture({ bare: true })
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', dir, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 })
  const branch = /refs\/\S+/u.exec(git('bundle', 'list-heads', bundle))?.[0]
  git('fetch', '--quiet', bundle, `${branch}:refs/heads/real`)
  const commits = git('rev-list', '--no-merges', '--max-count=1500', 'real').trim().split('\n') as CommitId[]
  const merges = git('rev-list', '--merges', '--max-count=300', 'real').trim().split('\n') as CommitId[]

  const changes = await valueOf(scope.open({ dir }).changesOf([...commits, ...merges]))
  expect(changes.map(({ commit }) => commit)).toEqual([...commits, ...merges])
  const hunksOf = new Map(
    changes.map(({ commit, files }) => [commit, files.flatMap(({ hunks }) => hunks.map(header)).toSorted()]),
  )
  const log = git(
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

  // Lines that are in no parent are those that the comparisons with each of them alone show as new.
  let own = 0
  const isEdited = ({ status, binary }: FileChange): boolean => status === 'modified' && !binary
  const conflicts = changes.slice(commits.length).filter(({ files }) => files.some(isEdited))
  for (const { commit, files } of conflicts.slice(0, 12)) {
    for (const { newPath = '', hunks } of files.filter(isEdited)) {
      const [first = [], ...others] = [1, 2].map((parent) =>
        added(git('diff', '-U0', `${commit}^${parent}`, commit, '--', newPath)),
      )
      const expected = first.filter((line) => others.every((lines) => lines.includes(line)))
      expect([commit, newPath, hunks.flatMap(({ new: lines }) => numbers(lines))]).toEqual([commit, newPath, expected])
      own += expected.length
    }
  }
  process.stderr.write(`${name}: ${compared} hunks compared, ${own} lines of merges\n`)
})

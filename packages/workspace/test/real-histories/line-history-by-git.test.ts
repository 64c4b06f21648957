import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createLineHistoryReader, createMemoryStorage } from '@chronicle/core'
import { createGitCli, type GitCli } from '@chronicle/git-cli'
import type { CommitId, RepoPath } from '@chronicle/schema'
import type { FixtureRepository } from '@chronicle/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repetitions } from '../../src/testing/repetitions.ts'
import { logByGit } from '../history/log-by-git.ts'
import { bundlesToTest, bundlesMissing, openBundle } from './bundles.ts'
import { chooseTipUnits } from './choose-tip-units.ts'

if (bundlesToTest.length === 0) it.skip(`the history of real units is that of git log -L (${bundlesMissing})`)

/** Number of units to compare in each repository. */
const UNITS = repetitions(8, 25)
const SEED = 20_260_101
/** With few units, one more or less is not significant. */
const SLACK = repetitions(1, 0)

async function hasUnit(
  repository: FixtureRepository,
  revision: string,
  path: RepoPath,
  name: string | undefined,
): Promise<boolean> {
  const text = await repository.git('show', `${revision}:${path}`).catch(() => '')
  const { units } = (await createTreeSitterParser().outline({ path, text }))._unsafeUnwrap()
  return units.some((unit) => unit.name === name)
}

describe.each(bundlesToTest)('the history of units of %s', (name) => {
  const ast = createTreeSitterParser()
  let repository: FixtureRepository
  let git: GitCli
  let head: CommitId

  beforeAll(async () => {
    repository = await openBundle(name)
    git = createGitCli({ dir: repository.dir })
    head = (await repository.git('rev-parse', 'HEAD')) as CommitId
  })

  afterAll(async () => {
    await git.close()
    await repository.dispose()
  })

  /*
   * The two differ in two cases. Where a merge took the file from one parent, Chronicle follows that parent, but git
   * the first parent that has the lines. Where a diff can show an edit at several lines, git log -L does not use the
   * indent heuristic.
   */
  it('has the commits of git log -L, and more where code was moved, followed as lines', async () => {
    let [same, all, moves] = [0, 0, 0]
    for (const { file, unit } of await chooseTipUnits({ ast, git, repository }, UNITS, SEED)) {
      const read = createLineHistoryReader({ git, storage: createMemoryStorage() })
      const asked = { at: { commit: head }, head, path: file, lines: unit.lines }
      const { revisions, unseen } = (await read(asked))._unsafeUnwrap()
      const what = `${file}:${unit.name}`
      expect(unseen, what).toBeUndefined()
      const ours = revisions.map(({ commit }) => commit as string)
      expect(new Set(ours).size, what).toBe(ours.length)
      const byGit = await logByGit(repository, file, unit.lines)
      const isMoved = revisions.some(({ before }) => before?.by === 'move')
      const isNarrowed = revisions.some(({ before }) => before?.by === 'blanks')
      if (isMoved) moves++
      const missing = byGit.filter((commit) => !ours.includes(commit))
      const isSame = missing.length === 0 && (isMoved || ours.length === byGit.length)
      all++
      if (isSame) same++
      if (isSame || isNarrowed) continue
      const commits = [...new Set([...ours, ...byGit])]
      const isExplained = (await hasMerges(repository, file)) || (await dependsOnIndent(repository, commits))
      expect(isExplained, `${what}: git has ${byGit.join(' ')}, this ${ours.join(' ')}`).toBe(true)
    }
    console.info(`${name}: ${same} of ${all} units have the commits of git, ${moves} of them were moved`)
    // Projects that merge maintenance branches back have the same change on both branches.
    expect((same + SLACK) / all).toBeGreaterThan(0.75)
  })

  it('has the lines that git diff shows in the unit, followed as a unit', async () => {
    let [same, kept, all] = [0, 0, 0]
    for (const { file, unit } of await chooseTipUnits({ ast, git, repository }, UNITS, SEED)) {
      const read = createLineHistoryReader({ git, ast, storage: createMemoryStorage() })
      const asked = { at: { commit: head }, head, path: file, lines: unit.lines, name: unit.name }
      const { revisions } = (await read(asked))._unsafeUnwrap()
      const byGit = await logByGit(repository, file, unit.lines)
      const ours = new Set<string>(revisions.map(({ commit }) => commit))
      const isKept = byGit.every((commit) => ours.has(commit))
      all++
      if (isKept) kept++
      // Before the commit that added the unit, git goes on with what the diff shows in its place.
      const oldest = revisions.at(-1)
      const added = oldest !== undefined && !(await hasUnit(repository, `${oldest.commit}^`, oldest.path, oldest.name))
      const since = added ? byGit.slice(0, byGit.indexOf(oldest.commit) + 1) : byGit
      if (since.length === ours.size && since.every((commit) => ours.has(commit))) same++
      for (const { before, changed, commit, lines, merge, path } of revisions) {
        if (merge || before?.path !== path) continue
        const inUnit = (line: number): boolean => line >= lines.start && line <= lines.end
        const expected = (await addedLines(repository, commit, path)).filter(inUnit)
        const listed = changed.flatMap(({ start, end }) =>
          Array.from({ length: end - start + 1 }, (_, at) => start + at),
        )
        expect(listed, `${unit.name} in ${commit}:${path}`).toEqual(expected)
      }
    }
    console.info(
      `${name}: of ${all} units ${same} have the commits of git since they were added, ${kept} have all of those`,
    )
    // The other units were renamed, moved or changed together with a neighbour.
    expect((same + SLACK) / all).toBeGreaterThan(0.4)
  })
})

/** Whether the history of a file contains merges. */
async function hasMerges(repository: FixtureRepository, file: string): Promise<boolean> {
  const merges = await repository.git('rev-list', '--merges', '--full-history', '--max-count=1', 'HEAD', '--', file)
  return merges !== ''
}

/** Whether git's indent heuristic moves a hunk of one of the commits. */
async function dependsOnIndent(repository: FixtureRepository, commits: readonly string[]): Promise<boolean> {
  for (const commit of commits) {
    const show = (option: string): Promise<string> =>
      repository.git('show', '--format=', '-U0', '--no-ext-diff', option, commit)
    if ((await show('--indent-heuristic')) !== (await show('--no-indent-heuristic'))) return true
  }
  return false
}

/** Returns the lines that a commit added to a file, according to `git diff`. */
async function addedLines(repository: FixtureRepository, commit: string, path: string): Promise<readonly number[]> {
  const patch = await repository.git('diff', '-U0', '--no-renames', '--no-ext-diff', `${commit}^`, commit, '--', path)
  return patch.split('\n').flatMap((line) => {
    const [, start, count = '1'] = /^@@ -[\d,]+ \+(\d+)(?:,(\d+))? @@/u.exec(line) ?? []
    return start === undefined ? [] : Array.from({ length: Number(count) }, (_, at) => Number(start) + at)
  })
}

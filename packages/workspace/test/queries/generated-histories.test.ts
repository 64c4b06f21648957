import fs from 'node:fs'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { withBlame } from '@chronicle/blame'
import { createQueries, renderAnswer } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import { createIsomorphicGit } from '@chronicle/git-isomorphic'
import { buildHistory, historyArbitrary, plantNotes, type FixtureRepository } from '@chronicle/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testNote } from '../test-note.ts'
import { repetitions } from '../../src/testing/repetitions.ts'

/** Commits of the whole repository and the files that each changed against any parent. */
async function changedFiles(repository: FixtureRepository): Promise<ReadonlyMap<string, readonly string[]>> {
  const listed = await repository.gitBytes([
    'log',
    '--all',
    '--format=%x01%H',
    '--name-only',
    '-z',
    '-m',
    '--no-renames',
  ])
  const changed = new Map<string, Set<string>>()
  for (const entry of listed.toString('utf8').split('\u0001').slice(1)) {
    const [commit = '', ...files] = entry.split('\0').map((part) => part.trim())
    const known = changed.get(commit) ?? new Set()
    files.filter((file) => file !== '').forEach((file) => known.add(file))
    changed.set(commit, known)
  }
  return new Map([...changed].map(([commit, files]) => [commit, [...files]]))
}

function note(commit: string, files: readonly string[]): unknown {
  const regions = files.map((file) => ({ file, intent: `What ${commit} did to ${file}.` }))
  return testNote(commit, regions)
}

describe('history and summary of generated histories', () => {
  it('tell what was said in this history and no other, in its order, over both backends', async () => {
    let steps = 0
    const property = fc.asyncProperty(historyArbitrary({ maxCommits: 10 }), fc.nat(), async (plan, chosen) => {
      const { repository } = await buildHistory(plan)
      const backends = [
        createGitCli({ dir: repository.dir }),
        withBlame(createIsomorphicGit({ fs, dir: repository.dir })),
      ]
      try {
        const changed = await changedFiles(repository)
        await plantNotes(repository, new Map([...changed].map(([commit, files]) => [commit, note(commit, files)])))
        const all = [...changed.keys()].sort()
        const at = all[chosen % all.length] ?? 'HEAD'
        const ancestors = new Set((await repository.git('rev-list', at)).split('\n'))
        const [cli, isomorphic] = backends.map((git) => createQueries({ git, ast: createTreeSitterParser() }))
        const files = (await repository.git('ls-tree', '-r', '-z', '--name-only', at)).split('\0').filter(Boolean)
        // Paths in notes are read as those of any platform, so a backslash in one is a slash.
        for (const file of files.filter((name) => !name.includes('\\')).slice(0, 3)) {
          const answer = (await cli?.history({ file, at, limit: 100 }))?._unsafeUnwrap()
          const same = (await isomorphic?.history({ file, at, limit: 100 }))?._unsafeUnwrap()
          expect(same).toEqual(answer)
          const foundSteps = answer?.steps ?? []
          steps += foundSteps.length
          for (const { commit } of foundSteps) expect(ancestors).toContain(commit)
          const own = foundSteps.filter((step) => step.file === file).map(({ commit }) => commit)
          expect([...own].sort()).toEqual(
            all.filter((id) => ancestors.has(id) && changed.get(id)?.includes(file) === true),
          )
          for (const [index, commit] of own.entries()) {
            const before = new Set((await repository.git('rev-list', commit)).split('\n'))
            expect(own.slice(index + 1).filter((later) => before.has(later))).toEqual([])
          }
          const summary = (await cli?.summary({ file, at }))?._unsafeUnwrap()
          expect((await isomorphic?.summary({ file, at }))?._unsafeUnwrap()).toEqual(summary)
          // The newest that is said of the file is the last step of its history, if no other name of it is meant.
          const last = foundSteps.at(-1)
          if (last?.file === file) {
            expect(new Set(summary?.units.map(({ commit }) => commit))).toEqual(new Set([last.commit]))
          }
        }
        const whole = (await cli?.summary({ file: '', at }))?._unsafeUnwrap()
        expect((await isomorphic?.summary({ file: '', at }))?._unsafeUnwrap()).toEqual(whole)
        expect(whole?.stats.files).toBe(files.length)
        if (whole !== undefined) expect(renderAnswer(whole, 'markdown')).toMatch(/^Summary of the repository at /u)
      } finally {
        await Promise.all(backends.map((git) => git.close()))
        await repository.dispose()
      }
    })
    await fc.assert(property, { numRuns: repetitions(20, 50) })
    expect(steps).toBeGreaterThan(repetitions(25, 60))
  })
})

import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createQueries } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import type { CommitId } from '@chronicle/schema'
import { createFixtureRepository, FIXTURE_EPOCH, importCommits, plantNotes } from '@chronicle/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asDisposable } from '../../src/testing/as-disposable.ts'
import { shareByGit } from './share-by-git.ts'
import { applyStep, newUnit, renderFile, stepArbitrary, type Program, type Step } from './unit-history.ts'
import { repetitions } from '../../src/testing/repetitions.ts'

/** Returns the programs of a history. The first one is annotated. */
function playAll(steps: readonly Step[]): readonly Program[] {
  let count = 0
  const fresh = { next: () => ++count }
  const programs: Program[] = [
    new Map([
      ['src/a.ts', [newUnit(fresh), newUnit(fresh), newUnit(fresh)]],
      ['src/b.ts', [newUnit(fresh), newUnit(fresh)]],
    ]),
  ]
  for (const step of steps) {
    const now = programs.at(-1)
    if (now === undefined || step.kind === 'record') continue
    const next = step.kind === 'revert' ? programs.at(-2) : applyStep(now, step, fresh)
    if (next !== undefined && next !== now) programs.push(next)
  }
  return programs
}

/** Returns a note with one region for each function of a program, with its lines but without its name. */
function noteOf(commit: CommitId, program: Program): unknown {
  const regions = [...program].flatMap(([file, units]) =>
    [...renderFile(units).lines].map(([id, lines]) => ({
      ...{ file, lines, intent: `Why unit ${id} is as it is.` },
      constraints: [{ text: `Rule ${id}.`, source: 'author' }],
    })),
  )
  return {
    ...{ $schema: 'chronicle/v1', commit, timestamp: '2024-06-01T00:00:00Z', summary: 'The first version.' },
    ...{ context_level: 'enhanced', regions },
  }
}

describe('survival of generated histories', () => {
  it('is the share of its lines that git diff leaves, at every commit; 1 where fresh', async () => {
    const seen = { regions: 0, partly: 0, fresh: 0, sameCode: 0 }
    const plans = fc.array(stepArbitrary, { minLength: 5, maxLength: 9 })
    const property = fc.asyncProperty(plans, async (steps) => {
      const programs = playAll(steps)
      await using repository = await createFixtureRepository()
      await using git = asDisposable(createGitCli({ dir: repository.dir }))
      const commits = await importCommits(
        repository,
        programs.map((program, index) => ({
          ...{ ref: 'refs/heads/main', parents: index === 0 ? [] : [index - 1], message: `Commit ${index}\n` },
          ...{ date: FIXTURE_EPOCH + index * 3600, fresh: true },
          changes: [...program].map(([path, units]) => ({ path, content: renderFile(units).text })),
        })),
      )
      await repository.git('reset', '--quiet', '--hard', 'refs/heads/main')
      const [program] = programs
      const [first] = commits
      if (first === undefined || program === undefined) throw new Error('no commits')
      await plantNotes(repository, [[first, noteOf(first, program)]])
      const { read } = createQueries({ git, ast: createTreeSitterParser() })
      for (const [index, at] of commits.entries()) {
        for (const [path, units] of program) {
          // Other tests cover renamed files.
          if (programs[index]?.has(path) !== true) continue
          const output = (await read({ files: [path], at, maxRegions: 100 }))._unsafeUnwrap()
          for (const [id, lines] of renderFile(units).lines) {
            const byGit = await shareByGit(repository, { revision: first, path }, { revision: at, path }, lines)
            const region = output.regions.find(({ constraints }) => constraints.some((c) => c.text === `Rule ${id}.`))
            if (!byGit.isPlaced || byGit.sameCode === undefined) continue
            const trace = `${steps.map(({ kind }) => kind).join(' ')} | commit ${index}, ${path}, unit ${id}`
            const intact = byGit.sameCode ? byGit.recorded : byGit.unchangedLines
            expect(region?.intact_lines, trace).toEqual({ intact, recorded: byGit.recorded })
            expect(region?.survival, trace).toBeCloseTo(intact / byGit.recorded, 2)
            if (region?.freshness === 'fresh') expect(region.survival, trace).toBe(1)
            seen.regions++
            if (intact < byGit.recorded) seen.partly++
            else if (byGit.unchangedLines < byGit.recorded) seen.sameCode++
            if (region?.freshness === 'fresh') seen.fresh++
          }
        }
      }
    })
    await fc.assert(property, { numRuns: Number(process.env['CHRONICLE_PLACE_RUNS'] ?? repetitions(5, 12)) })
    expect(seen.regions).toBeGreaterThan(100)
    expect(seen.partly).toBeGreaterThan(10)
    expect(seen.fresh).toBeGreaterThan(10)
  })
})

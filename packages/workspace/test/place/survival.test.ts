import { createReadPipeline } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import type { LineRange } from '@chronicle/schema'
import { buildHistory, historyArbitrary, plantNotes, type FixtureRepository } from '@chronicle/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asDisposable } from '../../src/testing/as-disposable.ts'
import { testNote } from '../test-note.ts'
import { repetitions } from '../../src/testing/repetitions.ts'

/** Lines of a file at one commit with a recorded text that no other region has. */
interface Recorded {
  readonly commit: string
  readonly file: string
  readonly lines: LineRange
  readonly text: string
}

/** Returns the lines of a file at a commit; none if the file does not exist. */
type LinesAt = (commit: string, file: string) => Promise<readonly string[]>

function createLinesAt(repository: FixtureRepository): LinesAt {
  const known = new Map<string, readonly string[]>()
  return async (commit, file) => {
    const key = `${commit}:${file}`
    const lines = known.get(key) ?? (await repository.gitBytes(['show', key])).toString('utf8').split('\n').slice(0, -1)
    known.set(key, lines)
    return lines
  }
}

/** Records a region for the first two lines of each file of each commit, and for some lines in its middle. */
async function recordEverywhere(
  repository: FixtureRepository,
  commits: readonly string[],
  linesAt: LinesAt,
): Promise<readonly Recorded[]> {
  const all: Recorded[] = []
  for (const commit of commits) {
    const files = (await repository.git('ls-tree', '-r', '-z', '--name-only', commit)).split('\0').filter(Boolean)
    for (const file of files) {
      const { length } = await linesAt(commit, file)
      const middle = Math.ceil(length / 2)
      for (const lines of [
        { start: 1, end: Math.min(2, length) },
        { start: middle, end: Math.min(middle + 3, length) },
      ]) {
        if (length > 0) all.push({ commit, file, lines, text: `Rule ${all.length}.` })
      }
    }
  }
  const notes = commits.map((commit): readonly [string, unknown] => {
    const regions = all
      .filter((each) => each.commit === commit)
      .map(({ file, lines, text }) => ({
        ...{ file, lines, intent: `Why: ${text}` },
        constraints: [{ text, source: 'author' }],
      }))
    return [commit, testNote(commit, regions)]
  })
  await plantNotes(repository, new Map(notes))
  return all
}

/** Returns the recorded lines that `git diff` leaves unchanged. */
async function keptByGit(repository: FixtureRepository, { commit, file, lines }: Recorded): Promise<readonly number[]> {
  const diff = await repository.gitBytes(['diff', '-U0', '--no-color', `${commit}:${file}`, `HEAD:${file}`])
  const changed = [...diff.toString('utf8').matchAll(/^@@ -(\d+)(?:,(\d+))? /gmu)].map(([, start, count = '1']) => {
    return { start: Number(start), end: Number(start) + Number(count) - 1 }
  })
  const all = Array.from({ length: lines.end - lines.start + 1 }, (_, index) => lines.start + index)
  return all.filter((line) => !changed.some(({ start, end }) => start <= line && line <= end))
}

describe('survival', () => {
  it('is the share of recorded lines that git diff leaves alone, of every region that answers', async () => {
    let compared = 0
    const options = { maxCommits: 12, oddPaths: false, renames: false }
    const plans = fc.boolean().chain((merges) => historyArbitrary({ ...options, merges }))
    const property = fc.asyncProperty(plans, async (plan) => {
      const built = await buildHistory(plan)
      await using repository = built.repository
      await using git = asDisposable(createGitCli({ dir: repository.dir }))
      const commits = (await repository.git('rev-list', 'HEAD')).split('\n')
      const linesAt = createLinesAt(repository)
      const recorded = await recordEverywhere(repository, commits, linesAt)
      const pipeline = createReadPipeline({ git })
      for (const file of built.paths) {
        const { regions } = (await pipeline.execute({ files: [file], maxRegions: 1000 }))._unsafeUnwrap()
        const byText = new Map(regions.flatMap((region) => region.constraints.map(({ text }) => [text, region])))
        for (const each of recorded.filter((one) => one.file === file)) {
          const region = byText.get(each.text)
          const kept = await keptByGit(repository, each)
          const before = await linesAt(each.commit, file)
          const telling = kept.filter((line) => /[\p{L}\p{N}]/u.test(before[line - 1] ?? ''))
          // A region without a surviving line is gone, or was edited. Every other one reports how many lines are left.
          if (telling.length > 0) expect(region, JSON.stringify(each)).toBeDefined()
          else if (region !== undefined) expect(region.freshness, JSON.stringify(each)).toBe('drifted')
          if (telling.length === 0) continue
          // Two regions of one commit at one place are merged into one entry, with the lines of the first.
          if (region === undefined || region.constraints.length > 1) continue
          const size = each.lines.end - each.lines.start + 1
          expect(region.intact_lines, JSON.stringify(each)).toEqual({ intact: kept.length, recorded: size })
          expect(region.survival).toBeCloseTo(kept.length / size, 2)
          if (region.freshness === 'fresh' || region.freshness === 'moved') expect(region.survival).toBe(1)
          // Lines inserted in between leave all recorded lines intact, but are still a change.
          if (kept.length < size) expect(region.freshness).toBe('drifted')
          // A merge that takes the file of one side changes nothing, and hides the commits of the other side.
          if (!plan.steps.some(({ merge }) => merge !== undefined)) {
            expect((region.drifted_by ?? []).length > 0, JSON.stringify(each)).toBe(region.freshness === 'drifted')
          }
          compared++
        }
      }
    })
    await fc.assert(property, { numRuns: repetitions(10, 25) })
    expect(compared).toBeGreaterThan(repetitions(80, 200))
  })
})

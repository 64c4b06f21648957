import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createQueries } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import { describe, expect, it } from 'vitest'
import { asDisposable } from '../../src/testing/as-disposable.ts'
import { repetitions } from '../../src/testing/repetitions.ts'
import { shareByGit } from '../place/share-by-git.ts'
import { bundlesToTest, bundlesMissing, openBundle } from './bundles.ts'
import { choosePastUnits, plantConstraints } from './past-units.ts'
import { openTipUnits } from './units-at-tip.ts'

if (bundlesToTest.length === 0) it.skip(`survival is the share by git diff in real histories (${bundlesMissing})`)

/** Number of regions in each history. `CHRONICLE_PAST_UNITS=200` produces the reported figures. */
const REGIONS = Number(process.env['CHRONICLE_PAST_UNITS'] ?? repetitions(16, 50))
const SEED = 4

describe.skipIf(bundlesToTest.length === 0)('survival of lines of the past', () => {
  it.each(bundlesToTest)(
    '%s: is the share that git diff leaves unchanged; 1 where fresh, and where only comments changed',
    async (name) => {
      await using repository = await openBundle(name)
      await using git = asDisposable(createGitCli({ dir: repository.dir }))
      const history = { repository, git, ast: createTreeSitterParser() }
      const regions = await choosePastUnits(history, REGIONS, SEED)
      const tip = await openTipUnits(history)
      await plantConstraints(repository, regions, { named: false })
      const queries = createQueries(history)
      const counts = { compared: 0, same: 0, fresh: 0, undecided: 0 }
      const failures: string[] = []
      for (const { commit, constraint, file, unit } of regions) {
        const path = await tip.nameNow({ commit, file })
        if (path === undefined) continue
        const byGit = await shareByGit(
          repository,
          { revision: commit, path: file },
          { revision: 'HEAD', path },
          unit.lines,
        )
        if (!byGit.isPlaced) continue
        const answer = (await queries.read({ files: [path], maxRegions: 1000 }))._unsafeUnwrap()
        const region = answer.regions.find(({ constraints }) => constraints.some(({ text }) => text === constraint))
        const intact = region?.intact_lines?.intact
        const allowed =
          byGit.sameCode === undefined
            ? [byGit.unchangedLines, byGit.recorded]
            : [byGit.sameCode ? byGit.recorded : byGit.unchangedLines]
        counts.compared++
        if (byGit.sameCode === undefined) counts.undecided++
        if (byGit.sameCode === true) counts.same++
        if (region?.freshness === 'fresh') counts.fresh++
        const right =
          region !== undefined &&
          intact !== undefined &&
          allowed.includes(intact) &&
          region.intact_lines?.recorded === byGit.recorded &&
          Math.abs(region.survival - intact / byGit.recorded) <= 0.0051 &&
          (region.freshness !== 'fresh' || region.survival === 1)
        if (!right) {
          const given = region && { survival: region.survival, ...region.intact_lines, freshness: region.freshness }
          failures.push(`${constraint} git: ${JSON.stringify(byGit)}; given: ${JSON.stringify(given)}`)
        }
      }
      console.info(
        `${name}: survival of ${counts.compared} regions compared with git diff: ${failures.length} differ; ` +
          `${counts.same} with the same code, ${counts.fresh} fresh, ${counts.undecided} with an edit across their border`,
      )
      expect(failures).toEqual([])
      expect(counts.compared).toBeGreaterThan(REGIONS / 8)
    },
  )
})

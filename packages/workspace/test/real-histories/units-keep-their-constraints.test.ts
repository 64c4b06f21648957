import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createQueries } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import { describe, expect, it } from 'vitest'
import { asDisposable } from '../../src/testing/as-disposable.ts'
import { repetitions } from '../../src/testing/repetitions.ts'
import { ownsRecordedLine } from './blame-keeps.ts'
import { bundlesToTest, bundlesMissing, openBundle } from './bundles.ts'
import { choosePastUnits, plantConstraints } from './past-units.ts'
import { openTipUnits } from './units-at-tip.ts'

if (bundlesToTest.length === 0) it.skip(`units keep their constraints in real histories (${bundlesMissing})`)

/** Number of units in each history. `CHRONICLE_PAST_UNITS=200` produces the reported figures; it takes some minutes. */
const UNITS = Number(process.env['CHRONICLE_PAST_UNITS'] ?? repetitions(16, 50))
const SEED = 9

describe.skipIf(bundlesToTest.length === 0)('units of the past keep their constraints', () => {
  it.each(bundlesToTest)(
    '%s: each that is still there by name or body gives its constraint once',
    async (name) => {
      await using repository = await openBundle(name)
      await using git = asDisposable(createGitCli({ dir: repository.dir }))
      const history = { repository, git, ast: createTreeSitterParser() }
      const units = await choosePastUnits(history, UNITS, SEED)
      expect(units).toHaveLength(UNITS)
      const tip = await openTipUnits(history)
      await plantConstraints(repository, units)
      const queries = createQueries(history)
      const counts = { name: 0, body: 0 }
      const failures: string[] = []
      let byBlame = 0
      for (const past of units) {
        const now = await tip.find(past)
        if (now === undefined) continue
        counts[now.by]++
        if (await ownsRecordedLine(repository, past, now.file)) byBlame++
        const query = { files: [now.file], anchor: now.unit.name, maxRegions: 1000 }
        const answer = await queries.read(query)
        const given = answer.isErr()
          ? answer.error.code
          : answer.value.regions
              .flatMap(({ constraints }) => constraints)
              .filter(({ text }) => text === past.constraint).length
        if (given !== 1)
          failures.push(`${given} × ${past.constraint} Now ${now.unit.name} in ${now.file}, by ${now.by}`)
      }
      const expected = counts.name + counts.body
      const share = (count: number): string => `${count} of ${expected} (${((100 * count) / expected).toFixed(0)} %)`
      console.info(
        `${name}: of ${UNITS} units ${counts.name} are there by name and ${counts.body} by body; ` +
          `given ${share(expected - failures.length)}, by blame alone ${share(byBlame)}`,
      )
      expect(failures).toEqual([])
      expect(expected).toBeGreaterThan(UNITS / 10)
    },
    1_800_000,
  )
})

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { CommitId } from '@chronicle/schema'
import { backfillCommits } from '../../src/samples/backfill-commits.ts'
import { countVerdicts, findUnexplained } from '../../src/samples/count-verdicts.ts'
import type { Sample } from '../../src/samples/sample.ts'
import { placeOfRegion, regionContent } from '../../src/samples/region-content.ts'
import { bundleNames, bundlesMissing, openBundle } from '../real-histories/bundles.ts'

/*
 * Samples drawn by `npm run samples -- draw` and judged by people other than the author of the rules. When backfill's
 * output changes, the verdicts no longer apply: draw a new sample, judge it, and replace the old one.
 */

const folder = new URL('../../samples/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
const guide = readFileSync(new URL('../../../../docs/writing.md', import.meta.url), 'utf8')

it('there is a sample', () => {
  expect(files).not.toEqual([])
})

describe.each(files)('%s', (name) => {
  const sample = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Sample

  it('is of 100 regions and 60 skipped commits', () => {
    expect([sample.regions.length, sample.skipped.length]).toEqual([100, 60])
  })

  it('is judged, with a reason for each no and each commit that was missed', () => {
    expect(countVerdicts(sample).filter(({ open }) => open > 0)).toEqual([])
    expect(findUnexplained(sample)).toEqual([])
  })

  it('has the shares that the documentation tells', () => {
    for (const { question, yes, no } of countVerdicts(sample)) {
      expect(guide).toMatch(new RegExp(`\\| \`${question}\` +\\| ${yes} of ${yes + no} +\\|`, 'u'))
    }
  })

  if (bundleNames.length === 0) it.skip(`is what backfill says (${bundlesMissing})`)

  it.each(Object.keys(sample.histories).filter((repository) => bundleNames.includes(repository)))(
    'is what backfill says of %s',
    async (repository) => {
      const regions = sample.regions.filter((each) => each.repository === repository)
      const skipped = sample.skipped.filter((each) => each.repository === repository)
      const clone = await openBundle(repository)
      const commits = [...new Set([...regions, ...skipped].map(({ commit }) => commit as CommitId))]
      const { chronicle, receipts } = await backfillCommits(clone.dir, () => commits)
      const regionsByCommit = new Map(
        receipts.map(({ commit, regions: made }) => [
          commit,
          made.map((region) => ({ place: placeOfRegion(region), region: inJson(regionContent(region)) })),
        ]),
      )
      for (const { commit, place, region } of regions) {
        expect(regionsByCommit.get(commit as CommitId), `${repository} ${commit}`).toContainEqual({ place, region })
      }
      for (const { commit } of skipped)
        expect(regionsByCommit.get(commit as CommitId), `${repository} ${commit}`).toEqual([])
      await chronicle.close()
      await clone.dispose()
    },
  )
})

function inJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

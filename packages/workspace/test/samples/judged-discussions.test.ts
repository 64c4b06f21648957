import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { countVerdicts, findUnexplained } from '../../src/samples/count-verdicts.ts'
import { DISCUSSION_SETS, importSet, type DiscussionSample } from '../../src/samples/discussions/draw-discussions.ts'

/*
 * A sample drawn by `npm run samples -- discussions` and judged by hand. When the import's output changes, the verdicts
 * no longer apply: draw and judge a new sample.
 */

const folder = new URL('../../samples/discussions/', import.meta.url)
const [name = '', ...others] = readdirSync(folder).filter((each) => each.endsWith('.json'))
const sample = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as DiscussionSample

/** A sample of one set, drawn and judged before any rule was changed for it. */
const heldOut = JSON.parse(readFileSync(new URL('held-out/judged-722984.json', folder), 'utf8')) as DiscussionSample

const guide = readFileSync(new URL('../../../../docs/discussions.md', import.meta.url), 'utf8')

it('at least 38 of 40 statements are supported, readable and in their place, and none quotes a program', () => {
  expect(others).toEqual([])
  expect(sample.statements).toHaveLength(40)
  expect(findUnexplained(sample)).toEqual([])
  expect(countVerdicts(sample).filter(({ holds }) => !holds)).toEqual([])
})

it('a sample of a set that no rule was made for has as many, and the shares that the documentation tells', () => {
  expect(findUnexplained(heldOut)).toEqual([])
  expect(countVerdicts(heldOut).filter(({ holds }) => !holds)).toEqual([])
  const { recorded, statements } = heldOut
  const supported = statements.filter((each) => each.supported).length
  const quoting = statements.filter((each) => each.quotes_program).length
  expect(guide).toMatch(
    new RegExp(
      `\\| ${statements.length} of ${recorded['seventh'] ?? 0} of the seventh +\\| 40 +\\| ${supported} +\\| ${quoting} +\\|`,
      'u',
    ),
  )
  expect(guide).toContain(`held-out/judged-${heldOut.seed}.json`)
})

it('has the shares that the documentation tells', () => {
  const { recorded, seed, statements } = sample
  const all = Object.values(recorded).reduce((sum, count) => sum + count, 0)
  const supported = statements.filter((each) => each.supported).length
  expect(guide).toMatch(
    new RegExp(`\\| ${statements.length} of these ${all}, fixed +\\| 40 +\\| ${supported} +\\|`, 'u'),
  )
  expect(guide).toContain(`judged-${seed}.json`)
})

it.each(DISCUSSION_SETS)('is what the import says of the %s set', async (set) => {
  const recorded = await importSet(set)
  expect(recorded).toHaveLength(sample.recorded[set] ?? 0)
  const documents = JSON.parse(JSON.stringify(recorded)) as unknown[]
  const judged = [...sample.statements, ...heldOut.statements].filter((each) => each.set === set)
  for (const { change, place, region } of judged) {
    expect(documents).toContainEqual({ change, place, region })
  }
})

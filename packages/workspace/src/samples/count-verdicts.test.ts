import { expect, test } from 'vitest'
import { countVerdicts, unexplained } from './count-verdicts.ts'
import type { Sample, SampledRegion, SampledSkip } from './sample.ts'

const region: SampledRegion = {
  ...{ repository: 'a', commit: '1'.repeat(40), message: 'Do', place: 'a.ts', today: 'a.ts', code: '', why: '' },
  region: {
    intent: 'Do',
    constraints: [],
    semantic_dependencies: [],
    related_annotations: [],
    tags: [],
    rejected_alternatives: [],
    evidence: [],
  },
  ...{ supported: true, useful: true, right_place: true, readable: true },
}
const skip: SampledSkip = {
  ...{ repository: 'a', commit: '2'.repeat(40), message: 'Do', files: [], reason: 'none', why: '' },
  should_have_been_recorded: false,
}

function sample(regions: readonly SampledRegion[], skipped: readonly SampledSkip[]): Sample {
  return { seed: 1, histories: {}, commits_of_each: 1, regions, skipped }
}

test('a question holds from its share of yes on, and not while a verdict is open', () => {
  const judged = sample(
    [...Array.from({ length: 65 }, () => region), ...Array.from({ length: 35 }, () => ({ ...region, useful: false }))],
    [skip],
  )
  const useful = (of: Sample): unknown => countVerdicts(of).find(({ question }) => question === 'useful')
  expect(useful(judged)).toMatchObject({ yes: 65, no: 35, open: 0, percent: 65, holds: true })
  expect(useful(sample([...judged.regions, { ...region, useful: false }], [skip]))).toMatchObject({
    percent: 64.4,
    holds: false,
  })
  expect(useful(sample([...judged.regions, { ...region, useful: null }], [skip]))).toMatchObject({
    open: 1,
    holds: false,
  })
})

test('a sixth of the skipped commits may have been missed', () => {
  const missed = { ...skip, should_have_been_recorded: true, why: 'It argues.' }
  const holds = (misses: number): boolean | undefined =>
    countVerdicts(
      sample(
        [region],
        [...Array.from({ length: 60 - misses }, () => skip), ...Array.from({ length: misses }, () => missed)],
      ),
    ).at(-1)?.holds
  expect([holds(10), holds(11)]).toEqual([true, false])
})

test('a no, and a missed commit, want a reason', () => {
  expect(unexplained(sample([{ ...region, useful: false }], [{ ...skip, should_have_been_recorded: true }]))).toEqual([
    'a 111111111111',
    'a 222222222222',
  ])
  expect(unexplained(sample([{ ...region, useful: false, why: 'The code says so.' }], [skip]))).toEqual([])
})

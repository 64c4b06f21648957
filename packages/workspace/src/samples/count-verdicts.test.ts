import { expect, test } from 'vitest'
import { countVerdicts, findUnexplained } from './count-verdicts.ts'
import type { DiscussionSample, JudgedStatement } from './discussions/draw-discussions.ts'
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
  expect(
    findUnexplained(sample([{ ...region, useful: false }], [{ ...skip, should_have_been_recorded: true }])),
  ).toEqual(['a 111111111111', 'a 222222222222'])
  expect(findUnexplained(sample([{ ...region, useful: false, why: 'The code says so.' }], [skip]))).toEqual([])
})

test("38 of 40 statements of discussions must be supported, readable and in their place, and none a program's", () => {
  const counts = (changed: Partial<JudgedStatement>, times: number): readonly (readonly [string, boolean])[] =>
    countVerdicts(judgedStatements(changed, times)).map(({ question, holds }) => [question, holds])
  const all = ['supported', 'right_place', 'readable', 'quotes_program']
  expect(counts({}, 0)).toEqual(all.map((question) => [question, true]))
  for (const question of ['supported', 'right_place', 'readable']) {
    expect(counts({ [question]: false }, 2)).toContainEqual([question, true])
    expect(counts({ [question]: false }, 3)).toContainEqual([question, false])
    expect(counts({ [question]: null }, 1)).toContainEqual([question, false])
  }
  expect(counts({ quotes_program: true }, 1)).toContainEqual(['quotes_program', false])
  expect(counts({ quotes_program: null }, 1)).toContainEqual(['quotes_program', false])
})

test('a sample of nothing holds nothing', () => {
  const nothing = { seed: 1, recorded: {}, statements: [] }
  expect(countVerdicts(nothing).map(({ holds }) => holds)).toEqual([false, false, false, true])
})

test("a statement that is denied or a program's wants a reason", () => {
  for (const wrong of [{ supported: false }, { right_place: false }, { readable: false }, { quotes_program: true }]) {
    expect(findUnexplained(judgedStatements(wrong, 1))).toEqual(['#8 a.ts'])
    expect(findUnexplained(judgedStatements({ ...wrong, why: 'Nobody said so.' }, 1))).toEqual([])
  }
})

function judgedStatements(changed: Partial<JudgedStatement>, times: number): DiscussionSample {
  const good: JudgedStatement = {
    ...{ set: 'first', change: '#8', place: 'a.ts', region: region.region, why: '' },
    ...{ supported: true, quotes_program: false, right_place: true, readable: true },
  }
  const statements = Array.from({ length: 40 }, (_, index) => (index < times ? { ...good, ...changed } : good))
  return { seed: 1, recorded: { first: 40 }, statements }
}

import type { DiscussionSample } from './discussions/draw-discussions.ts'
import type { Sample, Verdict } from './sample.ts'

/** The verdicts on a question, and the bound that the sample must meet. */
export interface VerdictCount {
  readonly question: string
  readonly yes: number
  readonly no: number
  readonly open: number
  /** Percentage of the judged items. */
  readonly percent: number
  readonly holds: boolean
  readonly wanted: string
}

/** Minimum percentages for 100 regions. */
const MIN_SHARES = { supported: 97, useful: 65, right_place: 90, readable: 97 } as const
/** Maximum share of skipped commits that should have been recorded, for 60 commits. */
const MAX_MISSED = 10 / 60
/** Minimum percentages for 40 statements of discussions; 95 % is 38 of them. */
const MIN_STATEMENT_SHARES = { supported: 95, right_place: 95, readable: 95 } as const

/** Counts the verdicts of a sample. A sample holds if no verdict is open and every question meets its bound. */
export function countVerdicts(sample: Sample | DiscussionSample): readonly VerdictCount[] {
  return 'statements' in sample ? countStatements(sample) : countRegions(sample)
}

function countRegions({ regions, skipped }: Sample): readonly VerdictCount[] {
  const missed = tally(skipped.map((each) => each.should_have_been_recorded))
  const most = Math.floor(skipped.length * MAX_MISSED)
  return [
    ...countShares(MIN_SHARES, regions),
    atMost('should_have_been_recorded', missed, most, missed.yes <= skipped.length * MAX_MISSED),
  ]
}

function countStatements({ statements }: DiscussionSample): readonly VerdictCount[] {
  const quoting = tally(statements.map((each) => each.quotes_program))
  return [...countShares(MIN_STATEMENT_SHARES, statements), atMost('quotes_program', quoting, 0, quoting.yes === 0)]
}

/** Counts how often each question was answered with yes, and compares that with the required share. */
function countShares<Question extends string>(
  shares: Readonly<Record<Question, number>>,
  judged: readonly Readonly<Record<NoInfer<Question>, Verdict>>[],
): readonly VerdictCount[] {
  const questions = Object.keys(shares) as Question[]
  return questions.map((question) => {
    const count = tally(judged.map((each) => each[question]))
    const least = shares[question]
    // Compared as integers, because in floating point the share of 38 of 40 is not exactly 95.
    const holds = judged.length > 0 && count.open === 0 && count.yes * 100 >= least * judged.length
    return { question, ...count, wanted: `at least ${least} %`, holds }
  })
}

function atMost(question: string, count: Tally, most: number, isWithin: boolean): VerdictCount {
  return { question, ...count, wanted: `at most ${most}`, holds: count.open === 0 && isWithin }
}

/**
 * Returns the verdicts that need a reason but have none: a no, a skipped commit that was missed, or a quoted program.
 */
export function findUnexplained(sample: Sample | DiscussionSample): readonly string[] {
  if ('statements' in sample) {
    return sample.statements
      .filter(({ why }) => why.trim() === '')
      .filter(
        ({ supported, readable, right_place, quotes_program: quotes }) =>
          [supported, readable, right_place].includes(false) || quotes === true,
      )
      .map(({ change, place }) => `${change} ${place}`.trim())
  }
  const { regions, skipped } = sample
  const denied = regions.filter(
    ({ why, supported, useful, right_place, readable }) =>
      why.trim() === '' && [supported, useful, right_place, readable].includes(false),
  )
  const missed = skipped.filter(({ should_have_been_recorded: missing, why }) => missing === true && why.trim() === '')
  return [...denied, ...missed].map(({ repository, commit }) => `${repository} ${commit.slice(0, 12)}`)
}

type Tally = Pick<VerdictCount, 'yes' | 'no' | 'open' | 'percent'>

function tally(verdicts: readonly Verdict[]): Tally {
  const yes = verdicts.filter((verdict) => verdict === true).length
  const open = verdicts.filter((verdict) => verdict === null).length
  const no = verdicts.length - yes - open
  return { yes, no, open, percent: yes + no === 0 ? 0 : Math.round((1000 * yes) / (yes + no)) / 10 }
}

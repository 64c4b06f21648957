import type { Sample, Verdict } from './sample.ts'

/** What was judged of a question, and what the sample must show. */
export interface VerdictCount {
  readonly question: string
  readonly yes: number
  readonly no: number
  readonly open: number
  /** Of 100 that are judged. */
  readonly percent: number
  /** Absent where the sample need not show anything. */
  readonly holds?: boolean
  readonly wanted: string
}

/** The least of 100 regions. */
const LEAST = { supported: 97, useful: 65, right_place: 90, readable: 97 } as const
/** The most of 60 skipped commits. */
const MOST_MISSED = 10 / 60

/** Counts the verdicts of a sample. A sample holds when nothing is open and every question has its share. */
export function countVerdicts({ regions, skipped }: Sample): readonly VerdictCount[] {
  const questions = Object.entries(LEAST).map(([question, least]): VerdictCount => {
    const count = tally(regions.map((region) => region[question as keyof typeof LEAST]))
    return { question, ...count, wanted: `at least ${least} %`, holds: count.open === 0 && count.percent >= least }
  })
  const missed = tally(skipped.map((each) => each.should_have_been_recorded))
  const holds = missed.open === 0 && missed.yes <= skipped.length * MOST_MISSED
  return [
    ...questions,
    {
      question: 'should_have_been_recorded',
      ...missed,
      wanted: `at most ${Math.floor(skipped.length * MOST_MISSED)}`,
      holds,
    },
  ]
}

/** The verdicts that say no, or that a skipped commit was missed, without a reason why. */
export function unexplained({ regions, skipped }: Sample): readonly string[] {
  const denied = regions.filter(
    ({ why, supported, useful, right_place, readable }) =>
      why.trim() === '' && [supported, useful, right_place, readable].includes(false),
  )
  const missed = skipped.filter(({ should_have_been_recorded: missing, why }) => missing === true && why.trim() === '')
  return [...denied, ...missed].map(({ repository, commit }) => `${repository} ${commit.slice(0, 12)}`)
}

function tally(verdicts: readonly Verdict[]): Pick<VerdictCount, 'yes' | 'no' | 'open' | 'percent'> {
  const yes = verdicts.filter((verdict) => verdict === true).length
  const open = verdicts.filter((verdict) => verdict === null).length
  const no = verdicts.length - yes - open
  return { yes, no, open, percent: yes + no === 0 ? 0 : Math.round((1000 * yes) / (yes + no)) / 10 }
}

import type { EvaluationReport, MeasureComparison, ResultSummary } from '@chronicle/context/evaluate'
import type { Section } from '../section.ts'

/** The measures of a table, by column title. */
export type Measures = Readonly<Record<string, string>>

/** Returns a table of means: systems by the cases of each source, pooled or by repository. */
export function meansSection(
  report: EvaluationReport,
  about: {
    readonly title: string
    readonly about: string
    readonly measures: Measures
    readonly perRepository: boolean
  },
): Section {
  const measures = Object.values(about.measures)
  const wanted = ({ source, repository }: ResultSummary): boolean =>
    source !== undefined && (repository !== undefined) === about.perRepository
  const groups = report.systems[0]?.summaries.filter(wanted) ?? []
  const rows = groups.flatMap(({ source, repository, cases }) =>
    report.systems.flatMap(({ name, summaries }) => {
      const found = summaries.find((summary) => summary.source === source && summary.repository === repository)
      if (found === undefined || measures.every((measure) => found.means[measure] === undefined)) return []
      const cells = measures.map((measure) => percent(found.means[measure]?.mean))
      return [[`${casesOf(source)}${repository === undefined ? '' : `, ${repository}`} (${cases})`, name, ...cells]]
    }),
  )
  const columns = ['Tasks', 'System', ...Object.keys(about.measures)]
  return { title: about.title, about: about.about, columns, rows, claims: [] }
}

/** Returns a table of differences to the first system. */
export function differencesSection(
  report: EvaluationReport,
  about: { readonly title: string; readonly about: string },
): Section {
  const rows = report.comparisons.flatMap(({ source, second, measures }) =>
    measures.map((measure) => [
      casesOf(source),
      second,
      measure.measure,
      percent(measure.firstMean),
      percent(measure.secondMean),
      signed(measure.difference.mean),
      interval(measure),
      probability(measure),
    ]),
  )
  const columns = ['Tasks', 'System', 'Measure', 'First', 'This', 'Difference', 'Interval', 'p']
  return { ...about, columns, rows, claims: [] }
}

export function casesOf(source: string | undefined): string {
  return source === 'issue' ? 'reported issues' : source === 'mined' ? 'mined commits' : (source ?? 'all')
}

export function percent(share: number | undefined): string {
  return share === undefined ? '' : (share * 100).toFixed(1)
}

function signed(share: number): string {
  return `${share > 0 ? '+' : ''}${percent(share)}`
}

function interval({ difference: { low, high, drawn } }: MeasureComparison): string {
  return `${signed(low)} to ${signed(high)}${drawn === 'cases' ? ' (one repository)' : ''}`
}

/** Formats the result of the exact McNemar test, with the number of wins of each side. */
function probability({ mcnemar }: MeasureComparison): string {
  if (mcnemar === undefined) return ''
  const { p, onlyFirst, onlySecond } = mcnemar
  return `${p < 0.001 ? '< 0.001' : p.toFixed(3)} (${onlyFirst} : ${onlySecond})`
}

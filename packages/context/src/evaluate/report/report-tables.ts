import type { ResultSummary } from '../metrics/summarise.ts'
import type { EvaluationReport, SystemReport } from './evaluation-report.ts'

/** A table of a report. The first column is text, the others are numbers. */
export interface ReportTable {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** Options for formatting a report. */
export interface ReportFormatOptions {
  /** Whether to list every case with its measures. Default `false`. */
  readonly cases?: boolean | undefined
}

/** Returns sentences that explain the numbers of a report. */
export function reportNotes({ confidence }: EvaluationReport): readonly string[] {
  return [
    'Shares are in per cent. Acc@k is strict: all gold items within the first k.',
    'The lines to be seen are those of the units that the solution changes, and what it changes outside of them.',
    `Intervals are ${Number(percent(confidence))} % bootstrap intervals that draw whole repositories, unless it says otherwise; p is of the exact McNemar test.`,
  ]
}

/** Returns every table of a report, in order. Tables without rows are omitted. */
export function reportTables(
  report: EvaluationReport,
  { cases = false }: ReportFormatOptions = {},
): readonly ReportTable[] {
  const { ranks, budgets } = report
  const ranked = (what: string): readonly Column[] => [
    ...ranks.map((k): Column => ({ title: `Acc@${k}`, measure: `${what}-acc@${k}` })),
    { title: `Recall@${Math.max(...ranks)}`, measure: `${what}-recall@${Math.max(...ranks)}` },
    { title: 'MRR', measure: `${what}-mrr` },
  ]
  const byBudget = (measure: string): readonly Column[] =>
    budgets.map((budget) => ({ title: `${budget} tokens`, measure: `${measure}@${budget}` }))
  return [
    table(report, 'Files', ranked('file')),
    table(report, 'Functions', ranked('function')),
    table(report, 'Gold files in the package', byBudget('packed-files')),
    table(report, 'Gold functions wholly in the package, mean of the cases', byBudget('packed-functions')),
    table(report, 'Gold functions wholly in the package, of all together', byBudget('packed-functions-pooled')),
    table(report, 'Recall of the lines to be seen', byBudget('line-recall')),
    table(report, 'Precision of the lines shown', byBudget('line-precision')),
    table(report, 'Share of the tokens that is needed', byBudget('token-efficiency')),
    table(report, 'Share of the budget that is used', byBudget('budget-use')),
    table(report, 'Whole ranked list, determinism and time', [
      { title: 'Recall of files', measure: 'file-recall' },
      { title: 'Precision of files', measure: 'file-precision' },
      { title: 'Recall of functions', measure: 'function-recall' },
      { title: 'Precision of functions', measure: 'function-precision' },
      { title: 'Same twice', measure: 'deterministic' },
      { title: 'Milliseconds', measure: 'milliseconds', unit: 'milliseconds' },
    ]),
    comparisonTable(report),
    ...(cases ? [casesTable(report)] : []),
  ].filter(({ rows }) => rows.length > 0)
}

interface Column {
  readonly title: string
  readonly measure: string
  /** Default: a share, shown in per cent. */
  readonly unit?: 'milliseconds'
}

function table({ systems }: EvaluationReport, title: string, columns: readonly Column[]): ReportTable {
  const shown = columns.filter(({ measure }) =>
    systems.some(({ summaries }) => summaries.some(({ means }) => means[measure] !== undefined)),
  )
  const rows = shown.length === 0 ? [] : systems.flatMap((system) => tableRows(system, shown))
  return { title, columns: ['System', 'Cases of', 'Number', ...shown.map((column) => column.title)], rows }
}

function tableRows({ name, summaries }: SystemReport, columns: readonly Column[]): readonly (readonly string[])[] {
  return summaries
    .filter(({ means }) => columns.some(({ measure }) => means[measure] !== undefined))
    .map((summary) => [
      name,
      groupName(summary),
      String(summary.cases),
      ...columns.map(({ measure, unit }) => {
        const mean = summary.means[measure]?.mean
        if (mean === undefined) return '—'
        return unit === 'milliseconds' ? mean.toFixed(1) : percent(mean)
      }),
    ])
}

/**
 * Returns the table of every case by every system. Measures of packages are for the largest budget, which says most.
 */
function casesTable({ systems, budgets }: EvaluationReport): ReportTable {
  const budget = Math.max(...budgets)
  const columns: Readonly<Record<string, string>> = {
    'Recall of files': 'file-recall',
    'Precision of files': 'file-precision',
    'Recall of functions': 'function-recall',
    'Precision of functions': 'function-precision',
    MRR: 'file-mrr',
    [`Share that is needed, ${budget} tokens`]: `token-efficiency@${budget}`,
    'Budget used': `budget-use@${budget}`,
  }
  const [first] = systems
  const rows = (first?.results ?? []).flatMap(({ id }, index) =>
    systems.flatMap(({ name, results }) => {
      const measures = results[index]?.measures ?? {}
      return [[name, id, ...Object.values(columns).map((measure) => shareOrDash(measures[measure]))]]
    }),
  )
  return { title: 'Cases', columns: ['System', 'Case', ...Object.keys(columns)], rows }
}

function shareOrDash(share: number | undefined): string {
  return share === undefined ? '—' : percent(share)
}

function comparisonTable({ comparisons }: EvaluationReport): ReportTable {
  return {
    title: 'Differences to the first system',
    columns: ['System', 'Cases of', 'Measure', 'Cases', 'First', 'This', 'Difference', 'Interval', 'McNemar p'],
    rows: comparisons.flatMap(({ second, source, measures }) =>
      measures.map(({ measure, cases, firstMean, secondMean, difference, mcnemar }) => [
        second,
        source,
        measure,
        String(cases),
        percent(firstMean),
        percent(secondMean),
        signed(difference.mean),
        `${signed(difference.low)} to ${signed(difference.high)}${difference.drawn === 'cases' ? ' (one repository)' : ''}`,
        mcnemar === undefined ? '—' : mcnemar.p < 0.001 ? '< 0.001' : mcnemar.p.toFixed(3),
      ]),
    ),
  }
}

/** Returns the name of a summary's group of cases. */
function groupName({ source, repository }: ResultSummary): string {
  if (source === undefined) return 'all'
  return repository === undefined ? source : `${source}, ${repository}`
}

/** Formats a share in per cent with one decimal. */
function percent(share: number): string {
  return (share * 100).toFixed(1)
}

function signed(share: number): string {
  const text = percent(share)
  return share > 0 ? `+${text}` : text
}

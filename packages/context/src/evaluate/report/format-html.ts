import type { ResultSummary } from '../metrics/summarise.ts'
import { barChart } from './bar-chart.ts'
import { escapeMarkup } from './escape-markup.ts'
import type { EvaluationReport } from './evaluation-report.ts'
import { lineChart } from './line-chart.ts'
import { reportNotes, reportTables, type ReportFormatOptions, type ReportTable } from './report-tables.ts'

const STYLE = `body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff; }
table { border-collapse: collapse; margin: 0.5rem 0 1.5rem; font-size: 13px; }
th, td { border-bottom: 1px solid #ddd; padding: 0.2rem 0.6rem; text-align: right; }
th:nth-child(-n+2), td:nth-child(-n+2) { text-align: left; }
svg { width: 100%; max-width: 640px; display: block; margin: 1rem 0; }`

/**
 * Returns a report as one self-contained HTML page, without external scripts, fonts or images. Equal reports give equal
 * text.
 */
export function formatReportHtml(report: EvaluationReport, options: ReportFormatOptions = {}): string {
  const { title, systems, unusable } = report
  const failures = systems.flatMap(({ name, failures: of }) =>
    of.map(({ id, code, message }) => `${name}: ${id}: ${code}: ${message}`),
  )
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(title)}</title>`,
    `<style>${STYLE}</style></head>`,
    '<body>',
    `<h1>${escapeMarkup(title)}</h1>`,
    `<p>${reportNotes(report).map(escapeMarkup).join(' ')}</p>`,
    ...charts(report),
    ...reportTables(report, options).map(formatTable),
    ...list('Failures, counted as found nothing', failures),
    ...list(
      'Cases that were not asked',
      unusable.map(({ message }) => message),
    ),
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/**
 * Returns charts by source: accuracy as bars, so that an ablation is visible at a glance, and the content of packages
 * by budget; then cost.
 */
function charts({ systems, ranks, budgets }: EvaluationReport): readonly string[] {
  const names = systems.map(({ name }) => name)
  const sources = [...new Set(systems.flatMap(({ summaries }) => summaries.flatMap(({ source }) => source ?? [])))]
  const pooled = (index: number, source: string | undefined): ResultSummary | undefined =>
    systems[index]?.summaries.find((summary) => summary.source === source && summary.repository === undefined)
  const mean = (index: number, source: string | undefined, measure: string): number | undefined =>
    pooled(index, source)?.means[measure]?.mean
  const bySource = sources.flatMap((source) => {
    const accuracy = ['file', 'function'].flatMap((what) =>
      ranks.map((k) => ({
        name: `${what} @${k}`,
        values: names.map((_, index) => scaled(mean(index, source, `${what}-acc@${k}`))),
      })),
    )
    const curves = (
      [
        ['packed-files', 'Gold files in the package'],
        ['packed-functions', 'Gold functions wholly in the package'],
        ['line-recall', 'Lines to be seen that are in the package'],
      ] as const
    ).flatMap(([measure, title]) => {
      const series = names.map((name, index) => ({
        name,
        points: budgets.flatMap((x) => {
          const y = scaled(mean(index, source, `${measure}@${x}`))
          return y === undefined ? [] : [{ x, y }]
        }),
      }))
      if (series.every(({ points }) => points.length === 0)) return []
      return [lineChart({ title: `${title}: ${source}`, unit: '%', xTitle: 'budget in tokens', series, top: 100 })]
    })
    const groups = accuracy.filter(({ values }) => values.some((value) => value !== undefined))
    return [barChart({ title: `Strict accuracy: ${source}`, unit: '%', series: names, groups, top: 100 }), ...curves]
  })
  const times = names.map((_, index) => mean(index, undefined, 'milliseconds'))
  const cost = times.every((time) => time === undefined)
    ? []
    : [
        barChart({
          title: 'Time of an answer',
          unit: 'ms',
          series: names,
          groups: [{ name: 'all cases', values: times }],
        }),
      ]
  return [...bySource, ...cost]
}

function scaled(share: number | undefined): number | undefined {
  return share === undefined ? undefined : share * 100
}

function formatTable({ title, columns, rows }: ReportTable): string {
  const cells = (tag: 'th' | 'td', values: readonly string[]): string =>
    `<tr>${values.map((value) => `<${tag}>${escapeMarkup(value)}</${tag}>`).join('')}</tr>`
  return [
    `<h2>${escapeMarkup(title)}</h2>`,
    `<table><thead>${cells('th', columns)}</thead><tbody>`,
    ...rows.map((row) => cells('td', row)),
    '</tbody></table>',
  ].join('\n')
}

function list(title: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return []
  return [
    `<h2>${escapeMarkup(title)}</h2>`,
    `<ul>${items.map((item) => `<li>${escapeMarkup(item)}</li>`).join('\n')}</ul>`,
  ]
}

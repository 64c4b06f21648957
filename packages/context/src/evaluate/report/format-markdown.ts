import type { EvaluationReport } from './evaluation-report.ts'
import { reportNotes, reportTables, type ReportFormatOptions, type ReportTable } from './report-tables.ts'

/** Returns a report as Markdown. Equal reports give equal text. */
export function formatReportMarkdown(report: EvaluationReport, options: ReportFormatOptions = {}): string {
  const { title, systems, unusable } = report
  const failures = systems.flatMap(({ name, failures: of }) =>
    of.map(({ id, code }) => `- ${cell(name)}: ${cell(id)}: \`${code}\``),
  )
  return [
    `# ${cell(title)}`,
    reportNotes(report).join(' '),
    ...reportTables(report, options).map(formatTable),
    ...(failures.length === 0 ? [] : ['## Failures, counted as found nothing', failures.join('\n')]),
    ...(unusable.length === 0
      ? []
      : ['## Cases that were not asked', unusable.map(({ message }) => `- ${cell(message)}`).join('\n')]),
    '',
  ].join('\n\n')
}

function formatTable({ title, columns, rows }: ReportTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
  const rule = line(columns.map((_, index) => (index < 2 ? '---' : '---:')))
  return [`## ${title}`, '', line(columns), rule, ...rows.map(line)].join('\n')
}

/** Escapes names of repositories and cases, so that they are not parsed as markup. */
function cell(text: string): string {
  return text.replace(/[\\|`*_<>[\]]/g, '\\$&').replace(/\s+/g, ' ')
}

import { describe, expect, it } from 'vitest'
import type { EvaluationRun } from '../run/run-evaluation.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { barChart } from './bar-chart.ts'
import { axisTop } from './chart-frame.ts'
import { evaluationDocument } from './evaluation-document.ts'
import { createReport, type EvaluationReport } from './evaluation-report.ts'
import { formatReportHtml } from './format-html.ts'
import { formatReportMarkdown } from './format-markdown.ts'
import { lineChart } from './line-chart.ts'

const hits = { bm25: [0, 0, 1, 0, 1, 0], 'a <b> | c': [1, 1, 1, 0, 1, 1] }
const run: EvaluationRun = {
  ranks: [1, 5],
  budgets: [4000, 8000],
  systems: Object.entries(hits).map(([name, values]) => ({
    name,
    results: values.map((value, index) => ({
      id: `case-${index}`,
      repository: index % 2 === 0 ? 'even' : 'odd',
      source: index < 4 ? ('issue' as const) : ('mined' as const),
      goldFunctions: 2,
      measures: {
        'file-acc@5': value,
        'file-mrr': value / 2,
        'packed-functions@4000': value / 4,
        'packed-functions@8000': value / 2,
        milliseconds: 10 * (index + 1),
      },
      ...(index === 3 ? { failure: { code: 'no_luck', message: 'It & that failed.' } } : {}),
    })),
  })),
  unusable: [{ id: 'x', code: 'case_not_usable', message: 'Case x cannot be used: <none> of its files is there.' }],
}

function report(): EvaluationReport {
  return createReport(run, { title: 'Title', random: createSeededRandom(1), samples: 100 })
}

describe('createReport', () => {
  it('compares with the first system, by source', () => {
    const { comparisons, systems } = report()
    expect(comparisons.map(({ source, first, second }) => [source, first, second])).toEqual([
      ['issue', 'bm25', 'a <b> | c'],
      ['mined', 'bm25', 'a <b> | c'],
    ])
    expect(comparisons[0]?.measures[0]).toMatchObject({
      measure: 'file-acc@5',
      cases: 4,
      firstMean: 0.25,
      secondMean: 0.75,
      mcnemar: { onlyFirst: 0, onlySecond: 2, p: 0.5 },
    })
    expect(systems[0]?.failures).toEqual([{ id: 'case-3', code: 'no_luck', message: 'It & that failed.' }])
  })
})

describe('evaluationDocument', () => {
  it('has every case of every system, and the comparisons', () => {
    const { systems, comparisons, unusable } = evaluationDocument(report())
    expect(systems.map(({ cases }) => cases.length)).toEqual([6, 6])
    expect(systems[0]?.cases[3]).toMatchObject({ id: 'case-3', failure: { code: 'no_luck' } })
    expect(systems[0]?.cases[2]?.measures['file-acc@5']).toBe(1)
    expect(comparisons[0]?.measures[0]).toMatchObject({
      first_mean: 0.25,
      second_mean: 0.75,
      mcnemar: { only_first: 0, only_second: 2, p: 0.5 },
    })
    expect(unusable).toHaveLength(1)
  })
})

describe('formatReportMarkdown', () => {
  it('has a row for each system and group, and escapes names', () => {
    const text = formatReportMarkdown(report())
    expect(text).toContain('| System | Cases of | Number | Acc@5 | MRR |')
    expect(text).toContain('| bm25 | issue, even | 2 | 50.0 | 25.0 |')
    expect(text).toContain('| a \\<b\\> \\| c | all | 6 | 83.3 | 41.7 |')
    expect(text).toContain(
      '| a \\<b\\> \\| c | issue | file-acc@5 | 4 | 25.0 | 75.0 | +50.0 | +50.0 to +50.0 | 0.500 |',
    )
    expect(text).toContain('Case x cannot be used: \\<none\\> of')
    expect(text).toContain('- bm25: case-3: `no_luck`')
    expect(text).not.toContain('## Functions')
    expect(text).not.toContain('NaN')
    expect(formatReportMarkdown(report())).toBe(text)
    expect(text).not.toContain('## Cases\n')
    const listed = formatReportMarkdown(report(), { cases: true })
    expect(listed).toContain('| bm25 | case-2 | — | — | — | — | 50.0 | — | — |')
    expect(formatReportHtml(report(), { cases: true })).toContain('<td>case-2</td>')
  })
})

describe('formatReportHtml', () => {
  it('is one page that needs nothing else', () => {
    const page = formatReportHtml(report())
    expect(page.match(/<svg /g)).toHaveLength(5)
    expect(page).toContain('a &lt;b&gt; | c')
    expect(page).toContain('It &amp; that failed.')
    expect(page).not.toMatch(/<script|<link|<img|src=|NaN|undefined/)
    expect(formatReportHtml(report())).toBe(page)
    const opened = [...page.matchAll(/<(table|tr|td|th|svg|ul|li|thead|tbody|text)[ >]/g)].map(([, tag]) => tag).sort()
    const closed = [...page.matchAll(/<\/(table|tr|td|th|svg|ul|li|thead|tbody|text)>/g)].map(([, tag]) => tag).sort()
    expect(closed).toEqual(opened)
  })
})

describe('charts', () => {
  it('places points by the logarithm of their budget', () => {
    const points = [1000, 2000, 4000].map((x, index) => ({ x, y: index * 50 }))
    const chart = lineChart({ title: 't', unit: '%', xTitle: 'x', series: [{ name: 's', points }], top: 100 })
    expect(chart).toContain('points="52,254 271,144 490,34"')
  })

  it('draws bars as high as their values', () => {
    const chart = barChart({ title: 't', unit: '%', series: ['s'], groups: [{ name: 'g', values: [25] }], top: 100 })
    expect(chart).toMatch(/<rect x="247" y="199" width="46" height="55"/)
    expect(barChart({ title: 't', unit: '%', series: [], groups: [] })).not.toContain('NaN')
  })

  it.each([
    [0, 1],
    [Number.NaN, 1],
    [0.3, 0.5],
    [7, 10],
    [100, 100],
    [120, 200],
  ])('takes an axis for %d up to %d', (largest, top) => {
    expect(axisTop(largest)).toBeCloseTo(top, 10)
  })
})

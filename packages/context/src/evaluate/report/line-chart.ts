import { axisTop, CHART, chartFrame, formatCoordinate, PLOT, seriesColour, textAt } from './chart-frame.ts'

/** One line of a chart. */
export interface LineSeries {
  readonly name: string
  /** Ascending by `x`. */
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

/** Returns a line chart as SVG. The horizontal axis is logarithmic, because budgets double. */
export function lineChart(options: {
  readonly title: string
  readonly unit: string
  readonly xTitle: string
  readonly series: readonly LineSeries[]
  /** Upper end of the value axis. Absent: a round number above the largest value. */
  readonly top?: number
}): string {
  const { series } = options
  const xs = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b)
  const top = options.top ?? axisTop(Math.max(0, ...series.flatMap(({ points }) => points.map(({ y }) => y))))
  const [low, high] = [Math.log(xs[0] ?? 1), Math.log(xs.at(-1) ?? 1)]
  const xAt = (x: number): number => CHART.left + PLOT.width * (high === low ? 0.5 : (Math.log(x) - low) / (high - low))
  const yAt = (y: number): number => CHART.top + PLOT.height * (1 - Math.min(1, y / top))
  const bottom = CHART.top + PLOT.height
  return chartFrame({
    ...options,
    top,
    legend: series.map(({ name }) => name),
    marks: [
      ...xs.map((x) => textAt(xAt(x), bottom + 16, String(x), 'middle')),
      textAt(CHART.left + PLOT.width / 2, bottom + 36, options.xTitle, 'middle'),
      ...series.flatMap(({ points }, index) => {
        const colour = seriesColour(index)
        const path = points.map(({ x, y }) => `${formatCoordinate(xAt(x))},${formatCoordinate(yAt(y))}`).join(' ')
        return [
          `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
          ...points.map(
            ({ x, y }) =>
              `<circle cx="${formatCoordinate(xAt(x))}" cy="${formatCoordinate(yAt(y))}" r="3" fill="${colour}"/>`,
          ),
        ]
      }),
    ],
  })
}

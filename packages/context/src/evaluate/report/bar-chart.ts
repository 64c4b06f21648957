import { axisTop, CHART, chartFrame, formatCoordinate, PLOT, seriesColour, textAt, formatTick } from './chart-frame.ts'

/** Adjacent bars of a chart. */
export interface BarGroup {
  readonly name: string
  /** One value for each series, in order. `undefined`: unknown, drawn without a bar. */
  readonly values: readonly (number | undefined)[]
}

/** Width in pixels of a number above a bar. */
const LABEL_WIDTH = 22

/** Returns a bar chart as SVG, with each value above its bar if there is room. */
export function barChart(options: {
  readonly title: string
  readonly unit: string
  readonly series: readonly string[]
  readonly groups: readonly BarGroup[]
  /** Upper end of the value axis. Absent: a round number above the largest value. */
  readonly top?: number
}): string {
  const { series, groups } = options
  const known = groups.flatMap(({ values }) => values.filter((value) => value !== undefined))
  const top = options.top ?? axisTop(Math.max(0, ...known))
  const slot = PLOT.width / Math.max(1, groups.length)
  const width = Math.min(48, (slot * 0.8) / Math.max(1, series.length))
  const bottom = CHART.top + PLOT.height
  return chartFrame({
    ...options,
    top,
    legend: series,
    marks: groups.flatMap(({ name, values }, group) => {
      const middle = CHART.left + slot * (group + 0.5)
      const left = middle - (width * values.length) / 2
      const bars = values.flatMap((value, index) => {
        if (value === undefined) return []
        const height = PLOT.height * Math.min(1, value / top)
        const x = left + width * index
        const label = formatTick(value)
        return [
          `<rect x="${formatCoordinate(x)}" y="${formatCoordinate(bottom - height)}" width="${formatCoordinate(width - 2)}" height="${formatCoordinate(height)}" fill="${seriesColour(index)}"/>`,
          ...(width < LABEL_WIDTH ? [] : [textAt(x + width / 2 - 1, bottom - height - 3, label, 'middle')]),
        ]
      })
      return [...bars, textAt(middle, bottom + 16, name, 'middle')]
    }),
  })
}

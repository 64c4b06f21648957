import { axisTop, CHART, chartFrame, place, PLOT, seriesColour, textAt, tick } from './chart-frame.ts'

/** Bars that stand beside each other. */
export interface BarGroup {
  readonly name: string
  /** One for each series, in their order. `undefined`: not known, and no bar. */
  readonly values: readonly (number | undefined)[]
}

/** Pixels that a number above a bar takes up. */
const LABEL_WIDTH = 22

/** A bar chart as SVG, with each value above its bar where there is room. */
export function barChart(options: {
  readonly title: string
  readonly unit: string
  readonly series: readonly string[]
  readonly groups: readonly BarGroup[]
  /** The upper end of the values. Absent: a round number above the largest. */
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
        const label = tick(value)
        return [
          `<rect x="${place(x)}" y="${place(bottom - height)}" width="${place(width - 2)}" height="${place(height)}" fill="${seriesColour(index)}"/>`,
          ...(width < LABEL_WIDTH ? [] : [textAt(x + width / 2 - 1, bottom - height - 3, label, 'middle')]),
        ]
      })
      return [...bars, textAt(middle, bottom + 16, name, 'middle')]
    }),
  })
}

import { escapeMarkup } from './escape-markup.ts'

/** Colours that people with red-green colour blindness can distinguish (Okabe and Ito), darker ones first. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#000000', '#999999'] as const

/** Returns the colour of a series by its index. Colours repeat. */
export function seriesColour(index: number): string {
  return COLOURS[index % COLOURS.length] ?? '#000000'
}

/** Size of charts and of their margins, in pixels. */
export const CHART: Readonly<Record<'width' | 'height' | 'left' | 'right' | 'top' | 'bottom', number>> = {
  width: 640,
  height: 300,
  left: 52,
  right: 150,
  top: 34,
  bottom: 46,
}

/** Size of the drawing area, in pixels. */
export const PLOT: Readonly<Record<'width' | 'height', number>> = {
  width: CHART.width - CHART.left - CHART.right,
  height: CHART.height - CHART.top - CHART.bottom,
}

/** Returns a round number at or above the largest value, for the upper end of an axis. */
export function axisTop(largest: number): number {
  if (!(largest > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(largest))
  return ([1, 2, 5, 10].find((factor) => factor * power >= largest) ?? 10) * power
}

/** Returns a chart as an SVG element: title, a value axis from 0 to `top` with its unit, a legend, and the marks. */
export function chartFrame(options: {
  readonly title: string
  readonly unit: string
  readonly top: number
  readonly legend: readonly string[]
  readonly marks: readonly string[]
}): string {
  const { title, unit, top, legend, marks } = options
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const y = formatCoordinate(CHART.top + PLOT.height * (1 - share))
    return (
      `<line x1="${CHART.left}" x2="${CHART.left + PLOT.width}" y1="${y}" y2="${y}" stroke="#ddd"/>` +
      textAt(CHART.left - 6, Number(y) + 4, formatTick(top * share), 'end')
    )
  })
  const keys = legend.map((name, index) => {
    const y = CHART.top + 8 + index * 18
    const x = CHART.left + PLOT.width + 12
    return `<rect x="${x}" y="${y - 9}" width="10" height="10" fill="${seriesColour(index)}"/>${textAt(x + 15, y, name)}`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CHART.width} ${CHART.height}" role="img" aria-label="${escapeMarkup(title)}" font-family="system-ui, sans-serif" font-size="11">`,
    `<text x="${CHART.left}" y="16" font-size="13" font-weight="600">${escapeMarkup(title)} (${escapeMarkup(unit)})</text>`,
    ...grid,
    ...marks,
    ...keys,
    '</svg>',
  ].join('\n')
}

/** Returns an SVG text element. */
export function textAt(x: number, y: number, text: string, anchor: 'start' | 'middle' | 'end' = 'start'): string {
  return `<text x="${formatCoordinate(x)}" y="${formatCoordinate(y)}" text-anchor="${anchor}">${escapeMarkup(text)}</text>`
}

/** Formats a coordinate, rounded so that it is the same on every machine. */
export function formatCoordinate(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** Formats a number for a chart, with at most three digits. */
export function formatTick(value: number): string {
  return String(Number(value.toPrecision(3)))
}

import { parse, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import type { Evaluation, Fold } from './evaluate.ts'
import type { ConfidenceResults, Share } from './summarise.ts'

/** Returns the plots of docs/confidence.md as SVG, by file name. */
export async function drawPlots(results: ConfidenceResults): Promise<Readonly<Record<string, string>>> {
  const { folds, held_out: heldOut, never_fitted: neverFitted } = results
  return {
    'reliability.svg': await toSvg(reliabilityPlot(heldOut)),
    'reliability-by-repository.svg': await toSvg(repositoryPlot([...folds, neverFitted])),
    'change-and-age.svg': await toSvg(changePlot(results)),
  }
}

const CONFIG = { font: 'sans-serif', background: 'white', axis: { grid: true } } as const
const COLOURS = { domain: ['calibrated', 'specified'], range: ['#1b7837', '#b35806'] } as const

interface Point {
  readonly scorer: string
  readonly repository: string
  readonly confidence: number
  readonly share: number
  readonly observations: number
}

function pointsOf(evaluation: Evaluation, repository: string): Point[] {
  return (['calibrated', 'specified'] as const).flatMap((scorer) =>
    evaluation[scorer].reliability.map((bin) => ({
      scorer,
      repository,
      confidence: bin.mean_confidence,
      share: bin.share_still_there,
      observations: bin.observations,
    })),
  )
}

/** Returns the layers of a plot: lines and points of both scorers, and the diagonal of perfect calibration. */
function layers(): object[] {
  const x = { field: 'confidence', type: 'quantitative', scale: { domain: [0, 1] }, title: 'confidence given' }
  const y = { field: 'share', type: 'quantitative', scale: { domain: [0, 1] }, title: 'share still there' }
  const color = { field: 'scorer', type: 'nominal', scale: COLOURS, title: 'scorer' }
  return [
    {
      data: { values: [{ at: 0 }, { at: 1 }] },
      mark: { type: 'line', strokeDash: [4, 4], color: '#888888' },
      encoding: { x: { field: 'at', type: 'quantitative' }, y: { field: 'at', type: 'quantitative' } },
    },
    { mark: { type: 'line', strokeWidth: 1.5 }, encoding: { x, y, color } },
    {
      mark: { type: 'circle', opacity: 0.8 },
      encoding: { x, y, color, size: { field: 'observations', type: 'quantitative', scale: { range: [10, 400] } } },
    },
  ]
}

function reliabilityPlot(evaluation: Evaluation): object {
  return { width: 380, height: 380, config: CONFIG, data: { values: pointsOf(evaluation, '') }, layer: layers() }
}

function repositoryPlot(folds: readonly Fold[]): object {
  const values = folds.flatMap((fold) =>
    Object.entries(fold.by_repository).flatMap(([name, evaluation]) => pointsOf(evaluation, name)),
  )
  const names = [...new Set(values.map(({ repository }) => repository))].sort()
  return {
    config: CONFIG,
    columns: 4,
    concat: names.map((name) => ({
      title: name,
      width: 150,
      height: 150,
      data: { values: values.filter(({ repository }) => repository === name) },
      layer: layers(),
    })),
  }
}

/**
 * Returns a plot of how often statements are still there, by intact share and by age: all statements, and those in
 * unchanged code.
 */
function changePlot(results: ConfidenceResults): object {
  const bars = (shares: Readonly<Record<string, Share>>, series: string): object[] =>
    Object.entries(shares).map(([label, share]) => ({ label, share: share.still_there, series }))
  const plot = (title: string, values: object[], series: readonly string[]): object => ({
    title,
    width: { step: 26 },
    height: 220,
    data: { values },
    mark: 'bar',
    encoding: {
      x: { field: 'label', type: 'ordinal', sort: null, title: null },
      xOffset: { field: 'series', sort: series },
      y: { field: 'share', type: 'quantitative', scale: { domain: [0, 1] }, title: 'share still there' },
      color: { field: 'series', type: 'nominal', title: null, sort: series, scale: { range: ['#2166ac', '#92c5de'] } },
    },
  })
  const age = [
    ...bars(byYears(results.by_age), 'all code'),
    ...bars(byYears(results.untouched_by_age), 'untouched code'),
  ]
  return {
    config: CONFIG,
    resolve: { scale: { color: 'independent' } },
    hconcat: [
      plot('by intact share', bars(results.by_intact_share, 'all code'), ['all code']),
      plot('by age', age, ['all code', 'untouched code']),
    ],
  }
}

/** Sorts by the number of years, because the labels would be sorted as text. */
function byYears(shares: Readonly<Record<string, Share>>): Readonly<Record<string, Share>> {
  const entries = Object.entries(shares).sort(([a], [b]) => Number.parseFloat(a) - Number.parseFloat(b))
  return Object.fromEntries(entries)
}

async function toSvg(spec: object): Promise<string> {
  const { spec: compiled } = compile(spec as TopLevelSpec)
  const svg = await new View(parse(compiled), { renderer: 'none' }).toSVG()
  return `${svg}\n`
}

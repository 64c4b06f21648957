import { roundTo } from './fit-scorer.ts'
import { seededRandom } from './seeded-random.ts'

/** A forecast and its outcome. */
export interface Forecast {
  readonly confidence: number
  readonly happened: boolean
  /** The group of the forecast. Forecasts of one group (a statement at several times) are not independent. */
  readonly group: string
}

/** The forecasts in one tenth of the scale. */
export interface ReliabilityBin {
  readonly from: number
  readonly to: number
  readonly observations: number
  readonly mean_confidence: number
  readonly share_still_there: number
}

/** Measures of the quality of forecasts. */
export interface ForecastQuality {
  readonly observations: number
  readonly brier: number
  readonly log_loss: number
  readonly expected_calibration_error: number
  /**
   * Among pairs of one statement still there and one not, the share in which the former has the higher forecast (ties
   * count half). It measures how well the forecasts rank, whatever their scale. 0.5 is chance.
   */
  readonly ranked_right: number
  readonly reliability: readonly ReliabilityBin[]
}

/**
 * Forecasts are clamped to this distance from 0 and 1, because a single wrong forecast of 0 or 1 would make the log
 * loss infinite.
 */
const LOG_LOSS_MARGIN = 0.001

/** Measures forecasts by Brier score, log loss and reliability in ten bins. */
export function measureForecasts(forecasts: readonly Forecast[]): ForecastQuality {
  const reliability = reliabilityOf(forecasts)
  const gap = (bin: ReliabilityBin): number => Math.abs(bin.mean_confidence - bin.share_still_there) * bin.observations
  return {
    observations: forecasts.length,
    brier: roundTo(brierScore(forecasts), 4),
    log_loss: roundTo(mean(forecasts.map(logLoss)), 4),
    expected_calibration_error: roundTo(sum(reliability.map(gap)) / forecasts.length, 4),
    ranked_right: roundTo(rankedRight(forecasts), 4),
    reliability: reliability.map((bin) => ({
      ...bin,
      mean_confidence: roundTo(bin.mean_confidence, 3),
      share_still_there: roundTo(bin.share_still_there, 3),
    })),
  }
}

/** Returns the mean squared difference between forecast and outcome; 0 is perfect. */
export function brierScore(forecasts: readonly Forecast[]): number {
  return mean(forecasts.map(({ confidence, happened }) => (confidence - (happened ? 1 : 0)) ** 2))
}

function rankedRight(forecasts: readonly Forecast[]): number {
  const sorted = [...forecasts].sort((a, b) => a.confidence - b.confidence)
  let rankSum = 0
  for (let from = 0; from < sorted.length;) {
    let to = from
    while (to < sorted.length && sorted[to]?.confidence === sorted[from]?.confidence) to++
    const happened = sorted.slice(from, to).filter((each) => each.happened).length
    rankSum += happened * ((from + 1 + to) / 2)
    from = to
  }
  const yes = forecasts.filter((each) => each.happened).length
  const no = forecasts.length - yes
  return yes === 0 || no === 0 ? 0.5 : (rankSum - (yes * (yes + 1)) / 2) / (yes * no)
}

function logLoss({ confidence, happened }: Forecast): number {
  const inside = Math.min(1 - LOG_LOSS_MARGIN, Math.max(LOG_LOSS_MARGIN, confidence))
  return -Math.log(happened ? inside : 1 - inside)
}

function reliabilityOf(forecasts: readonly Forecast[]): readonly ReliabilityBin[] {
  return Array.from({ length: 10 }, (_, bin) => {
    const held = forecasts.filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10)) === bin)
    return {
      from: bin / 10,
      to: (bin + 1) / 10,
      observations: held.length,
      mean_confidence: mean(held.map(({ confidence }) => confidence)),
      share_still_there: mean(held.map(({ happened }) => (happened ? 1 : 0))),
    }
  }).filter(({ observations }) => observations > 0)
}

/** A value, and the interval that contains it in 95 of 100 resamples. */
export interface Interval {
  readonly value: number
  readonly from: number
  readonly to: number
}

const RESAMPLES = 1000

/**
 * Returns the 95 % interval of a statistic, by resampling whole groups with a fixed seed. Returns `undefined` if there
 * is nothing to resample.
 */
export function resample<T extends { readonly group: string }>(
  items: readonly T[],
  statistic: (items: readonly T[]) => number,
): Interval | undefined {
  const byGroup = new Map<string, T[]>()
  for (const item of items) byGroup.set(item.group, [...(byGroup.get(item.group) ?? []), item])
  const groups = [...byGroup.values()]
  if (groups.length === 0) return undefined
  const random = seededRandom(1)
  const values = Array.from({ length: RESAMPLES }, () =>
    statistic(groups.flatMap(() => groups[Math.floor(random() * groups.length)] ?? [])),
  ).sort((a, b) => a - b)
  const at = (share: number): number => roundTo(values[Math.round(share * (RESAMPLES - 1))] ?? 0, 4)
  return { value: roundTo(statistic(items), 4), from: at(0.025), to: at(0.975) }
}

export function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : sum(numbers) / numbers.length
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

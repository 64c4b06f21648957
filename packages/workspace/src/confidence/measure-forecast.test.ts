import { describe, expect, it } from 'vitest'
import { brierScore, mean, measureForecasts, resample, type Forecast } from './measure-forecast.ts'

const forecast = (confidence: number, happened: boolean, group = String(confidence)): Forecast => ({
  confidence,
  happened,
  group,
})

describe('measureForecasts', () => {
  it('scores forecasts that are certain and right with 0, certain and wrong with 1', () => {
    expect(brierScore([forecast(1, true), forecast(0, false)])).toBe(0)
    expect(brierScore([forecast(1, false), forecast(0, true)])).toBe(1)
  })

  it('puts forecasts into tenths, 1 into the last', () => {
    const four = [
      forecast(0.8, true),
      forecast(0.85, true),
      forecast(0.8, true),
      forecast(0.8, false),
      forecast(1, true),
    ]
    const { reliability, expected_calibration_error: error, brier } = measureForecasts(four)
    expect(reliability).toEqual([
      { from: 0.8, to: 0.9, observations: 4, mean_confidence: 0.813, share_still_there: 0.75 },
      { from: 0.9, to: 1, observations: 1, mean_confidence: 1, share_still_there: 1 },
    ])
    expect(error).toBeCloseTo((0.0625 * 4) / 5, 4)
    expect(brier).toBeCloseTo((0.04 + 0.0225 + 0.04 + 0.64) / 5, 4)
  })

  it('ranks by pairs, ties by half', () => {
    const ranked = (...forecasts: Forecast[]): number => measureForecasts(forecasts).ranked_right
    expect(ranked(forecast(0.9, true), forecast(0.1, false))).toBe(1)
    expect(ranked(forecast(0.1, true), forecast(0.9, false))).toBe(0)
    expect(ranked(forecast(0.5, true), forecast(0.5, false))).toBe(0.5)
    expect(ranked(forecast(0.9, true), forecast(0.5, true), forecast(0.5, false), forecast(0.7, false))).toBe(0.625)
  })

  it('does not let one wrong certainty make the log loss infinite', () => {
    expect(measureForecasts([forecast(1, false)]).log_loss).toBeCloseTo(-Math.log(0.001), 4)
  })
})

describe('resample', () => {
  const share = (some: readonly Forecast[]): number => mean(some.map(({ happened }) => (happened ? 1 : 0)))

  it('takes observations of one statement together: two statements say less than twenty', () => {
    const forecasts = Array.from({ length: 20 }, (_, i) => forecast(0.5, i % 2 === 0, i % 2 === 0 ? 'a' : 'b'))
    const alone = forecasts.map((each, i) => ({ ...each, group: String(i) }))
    const width = (some: readonly Forecast[]): number => {
      const { from = 0, to = 0 } = resample(some, share) ?? {}
      return to - from
    }
    expect(width(forecasts)).toBe(1)
    expect(width(alone)).toBeLessThan(0.6)
  })

  it('is the same in every run, and nothing for nothing', () => {
    const forecasts = [forecast(0.2, true), forecast(0.3, false), forecast(0.4, true)]
    expect(resample(forecasts, share)).toEqual(resample(forecasts, share))
    expect(resample([], share)).toBeUndefined()
  })
})

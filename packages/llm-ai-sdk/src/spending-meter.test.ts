import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSpendingMeter, type SpendingReservation } from './spending-meter.ts'

const amount = fc.record({
  inputTokens: fc.nat(1000),
  outputTokens: fc.nat(1000),
  costUsd: fc.integer({ min: 0, max: 64 }).map((n) => n / 64),
})

it('never lets more be spent than allowed, however requests overlap, as long as none costs more than it set aside', () => {
  const step = fc.record({ most: amount, share: fc.integer({ min: 0, max: 4 }), settle: fc.boolean() })
  const limits = fc.record({ usd: fc.integer({ min: 0, max: 5 }), tokens: fc.nat(8000) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), limits, (steps, limit) => {
      const meter = createSpendingMeter(limit)
      const open: (() => void)[] = []
      let expected = 0
      for (const { most, share, settle } of steps) {
        const reservation = meter.reserve(most)
        if (reservation.isOk()) {
          const actual = {
            inputTokens: Math.floor((most.inputTokens * share) / 4),
            outputTokens: Math.floor((most.outputTokens * share) / 4),
            costUsd: (most.costUsd * share) / 4,
          }
          open.push(() => {
            reservation.value.settle(actual)
            expected += actual.inputTokens + actual.outputTokens
          })
        }
        if (settle) open.shift()?.()
        const { inputTokens, outputTokens, costUsd } = meter.spent()
        expect(inputTokens + outputTokens).toBe(expected)
        expect(inputTokens + outputTokens).toBeLessThanOrEqual(limit.tokens)
        expect(costUsd).toBeLessThanOrEqual(limit.usd)
      }
    }),
  )
})

it('gives back what was set aside and not used', () => {
  const meter = createSpendingMeter({ tokens: 100 })
  const reserve = (): SpendingReservation => meter.reserve({ inputTokens: 60, outputTokens: 40 })._unsafeUnwrap()
  reserve().settle()
  const second = reserve()
  expect(meter.reserve({ inputTokens: 1, outputTokens: 0 })._unsafeUnwrapErr().message).toBe(
    'The next request could take up to 1 tokens; with 0 used and 100 under way it could exceed the limit of 100. Raise the limit, or send less.',
  )
  second.settle({ inputTokens: 30, outputTokens: 20 })
  second.settle({ inputTokens: 30, outputTokens: 20 })
  expect(meter.spent()).toEqual({ requests: 1, inputTokens: 30, outputTokens: 20, costUsd: 0 })
})

it('refuses dollars it cannot count', () => {
  const refused = createSpendingMeter({ usd: 5 }).reserve({ inputTokens: 1, outputTokens: 1 })._unsafeUnwrapErr()
  expect(refused).toMatchObject({
    code: 'spending_limit_reached',
    message:
      'The spending limit of $5 cannot be kept, because the price of the model is not known. Configure its price, or limit tokens instead.',
    data: { limits: { usd: 5 }, needed: { inputTokens: 1, outputTokens: 1 } },
  })
})

it('refuses everything where a number is none', () => {
  const meter = createSpendingMeter({ usd: NaN })
  expect(meter.reserve({ inputTokens: 0, outputTokens: 0, costUsd: 0 }).isErr()).toBe(true)
})

import { codedError, type ModelUsage } from '@chronicle/core/contracts'
import { err, ok, type CodedError, type Result } from '@chronicle/schema'

/** Spending limits. An absent limit does not apply. */
export interface SpendingLimits {
  /** US dollars. Models without a known price are then refused. */
  readonly usd?: number | undefined
  /** Input and output tokens together. */
  readonly tokens?: number | undefined
}

/** The spending so far. */
export interface Spending {
  /** Number of attempts that were, or may have been, charged. */
  readonly requests: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** US dollars for the requests with a known price. */
  readonly costUsd: number
}

/** Counts what models cost and refuses requests that would exceed a limit. Any number of models may share a meter. */
export interface SpendingMeter {
  readonly limits: SpendingLimits
  spent(): Spending
  /**
   * Reserves the maximum cost of a request until it is settled. Fails with `spending_limit_reached` if that, together
   * with past spending and other reservations, would exceed a limit.
   */
  reserve(most: ModelUsage): Result<SpendingReservation, CodedError<'spending_limit_reached'>>
}

/** The amount that a running request has reserved. */
export interface SpendingReservation {
  /** Records the actual cost of the request, or nothing if it was not charged. Only the first call counts. */
  settle(actual?: ModelUsage): void
}

/** Creates a meter. Without limits it only counts. */
export function createSpendingMeter(limits: SpendingLimits = {}): SpendingMeter {
  const spent = { requests: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 }
  const reserved = { tokens: 0, usd: 0 }
  return {
    limits,
    spent: () => ({ ...spent }),
    reserve: (most) => {
      const tokens = most.inputTokens + most.outputTokens
      const usd = most.costUsd ?? 0
      const allTokens = spent.inputTokens + spent.outputTokens + reserved.tokens + tokens
      const allUsd = spent.costUsd + reserved.usd + usd
      const data = { limits, spent: { ...spent }, needed: most }
      if (limits.usd !== undefined && most.costUsd === undefined) {
        return refuse(
          `The spending limit of $${String(limits.usd)} cannot be kept, because the price of the model is not known. Configure its price, or limit tokens instead.`,
          data,
        )
      }
      if (limits.usd !== undefined && !(allUsd <= limits.usd)) {
        return refuse(
          `The next request could cost up to $${usd.toFixed(4)}; with $${spent.costUsd.toFixed(4)} spent and $${reserved.usd.toFixed(4)} under way it could exceed the limit of $${String(limits.usd)}. Raise the limit, or send less.`,
          data,
        )
      }
      if (limits.tokens !== undefined && !(allTokens <= limits.tokens)) {
        return refuse(
          `The next request could take up to ${String(tokens)} tokens; with ${String(spent.inputTokens + spent.outputTokens)} used and ${String(reserved.tokens)} under way it could exceed the limit of ${String(limits.tokens)}. Raise the limit, or send less.`,
          data,
        )
      }
      reserved.tokens += tokens
      reserved.usd += usd
      let open = true
      return ok({
        settle: (actual) => {
          if (!open) return
          open = false
          reserved.tokens -= tokens
          reserved.usd -= usd
          if (actual === undefined) return
          spent.requests += 1
          spent.inputTokens += actual.inputTokens
          spent.outputTokens += actual.outputTokens
          spent.costUsd += actual.costUsd ?? 0
        },
      })
    },
  }
}

function refuse(
  message: string,
  data: Readonly<Record<string, unknown>>,
): Result<never, CodedError<'spending_limit_reached'>> {
  return err(codedError('spending_limit_reached', message, { data }))
}

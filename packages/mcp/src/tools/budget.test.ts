import { bytesPerFour } from '@chronicle/core'
import { codedError } from '@chronicle/core/contracts'
import { errAsync, okAsync } from '@chronicle/schema'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutToFit, queryWithinBudget, sizeOf } from './budget.ts'
import type { ToolAnswer } from './tool-answer.ts'

const host = { tokens: bytesPerFour(), structured: false }

/** An answer of whole entries whose texts take more space in a message: each `"` of them is escaped. */
function entriesWithin(maxTokens: number, entries: readonly number[]): ToolAnswer {
  const texts = entries.map((length) => '"'.repeat(length))
  let count = texts.length
  while (count > 0 && bytesPerFour().count(texts.slice(0, count).join('\n')) > maxTokens) count--
  const trimmed = count === 0 ? { over_budget: true } : null
  return { text: texts.slice(0, Math.max(count, 1)).join('\n'), document: { trimmed } }
}

describe('queryWithinBudget', () => {
  test('an answer whose size grows with its budget takes one more query', async () => {
    const asked: (number | undefined)[] = []
    const answer = await queryWithinBudget(1000, host, (maxTokens = 0) => {
      asked.push(maxTokens)
      return okAsync({ text: '"'.repeat(4 * maxTokens), document: {} })
    })
    expect(asked).toHaveLength(2)
    const size = sizeOf(answer._unsafeUnwrap(), host)
    expect(size).toBeLessThanOrEqual(1000)
    expect(size).toBeGreaterThan(900)
  })

  test('an answer that fits takes one query, and so does one without a budget', async () => {
    for (const budget of [1000, undefined]) {
      let count = 0
      const answer = await queryWithinBudget(budget, host, () => okAsync({ text: `${count++}`, document: {} }))
      expect(answer.isOk()).toBe(true)
      expect(count).toBe(1)
    }
  })

  test('an error is returned', async () => {
    const failure = codedError('git_failed', 'No.')
    expect((await queryWithinBudget(60, host, () => errAsync(failure)))._unsafeUnwrapErr()).toBe(failure)
  })

  test('whatever its entries, an answer fits, in a few queries, and has at least one entry if one fits', async () => {
    const entries = fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(entries, fc.integer({ min: 60, max: 5000 }), async (lengths, budget) => {
        let queries = 0
        const answer = await queryWithinBudget(budget, host, (maxTokens = Infinity) => {
          queries++
          return okAsync(entriesWithin(maxTokens, lengths))
        })
        const sent = answer._unsafeUnwrap()
        expect(sizeOf(sent, host)).toBeLessThanOrEqual(budget)
        expect(queries).toBeLessThanOrEqual(15)
        const first = { text: '"'.repeat(lengths[0] ?? 0), document: { trimmed: null } }
        if (sizeOf(first, host) <= budget) expect(sent.text).not.toContain('Cut')
      }),
    )
  })
})

test('an answer is cut to as many lines as fit', () => {
  const lines = Array.from({ length: 2000 }, (_, line) => `line ${line}`)
  const { text } = cutToFit({ text: lines.join('\n'), document: {} }, 500, host)
  const kept = text.split('\n')
  expect(kept.at(-1)).toBe('Cut to max_tokens: 500. Give more for the rest.')
  expect(kept.slice(0, -1)).toEqual(lines.slice(0, kept.length - 1))
  const longer = [...lines.slice(0, kept.length), kept.at(-1)].join('\n')
  expect(sizeOf({ text: longer, document: {} }, host)).toBeGreaterThan(500)
})

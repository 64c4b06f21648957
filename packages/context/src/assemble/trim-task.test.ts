import { bytesPerFour } from '@chronicle/core/text'
import { taskArbitrary } from '@chronicle/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { trimTask } from './trim-task.ts'

const tokens = bytesPerFour()

describe('the task as it is shown', () => {
  it('is all of it where it is short', () => {
    expect(trimTask('  Fix the login\r\nof users\n', 'answer', 32_768, tokens)).toBe('Fix the login\nof users')
  })

  it('is its beginning where it is long, and says so', () => {
    const shown = trimTask(`Fix the login. ${'More and more. '.repeat(1_000)}`, 'answer', 32_768, tokens)
    expect(shown.startsWith('Fix the login. More')).toBe(true)
    expect(shown.endsWith('\n[cut]')).toBe(true)
    expect(tokens.count(shown)).toBeLessThanOrEqual(512)
    expect(tokens.count(shown)).toBeGreaterThan(400)
  })

  it.each([
    ['prompt', 8],
    ['answer', 32],
  ] as const)('has in a %s at most 1/%i of the budget, and no half characters', (place, part) => {
    fc.assert(
      fc.property(taskArbitrary(), fc.integer({ min: 128, max: 4_000 }), (task, budget) => {
        const shown = trimTask(`${task} ${'🚀'.repeat(budget)}`, place, budget, tokens)
        expect(tokens.count(shown)).toBeLessThanOrEqual(Math.max(16, Math.floor(budget / part)))
        expect(/[\ud800-\udbff](?![\udc00-\udfff])$/.test(shown.replace(/\n\[cut\]$/, ''))).toBe(false)
      }),
      { examples: [['¡  𐀀\nnaïve Größe 関数 функция 🚀\n\ud83d', 128]] },
    )
  })
})

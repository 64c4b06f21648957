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

  it.each(['```', '~~~~'])('ends the code block in which it is cut: %s', (fence) => {
    const block = `${fence}\nGET /users\n${fence}`
    const log = `${fence}\n${'GET /users 200\n'.repeat(1_000)}${fence}`
    const shown = trimTask(`Fix the login\n\n${block}\n\n${log}`, 'answer', 4_000, tokens)
    expect(shown).toMatch(new RegExp(`^Fix the login\n\n${block}\n\n${fence}\nGET [^]*\n${fence}\n\\[cut\\]$`))
    expect(tokens.count(shown)).toBeLessThanOrEqual(125)
    const plain = trimTask(`Fix the login\n\n${block}\n${'More. '.repeat(1_000)}`, 'answer', 4_000, tokens)
    expect(plain).not.toContain(`${fence}\n[cut]`)
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

import { describe, expect, it } from 'vitest'
import { contentWords, shareOfWords, MIN_SHARED_WORDS } from './rule-words.ts'

const share = (rule: string, text: string): number => shareOfWords(contentWords(rule), contentWords(text))

const rule = 'The socket must never be written to before the handshake has finished.'

describe('shareOfWords', () => {
  it('is 1 for the sentence itself, among others and in other line breaks', () => {
    expect(share(rule, rule)).toBe(1)
    expect(share(rule, `Opens it. THE socket must never\nbe written to before the handshake has finished. Then?`)).toBe(
      1,
    )
  })

  it('still finds it with a word changed, and not with most of them changed', () => {
    expect(share(rule, rule.replace('socket', 'stream'))).toBeGreaterThanOrEqual(MIN_SHARED_WORDS)
    expect(share(rule, 'The stream may be closed once the handshake is over.')).toBeLessThan(MIN_SHARED_WORDS)
  })

  it('does not gather the words from all over a long comment', () => {
    const filler = Array.from({ length: 30 }, (_, i) => `filler${i}`).join(' ')
    expect(share(rule, `socket ${filler} written ${filler} handshake ${filler} finished`)).toBeLessThan(0.5)
  })
})

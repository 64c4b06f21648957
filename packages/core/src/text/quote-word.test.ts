import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlain } from '../text/escape-unsafe.ts'
import { quoteWord } from './quote-word.ts'
import { anyCodePoint } from '@chronicle/testing'

describe('quoteWord', () => {
  const word = fc
    .oneof(
      fc.string({ unit: anyCodePoint() }),
      fc.string({ unit: fc.constantFrom(...`'"\\$\`!~#=- \n\t\u202E\u001Bé漢a`) }),
    )
    // Program arguments cannot contain these characters.
    .filter((text) => !/[\0\p{Cs}]/u.test(text))

  it('is understood by a shell as the word, and can be shown', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 60 }), (words) => {
        const quoted = words.map(quoteWord)
        expect(quoted.every(isPlain)).toBe(true)
        const printed = execFileSync('bash', ['-c', `printf '%s\\0' ${quoted.join(' ')}`], { encoding: 'utf8' })
        expect(printed.split('\0').slice(0, -1)).toEqual(words)
      }),
      { numRuns: 40 },
    )
  })
})

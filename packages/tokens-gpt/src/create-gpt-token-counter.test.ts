import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGptTokenCounter } from './create-gpt-token-counter.ts'
import { encodings, GPT_ENCODINGS, type GptEncoding } from './encodings.ts'
import { splitLongRuns } from './split-long-runs.ts'

const counter = async (encoding: GptEncoding) => (await createGptTokenCounter(encoding))._unsafeUnwrap()

describe.each(GPT_ENCODINGS)('%s', (encoding) => {
  it('loads, is named after itself and counts a sentence', async () => {
    const tokens = await counter(encoding)
    expect(tokens.name).toBe(encoding)
    expect(tokens.count('')).toBe(0)
    expect(tokens.count('hello world')).toBe(2)
  })
})

describe('o200k_base', () => {
  it('counts what the encoding counts', async () => {
    const tokens = await counter('o200k_base')
    const { countTokens } = await encodings.o200k_base()
    const text = fc.oneof(fc.lorem({ mode: 'sentences' }), fc.string({ unit: 'grapheme', maxLength: 200 }))
    fc.assert(
      fc.property(text, (sample) => {
        expect(tokens.count(sample)).toBe(countTokens(sample, { disallowedSpecial: new Set() }))
      }),
      { numRuns: 500 },
    )
  })

  it('takes special tokens for the text they are', async () => {
    const tokens = await counter('o200k_base')
    expect(tokens.count('<|endoftext|><|im_start|>system')).toBeGreaterThan(8)
  })

  it.each(['a', ' ', '-', '漢', '\n', '😀', 'ab1'])('takes time in proportion to a run of %j', async (unit) => {
    const tokens = await counter('o200k_base')
    const some = tokens.count(unit.repeat(2048))
    expect(tokens.count(unit.repeat(2048 * 512))).toBeLessThanOrEqual(some * 512 + 512)
  })
})

it('says which encodings there are when there is no such one', async () => {
  const result = await createGptTokenCounter('gpt-9' as GptEncoding)
  expect(result._unsafeUnwrapErr()).toEqual({
    code: 'invalid_configuration',
    message: 'There is no encoding "gpt-9". Use one of o200k_base, o200k_harmony, cl100k_base, p50k_base, r50k_base.',
    data: { encoding: 'gpt-9', encodings: GPT_ENCODINGS },
  })
  expect((await createGptTokenCounter('constructor' as GptEncoding)).isErr()).toBe(true)
})

it('splits long runs only, between characters, losing nothing', () => {
  const unit = fc.constantFrom('a', ' ', '😀', '\n', '漢', '.')
  const run = fc.tuple(unit, fc.nat(700)).map(([character, times]) => character.repeat(times))
  fc.assert(
    fc.property(fc.array(run, { maxLength: 6 }), (runs) => {
      const text = runs.join('')
      const parts = splitLongRuns(text)
      expect(parts.join('')).toBe(text)
      for (const part of parts) expect(part).not.toMatch(/^[\uDC00-\uDFFF]|\S{258}|\s{258}/)
      if (!/\S{257}|\s{257}/.test(text)) expect(parts).toEqual([text])
    }),
  )
})

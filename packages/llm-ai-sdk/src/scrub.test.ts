import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createScrub } from './scrub.ts'

const KEY = 'gk_9f8e7d6c5b4a'

it('hides keys, headers and what looks like a key, on one short line', () => {
  const scrub = createScrub({ apiKey: KEY, headers: { authorization: 'Token abcdef123456', 'x-team': 'us' } })
  expect(scrub(`bad key ${KEY}\n\tfor us, abcdef123456, sk-ant-abcdefghijkl and Bearer abcdefgh.ijk`)).toBe(
    'bad key [hidden] for us, [hidden], [hidden] and [hidden]',
  )
  expect(scrub('a\u202Eb\u0007c')).toBe('a b c')
  expect(scrub('x'.repeat(1000))).toHaveLength(301)
})

it('never shows the key', () => {
  const scrub = createScrub({ apiKey: KEY, headers: {} })
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constant(KEY))), (parts) => {
      expect(scrub(parts.join(''))).not.toContain(KEY)
    }),
  )
})

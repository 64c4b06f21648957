import { describe, expect, it, test } from 'vitest'
import { createTextMatcher } from './text-matcher.ts'
import type { GrepQuery } from './grep-query.ts'

function matches(query: GrepQuery, text: string): boolean {
  return createTextMatcher(query)._unsafeUnwrap().matches(text)
}

test.each([
  ['a regular expression', { pattern: 'retr(y|ies)' }, 'Two retries', true],
  ['across a line break', { pattern: 'must not block' }, 'It must\n  not block.', true],
  ['as text', { pattern: 'f(x)', fixedStrings: true }, 'calls f(x) once', true],
  ['as text, where an expression would match', { pattern: 'a.c', fixedStrings: true }, 'abc', false],
  ['capital letters for a pattern without any', { pattern: 'never' }, 'Never more', true],
  ['case for a pattern with a capital letter', { pattern: 'Never' }, 'never more', false],
  ['case where asked to', { pattern: 'never', ignoreCase: false }, 'Never more', false],
  ['no case where asked to', { pattern: 'NEVER', ignoreCase: true }, 'never', true],
  ['an escape with a capital letter as no capital', { pattern: '\\W never' }, '- Never', true],
  ['letters of other scripts without case', { pattern: 'größe' }, 'GRÖSSE Größe', true],
  ['an escape that means nothing', { pattern: 'packet\\-id' }, 'the packet-id', true],
])('minds %s', (_, query, text, expected) => {
  expect(matches(query, text)).toBe(expected)
})

test('refuses what is no expression, and says how it can be looked for', () => {
  const error = createTextMatcher({ pattern: 'connect(' })._unsafeUnwrapErr()
  expect(error.message).toBe('Not a regular expression: "connect(" (Unterminated group). It can be looked for as text.')
  expect(error).toMatchObject({ code: 'invalid_query', data: { remedy: { option: 'fixedStrings', value: true } } })
})

describe('an excerpt', () => {
  const filler = 'This sentence is about something else entirely, and it is here to be long. '
  const long = `${filler.repeat(4)}The lock must be held\nwhile packets are counted. ${filler.repeat(4)}`
  const excerptOf = (query: GrepQuery, text: string): string => createTextMatcher(query)._unsafeUnwrap().excerpt(text)

  it('is the whole of a short text, on one line', () => {
    expect(excerptOf({ pattern: 'lock' }, 'Hold the lock.\nAlways.')).toBe('Hold the lock. Always.')
  })

  it('is the sentences that match of a long one', () => {
    expect(excerptOf({ pattern: 'LOCK must', ignoreCase: true }, long)).toBe(
      '[…] The lock must be held while packets are counted. […]',
    )
  })

  it('is what stands around a match in a sentence without end', () => {
    const endless = `${'word '.repeat(200)}needle ${'word '.repeat(200)}`
    const shown = excerptOf({ pattern: 'needle' }, endless)
    expect(shown).toMatch(/^\[…\] (?:word )+needle (?:word )+\[…\]$/u)
    expect(shown.length).toBeLessThan(320)
  })

  it('is the whole text where everything is asked for', () => {
    expect(excerptOf({ pattern: 'lock', verbose: true }, long)).toBe(long.replace(/\s+/gu, ' ').trim())
  })
})

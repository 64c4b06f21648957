import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitIdentifier } from './split-identifier.ts'
import { termsOf, wholeName } from './terms.ts'
import { anyCodePoint } from '@chronicle/testing'

describe('the words of an identifier', () => {
  it.each([
    ['parseHTTPHeader_v2', ['parse', 'http', 'header', 'v', '2']],
    ['followRedirects', ['follow', 'redirects']],
    ['MAX_RETRY_COUNT', ['max', 'retry', 'count']],
    ['__init__', ['init']],
    ['IOError', ['io', 'error']],
    ['utf8', ['utf', '8']],
    ['größeÄndern', ['größe', 'ändern']],
    ['функция', ['функция']],
    ['', []],
  ])('of %s are %j', (identifier, words) => {
    expect(splitIdentifier(identifier)).toEqual(words)
  })
})

describe('index terms', () => {
  it('are the roots of the words, and the whole where there are several', () => {
    expect(termsOf('validatedLogins')).toEqual(['valid', 'login', 'validatedlogins'])
    expect(termsOf('sessions')).toEqual(['session'])
  })

  it('are the same for an identifier in any style', () => {
    const terms = termsOf('rateLimit')
    for (const same of ['rate_limit', 'RATE_LIMIT', 'RateLimit']) expect(termsOf(same)).toEqual(terms)
  })

  it('are none of words that every text has, single characters and encoded data', () => {
    for (const nothing of ['the', 'x', 'a'.repeat(65)]) expect(termsOf(nothing)).toEqual([])
  })

  it('do not hold what a term of another kind begins with', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCodePoint() }), (text) => {
        const [word = ''] = /[\p{L}_$][\p{L}\p{N}_$]*/u.exec(text) ?? []
        for (const term of [...termsOf(word), wholeName(word)]) expect(term).not.toContain(':')
      }),
    )
  })
})

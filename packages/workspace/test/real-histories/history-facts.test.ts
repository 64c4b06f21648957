import { createGptTokenCounter } from '@chronicle/tokens-gpt'
import { describe, expect, it } from 'vitest'
import { linesOf } from '../../bench/history-facts/collect-answers.ts'
import { argues } from '../../bench/history-facts/argues.ts'
import { cutAtTokens } from '../../bench/history-facts/cut-at-tokens.ts'
import { FACT_KINDS, readLabelledHistories } from '../../bench/history-facts/labelled-units.ts'
import { lineHistory } from '../../bench/history-facts/line-history.ts'
import { containsFact } from '../../bench/history-facts/contains-fact.ts'
import { bundleNames, bundlesMissing, openBundle } from './bundles.ts'

const histories = await readLabelledHistories()
const MIN_ARGUING = 3
/** Minimum number of words in a key: shorter keys may occur in an answer about something else. */
const MIN_KEY_WORDS = 3

const oneSpaced = (text: string): string => text.replace(/\s+/gu, ' ').trim()

describe('labelled facts', () => {
  it('are 40 units and more, each with two facts at least, half of them held out', () => {
    const units = histories.flatMap((history) => history.units)
    expect(units.length).toBeGreaterThanOrEqual(40)
    expect(Math.abs(units.filter((unit) => unit.held_out).length - units.length / 2)).toBeLessThanOrEqual(2)
    for (const { facts } of units) expect(facts.length).toBeGreaterThanOrEqual(2)
    expect(
      new Set(
        histories.flatMap(({ repository, units: all }) => all.map(({ path, unit }) => `${repository} ${path}:${unit}`)),
      ).size,
    ).toBe(units.length)
  })

  it('have a kind, a line of their own, and keys that are parts of the quote', () => {
    for (const { kind, fact, quote, key } of histories.flatMap((each) => each.units.flatMap(({ facts }) => facts))) {
      expect(FACT_KINDS).toContain(kind)
      expect(fact).toMatch(/^\S.*\S$/)
      expect([1, 2]).toContain(key.length)
      for (const span of key) {
        expect(quote).toContain(span)
        expect(span.split(' ').length).toBeGreaterThanOrEqual(MIN_KEY_WORDS)
      }
      expect(containsFact(key, quote)).toBe(true)
    }
  })
})

describe('what tells a fact', () => {
  it('is a text with all its keys, whatever breaks, marks and case it has', () => {
    const text = '> A `range` is **never** empty, so\n> callers\\_must check "it" first.'
    expect(containsFact(['a RANGE is **never** empty', 'callers_must   check it'], text)).toBe(true)
    expect(containsFact(['a range is **never** empty', 'callers need not'], text)).toBe(false)
  })
})

describe('a text that is cut', () => {
  it('is the longest beginning with so many tokens', async () => {
    const counter = (await createGptTokenCounter('o200k_base'))._unsafeUnwrap()
    const text =
      'Encode only what follows the host: an allow list must not be bypassed (#5554). 漢字 and 😀 too.\n'.repeat(9)
    for (const tokens of [1, 2, 20, 21, 22, 100]) {
      const cut = cutAtTokens(text, tokens, counter)
      expect(text.startsWith(cut)).toBe(true)
      expect(counter.count(cut)).toBe(tokens)
      expect(counter.count(text.slice(0, cut.length + 1))).toBeGreaterThan(tokens)
    }
    expect(cutAtTokens(text, 5000, counter)).toBe(text)
  })
})

const missing = histories.filter(({ repository }) => !bundleNames.includes(repository))
if (missing.length > 0) it.skip(`labelled facts are in their histories (${bundlesMissing})`)

describe.skipIf(missing.length > 0)('labelled facts', () => {
  it.each(histories)(
    '$repository: every quote is in the message of its commit, which is in the line history of a unit that exists',
    async ({ repository: name, tip, units }) => {
      await using repository = await openBundle(name)
      expect(await repository.head()).toBe(tip)
      for (const unit of units) {
        const { path, facts, unit: anchor } = unit
        const history = await lineHistory(repository.dir, path, await linesOf(repository.dir, unit))
        const arguing = history.filter(({ message }) => argues(message))
        expect(arguing.length, `${path}:${anchor}`).toBeGreaterThanOrEqual(MIN_ARGUING)
        for (const { commit, quote, fact } of facts) {
          const message = history.find((one) => one.commit === commit)?.message
          expect(message, `${commit} is not in the line history of ${path}:${anchor}: ${fact}`).toBeDefined()
          expect(oneSpaced(message ?? '')).toContain(quote)
        }
      }
    },
  )
})

import { renderAnswer } from '@chronicle/core'
import { openChronicle } from '@chronicle/node'
import { omitUndefined, type CommitId, type HistoryReason, type LookupOutput } from '@chronicle/schema'
import { describe, expect, it } from 'vitest'
import { repetitions } from '../../src/testing/repetitions.ts'
import { bundlesToTest, bundlesMissing, openBundle } from './bundles.ts'
import { chooseTipUnits } from './choose-tip-units.ts'

/** Number of units to query in each history. */
const UNITS = Number(process.env['CHRONICLE_QUOTED_UNITS'] ?? repetitions(6, 25))
const SEED = 20261122
const BUDGETS = [200, 500, 1000, 2000, undefined] as const

if (bundlesToTest.length === 0) it.skip(`what the history says is quoted word for word (${bundlesMissing})`)

/** Normalises white space, because authors wrap their lines. */
function words(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

/** Returns the quoted texts of the message: the summary, if there is one, and the passages from no other source. */
function quotesOf({ passages, summary }: HistoryReason): readonly string[] {
  const texts = passages.filter(({ source }) => source === undefined).map(({ text }) => text)
  return summary === undefined ? texts : [summary, ...texts]
}

/** Whether a quotation begins and ends at a boundary in the message. */
function isWhole(quote: string, message: string): boolean {
  const lines = message.split('\n').map(words)
  const all = words(message)
  for (let at = all.indexOf(words(quote)); at !== -1; at = all.indexOf(words(quote), at + 1)) {
    const [before, after] = [all.slice(0, at).trimEnd(), all.slice(at + words(quote).length)]
    const begins =
      before === '' || /[.!?:;)\]"'`*>-]$/u.test(before) || lines.some((line) => before.endsWith(line) && line !== '')
    const ends =
      after === '' ||
      // The pull request number after a subject.
      /^ \(#\d+\)/u.test(after) ||
      /[.!?:)\]"'`*]$/u.test(words(quote)) ||
      lines.some((line) => line !== '' && words(quote).endsWith(line.slice(-20)))
    if (begins && ends) return true
  }
  return false
}

describe.each(bundlesToTest)('what the history of %s says of its units', (name) => {
  it('is in the commits cited, whole, and said once', async () => {
    const repository = await openBundle(name)
    await using chronicle = openChronicle({ dir: repository.dir })
    const units = await chooseTipUnits({ ast: chronicle.ast, git: chronicle.git, repository }, UNITS, SEED)
    const messages = new Map<string, string>()
    let quoted = 0
    for (const {
      file: path,
      unit: { name: unit },
    } of units) {
      for (const maxTokens of BUDGETS) {
        const query = { file: path, anchor: unit, ...omitUndefined({ maxTokens }) }
        const looked = await chronicle.lookup(query)
        // An ambiguous name is a different query.
        if (looked.isErr()) continue
        const answer: LookupOutput = looked.value
        const reasons = answer.from_history ?? []
        const missing = reasons.map(({ commit }) => commit as CommitId).filter((commit) => !messages.has(commit))
        const read = (await chronicle.git.readCommits(missing))._unsafeUnwrap()
        for (const [id, { message }] of read) messages.set(id, message)
        const shownQuotes = new Set<string>()
        for (const reason of reasons) {
          const message = messages.get(reason.commit) ?? ''
          for (const quote of quotesOf(reason)) {
            const place = `${reason.commit} for ${path}:${unit}, ${quote.slice(0, 80)}`
            expect(words(message), place).toContain(words(quote))
            expect(isWhole(quote, message), `whole: ${place}`).toBe(true)
            expect(shownQuotes, `once: ${place}`).not.toContain(words(quote))
            shownQuotes.add(words(quote))
            quoted++
          }
        }
        // The answer shows exactly the checked passages, except for the bullet of a list with one item.
        const text = words(renderAnswer(answer, 'markdown'))
        for (const { passages, summary } of reasons) {
          const isListOfOne = summary === undefined && passages.length === 1
          for (const { text: passage } of passages) {
            const shown = isListOfOne ? words(passage).replace(/^- /u, '') : words(passage)
            if (/^[\p{L}\p{N} .,'-]+$/u.test(passage)) expect(text).toContain(shown)
          }
        }
      }
    }
    expect(quoted).toBeGreaterThan(0)
    await repository.dispose()
  })
})

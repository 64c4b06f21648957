import { LOG_OUTPUT_SCHEMA, type LogOutput, type LogRegion } from '@chronicle/schema'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatAnswer } from '../../answer/format-answer.ts'
import { LOG_ANSWER } from './log-answer.ts'

function logOf(regions: readonly LogRegion[]): string {
  const commit = 'c'.repeat(40)
  const about = { commit, timestamp: '2026-01-01T00:00:00Z', author: 'A <a@b>', subject: 'S' }
  const output: LogOutput = {
    $schema: LOG_OUTPUT_SCHEMA,
    query: { range: 'HEAD', commit, limit: 20 },
    entries: [{ ...about, context_level: 'enhanced', operation: 'amend', regions }],
    stats: { annotations: 1, entries_returned: 1 },
    diagnostics: [],
    trimmed: null,
  }
  return formatAnswer(output, LOG_ANSWER, 'markdown', {})
}

it('lists what is recorded without an intent under its own place', () => {
  const claims = fc.uniqueArray(fc.record({ place: fc.nat(2), claim: fc.nat(9), isRisk: fc.boolean() }), {
    ...{ minLength: 1, maxLength: 6 },
    selector: ({ claim }) => claim,
  })
  const property = fc.property(claims, (all) => {
    const regions = all.map(({ claim, isRisk, place }): LogRegion => {
      const text = `Claim ${claim}`
      const region = { file: `${place}.ts`, intent: text, constraints: [] }
      return isRisk ? { ...region, risk_notes: text } : { ...region, constraints: [{ text, source: 'author' }] }
    })
    const items = logOf(regions).split(/^- /mu).slice(1)
    for (const { claim, place } of all) {
      expect(items.filter((item) => item.includes(`Claim ${claim}\n`))).toEqual([
        expect.stringMatching(new RegExp(`^${place}\\.ts\\n`, 'u')),
      ])
    }
  })
  fc.assert(property)
})

it('calls an amended and a rebased commit rewritten, as both are recorded alike', () => {
  expect(logOf([])).toContain('stated | commit by A | rewritten\n')
})

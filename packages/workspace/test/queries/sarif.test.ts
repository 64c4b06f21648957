import { readFile } from 'node:fs/promises'
import { renderSarif } from '@chronicle/core'
import type { AcknowledgedFinding, CheckOutput, Finding } from '@chronicle/schema'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCodePoint } from '@chronicle/testing'

/*
 * Checks the log that `check` writes against the constraints of SARIF 2.1.0. The schema here is written after the
 * standard: it covers the objects that Chronicle writes, with everything that the standard allows and requires in them.
 */

const words = fc.oneof(
  fc.string({ unit: anyCodePoint(), maxLength: 12 }),
  fc.constantFrom('[a](b)', '\u202e', '\ud800', '"\\', 'C:\\a b', '%SRCROOT%', '../x', '\u0000', 'ä ö?#'),
)
const path = fc.oneof(words, fc.constantFrom('src/a b.ts', 'a:b/c#d?e', 'ünï/%41.ts', '-x', ''))
const percent = fc.integer({ min: 0, max: 100 }).map((each) => each / 100)
const lines = fc
  .tuple(fc.integer({ min: 1, max: 99 }), fc.nat(9))
  .map(([start, more]) => ({ start, end: start + more }))

const finding: fc.Arbitrary<Finding> = fc.record(
  {
    id: fc.stringMatching(/^[0-9a-f]{10}$/u),
    kind: fc.constantFrom(
      ...(['constraint', 'dependent', 'cross_cutting', 'rejected_alternative', 'risk'] as const),
      ...(['comment', 'held_by_test', 'test_gone'] as const),
    ),
    risk: fc.constantFrom('high', 'medium', 'low'),
    score: percent,
    file: path,
    anchor: words,
    lines,
    gone: fc.constant(true as const),
    text: words,
    reason: words,
    confidence: percent,
    commit: fc.stringMatching(/^[0-9a-f]{40}$/u),
    places: fc.array(fc.oneof(words, path, fc.constantFrom('a.ts:b', 'a.ts:3', 'a.ts:b')), { maxLength: 3 }),
  },
  { requiredKeys: ['id', 'kind', 'risk', 'score', 'file', 'text', 'confidence', 'commit'] },
)
const acknowledged: fc.Arbitrary<AcknowledgedFinding> = fc
  .tuple(
    finding,
    fc.record(
      { reason: words, author: words, where: fc.constantFrom('trailer', 'note', 'local'), commit: words },
      { requiredKeys: ['reason', 'author', 'where'] },
    ),
  )
  .map(([each, answer]) => ({ ...each, acknowledged: answer }))
const output = fc.record({
  findings: fc.array(finding, { maxLength: 4 }),
  acknowledged: fc.array(acknowledged, { maxLength: 3 }),
  diagnostics: fc.array(
    fc.record({
      code: fc.constantFrom('note_truncated', 'outline_failed'),
      severity: fc.constantFrom('warning', 'info'),
      message: words,
    }),
    { maxLength: 2 },
  ),
})

interface Log {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } }
    readonly results: readonly {
      readonly ruleId: string
      readonly ruleIndex: number
      readonly suppressions?: readonly unknown[]
      readonly locations: readonly {
        readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } }
      }[]
    }[]
  }[]
}

/**
 * RFC 3986: only its characters are allowed, every `%` begins an escape, and the first segment cannot be read as a
 * scheme.
 */
const URI_REFERENCE = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=@/?#:]|%[0-9A-Fa-f]{2})*$/u

async function validator(): Promise<(log: unknown) => string> {
  const schema = JSON.parse(await readFile(new URL('data/sarif-2.1.0-parts.json', import.meta.url), 'utf8')) as object
  const ajv = new Ajv({ allErrors: true, strict: true, strictRequired: false })
  ajv.addFormat('uri', /^[a-z][a-z0-9+.-]*:/u)
  ajv.addFormat('uri-reference', URI_REFERENCE)
  const validate = ajv.compile(schema)
  return (log) => (validate(log) ? '' : ajv.errorsText(validate.errors))
}

test('what check writes is a SARIF log, whatever is recorded', async () => {
  const problemsOf = await validator()
  const property = fc.property(output, (parts) => {
    const log = JSON.parse(renderSarif(parts as unknown as CheckOutput)) as Log
    expect(problemsOf(log)).toBe('')
    const [{ tool, results } = { tool: undefined, results: [] }, ...others] = log.runs
    expect(others).toEqual([])
    expect(results.length).toBe(parts.findings.length + parts.acknowledged.length)
    expect(results.filter(({ suppressions }) => suppressions !== undefined)).toHaveLength(parts.acknowledged.length)
    for (const { ruleId, ruleIndex, locations } of results) {
      expect(tool?.driver.rules[ruleIndex]?.id).toBe(ruleId)
      for (const { physicalLocation } of locations) {
        // §3.4.4: relative to the base, so neither absolute nor with a scheme.
        expect(physicalLocation.artifactLocation.uri).not.toMatch(/^[a-z][a-z0-9+.-]*:/iu)
      }
    }
  })
  fc.assert(property, { numRuns: 300 })
})

test('the schema refuses what the standard refuses', async () => {
  const problemsOf = await validator()
  const run = { tool: { driver: { name: 'x' } }, results: [] }
  expect(problemsOf({ version: '2.1.0', runs: [run] })).toBe('')
  for (const wrong of [
    { version: '2.0.0', runs: [] },
    { version: '2.1.0', runs: [{ ...run, tool: {} }] },
    { version: '2.1.0', runs: [{ ...run, results: [{ ruleId: 'x' }] }] },
    { version: '2.1.0', runs: [{ ...run, results: [{ message: { text: 'x' }, other: 1 }] }] },
    { version: '2.1.0', runs: [{ ...run, results: [{ message: { text: 'x' }, rank: 101 }] }] },
  ]) {
    expect(problemsOf(wrong)).not.toBe('')
  }
})

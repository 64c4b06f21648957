import {
  CHECK_OUTPUT_SCHEMA,
  LOOKUP_OUTPUT_SCHEMA,
  omitEmpty,
  omitUndefined,
  parseRepoPath,
  type AcknowledgedFinding,
  type Acknowledgement,
  type CheckedFile,
  type CheckOutput,
  type Dependent,
  type Finding,
  type FindingKind,
  type LookupOutput,
  type ReadOutput,
  type ReadRegion,
} from '@chronicle/schema'
import { jsonSchemas } from '@chronicle/schema/json'
import { checkOutputSchema, lookupOutputSchema } from '@chronicle/schema/validate'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerLaws, budgetLaw, headingLaw, UNSAFE } from '../../test/answer-laws.ts'
import { anyRead, placeOf, stepOf } from '../../test/any-read.ts'
import { CHECK_ANSWER } from './check/check-answer.ts'
import { claimOf, shortIds, type DraftFinding } from './check/finding-claim.ts'
import { mostAtRiskFirst } from './check/order-findings.ts'
import { renderSarif } from './check/render-sarif.ts'
import { assessRisk, RISK_WEIGHTS, type RiskFacts } from './check/risk.ts'
import { LOOKUP_ANSWER } from './lookup/lookup-answer.ts'
import { openCorrections } from './lookup/open-corrections.ts'

const KINDS: readonly FindingKind[] = [
  'constraint',
  'dependent',
  'cross_cutting',
  'rejected_alternative',
  'risk',
  'comment',
]
const facts: fc.Arbitrary<RiskFacts> = fc.constantFrom(...KINDS).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    confidence: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
    reach: fc.constantFrom('unit', 'enclosing', 'file'),
    trust: fc.constantFrom('author', 'other', 'inferred'),
    gone: fc.boolean(),
    echoed: kind === 'rejected_alternative' ? fc.boolean() : fc.constant(false),
  }),
)

function draftOf(region: ReadRegion, given: RiskFacts, places: readonly string[]): DraftFinding {
  const { ast_anchor: unit, commit, context_level, current_lines: lines, file, intent, task } = region
  const text = region.constraints[0]?.text ?? intent
  return {
    claim: claimOf({ kind: given.kind, file, anchor: unit?.name, lines: region.lines, words: [text, ...places] }),
    kind: given.kind,
    ...assessRisk(given),
    file,
    ...omitUndefined({ anchor: unit?.name, lines }),
    ...omitEmpty({ gone: given.gone }),
    text,
    ...omitEmpty({ reason: intent }),
    ...(given.echoed === true && task !== undefined ? { echoed: [task] } : {}),
    ...(given.kind === 'constraint' ? { source: given.trust === 'inferred' ? 'inferred' : 'author' } : {}),
    context_level,
    confidence: given.confidence,
    commit,
    ...omitEmpty({ places }),
  }
}

const manyFacts = fc.array(facts, { minLength: 30, maxLength: 30 })

function draftsOf({ cross_cutting, regions }: ReadOutput, given: readonly RiskFacts[]): readonly DraftFinding[] {
  return regions.map((region, i) => {
    const places = i % 2 === 0 ? [] : (cross_cutting[i % 3]?.regions ?? [])
    return draftOf(region, given[i % given.length] as RiskFacts, places)
  })
}

const drafts: fc.Arbitrary<readonly DraftFinding[]> = fc
  .tuple(anyRead, manyFacts)
  .map(([output, given]) => draftsOf(output, given))

const check: fc.Arbitrary<CheckOutput> = fc.tuple(anyRead, manyFacts).map(([output, given]) => {
  const { diagnostics, query, regions } = output
  const ordered = mostAtRiskFirst(draftsOf(output, given)).map(({ finding }) => finding)
  const findings = ordered.filter((_, i) => i % 4 !== 3)
  const acknowledged = ordered
    .filter((_, i) => i % 4 === 3)
    .map((finding, i): AcknowledgedFinding => {
      const answer = { reason: regions[i]?.intent || 'Fine', author: regions[i]?.summary ?? 'A <a@b>' }
      const acknowledgement: Acknowledgement =
        i % 2 === 0 ? { ...answer, where: 'local' } : { ...answer, where: 'trailer', commit: finding.commit }
      return { ...finding, acknowledged: acknowledgement }
    })
  const files = regions.map(({ file, recorded_file: old, tags = [] }): CheckedFile => ({
    file,
    change: old === undefined ? 'modified' : 'renamed',
    ...omitUndefined({ old_file: old }),
    ...omitEmpty({ units: tags }),
  }))
  const change = query.anchor ?? 'worktree'
  return {
    $schema: CHECK_OUTPUT_SCHEMA,
    query: { change, base: query.commit, max_findings: 50 },
    findings,
    acknowledged,
    files,
    stats: {
      files: files.length,
      findings_found: findings.length,
      findings_returned: findings.length,
      findings_acknowledged: acknowledged.length,
    },
    diagnostics,
    trimmed: null,
  }
})

const lookup: fc.Arbitrary<LookupOutput> = anyRead.map((output) => {
  const { cross_cutting, diagnostics, resolved } = output
  const regions = output.regions.map(asRead)
  const dependents = output.dependencies_on_this.map((entry, i): Dependent => ({
    ...entry,
    timestamp: '2024-01-01T00:00:00Z',
    context_level: 'enhanced',
    intent: regions[i]?.intent ?? 'Why.',
    ...(i % 3 === 0 ? { gone: 'unit' as const } : {}),
  }))
  const history = regions.slice(0, 5).map((region) => stepOf(region))
  const corrections = openCorrections(regions)
  return {
    $schema: LOOKUP_OUTPUT_SCHEMA,
    query: placeOf(output),
    open_corrections: corrections,
    regions,
    dependents,
    cross_cutting,
    history,
    ...(output.ambiguous_anchor === undefined ? {} : { ambiguous_anchor: true as const }),
    ...omitUndefined({ resolved }),
    stats: {
      regions: regions.length,
      dependents: dependents.length,
      history_steps: history.length,
      open_corrections: corrections.length,
    },
    diagnostics,
    trimmed: null,
  }
})

/** Returns the entries as reading a note does: without empty entries and invalid paths. */
function asRead({
  constraints,
  evidence = [],
  rejected_alternatives: rejected = [],
  ...region
}: ReadRegion): ReadRegion {
  return {
    ...region,
    constraints: constraints.filter(({ text }) => text !== ''),
    rejected_alternatives: rejected.filter(({ approach, reason }) => approach !== '' && reason !== ''),
    evidence: evidence.map(({ file = '', ...rest }) =>
      parseRepoPath(file).unwrapOr(undefined) === file ? { ...rest, file } : rest,
    ),
  }
}

describe('check', () => {
  answerLaws(check, CHECK_ANSWER, checkOutputSchema, {
    findings: ['id', 'kind', 'risk', 'score', 'file', 'anchor', 'lines', 'text', 'places', 'commit'],
    acknowledged: ['id', 'kind', 'text', 'acknowledged'],
  })
  budgetLaw(check, CHECK_ANSWER)
  headingLaw(check, CHECK_ANSWER)

  it('orders findings by nothing but what they say', () => {
    const property = fc.property(drafts, fc.func(fc.integer()), (given, rank) => {
      const findings = mostAtRiskFirst(given)
      const shuffled = [...given].sort((a, b) => rank(JSON.stringify(a)) - rank(JSON.stringify(b)))
      expect(mostAtRiskFirst(shuffled)).toEqual(findings)
      expect(mostAtRiskFirst([...shuffled, ...given])).toEqual(findings)
      for (const [i, { finding }] of findings.entries()) {
        expect(finding.score).toBeLessThanOrEqual(findings[i - 1]?.finding.score ?? 1)
      }
    })
    fc.assert(property, { numRuns: 60 })
  })

  it('gives findings ids that nothing but what is recorded decides, each another one', () => {
    const property = fc.property(drafts, fc.integer({ min: 1, max: 99 }), (given, n) => {
      const findings = mostAtRiskFirst(given)
      const ids = findings.map(({ finding }) => finding.id)
      expect(new Set(ids).size).toBe(ids.length)
      const elsewhere = given.map(({ lines: _, ...draft }) => ({
        ...draft,
        ...{ file: `moved/${draft.file}`, confidence: 0.01 * n, score: 0.5, commit: 'f'.repeat(40) },
      }))
      const known = new Set(ids)
      for (const { finding } of mostAtRiskFirst(elsewhere)) expect(known).toContain(finding.id)
    })
    fc.assert(property, { numRuns: 60 })
  })

  it('gives longer ids where two of an answer begin alike', () => {
    const shorten = shortIds(['0123456789abc', '0123456789abd', 'fedcba9876543'])
    expect(['0123456789abc', '0123456789abd', 'fedcba9876543'].map(shorten)).toEqual([
      '0123456789abc',
      '0123456789abd',
      'fedcba9876',
    ])
  })

  it('scores in [0, 1], an author over an analysis, the near over the far, the gone over the changed', () => {
    const property = fc.property(facts, (given) => {
      const of = (change: Partial<RiskFacts>): number => assessRisk({ ...given, ...change }).score
      expect(of({})).toBeGreaterThanOrEqual(0)
      expect(of({})).toBeLessThanOrEqual(1)
      expect(of({ trust: 'author' })).toBeGreaterThanOrEqual(of({ trust: 'other' }))
      expect(of({ trust: 'other' })).toBeGreaterThanOrEqual(of({ trust: 'inferred' }))
      expect(of({ reach: 'unit' })).toBeGreaterThanOrEqual(of({ reach: 'enclosing' }))
      expect(of({ reach: 'enclosing' })).toBeGreaterThanOrEqual(of({ reach: 'file' }))
      expect(of({ gone: true })).toBeGreaterThanOrEqual(of({ gone: false }))
      if (given.kind === 'rejected_alternative') {
        expect(of({ echoed: true })).toBeGreaterThanOrEqual(of({ echoed: false }))
      }
      expect(of({ confidence: 1 })).toBeGreaterThanOrEqual(of({}))
      if (given.kind !== 'rejected_alternative' && given.gone !== true && given.echoed !== true) {
        expect(assessRisk({ ...given, reach: 'file' }).risk).toBe('low')
      }
    })
    fc.assert(property)
    const { kind, gone, echoed } = RISK_WEIGHTS
    expect(Math.max(...Object.values(kind)) * gone).toBeLessThanOrEqual(1)
    expect(kind.rejected_alternative * gone * echoed).toBeLessThanOrEqual(1)
  })
})

describe('lookup', () => {
  answerLaws(lookup, LOOKUP_ANSWER, lookupOutputSchema, {
    regions: ['commit', 'file', 'intent', 'constraints', 'corrections'],
    open_corrections: ['commit', 'reason'],
    dependents: ['from_file', 'nature'],
  })
  budgetLaw(lookup, LOOKUP_ANSWER)
  headingLaw(lookup, LOOKUP_ANSWER)
})

describe('SARIF', () => {
  /** Checks what SARIF 2.1.0 requires of the objects written here; its schema is not available without a network. */
  it('has the required properties, in their forms', () => {
    const property = fc.property(check, (output) => {
      const text = renderSarif(output)
      expect(text).not.toMatch(UNSAFE)
      expect(renderSarif(output)).toBe(text)
      const log = JSON.parse(text) as SarifLog
      expect(log.version).toBe('2.1.0')
      expect(log.runs).toHaveLength(1)
      const [{ results, tool, columnKind }] = log.runs
      expect([tool.driver.name, columnKind]).toEqual(['Chronicle', 'utf16CodeUnits'])
      const ids = tool.driver.rules.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(results).toHaveLength(output.findings.length + output.acknowledged.length)
      expect(results.filter(({ suppressions }) => suppressions?.length === 1)).toHaveLength(output.acknowledged.length)
      for (const [i, result] of results.entries()) {
        expect(ids[result.ruleIndex]).toBe(result.ruleId)
        expect(['error', 'warning', 'note']).toContain(result.level)
        expect(result.rank).toBeGreaterThanOrEqual(0)
        expect(result.rank).toBeLessThanOrEqual(100)
        expect(result.message.text).not.toBe('')
        // No text of a note becomes a link.
        expect(result.message.text).not.toMatch(/(?<!\\)(?:\\\\)*[[\]]/u)
        expect(Object.values(result.partialFingerprints)).toEqual([expect.stringMatching(/^[0-9a-f]{10,13}$/u)])
        for (const { physicalLocation } of [...result.locations, ...(result.relatedLocations ?? [])]) {
          const { artifactLocation, region } = physicalLocation
          expect(artifactLocation.uri).toMatch(/^(?:[\w.~!*'()-]|%[0-9A-F]{2})*(?:\/(?:[\w.~!*'()-]|%[0-9A-F]{2})*)*$/u)
          if (region !== undefined) expect(region.startLine).toBeGreaterThanOrEqual(1)
          if (region !== undefined) expect(region.endLine).toBeGreaterThanOrEqual(region.startLine)
        }
        const file = ([...output.findings, ...output.acknowledged][i] as Finding).file.replace(/\p{Cs}/gu, '\uFFFD')
        expect(decodeURIComponent(result.locations[0]?.physicalLocation.artifactLocation.uri ?? '')).toBe(file)
      }
    })
    fc.assert(property, { numRuns: 60 })
  })

  it('recognises a finding whose lines have moved', () => {
    const property = fc.property(check, (output) => {
      const moved = output.findings.map((finding) => ({ ...finding, lines: { start: 7, end: 9 }, score: 0 }))
      const prints = (of: CheckOutput): unknown =>
        (JSON.parse(renderSarif(of)) as SarifLog).runs[0].results.map((result) => result.partialFingerprints)
      expect(prints({ ...output, findings: moved })).toEqual(prints(output))
    })
    fc.assert(property, { numRuns: 20 })
  })
})

it('publishes the schemas', () => {
  expect(Object.keys(jsonSchemas)).toEqual(expect.arrayContaining(['check-output', 'lookup-output']))
})

interface SarifLocation {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string }
    readonly region?: { readonly startLine: number; readonly endLine: number }
  }
}

interface SarifLog {
  readonly version: string
  readonly runs: readonly [
    {
      readonly tool: { readonly driver: { readonly name: string; readonly rules: readonly { readonly id: string }[] } }
      readonly columnKind: string
      readonly results: readonly {
        readonly ruleId: string
        readonly ruleIndex: number
        readonly level: string
        readonly rank: number
        readonly message: { readonly text: string }
        readonly locations: readonly SarifLocation[]
        readonly relatedLocations?: readonly SarifLocation[]
        readonly partialFingerprints: Readonly<Record<string, string>>
        readonly suppressions?: readonly { readonly kind: string; readonly justification: string }[]
      }[]
    },
  ]
}

import {
  HISTORY_OUTPUT_SCHEMA,
  omitUndefined,
  SUMMARY_OUTPUT_SCHEMA,
  type HistoryOutput,
  type HistoryReason,
  type ReadRegion,
  type SummaryFile,
  type SummaryOutput,
  type SummaryUnit,
} from '@chronicle/schema'
import { historyOutputSchema, summaryOutputSchema } from '@chronicle/schema/validate'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerLaws, budgetLaw, headingLaw } from '../../test/answer-laws.ts'
import { anyRead, placeOf, withoutUndefined, stepOf, withoutEmptyEntries } from '../../test/any-read.ts'
import { fitAnswer } from '../answer/fit-answer.ts'
import { formatAnswer } from '../answer/format-answer.ts'
import { bytesPerFour } from '../tokens/bytes-per-four.ts'
import { HISTORY_ANSWER } from './history/history-answer.ts'
import { SUMMARY_ANSWER } from './summary/summary-answer.ts'

function unitOf(region: ReadRegion): SummaryUnit {
  const constraints = withoutEmptyEntries(region.constraints)
  const { ast_anchor: anchor, commit, context_level, file, intent, lines, risk_notes, timestamp } = region
  return withoutUndefined({
    ...{ file, commit, timestamp, context_level, intent, constraints, risk_notes, lines },
    anchor: anchor?.name,
    type: anchor?.type,
    older: region.tags?.length ?? 0,
    flagged: region.corrections === undefined ? undefined : (true as const),
  })
}

const history: fc.Arbitrary<HistoryOutput> = anyRead.map((read) => ({
  $schema: HISTORY_OUTPUT_SCHEMA,
  query: { ...placeOf(read), limit: 10, follow_related: read.regions.length % 2 === 1 },
  steps: read.regions.map(stepOf),
  ...(read.ambiguous_anchor === undefined ? {} : { ambiguous_anchor: true as const }),
  ...omitUndefined({ resolved: read.resolved }),
  stats: {
    steps_found: read.regions.length + read.cross_cutting.length,
    steps_returned: read.regions.length,
    linked_steps: 0,
    paths: ['src/a.rs', ...read.regions.map(({ file }) => file)],
    names: read.regions.flatMap(({ ast_anchor }) => ast_anchor?.name ?? []),
  },
  diagnostics: read.diagnostics,
  trimmed: null,
}))

const summary: fc.Arbitrary<SummaryOutput> = fc.tuple(anyRead, fc.boolean()).map(([read, isFolder]) => {
  const place = placeOf(read)
  const units = read.regions.map(unitOf).map((unit) => (isFolder ? unit : { ...unit, file: place.file }))
  const names = [...new Set(units.map(({ file }) => file)), 'a/file/of/its/own.rs']
  const files = names.map((file, i): SummaryFile => ({
    file,
    annotated_units: i,
    ...(i % 2 === 0 ? { unannotated_units: i } : {}),
  }))
  return {
    $schema: SUMMARY_OUTPUT_SCHEMA,
    query: { ...place, kind: isFolder ? ('folder' as const) : ('file' as const) },
    units,
    ...(isFolder ? { files } : {}),
    stats: {
      files: 9,
      annotated_files: names.length,
      annotated_units: units.length,
      unannotated_units: 4,
      gone_units: read.cross_cutting.length,
      units_returned: units.length,
    },
    diagnostics: read.diagnostics,
    trimmed: null,
  }
})

const reason: fc.Arbitrary<HistoryReason> = fc
  .record({
    commit: fc.stringMatching(/^[0-9a-f]{40}$/u),
    summary: fc.constantFrom('Lock the file', 'a\u001b[31mb', '## Stats'),
    text: fc.constantFrom('It must hold, because callers wait.', 'However, this is slow.', '**Stats:** 9'),
    files: fc.constantFrom(undefined, ['src/a.rs'], ['src/a.rs', 'src/b\n.rs']),
  })
  .map(({ files, text, ...rest }) => ({
    origin: 'history',
    timestamp: '2024-01-01T00:00:00Z',
    ...rest,
    ...(files === undefined ? {} : { files_changed: 3, files }),
    passages: [{ text }],
  }))

/** A summary with reasons from the history. */
const fullSummary: fc.Arbitrary<SummaryOutput> = fc
  .tuple(summary, fc.array(reason, { minLength: 1, maxLength: 5 }))
  .map(([answer, reasons]) => ({
    ...answer,
    from_history: reasons,
    stats: { ...answer.stats, history: { commits: 60, speaking: reasons.length, newest_only: true } },
  }))

/** Returns the lines of a Markdown page that do not continue a text. */
function heads(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('    '))
}

describe('the answer to a history', () => {
  answerLaws(history, HISTORY_ANSWER, historyOutputSchema, { steps: ['intent', 'constraints'] })
  budgetLaw(history, HISTORY_ANSWER)
  headingLaw(history, HISTORY_ANSWER)

  it('has one heading for each step, or names it beside another, and no line that a note could have made', () => {
    const labels =
      /^\*\*(?:Ambiguous anchor|Left out|Diagnostics|Intent|Reasoning|Constraints|Corrections|Risk|Rejected alternatives|Related|Change|Message|Task|Tags|Same intent|Also holds for|Stats):\*\*/u
    const isHeading = (line: string): boolean => line.startsWith('## ')
    const property = fc.property(history, (answer) => {
      const verbose = heads(formatAnswer(answer, HISTORY_ANSWER, 'markdown', { verbose: true }))
      expect(verbose.filter(isHeading)).toHaveLength(answer.steps.length)
      expect(verbose.filter((line) => line.startsWith('**Intent:**'))).toHaveLength(answer.steps.length)
      const bullets = answer.steps.flatMap((step) => [
        ...step.constraints,
        ...(step.corrections ?? []),
        ...(step.rejected_alternatives ?? []),
        ...(step.related ?? []),
        ...(step.tags ?? []),
      ])
      const sectionLines = verbose.slice(verbose.findIndex(isHeading))
      if (answer.steps.length > 0) {
        expect(sectionLines.filter((line) => line.startsWith('- '))).toHaveLength(bullets.length)
      }
      const lines = heads(formatAnswer(answer, HISTORY_ANSWER, 'markdown'))
      const beside = lines.filter((line) => line.startsWith('- earlier | '))
      expect([...lines.filter(isHeading), ...beside]).toHaveLength(answer.steps.length)
      for (const [index, line] of [...lines, ...verbose].entries()) {
        const isFacts = [...lines, ...verbose][index - 1]?.startsWith('## ') ?? true
        const isFirst = index === lines.length
        expect(isFirst || isFacts || isHeading(line) || line.startsWith('- ') || labels.test(line), line).toBe(true)
      }
    })
    fc.assert(property, { numRuns: 80 })
  })

  it('gives up reasoning before steps, and the newest step of the code last', () => {
    const property = fc.property(history, fc.integer({ min: 20, max: 3000 }), (answer, maxTokens) => {
      const measure = (each: HistoryOutput): number =>
        bytesPerFour().count(formatAnswer(each, HISTORY_ANSWER, 'markdown'))
      const { steps, trimmed } = fitAnswer(answer, HISTORY_ANSWER.plan, { maxTokens, measure })
      if (trimmed === null || steps.length === answer.steps.length) return
      expect(steps.some((step) => step.reasoning !== undefined)).toBe(false)
      const newest = answer.steps.findLast((step) => step.linked_from === undefined)
      if (steps.length === 0 || newest === undefined) return
      expect(steps.some((step) => step.intent === newest.intent && step.commit === newest.commit)).toBe(true)
    })
    fc.assert(property, { numRuns: 80 })
  })
})

describe('the answer to a summary', () => {
  const answers = fc.oneof(summary, fullSummary)
  answerLaws(answers, SUMMARY_ANSWER, summaryOutputSchema, { units: ['intent', 'constraints'] })
  budgetLaw(answers, SUMMARY_ANSWER)

  it('has one bullet for each unit, what must hold below it, and no line that a note could have made', () => {
    const property = fc.property(summary, (answer) => {
      const lines = heads(formatAnswer({ ...answer, diagnostics: [] }, SUMMARY_ANSWER, 'markdown'))
      const others = (answer.files ?? []).filter(({ file }) => !answer.units.some((unit) => unit.file === file))
      expect(lines.filter((line) => line.startsWith('- '))).toHaveLength(answer.units.length + others.length)
      const rules = answer.units.flatMap(({ constraints }) => constraints)
      expect(lines.filter((line) => line.startsWith('  - must: '))).toHaveLength(rules.length)
      for (const line of lines.slice(1)) {
        expect(line).toMatch(/^(?:## |- | {2}- (?:must|risk): |\*\*(?:Also annotated|Stats):\*\*)/u)
      }
    })
    fc.assert(property, { numRuns: 80 })
  })

  it('says what was recorded as a rule alone once', () => {
    const [unit] = fc.sample(summary, 100).flatMap(({ units }) => units)
    if (unit === undefined) throw new Error('No summary has a unit')
    const rule = 'Never read it twice'
    const constraints = [{ text: rule, source: 'author' as const }]
    const answer = fc.sample(summary, 1)[0]
    if (answer === undefined) throw new Error('There is no summary')
    const said = { ...answer, units: [{ ...unit, intent: rule, constraints }], diagnostics: [] }
    expect(formatAnswer(said, SUMMARY_ANSWER, 'markdown').split(rule)).toHaveLength(2)
  })

  it('gives up units that state no rule first', () => {
    const property = fc.property(summary, fc.integer({ min: 20, max: 2000 }), (answer, maxTokens) => {
      const measure = (each: SummaryOutput): number =>
        bytesPerFour().count(formatAnswer(each, SUMMARY_ANSWER, 'markdown'))
      const { units } = fitAnswer(answer, SUMMARY_ANSWER.plan, { maxTokens, measure })
      const rules = ({ constraints, risk_notes: risk }: SummaryUnit): boolean =>
        constraints.length > 0 || risk !== undefined
      const withRules = answer.units.filter(rules).length
      if (units.length >= withRules || units.length === 0) return
      expect(units.every(({ constraints, risk_notes: risk }) => constraints.length > 0 || risk === undefined)).toBe(
        true,
      )
      expect(units.length).toBeLessThanOrEqual(withRules)
    })
    fc.assert(property, { numRuns: 60 })
  })
})

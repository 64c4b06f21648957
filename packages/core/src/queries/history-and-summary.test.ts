import {
  HISTORY_OUTPUT_SCHEMA,
  omitUndefined,
  SUMMARY_OUTPUT_SCHEMA,
  type Answer,
  type HistoryOutput,
  type HistoryReason,
  type HistoryStep,
  type PlaceEcho,
  type ReadOutput,
  type ReadRegion,
  type SummaryFile,
  type SummaryOutput,
  type SummaryUnit,
} from '@chronicle/schema'
import { historyOutputSchema, summaryOutputSchema } from '@chronicle/schema/validate'
import { readOutputArbitrary } from '@chronicle/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnswerType } from '../answer/answer-type.ts'
import { fitAnswer } from '../answer/fit-answer.ts'
import { formatAnswer } from '../answer/format-answer.ts'
import type { OutputFormat } from '../read/read-query.ts'
import { bytesPerFour } from '../tokens/bytes-per-four.ts'
import { HISTORY_ANSWER } from './history/history-answer.ts'
import { SUMMARY_ANSWER } from './summary/summary-answer.ts'

const FORMATS: readonly OutputFormat[] = ['markdown', 'json', 'pretty']
const content = fc.constantFrom('realistic', 'hostile', 'mixed').chain((kind) => readOutputArbitrary({ content: kind }))

function placeOf({ query, regions }: ReadOutput): PlaceEcho {
  const { anchor, at, commit } = query
  const file = typeof query.file === 'string' ? query.file : (query.file[0] ?? '')
  // Places that answers are about are among those they speak of, or rename them.
  const known = regions[0]?.file ?? file
  return { file: regions.length % 2 === 0 ? file : known, ...omitUndefined({ anchor }), at, commit }
}

function stepOf(region: ReadRegion, position: number): HistoryStep {
  const { ast_anchor: anchor, commit, context_level, file, intent, lines, timestamp } = region
  const { corrections, reasoning, related, risk_notes, summary, tags, task } = region
  const constraints = telling(region.constraints)
  const rejected = region.rejected_alternatives && telling(region.rejected_alternatives)
  return present({
    ...{ commit, timestamp, context_level, intent, constraints, lines, corrections, reasoning, related, risk_notes },
    ...{ rejected_alternatives: rejected, summary, tags, task },
    author: `${region.recorded_file ?? 'Ada'} <ada@example.com>`,
    subject: region.summary ?? '',
    file: position % 5 === 4 ? undefined : file,
    anchor: anchor?.name,
    renamed_to: region.freshness === 'moved' ? (anchor?.signature ?? 'new') : undefined,
    provenance: {
      operation: region.confidence_factors.provenance ?? '',
      ...omitUndefined({ derived_from: region.drifted_by }),
    },
    linked_from:
      region.freshness === 'orphaned' ? [{ commit, anchor: file, relationship: summary ?? 'refines' }] : undefined,
  })
}

function unitOf(region: ReadRegion): SummaryUnit {
  const constraints = telling(region.constraints)
  const { ast_anchor: anchor, commit, context_level, file, intent, lines, risk_notes, timestamp } = region
  return present({
    ...{ file, commit, timestamp, context_level, intent, constraints, risk_notes, lines },
    anchor: anchor?.name,
    type: anchor?.type,
    older: region.tags?.length ?? 0,
    flagged: region.corrections === undefined ? undefined : (true as const),
  })
}

/** Reading notes leaves out entries that say nothing. */
function telling<T extends { readonly [K in keyof T]: unknown }>(entries: readonly T[]): readonly T[] {
  return entries.filter((entry) => Object.values(entry).every((value) => value !== ''))
}

/** Without the keys that are `undefined`. */
function present<T extends object>(fields: { readonly [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}

const history: fc.Arbitrary<HistoryOutput> = content.map((read) => ({
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

const summary: fc.Arbitrary<SummaryOutput> = fc.tuple(content, fc.boolean()).map(([read, isFolder]) => {
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

/** With what the history says. */
const fullSummary: fc.Arbitrary<SummaryOutput> = fc
  .tuple(summary, fc.array(reason, { minLength: 1, maxLength: 5 }))
  .map(([answer, reasons]) => ({
    ...answer,
    from_history: reasons,
    stats: { ...answer.stats, history: { commits: 60, speaking: reasons.length, newest_only: true } },
  }))

/** What every kind of answer obeys, whatever was recorded. */
function answerLaws<O extends Answer, Entry extends object>(
  answers: fc.Arbitrary<O>,
  kind: AnswerType<O>,
  entriesOf: (answer: O) => readonly Entry[],
  problemsOf: (document: unknown) => readonly object[],
): void {
  const tokens = bytesPerFour()

  it('fits every budget, or says that nothing smaller can be given', () => {
    const property = fc.property(
      answers,
      fc.constantFrom(...FORMATS),
      fc.integer({ min: 1, max: 4000 }),
      (answer, format, maxTokens) => {
        const measure = (each: O): number => tokens.count(formatAnswer(each, kind, format))
        const fitted = fitAnswer(answer, kind.plan, { maxTokens, measure })
        const measured = measure(fitted)
        if (fitted.trimmed?.over_budget === true) expect(entriesOf(fitted)).toEqual([])
        else expect(measured).toBeLessThanOrEqual(maxTokens)
        if (fitted.trimmed !== null) expect(fitted.trimmed.estimated_tokens).toBeGreaterThanOrEqual(measured)
        // What is left is as it was: an intent and a constraint are never shortened.
        const originals = entriesOf(answer)
        for (const entry of entriesOf(fitted)) {
          const from = originals.filter((original) => isWithout(entry, original))
          expect(from.length).toBeGreaterThan(0)
        }
      },
    )
    fc.assert(property, { numRuns: 80 })
  })

  it('gives no longer answer for a smaller budget, and always says what brings back what was withheld', () => {
    const property = fc.property(answers, fc.constantFrom(...FORMATS), (answer, format) => {
      const measure = (each: O): number => tokens.count(formatAnswer(each, kind, format, { remedies: 'command' }))
      const whole = measure(answer)
      let before = Infinity
      for (let maxTokens = whole + 1; maxTokens > 0; maxTokens -= Math.ceil(whole / 60)) {
        const fitted = fitAnswer(answer, kind.plan, { maxTokens, measure })
        const measured = measure(fitted)
        // Below the least answer all are the same, and have a mark that says so.
        if (fitted.trimmed?.over_budget === true) continue
        expect(measured, `${maxTokens} of ${whole}`).toBeLessThanOrEqual(before)
        before = measured
        if (fitted.trimmed === null) continue
        expect(fitted.trimmed.remedy).toEqual({ option: 'maxTokens', value: expect.any(Number) as number })
        if (format !== 'json')
          expect(formatAnswer(fitted, kind, format, { remedies: 'command' })).toContain('--max-tokens ')
        expect(formatAnswer(fitted, kind, format, { remedies: 'none' })).not.toContain('git chronicle')
      }
    })
    fc.assert(property, { numRuns: 15, endOnFailure: true })
  })

  it('prints JSON that the published schema accepts, trimmed or not', () => {
    const property = fc.property(answers, fc.integer({ min: 1, max: 3000 }), (answer, maxTokens) => {
      const measure = (each: O): number => tokens.count(formatAnswer(each, kind, 'json'))
      for (const each of [answer, fitAnswer(answer, kind.plan, { maxTokens, measure })]) {
        expect(problemsOf(JSON.parse(formatAnswer(each, kind, 'json')))).toEqual([])
      }
    })
    fc.assert(property, { numRuns: 60 })
  })

  it('shows no character that hides, moves or reorders text', () => {
    const property = fc.property(answers, fc.constantFrom(...FORMATS), fc.boolean(), (answer, format, verbose) => {
      expect(formatAnswer(answer, kind, format, { verbose, width: 80 })).not.toMatch(UNSAFE)
    })
    fc.assert(property, { numRuns: 80 })
  })
}

/** Control, bidi and invisible characters, separators that start a line, lone surrogates. */
const UNSAFE = /(?![\n\uFE0E\uFE0F])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u

/** Whether an entry has some of the fields of another, unchanged, its intent and constraints among them. */
function isWithout(entry: object, original: object): boolean {
  const fields = new Map(Object.entries(original))
  return (
    ['intent', 'constraints'].every((key) => key in entry) &&
    Object.entries(entry).every(([key, value]) => fields.get(key) === value)
  )
}

/** The lines of a markdown page that are not the rest of a text. */
function heads(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('    '))
}

describe('the answer to a history', () => {
  answerLaws(
    history,
    HISTORY_ANSWER,
    ({ steps }) => steps,
    (document) => historyOutputSchema.safeParse(document).error?.issues ?? [],
  )

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
  answerLaws(
    fc.oneof(summary, fullSummary),
    SUMMARY_ANSWER,
    ({ units }) => units,
    (document) => summaryOutputSchema.safeParse(document).error?.issues ?? [],
  )

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

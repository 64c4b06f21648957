import type { Answer } from '@chronicle/schema'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AnswerType } from '../src/answer/answer-type.ts'
import { fitAnswer } from '../src/answer/fit-answer.ts'
import { formatAnswer } from '../src/answer/format-answer.ts'
import type { OutputFormat } from '../src/read/read-query.ts'
import { bytesPerFour } from '../src/tokens/bytes-per-four.ts'

/** Control, bidi and invisible characters, separators that start a line, and lone surrogates. */
export const UNSAFE: RegExp =
  /(?![\n\uFE0E\uFE0F])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u

const format = fc.constantFrom<OutputFormat>('markdown', 'json', 'pretty')
const tokens = bytesPerFour()

/**
 * Defines the tests that every kind of answer passes, whatever was recorded. `kept` lists the fields that trimming
 * never removes from an entry.
 */
export function answerLaws<O extends Answer>(
  answers: fc.Arbitrary<O>,
  kind: AnswerType<O>,
  schema: { safeParse(document: unknown): { readonly error?: unknown } },
  kept: Readonly<Record<string, readonly string[]>>,
): void {
  it('fits every budget, or says that nothing smaller can be given', () => {
    const property = fc.property(answers, format, fc.integer({ min: 1, max: 5000 }), (answer, shown, maxTokens) => {
      const measure = (each: O): number => tokens.count(formatAnswer(each, kind, shown))
      const fitted = fitAnswer(answer, kind.plan, { maxTokens, measure })
      const measured = measure(fitted)
      if (fitted.trimmed?.over_budget === true) {
        for (const list of Object.keys(kept)) expect(listsOf(fitted)[list]).toEqual([])
      } else expect(measured).toBeLessThanOrEqual(maxTokens)
      if (fitted.trimmed !== null) expect(fitted.trimmed.estimated_tokens).toBeGreaterThanOrEqual(measured)
      if (fitted.trimmed !== null && fitted.trimmed.over_budget !== true && shown !== 'json') {
        expect(formatAnswer(fitted, kind, shown, { remedies: 'command' })).toContain('--max-tokens ')
      }
      // The remaining entries are unchanged: trimming never shortens a text.
      for (const [list, fields] of Object.entries(kept)) {
        const originals = listsOf(answer)[list] ?? []
        for (const entry of listsOf(fitted)[list] ?? []) {
          expect(originals.some((original) => isWithout(entry, original, fields))).toBe(true)
        }
      }
      expect(fitAnswer(answer, kind.plan, { maxTokens, measure })).toEqual(fitted)
    })
    fc.assert(property, { numRuns: 80 })
  })

  it('withholds nothing twice, and all of it in the end', () => {
    const property = fc.property(answers, (answer) => {
      const plan = kind.plan(answer, { maxTokens: 100, fullTokens: 900 })
      const smaller = Array.from({ length: plan.length + 1 }, (_, count) => JSON.stringify(plan.without(count)))
      expect(new Set(smaller).size).toBe(smaller.length)
      const lists = Object.values(listsOf(plan.without(plan.length))).filter((list) => Array.isArray(list))
      expect(lists.flat()).toEqual([])
    })
    fc.assert(property, { numRuns: 30 })
  })

  it('prints JSON that the published schema accepts, trimmed or not', () => {
    const property = fc.property(answers, fc.integer({ min: 1, max: 3000 }), (answer, maxTokens) => {
      const measure = (each: O): number => tokens.count(formatAnswer(each, kind, 'json'))
      for (const each of [answer, fitAnswer(answer, kind.plan, { maxTokens, measure })]) {
        expect(schema.safeParse(JSON.parse(formatAnswer(each, kind, 'json'))).error).toBeUndefined()
      }
    })
    fc.assert(property, { numRuns: 60 })
  })

  it('shows no character that hides, moves or reorders text', () => {
    const property = fc.property(answers, format, fc.boolean(), (answer, shown, verbose) => {
      expect(formatAnswer(answer, kind, shown, { verbose, width: 80 })).not.toMatch(UNSAFE)
    })
    fc.assert(property, { numRuns: 80 })
  })
}

/** Defines the budget test for answers that name no command except the one that brings back what was withheld. */
export function budgetLaw<O extends Answer>(answers: fc.Arbitrary<O>, kind: AnswerType<O>): void {
  it('gives no longer answer for a smaller budget, and always says what brings back what was withheld', () => {
    const property = fc.property(answers, format, (answer, shown) => {
      const measure = (each: O): number => tokens.count(formatAnswer(each, kind, shown, { remedies: 'command' }))
      const whole = measure(answer)
      let before = Infinity
      for (let maxTokens = whole + 1; maxTokens > 0; maxTokens -= Math.ceil(whole / 60)) {
        const fitted = fitAnswer(answer, kind.plan, { maxTokens, measure })
        const measured = measure(fitted)
        // Below the smallest possible answer all answers are equal, and are marked as over budget.
        if (fitted.trimmed?.over_budget === true) continue
        expect(measured, `${maxTokens} of ${whole}`).toBeLessThanOrEqual(before)
        before = measured
        if (fitted.trimmed === null) continue
        expect(fitted.trimmed.remedy).toEqual({ option: 'maxTokens', value: expect.any(Number) as number })
        expect(formatAnswer(fitted, kind, shown, { remedies: 'none' })).not.toContain('git chronicle')
      }
    })
    fc.assert(property, { numRuns: 15, endOnFailure: true })
  })
}

/** Defines a test that every answer passes: each heading is the heading of a section. */
export function headingLaw<O extends Answer>(answers: fc.Arbitrary<O>, kind: AnswerType<O>): void {
  it('has no line in markdown that recorded text could have begun', () => {
    const property = fc.property(answers, (answer) => {
      const lines = formatAnswer(answer, kind, 'markdown').split('\n')
      for (const line of lines) if (line.startsWith('---') || line.startsWith('```')) expect(line).toBe('')
      // One heading for each section of the page: recorded text created no others.
      const { sections } = kind.page(answer, {})
      const headings = sections.filter(({ heading }) => heading !== undefined).length
      expect(lines.filter((line) => line.startsWith('## '))).toHaveLength(headings)
    })
    fc.assert(property, { numRuns: 60 })
  })
}

/** Defines a test for answers whose labels all have markup: each line of their markdown begins with our own markup. */
export function lineLaw<O extends Answer>(answers: fc.Arbitrary<O>, kind: AnswerType<O>): void {
  it('has no line in markdown that a note could have made', () => {
    const property = fc.property(answers, fc.boolean(), (answer, verbose) => {
      const lines = formatAnswer(answer, kind, 'markdown', { verbose }).split('\n')
      for (const [index, line] of lines.entries()) {
        const isFacts = lines[index - 1]?.startsWith('## ') ?? true
        if (!isFacts) expect(line).toMatch(/^(?:$|## |- | {2}- | {4}|\*\*[A-Z][A-Za-z ]+:\*\*)/u)
      }
    })
    fc.assert(property, { numRuns: 60 })
  })
}

function listsOf(answer: object): Readonly<Record<string, readonly object[]>> {
  return answer as Readonly<Record<string, readonly object[]>>
}

/** Whether an entry is a subset of another's fields, unchanged, and still has all fields that are always kept. */
function isWithout(entry: object, original: object, kept: readonly string[]): boolean {
  const [left, whole] = [new Map(Object.entries(entry)), new Map(Object.entries(original))]
  const isPart = (value: unknown, of: unknown): boolean =>
    value === of || (isObject(value) && isObject(of) && isWithout(value, of, []))
  return (
    [...left].every(([key, value]) => isPart(value, whole.get(key))) &&
    kept.every((key) => left.has(key) === whole.has(key))
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

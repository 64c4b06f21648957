import type { ModelAnswer } from '@chronicle/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_AGENT_LIMITS } from '../src/agent/agent-limits.ts'
import { planParts } from '../src/agent/plan-parts.ts'
import { changeSize } from '../src/text/hunks.ts'
import { commitContext, type TestFile } from './commit-context.ts'
import type { CommitContext } from '../src/commit-context.ts'
import { emit, emitConcern, examine, READ_DIFF, nothing, openingsOf } from './scripted-agent.ts'

function largeCommit(sizes: readonly number[]): CommitContext {
  const files: Record<string, TestFile> = {}
  for (const [index, size] of sizes.entries()) {
    const lines = Array.from({ length: size }, (_, line) => `row(${index}, ${line})`)
    files[`src/f${String(index).padStart(2, '0')}.ts`] = {
      after: `${lines.join('\n')}\n`,
      hunks: [{ old: { start: 0, count: 0 }, new: { start: 1, count: size } }],
    }
  }
  return commitContext({ message: 'Import tables\n\nThe billing service reads them at night.\n', files })
}

const annotate = (file: string): ModelAnswer =>
  emit({
    file,
    lines: { start: 1, end: 2 },
    intent: `Read by the nightly billing run, so that ${file} may not shrink by day.`,
    evidence: [{ kind: 'commit_message', quote: 'billing service reads them at night' }],
  })

const NOTHING = nothing('Rows.')

describe('planParts', () => {
  const plan = (sizes: readonly number[]): ReturnType<typeof planParts> =>
    planParts(largeCommit(sizes).files, DEFAULT_AGENT_LIMITS)

  it('leaves a small commit whole', () => {
    expect(plan([50, 30, 20]).parts).toHaveLength(1)
    expect(plan(Array.from({ length: 10 }, () => 200)).parts).toHaveLength(1)
  })

  it('divides by files and by lines, the largest first', () => {
    const many = plan(Array.from({ length: 20 }, (_, index) => 150 + index))
    expect(many.parts.map((part) => part.length)).toEqual([5, 5, 5, 5])
    expect(many.parts[0]?.map(({ path }) => path)).toEqual([19, 18, 17, 16, 15].map((index) => `src/f${index}.ts`))
    expect(plan([1400, 1300, 100]).parts.map((part) => part.map(changeSize))).toEqual([[1400, 100], [1300]])
    expect(plan([5000, 10]).parts.map((part) => part.map(changeSize))).toEqual([[5000], [10]])
  })

  it('places every file once, within the limits, or says that it did not', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 90 })
    fc.assert(
      fc.property(sizes, (each) => {
        const { files } = largeCommit(each)
        const { parts, leftOut } = planParts(files, DEFAULT_AGENT_LIMITS)
        expect(new Set([...parts.flat(), ...leftOut])).toEqual(new Set(files))
        expect(parts.flat().length + leftOut.length).toBe(files.length)
        expect(parts.length).toBeLessThanOrEqual(DEFAULT_AGENT_LIMITS.maxParts)
        if (parts.length === 1) return
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(5)
          const lines = part.reduce((sum, file) => sum + changeSize(file), 0)
          expect(part.length === 1 || lines <= 1500).toBe(true)
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('a large commit', () => {
  const context = largeCommit(Array.from({ length: 12 }, (_, index) => 300 - index))

  it('is examined part by part, then for what connects them, and merged', async () => {
    const concern = {
      description: 'Billing joins these two tables by row, so they must grow together.',
      regions: ['src/f00.ts', 'src/f11.ts'],
      nature: 'shared row numbers',
      evidence: [{ kind: 'file_lines', file: 'src/f11.ts', quote: 'row(11, 0)' }],
    }
    const { model, outcome } = await examine(
      [
        annotate('src/f00.ts'),
        { text: 'Summary: Tables for billing.' },
        annotate('src/f07.ts'),
        { text: 'Summary: More tables.' },
        NOTHING,
        emitConcern(concern),
        { text: 'Done.' },
      ],
      context,
    )
    expect(outcome.diagnostics).toEqual([])
    const annotation = outcome.annotation
    expect(annotation?.regions.map(({ file }) => file)).toEqual(['src/f00.ts', 'src/f07.ts'])
    expect(annotation?.cross_cutting).toMatchObject([{ regions: ['src/f00.ts', 'src/f11.ts'] }])
    expect(annotation?.summary).toBe('Tables for billing.')
    expect(outcome.usage).toEqual({ inputTokens: 700, outputTokens: 70 })
    const openings = openingsOf(model)
    expect(openings[0]).toContain('this is part 1 of 3')
    expect(openings[0]).toContain('src/f04.ts: added, +296 -0')
    expect(openings[0]).not.toContain('src/f05.ts')
    expect(openings[2]).toContain('this is part 2 of 3')
    expect(openings[4]).toContain('this is part 3 of 3')
    expect(openings[5]).toContain('was examined in 3 parts')
    expect(openings[5]).toContain('src/f07.ts: Read by the nightly billing run')
    expect(model.requests[5]?.tools?.map(({ name }) => name)).not.toContain('emit_annotation')
  })

  it('need not have anything that connects its parts', async () => {
    const { outcome } = await examine(
      [annotate('src/f00.ts'), { text: '' }, annotate('src/f07.ts'), { text: '' }, NOTHING, { text: 'No.' }],
      context,
    )
    expect(outcome.annotation?.regions).toHaveLength(2)
    expect(outcome.diagnostics).toEqual([])
  })

  it('may have nothing worth recording in any part', async () => {
    const { model, outcome } = await examine([NOTHING, NOTHING, NOTHING], context)
    expect(outcome).toMatchObject({ nothing: 'Rows.', diagnostics: [] })
    expect(model.requests).toHaveLength(3)
  })

  it('keeps the first parts when the model fails in a later one, and asks no more', async () => {
    const { model, outcome } = await examine(
      [annotate('src/f00.ts'), { text: '' }, { fails: 'spending_limit_reached' }, NOTHING],
      context,
    )
    expect(outcome.annotation?.regions).toHaveLength(1)
    expect(outcome.diagnostics).toMatchObject([{ code: 'agent_interrupted' }])
    expect(model.requests).toHaveLength(3)
  })

  it('goes on with the next part after one that was cut off, and says so', async () => {
    const steps = [READ_DIFF, READ_DIFF, annotate('src/f07.ts'), { text: '' }, NOTHING]
    const { outcome } = await examine(steps, context, { limits: { maxTurns: 2 } })
    expect(outcome.annotation?.regions.map(({ file }) => file)).toEqual(['src/f07.ts'])
    expect(outcome.diagnostics).toMatchObject([{ code: 'agent_cut_off' }])
  })

  it('leaves the smallest changes out where there are too many, and names them', async () => {
    const { outcome } = await examine([NOTHING, NOTHING], context, { limits: { maxParts: 2 } })
    expect(outcome.diagnostics).toMatchObject([
      { code: 'files_left_out', message: expect.stringContaining('src/f10.ts, src/f11.ts') as string },
    ])
  })
})

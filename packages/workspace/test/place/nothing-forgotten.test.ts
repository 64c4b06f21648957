import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createQueries, type Queries } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import type { ReadRegion } from '@chronicle/schema'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asDisposable } from '../../src/testing/as-disposable.ts'
import {
  applyStep,
  newUnit,
  renderFile,
  stepArbitrary,
  type Fresh,
  type Program,
  type RecordStep,
  type Step,
  type Unit,
} from './unit-history.ts'
import { testNote } from '../test-note.ts'
import { repetitions } from '../../src/testing/repetitions.ts'

/** A text recorded about a unit, and its file. */
interface Recorded {
  readonly unit: number
  readonly text: string
  readonly file: string
}

interface Run {
  readonly repository: FixtureRepository
  readonly queries: Queries
  /** Creates the same queries without a cache. */
  readonly anew: () => Queries
  readonly recorded: Recorded[]
  program: Program
  readonly past: Program[]
  checked: number
}

const started = (): Fresh => {
  let count = 0
  return { next: () => ++count }
}

async function commit({ repository, program }: Run, before: Program, message: string): Promise<void> {
  for (const path of before.keys()) {
    if (!program.has(path)) {
      const renamed = [...program.keys()].find((name) => !before.has(name))
      if (renamed === undefined) await repository.remove(path)
      else await repository.rename(path, renamed)
    }
  }
  await repository.write(Object.fromEntries([...program].map(([path, units]) => [path, renderFile(units).text])))
  await repository.commit(message)
}

async function record(run: Run, step: RecordStep, fresh: Fresh): Promise<void> {
  const all = [...run.program].flatMap(([file, units]) => units.map((unit) => ({ file, unit })))
  const chosen = all[step.at % Math.max(1, all.length)]
  if (chosen === undefined) return
  const { file, unit } = chosen
  const text = `Never call rule${fresh.next()} twice.`
  const lines = renderFile(run.program.get(file) ?? []).lines.get(unit.id)
  const region = {
    file,
    ast_anchor: { type: 'function', name: unit.name },
    ...(step.to % 2 === 0 ? { lines } : {}),
    intent: `Why unit ${unit.id} is as it is.`,
    constraints: [{ text, source: 'author' }],
  }
  const head = await run.repository.git('rev-parse', 'HEAD')
  // One note for each commit: a second one would need merging, which is not tested here.
  const noted = await run.repository.gitBytes(['notes', '--ref=chronicle', 'list', head], { exitCodes: [0, 1] })
  if (noted.length > 0) return
  await run.repository.note(head, testNote(head, [region], { timestamp: '2024-06-01T00:00:00Z' }))
  run.recorded.push({ unit: unit.id, text, file })
}

function howOften(regions: readonly Pick<ReadRegion, 'constraints'>[], text: string): number {
  return regions.flatMap(({ constraints }) => constraints).filter((constraint) => constraint.text === text).length
}

async function expectKept(
  run: Run,
  file: string,
  unit: Unit,
  texts: readonly string[],
  steps: readonly string[],
): Promise<void> {
  const { queries, repository } = run
  const lines = renderFile(run.program.get(file) ?? []).lines.get(unit.id)
  if (lines === undefined) throw new Error('no lines')
  const trace = `${steps.join(' ')} | ${file} ${unit.name}`
  const inner = lines.start + (unit.id % (lines.end - lines.start + 1))
  const byName = (await queries.read({ files: [file], anchor: unit.name, maxRegions: 100 }))._unsafeUnwrap()
  const byLines = (
    await queries.read({ files: [file], lines: { start: inner, end: inner }, maxRegions: 100 })
  )._unsafeUnwrap()
  // Cached results of earlier queries must not change an answer.
  for (const query of [
    { files: [file], lines: { start: inner, end: inner }, maxRegions: 100 },
    { files: [file], anchor: unit.name, maxRegions: 100 },
  ]) {
    const [kept, fresh] = [await queries.read(query), await run.anew().read(query)]
    expect(kept._unsafeUnwrap(), `kept: ${trace}`).toEqual(fresh._unsafeUnwrap())
  }
  const lookup = (await queries.lookup({ file, anchor: unit.name }))._unsafeUnwrap()
  const summary = (await queries.summary({ file }))._unsafeUnwrap()
  const edited = renderFile(run.program.get(file) ?? []).text.split('\n')
  await repository.write({ [file]: edited.with(lines.start, `  other(${inner})`).join('\n') })
  const check = (await queries.check({ change: { kind: 'worktree' } }))._unsafeUnwrap()
  await repository.write({ [file]: renderFile(run.program.get(file) ?? []).text })
  for (const text of texts) {
    expect(howOften(byName.regions, text), `read by name: ${trace}`).toBe(1)
    expect(howOften(byLines.regions, text), `read by lines: ${trace}`).toBe(1)
    expect(howOften(lookup.regions, text), `lookup: ${trace}`).toBe(1)
    expect(check.findings.filter((finding) => finding.text === text).length, `check: ${trace}`).toBe(1)
    run.checked++
  }
  // A summary shows the newest entry of each unit and counts the older ones.
  const own = summary.units.filter(({ anchor }) => anchor === unit.name)
  expect(own.length, `summary: ${trace}`).toBeGreaterThan(0)
  const region = byName.regions.find(({ constraints }) => constraints.some(({ text }) => texts.includes(text)))
  expect(region?.freshness === 'fresh' ? region.survival : 1).toBe(1)
}

async function expectDead(
  { queries, program }: Run,
  { file, text }: Recorded,
  steps: readonly string[],
): Promise<void> {
  for (const path of program.keys()) {
    const read = (await queries.read({ files: [path], maxRegions: 100 }))._unsafeUnwrap()
    expect(howOften(read.regions, text), `dead: ${steps.join(' ')} | ${path}`).toBe(0)
  }
  if (!program.has(file)) return
  const history = (await queries.history({ file, limit: 100 }))._unsafeUnwrap()
  expect(howOften(history.steps, text), `history: ${steps.join(' ')} | ${file}`).toBeGreaterThan(0)
}

async function play(run: Run, plan: readonly Step[], fresh: Fresh): Promise<void> {
  const done: string[] = []
  for (const step of plan) {
    const before = run.program
    done.push(`${step.kind}${'at' in step ? `(${step.at}${'to' in step ? `,${step.to}` : ''})` : ''}`)
    if (step.kind === 'record') {
      await record(run, step, fresh)
    } else {
      const next = step.kind === 'revert' ? run.past.pop() : applyStep(before, step, fresh)
      if (next === undefined || next === before) continue
      if (step.kind !== 'revert') run.past.push(before)
      run.program = next
      await commit(run, before, step.kind)
    }
    const alive = new Map([...run.program].flatMap(([file, units]) => units.map((unit) => [unit.id, { file, unit }])))
    for (const id of new Set(run.recorded.map(({ unit }) => unit))) {
      const all = run.recorded.filter(({ unit }) => unit === id)
      const where = alive.get(id)
      if (where === undefined) for (const each of all) await expectDead(run, each, done)
      else
        await expectKept(
          run,
          where.file,
          where.unit,
          all.map(({ text }) => text),
          done,
        )
    }
  }
}

describe('nothing is forgotten', () => {
  it('gives what is recorded of a unit exactly once as long as the unit lives, and never after', async () => {
    let checked = 0
    const plans = fc.array(stepArbitrary, { minLength: 8, maxLength: 14 })
    const property = fc.asyncProperty(plans, async (plan) => {
      await using repository = await createFixtureRepository()
      await using git = asDisposable(createGitCli({ dir: repository.dir }))
      const fresh = started()
      const program: Program = new Map([
        ['src/a.ts', [newUnit(fresh), newUnit(fresh), newUnit(fresh)]],
        ['src/b.ts', [newUnit(fresh), newUnit(fresh)]],
      ])
      const ast = createTreeSitterParser()
      const createUncached = (): Queries => createQueries({ git, ast })
      const run: Run = {
        repository,
        queries: createUncached(),
        anew: createUncached,
        recorded: [],
        program,
        past: [],
        checked: 0,
      }
      await commit(run, new Map(), 'first')
      await play(run, [{ kind: 'record', at: plan.length, to: 0 }, ...plan], fresh)
      checked += run.checked
    })
    await fc.assert(property, {
      numRuns: Number(process.env['CHRONICLE_PLACE_RUNS'] ?? repetitions(5, 12)),
      endOnFailure: false,
    })
    expect(checked).toBeGreaterThan(60)
  })
})

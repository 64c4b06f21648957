import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createQueries, type Queries } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import { omitUndefined, type CommitId } from '@chronicle/schema'
import { createFixtureRepository, plantNotes, type FixtureRepository } from '@chronicle/testing'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repetitions } from '../../src/testing/repetitions.ts'

/** Body of each unit of the fixture, long enough to tell them apart. */
const BODIES: Readonly<Record<string, string>> = {
  load: '  const bytes = readSettings(path)\n  return parseSettings(bytes)\n',
  save: '  const text = printSettings(value)\n  writeSettings(path, text)\n',
  find: '  const at = index.get(name)\n  return at === undefined ? missing(name) : at\n',
}

/** The units of a file, in order, as pairs of a name and a key of `BODIES`. */
type Units = readonly (readonly [name: string, body: string])[]

function source(units: Units): string {
  return units.map(([name, body]) => `export function ${name}(path, value) {\n${BODIES[body]}}\n`).join('\n')
}

/** Each commit of the history: the path of the file, its units, and whether the commit is on another branch. */
const COMMITS: readonly { readonly path: string; readonly units: Units; readonly aside?: true }[] = [
  { path: 'src/old.ts', units: [['load', 'load'], ['save', 'save'], ['find', 'find']] },
  { path: 'src/old.ts', units: [['load', 'load'], ['save', 'save']], aside: true },
  { path: 'src/old.ts', units: [['open', 'load'], ['save', 'save'], ['find', 'find']] },
  { path: 'src/new.ts', units: [['open', 'load'], ['save', 'save'], ['find', 'find']] },
  { path: 'src/new.ts', units: [['fetch', 'load'], ['save', 'save']] },
  { path: 'src/new.ts', units: [['fetch', 'load'], ['save', 'save'], ['extra', 'find']] },
] // prettier-ignore

/**
 * One region: about a unit by its position or one that never existed, about lines (of a unit or none), or about the
 * whole file.
 */
const region = fc.record({
  unit: fc.constantFrom(0, 1, 2, 'never', undefined),
  lines: fc.constantFrom(0, 1, 2, undefined),
  elsewhere: fc.boolean(),
})
type PlannedRegion = typeof region extends fc.Arbitrary<infer T> ? T : never
const notes = fc.array(fc.array(region, { maxLength: 3 }), { minLength: COMMITS.length, maxLength: COMMITS.length })

/** Returns the lines of the unit at a position. Units have four lines each, with a blank line between them. */
function linesOf(position: number): { readonly start: number; readonly end: number } {
  return { start: position * 5 + 1, end: position * 5 + 4 }
}

interface Recorded {
  readonly number: number
  readonly file: string
  readonly anchor: string | undefined
  /** The bodies that its lines overlap; all of them for a whole file. */
  readonly covered: readonly string[]
  /** Whether it is placed by its lines, because it has no unit or one that never existed. */
  readonly byLines: boolean
  /** The key of its unit's body; `undefined` without a unit. */
  readonly body: string | undefined
  readonly intent: string
}

function recordedOf(plan: PlannedRegion, number: number, position: number): Recorded & { readonly stored: object } {
  const { path, units } = COMMITS[number] ?? { path: '', units: [] }
  const file = plan.elsewhere && position % 2 === 1 ? 'src/other.ts' : path
  const anchor = typeof plan.unit === 'number' ? units[plan.unit]?.[0] : plan.unit
  const own = plan.lines === undefined ? undefined : units[plan.lines]
  const lines = plan.lines === undefined || own === undefined ? undefined : linesOf(plan.lines)
  const intent = `Region ${position} of commit ${number}.`
  return {
    number,
    file,
    anchor,
    intent,
    body: typeof plan.unit === 'number' ? units[plan.unit]?.[1] : undefined,
    byLines: anchor === undefined || (plan.unit === 'never' && own !== undefined),
    covered: own === undefined ? units.map(([, body]) => body) : [own[1]],
    stored: {
      file,
      intent,
      ...(anchor === undefined ? {} : { ast_anchor: { type: 'function', name: anchor } }),
      ...omitUndefined({ lines }),
    },
  }
}

/** Returns the final name of a region's unit; `undefined` without one. */
function nameNow({ anchor, body, byLines, covered }: Recorded): string | undefined {
  if (anchor === undefined) return undefined
  const [meant] = byLines ? covered : [body]
  return COMMITS.at(-1)?.units.find(([, own]) => own === meant)?.[0]
}

describe('history and summary', () => {
  let repository: FixtureRepository
  let queries: Queries
  let close: () => Promise<void>
  const commits: CommitId[] = []

  beforeAll(async () => {
    repository = await createFixtureRepository()
    await repository.write({ 'src/other.ts': 'export function other() {\n  return anotherThing\n}\n' })
    let path = ''
    for (const step of COMMITS) {
      if (step.aside === true) await repository.git('checkout', '--quiet', '-b', 'aside')
      else if (path !== '' && step.path !== path) await repository.rename(path, step.path)
      commits.push(await repository.commitFiles(`Commit ${commits.length}`, { [step.path]: source(step.units) }))
      if (step.aside === true) await repository.checkout('main')
      else path = step.path
    }
    const git = createGitCli({ dir: repository.dir })
    queries = createQueries({ git, ast: createTreeSitterParser() })
    close = () => git.close()
  })
  afterAll(async () => {
    await close()
    await repository.dispose()
  })

  async function plant(plans: readonly (readonly PlannedRegion[])[]): Promise<readonly Recorded[]> {
    const all = plans.map((regions, number) => regions.map((plan, i) => recordedOf(plan, number, i)))
    const content = all.map((regions, number): readonly [CommitId, unknown] => [
      commits[number] as CommitId,
      {
        $schema: 'chronicle/v1',
        commit: commits[number],
        timestamp: '2025-01-01T00:00:00Z',
        summary: `Commit ${number}.`,
        context_level: 'enhanced',
        regions: regions.map(({ stored }) => stored),
      },
    ])
    await plantNotes(repository, content)
    return all.flat().filter(({ number }) => COMMITS[number]?.aside !== true)
  }

  const ofFile = ({ file }: Recorded): boolean => file !== 'src/other.ts'

  it('tell what a scan of all notes tells', async () => {
    const property = fc.asyncProperty(notes, fc.integer({ min: 1, max: 12 }), async (plans, limit) => {
      const recorded = await plant(plans)
      // The history of the file has all steps and returns the newest.
      const file = (await queries.history({ file: 'src/new.ts', limit }))._unsafeUnwrap()
      const all = recorded.filter(ofFile)
      expect(file.steps.map(({ commit, intent }) => [commit, intent])).toEqual(
        all.slice(-limit).map(({ number, intent }) => [commits[number], intent]),
      )
      expect(file.stats).toMatchObject({ steps_found: all.length, steps_returned: Math.min(all.length, limit) })

      // The history of a unit has the regions about its body, whatever its name was then, and those placed by its
      // lines.
      for (const [name, body] of [
        ['fetch', 'load'],
        ['save', 'save'],
      ] as const) {
        const history = (await queries.history({ file: 'src/new.ts', anchor: name, limit: 100 }))._unsafeUnwrap()
        const own = all.filter((each) => (each.byLines ? each.covered.includes(body) : each.body === body))
        expect(history.steps.map(({ intent }) => intent)).toEqual(own.map(({ intent }) => intent))
      }

      // The summary has the newest region of each present unit, whatever its name was then, and for the file that of
      // the newest commit with one.
      for (const place of ['src/new.ts', 'src', '']) {
        const output = (await queries.summary({ file: place }))._unsafeUnwrap()
        for (const name of [undefined, 'fetch', 'save', 'extra']) {
          const own = all.filter(
            (each) => nameNow(each) === name && (name === undefined) === (each.anchor === undefined),
          )
          const newest = own.filter(({ number }) => number === own.at(-1)?.number)
          const units = output.units.filter((unit) => unit.file === 'src/new.ts' && unit.anchor === name)
          // All regions of a commit about one unit form one entry.
          expect(units).toHaveLength(Math.min(1, newest.length))
          for (const { intent } of units) expect(newest.map((each) => each.intent)).toContain(intent)
          const older = new Set(own.map(({ number }) => number)).size - 1
          for (const unit of units) expect(unit.older).toBe(older)
        }
        expect(
          output.units.filter((unit) => unit.file === 'src/new.ts').map(({ anchor = '' }) => anchor),
        ).not.toContain('open')
        const there = new Set(all.flatMap((each) => nameNow(each) ?? []))
        const inFile =
          place === 'src/new.ts'
            ? output.stats.annotated_units
            : output.files?.find((each) => each.file === 'src/new.ts')?.annotated_units
        expect(inFile ?? 0).toBe(there.size)
      }
    })
    await fc.assert(property, { numRuns: repetitions(16, 40) })
  })
})

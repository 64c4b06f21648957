import { renderAnswer } from '@chronicle/core'
import { openChronicle, type Chronicle } from '@chronicle/node'
import { omitUndefined, type CommitId, type DepsOutput } from '@chronicle/schema'
import { depsOutputSchema } from '@chronicle/schema/validate'
import { createFixtureRepository, plantNotes, type FixtureRepository } from '@chronicle/testing'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bundlesToTest, bundlesMissing, openBundle } from '../real-histories/bundles.ts'
import { scanDependents, scanGroups, storedNote, type PlantedNote } from './scan-dependents.ts'
import { repetitions } from '../../src/testing/repetitions.ts'

const NAMES = ['open', 'close', 'Pool', 'Pool::size', 'Pool.drain', 'gone', ''] as const
const SOURCE =
  'export function open() {}\nexport function close() {}\nexport class Pool {\n  size() {}\n  drain() {}\n}\n'
/** The units of `SOURCE`, as queries name them, with the entries of `NAMES` that refer to each. */
const UNITS: Readonly<Record<string, readonly string[]>> = {
  open: ['open', ''],
  close: ['close', ''],
  'Pool::size': ['Pool::size', ''],
  drain: ['Pool.drain', ''],
}

const COMMITS = 6
const FILES = ['src/a.ts', 'src/b b.ts'] as const

const place = fc.record({ file: fc.constantFrom(...FILES, 'src/old.ts', 'else.ts'), anchor: fc.constantFrom(...NAMES) })
const note: fc.Arbitrary<PlantedNote> = fc.record({
  regions: fc.array(
    fc.record(
      {
        file: fc.constantFrom(...FILES, 'src/old.ts', 'lost.ts'),
        anchor: fc.constantFrom('open', 'Pool::size', 'gone'),
        dependsOn: fc.array(fc.tuple(place, fc.constantFrom('x', 'y')).map(([at, nature]) => ({ ...at, nature }))),
      },
      { requiredKeys: ['file', 'dependsOn'] },
    ),
    { maxLength: 3 },
  ),
  groups: fc.array(
    fc.array(
      place.map(({ file, anchor }) => (anchor === '' ? file : `${file}:${anchor}`)),
      { minLength: 1, maxLength: 3 },
    ),
    { maxLength: 2 },
  ),
})

function found(output: DepsOutput, current: Readonly<Record<string, string>> = {}): readonly string[] {
  const before = Object.fromEntries(Object.entries(current).map(([from, to]) => [to, from]))
  return output.dependents
    .map(({ commit, from_file, from_anchor, nature }) =>
      JSON.stringify([commit, before[from_file] ?? from_file, from_anchor, nature]),
    )
    .sort()
}

describe('deps', () => {
  let repository: FixtureRepository
  let commits: readonly CommitId[]
  let chronicle: Chronicle

  beforeAll(async () => {
    repository = await createFixtureRepository()
    // The sources differ, so that git cannot detect a false rename between them.
    const lost = 'export function open(): never {\n  throw new Error()\n}\n'
    await repository.write({ 'src/old.ts': SOURCE, 'src/b b.ts': `// b\n${SOURCE}`, 'else.ts': lost, 'lost.ts': lost })
    const made = [await repository.commit('Add')]
    await repository.rename('src/old.ts', 'src/a.ts')
    await repository.remove('lost.ts')
    made.push(await repository.commit('Rename'))
    while (made.length < COMMITS) made.push(await repository.commit(`Change ${made.length}`))
    commits = made
  })
  afterAll(() => repository.dispose())
  beforeEach(() => {
    chronicle = openChronicle({ dir: repository.dir })
  })
  afterEach(async () => {
    await chronicle.close()
    await repository.git('update-ref', '-d', 'refs/notes/chronicle')
  })

  async function plant(notes: ReadonlyMap<CommitId, PlantedNote>): Promise<void> {
    await repository.git('update-ref', '-d', 'refs/notes/chronicle')
    await plantNotes(repository, new Map([...notes].map(([commit, each]) => [commit, storedNote(commit, each)])))
  }

  it('answers as a scan of all notes does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(note, { minLength: COMMITS, maxLength: COMMITS }), async (notes) => {
        const planted = new Map(notes.map((each, number) => [commits[number] as CommitId, each]))
        await plant(planted)
        for (const file of FILES) {
          const paths = file === 'src/a.ts' ? ['src/a.ts', 'src/old.ts'] : [file]
          for (const [anchor, names] of [[undefined, NAMES], ...Object.entries(UNITS)] as const) {
            const isAsked = (name: string): boolean => (names as readonly string[]).includes(name)
            const output = (await chronicle.deps({ file, ...omitUndefined({ anchor }) }))._unsafeUnwrap()
            const scanned = scanDependents(planted, paths, isAsked)
            expect(found(output)).toEqual(
              [...new Set(scanned.map((entry) => entry.replace('src/old.ts', 'src/a.ts')))].sort(),
            )
            expect(output.cross_cutting.map(({ description }) => description).sort()).toEqual(
              scanGroups(planted, paths, isAsked),
            )
            expect(depsOutputSchema.safeParse(output).error).toBeUndefined()
          }
        }
      }),
      { numRuns: repetitions(10, 25) },
    )
  })

  const dependent = (file: string, anchor: string | undefined, on: string): PlantedNote => ({
    regions: [
      {
        file,
        ...omitUndefined({ anchor }),
        dependsOn: [{ file: 'src/a.ts', anchor: on, nature: `relies on ${on}` }],
      },
    ],
    groups: [],
  })

  it('marks what is gone, follows renames, and says where the rest is', async () => {
    const notes = [
      dependent('lost.ts', 'open', 'open'),
      dependent('src/old.ts', 'close', 'open'),
      dependent('src/b b.ts', 'vanished', 'open'),
      dependent('src/b b.ts', undefined, 'open'),
    ]
    await plant(new Map(notes.map((each, number) => [commits[number] as CommitId, each])))
    const output = (await chronicle.deps({ file: 'src/a.ts', anchor: 'open' }))._unsafeUnwrap()
    const shown = output.dependents.map(({ from_file, from_anchor, gone, current_lines }) => [
      `${from_file}:${from_anchor}`,
      gone,
      current_lines?.start,
    ])
    expect(shown.slice(0, 2).sort()).toEqual([
      ['src/a.ts:close', undefined, 2],
      ['src/b b.ts:', undefined, undefined],
    ])
    expect(shown.slice(2).sort()).toEqual([
      ['lost.ts:open', 'file', undefined],
      ['src/b b.ts:vanished', 'unit', undefined],
    ])
    const text = renderAnswer(output, 'markdown')
    expect(text).toContain('lost.ts — open: relies on open')
    expect(text).toContain('its file is gone')
    expect(text).toContain('its code is gone')
  })

  it('names once who is recorded under two names of a file, in every answer', async () => {
    const relying = { dependsOn: [{ file: 'else.ts', anchor: 'open', nature: 'relies on open' }], anchor: 'close' }
    const twice = {
      regions: [
        { file: 'src/old.ts', ...relying },
        { file: 'src/a.ts', ...relying },
      ],
      groups: [],
    }
    await plant(new Map([[commits[1] as CommitId, twice]]))
    const place = { file: 'else.ts', anchor: 'open' }
    const deps = (await chronicle.deps(place))._unsafeUnwrap()
    const lookup = (await chronicle.lookup(place))._unsafeUnwrap()
    const read = (await chronicle.read({ files: [place.file], anchor: place.anchor }))._unsafeUnwrap()
    expect(deps.dependents.map(({ from_file }) => from_file)).toEqual(['src/a.ts'])
    expect(lookup.dependents).toEqual(deps.dependents)
    expect(read.dependencies_on_this.map(({ from_file }) => from_file)).toEqual(['src/a.ts'])
    expect(deps.stats).toMatchObject({ dependents_found: 1, dependents_returned: 1 })
    expect(lookup.stats.dependents).toBe(1)
    expect(renderAnswer(deps, 'markdown')).not.toContain('Left out')
  })

  it('keeps to its limits, and says so', async () => {
    await plant(new Map(commits.map((commit, number) => [commit, dependent('src/b b.ts', `f${number}`, 'open')])))
    const few = (await chronicle.deps({ file: 'src/a.ts', maxResults: 2 }))._unsafeUnwrap()
    expect(few.dependents).toHaveLength(2)
    expect(few.stats).toMatchObject({ dependents_found: COMMITS, dependents_returned: 2 })
    expect(renderAnswer(few, 'markdown')).toContain(`2 of ${COMMITS} dependents`)
    const scanned = (await chronicle.deps({ file: 'src/a.ts', scanLimit: 3 }))._unsafeUnwrap()
    expect(scanned.stats.annotations_read).toBe(3)
    expect(scanned.diagnostics).toMatchObject([{ code: 'deps_limited' }])
  })

  it('says whether notes had to be scanned', async () => {
    await plant(new Map([[commits[0] as CommitId, dependent('src/b b.ts', 'open', 'open')]]))
    await repository.git('update-ref', 'refs/notes/other', 'refs/notes/chronicle')
    const fresh = openChronicle({ dir: repository.dir, cacheDir: false, notesRefs: ['refs/notes/other' as never] })
    expect((await fresh.deps({ file: 'src/a.ts' }))._unsafeUnwrap().stats.method).toBe('scan')
    expect((await fresh.deps({ file: 'src/a.ts' }))._unsafeUnwrap().stats.method).toBe('index')
    await fresh.close()
  })

  it('fits a budget in each format, or says that it cannot', async () => {
    await plant(new Map(commits.map((commit, number) => [commit, dependent('src/b b.ts', `f${number}`, 'open')])))
    for (const format of ['markdown', 'json', 'pretty'] as const) {
      for (const maxTokens of [1, 50, 100, 150, 200, 300, 400, 600, 5000]) {
        const output = (await chronicle.deps({ file: 'src/a.ts', maxTokens, format }))._unsafeUnwrap()
        const size = Math.ceil(Buffer.byteLength(renderAnswer(output, format)) / 4)
        if (output.trimmed?.over_budget === true) expect(output.dependents).toEqual([])
        else expect(size).toBeLessThanOrEqual(maxTokens)
        if (output.trimmed !== null) {
          expect(output.trimmed.estimated_tokens).toBe(size)
          expect(output.dependents.length + (output.trimmed.withheld['dependents'] ?? 0)).toBe(COMMITS)
        }
      }
    }
  })

  it('takes an almost right name, and refuses a maximum of none', async () => {
    const { diagnostics } = (await chronicle.deps({ file: 'src/a.ts', anchor: 'opem' }))._unsafeUnwrap()
    expect(diagnostics.map(({ code }) => code)).toContain('fuzzy_anchor')
    const refused = await chronicle.deps({ file: 'src/a.ts', maxResults: 0 })
    expect(refused._unsafeUnwrapErr().code).toBe('invalid_query')
  })
})

/** Number of real commits with notes, over all bundles. */
const REAL_NOTES = 10_000
const ASKED_FILES = repetitions(15, 40)

describe.skipIf(bundlesToTest.length === 0)('deps on real histories', () => {
  it.each(bundlesToTest)('%s: answers as a scan of all notes does', async (name) => {
    await using repository = await openBundle(name)
    const all = (await repository.git('rev-list', 'HEAD')).split('\n') as CommitId[]
    const files = (await repository.git('-c', 'core.quotePath=false', 'ls-files')).split('\n')
    const notes = new Map<CommitId, PlantedNote>()
    for (const [number, commit] of all.slice(0, Math.ceil(REAL_NOTES / bundlesToTest.length)).entries()) {
      const target = files[(number * 7) % files.length] ?? ''
      const other = files[(number * 13) % files.length] ?? ''
      const dependsOn = [{ file: target, anchor: number % 3 === 0 ? '' : `unit${number % 5}`, nature: `n${number}` }]
      const groups = number % 4 === 0 ? [[target, `${other}:unit1`]] : []
      notes.set(commit, { regions: [{ file: other, anchor: `unit${number % 2}`, dependsOn }], groups })
    }
    await plantNotes(repository, new Map([...notes].map(([commit, each]) => [commit, storedNote(commit, each)])))
    const chronicle = openChronicle({ dir: repository.dir })
    for (const file of files.filter((_, number) => number % Math.ceil(files.length / ASKED_FILES) === 0)) {
      const query = { file, maxResults: REAL_NOTES, scanLimit: REAL_NOTES }
      const output = (await chronicle.deps(query)).match(
        (answer) => answer,
        // A submodule or a binary file has no dependents to query.
        ({ code }) => code,
      )
      if (output === 'not_a_file') continue
      if (typeof output === 'string') throw new Error(`${file}: ${output}`)
      const natures = new Set(output.dependents.map(({ commit, nature }) => `${commit} ${nature}`))
      const scanned = scanDependents(notes, [file], () => true).map((entry) => JSON.parse(entry) as string[])
      // Former names of the file may add some, but none may be missing.
      for (const [commit, , , nature] of scanned) expect(natures).toContain(`${commit} ${nature}`)
      const byOwnName = output.dependents.filter(({ on_file }) => on_file === file)
      expect(byOwnName).toHaveLength(scanned.length)
      const groups = new Set(output.cross_cutting.map(({ description }) => description))
      for (const group of scanGroups(notes, [file], () => true)) expect(groups).toContain(group)
    }
    await chronicle.close()
  })
})

if (bundlesToTest.length === 0) it.skip(`deps on real histories: ${bundlesMissing}`)

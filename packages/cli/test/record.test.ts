import { setTimeout } from 'node:timers/promises'
import { join } from 'node:path'
import { readNote, type Annotation, type CommitId } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chronicle, failureOf } from './run-chronicle.ts'

const NOTES = 'refs/notes/chronicle'
const POOL = `export const MAX = 4

export function acquire(limit: number): number {
  return Math.min(limit, MAX)
}
`

let repository: FixtureRepository
let head: CommitId
beforeEach(async () => {
  repository = await createFixtureRepository()
  await repository.commitFiles('Add the pool', { 'src/pool.ts': POOL, 'src/mqtt/client.ts': "import '../pool.ts'\n" })
  head = await repository.commitFiles('Add a readme', { README: 'Read me.\n' })
})
afterEach(() => repository.dispose())

const record = (args: readonly string[], more: Parameters<typeof chronicle>[2] = {}, dir = repository.dir) =>
  chronicle(dir, ['record', ...args], more)
async function noteOf(commit: CommitId = head): Promise<Annotation | undefined> {
  const note = await repository.git('notes', `--ref=${NOTES}`, 'show', commit)
  return readNote(new TextEncoder().encode(note), { commit }).annotation
}

describe('a place', () => {
  test('a unit that HEAD did not write, with everything that can be said of it', async () => {
    const { code, stdout } = await record([
      'src/pool.ts:acquire',
      ...['--constraint', 'At most four', '--constraint', 'Never waits', '--why', 'The broker counts connections'],
      ...['--rejected', 'a queue: two threads waited for each other', '--risk', 'Starves', '--tag', 'pool'],
      ...['--depends-on', 'src/pool.ts:MAX=is four'],
    ])
    expect(code).toBe(0)
    expect(stdout).toBe(
      `Recorded 1 region on ${head.slice(0, 12)} (Add a readme) in ${NOTES}.\n` +
        '  + src/pool.ts:3-5  acquire [function]\n      The broker counts connections (2 constraints)\n',
    )
    const annotation = await noteOf()
    expect(annotation).toMatchObject({
      summary: 'Add a readme',
      context_level: 'enhanced',
      provenance: {
        recorded: {
          by: 'Ada Fixture',
          at: expect.stringMatching(/Z$/u) as string,
          with: expect.stringMatching(/^git-chronicle \d/u) as string,
        },
      },
      regions: [
        {
          file: 'src/pool.ts',
          ast_anchor: {
            type: 'function',
            name: 'acquire',
            signature: 'export function acquire(limit: number): number',
          },
          lines: { start: 3, end: 5 },
          intent: 'The broker counts connections',
          constraints: [
            { text: 'At most four', source: 'author' },
            { text: 'Never waits', source: 'author' },
          ],
          rejected_alternatives: [{ approach: 'a queue', reason: 'two threads waited for each other' }],
          risk_notes: 'Starves',
          semantic_dependencies: [{ file: 'src/pool.ts', anchor: 'MAX', nature: 'is four' }],
          tags: ['pool'],
        },
      ],
    })
    expect(
      (await record(['src/pool.ts:acquire', '--constraint', 'At most four', '--why', 'The broker counts connections']))
        .stdout,
    ).toMatch(/^Nothing new/u)
  })

  test.each([
    ['src/pool.ts', { file: 'src/pool.ts' }],
    ['src/pool.ts:4', { file: 'src/pool.ts', lines: { start: 4, end: 4 }, ast_anchor: { name: 'acquire' } }],
    ['src/pool.ts:3-4', { file: 'src/pool.ts', lines: { start: 3, end: 4 } }],
    ['src/mqtt/', { file: 'src/mqtt/' }],
    ['./', { file: './' }],
    ['.', { file: './' }],
  ])('%s', async (place, region) => {
    expect((await record([place, '--constraint', 'x'])).code).toBe(0)
    const regions = (await noteOf())?.regions
    expect(regions).toMatchObject([region])
    if (!('lines' in region)) expect(regions?.[0]).not.toHaveProperty('lines')
  })

  test('a path and a unit, as read takes them', async () => {
    expect((await record(['src/pool.ts', 'acquire', '--constraint', 'x'])).code).toBe(0)
    expect((await noteOf())?.regions).toMatchObject([{ file: 'src/pool.ts', ast_anchor: { name: 'acquire' } }])
    const twice = await record(['src/pool.ts:MAX', 'acquire', '--constraint', 'x'])
    expect([twice.code, failureOf(twice).message]).toEqual([
      2,
      "'src/pool.ts:MAX' names a unit or lines already. Leave 'acquire' out, or what follows the colon.",
    ])
  })

  test('a unit or lines as options, and not twice', async () => {
    expect((await record(['src/pool.ts', '--anchor', 'acquire', '--constraint', 'x'])).code).toBe(0)
    expect((await record(['src/pool.ts', '--lines', '1:1', '--constraint', 'y'])).code).toBe(0)
    expect((await noteOf())?.regions).toMatchObject([
      { ast_anchor: { name: 'MAX' } },
      { ast_anchor: { name: 'acquire' } },
    ])
    const refused = async (...args: readonly string[]) =>
      failureOf(await record([...args, '--constraint', 'z'])).message
    expect(await refused('src/pool.ts', 'MAX', '--anchor', 'acquire')).toBe(
      "The anchor is given twice: 'MAX' and 'acquire'.",
    )
    expect(await refused('src/pool.ts', 'MAX', '--lines', '1:1')).toBe(
      "A unit and lines cannot be given together. Leave 'MAX' or --lines out.",
    )
    expect(await refused('-', '--anchor', 'acquire')).toContain('A document on stdin contains everything to record')
  })

  test.each([
    ['pool.ts:acquire', 'src/pool.ts'],
    ['mqtt/', 'src/mqtt/'],
    ['src/mqtt/', 'src/mqtt/'],
    ['./', 'src/'],
    ['../', './'],
  ])('%s from a folder below the top', async (place, file) => {
    expect((await record([place, '--constraint', 'x'], {}, join(repository.dir, 'src'))).code).toBe(0)
    expect((await noteOf())?.regions).toMatchObject([{ file }])
  })

  test('on an older commit, as the code was there', async () => {
    await repository.commitFiles('Move', { 'src/pool.ts': `\n\n${POOL}` })
    expect((await record(['src/pool.ts:acquire', '--constraint', 'x', '--commit', 'HEAD~1'])).code).toBe(0)
    expect((await noteOf())?.regions).toMatchObject([{ lines: { start: 3, end: 5 } }])
  })
})

describe('what is refused, and nothing written', () => {
  test.each([
    ['src/poool.ts', 'file_not_found', 'Nearest paths: src/pool.ts'],
    ['src/pool.ts:aquire', 'anchor_not_found', 'Available anchors: acquire'],
    ['src/pool.ts:80', 'lines_out_of_bounds', 'exceeds file length (5 lines at HEAD)'],
    ['src/mqt/', 'file_not_found', 'Nearest folders: src/mqtt/'],
    ['src/mqtt', 'not_a_file', 'Write src/mqtt/ for a rule about everything in it'],
    ['src/pool.ts/', 'not_a_file', 'src/pool.ts is no folder'],
    ['../elsewhere', 'invalid_path', 'outside the repository'],
    ['', 'invalid_path', "'' is no path. Give one in the repository, or ./ for all of it."],
    ['b\u{fffd}.txt', 'invalid_path', "The name of 'b\u{fffd}.txt' is no UTF-8"],
  ])('%s', async (place, code, message) => {
    const run = await record([place, '--constraint', 'x'])
    expect(failureOf(run)).toMatchObject({ code, message: expect.stringContaining(message) as string })
    await expect(noteOf()).rejects.toThrow('no note')
  })

  test('a dependency that is none, and one on what is not there', async () => {
    const malformed = await record(['src/pool.ts', '--depends-on', 'src/pool.ts:MAX', '--rejected', 'locks'])
    expect(malformed.code).toBe(2)
    expect(failureOf(malformed).message).toContain('--rejected is \'locks\'; expected "approach: reason"')
    expect(failureOf(malformed).message).toContain('expected <path>:<unit>=<assumption>')
    const missing = await record(['src/pool.ts', '--depends-on', 'src/pool.ts:MIX=is four'])
    expect(failureOf(missing)).toMatchObject({ code: 'anchor_not_found', data: { nearest: ['MAX', 'acquire'] } })
    await expect(noteOf()).rejects.toThrow('no note')
  })

  test('a text on stdin', async () => {
    await record(['src/pool.ts:acquire', '--constraint', 'At most four', '--why', '-'], {
      input: 'The broker\ncounts\n',
    })
    expect((await noteOf())?.regions).toMatchObject([
      { intent: 'The broker\ncounts', constraints: [{ text: 'At most four' }] },
    ])
  })

  test('nothing said', async () => {
    const run = await record(['src/pool.ts', '--tag', 'x'])
    expect([run.code, failureOf(run).code]).toEqual([2, 'usage'])
  })
})

describe('uncommitted edits', () => {
  const warningsOf = async (place: string): Promise<readonly string[]> => {
    const { stdout } = await record([place, '--constraint', 'x', '--format', 'json', '--dry-run'])
    const { warnings } = JSON.parse(stdout) as { readonly warnings: readonly { readonly code: string }[] }
    return warnings.map(({ code }) => code)
  }

  test('at the place are told, and elsewhere are not', async () => {
    expect(await warningsOf('src/pool.ts:acquire')).toEqual([])
    await repository.write({ 'src/pool.ts': POOL.replace('MAX = 4', 'MAX = 5') })
    expect(await warningsOf('src/pool.ts:acquire')).toEqual([])
    expect(await warningsOf('src/pool.ts:MAX')).toEqual(['uncommitted_edits'])
    expect(await warningsOf('src/pool.ts:3-5')).toEqual([])
    expect(await warningsOf('src/pool.ts')).toEqual(['uncommitted_edits'])
    await repository.write({ 'src/pool.ts': POOL.replace('Math.min', 'Math.max') })
    expect(await warningsOf('src/pool.ts:acquire')).toEqual(['uncommitted_edits'])
    const { stdout } = await record(['src/pool.ts:acquire', '--constraint', 'x'])
    expect(stdout).toContain(
      `src/pool.ts:3-5 has uncommitted edits; the annotation describes it as it is at ${head.slice(0, 12)}`,
    )
  })

  test('shift the lines that are named, unless a commit is named too', async () => {
    await repository.write({ 'src/pool.ts': `// one\n// two\n${POOL}` })
    const placeOf = async (place: string, ...args: readonly string[]): Promise<unknown> => {
      const { stdout } = await record([place, '--constraint', 'x', '--format', 'json', '--dry-run', ...args])
      const { regions, error } = JSON.parse(stdout) as Record<string, readonly object[] & { readonly message?: string }>
      return error?.message ?? regions?.[0]
    }
    expect(await placeOf('src/pool.ts:5-7')).toMatchObject({ lines: { start: 3, end: 5 } })
    for (const named of [head, 'HEAD']) {
      expect(await placeOf('src/pool.ts:3-5', '--commit', named)).toMatchObject({ lines: { start: 3, end: 5 } })
    }
    expect(await placeOf('src/pool.ts:1-2')).toBe('src/pool.ts:1-2 is in the working tree only: commit it first.')
  })

  test('of a file that was deleted', async () => {
    await repository.git('rm', '-q', 'src/pool.ts')
    expect(await warningsOf('src/pool.ts:acquire')).toEqual(['uncommitted_edits'])
  })
})

describe('a document', () => {
  const rules = {
    regions: [
      { file: './', intent: 'One language', constraints: ['TypeScript only'] },
      { file: 'src/pool.ts', anchor: 'acquire', intent: 'Counts connections' },
    ],
  }

  test('needs no summary, and keeps the one that is there', async () => {
    expect((await record(['-'], { input: JSON.stringify(rules) })).code).toBe(0)
    expect(await noteOf()).toMatchObject({
      summary: 'Add a readme',
      regions: [{ file: './' }, { file: 'src/pool.ts' }],
    })
    const summary = { summary: 'A pool', regions: [{ file: 'README', intent: 'x' }] }
    await record(['-', '--commit', 'HEAD~1'], { input: JSON.stringify({ ...summary, regions: [] }) })
    const [parent] = (await repository.git('rev-list', '--max-count=1', 'HEAD~1')).split('\n') as [CommitId]
    await record(['-', '--commit', parent], { input: JSON.stringify({ regions: rules.regions.slice(1) }) })
    expect((await noteOf(parent))?.summary).toBe('A pool')
  })

  test('says everything itself', async () => {
    const run = await record(['-', '--why', 'x'], { input: JSON.stringify(rules) })
    expect([run.code, failureOf(run).code]).toEqual([2, 'usage'])
    const unit = await record(['-', 'acquire'], { input: JSON.stringify(rules) })
    expect([unit.code, failureOf(unit).code]).toEqual([2, 'usage'])
  })

  test.skipIf(process.platform === 'win32')('a path with a backslash in its name, with the reason', async () => {
    await repository.commitFiles('Add an odd file', { 'src/odd\\name.ts': POOL })
    expect(failureOf(await record(['src/odd\\name.ts', '--constraint', 'x']))).toMatchObject({
      code: 'file_not_found',
      message: expect.stringContaining('has a backslash in its name') as string,
      data: { path: 'src/odd\\name.ts' },
    })
  })

  test('that says nothing is refused', async () => {
    const { code, message } = failureOf(
      await record(['-'], { input: '{"region": [{"file": "README", "intent": "x"}]}' }),
    )
    expect({ code, message }).toEqual({
      code: 'invalid_annotation',
      message: expect.stringMatching(
        /2 problems: regions: expected a region or more, found none; region: .*regions/u,
      ) as string,
    })
    await expect(noteOf()).rejects.toThrow('no note')
  })

  test('that is none is told where', async () => {
    const run = await record(['-'], { input: '{"regions": [}' })
    expect(failureOf(run)).toMatchObject({ code: 'invalid_json' })
  })
})

describe('what was withdrawn on the same commit', () => {
  const rule = ['src/pool.ts:acquire', '--constraint', 'At most four'] as const

  test('is refused in the same words, saying who withdrew it, and recorded in others', async () => {
    await record(rule)
    await chronicle(repository.dir, ['retract', head, '--region', 'acquire', '--reason', 'The broker counts no more'])
    const before = await noteOf()
    for (const more of [[], ['--risk', 'Starves'], ['--dry-run']]) {
      const again = await record([...rule, ...more])
      expect([again.code, failureOf(again).code]).toEqual([1, 'withdrawn_before'])
      expect(failureOf(again).message).toMatch(
        /src\/pool\.ts acquire: on [0-9a-f]{12}, "At most four" was retracted by Ada Fixture .* \(The broker counts no more\)/u,
      )
    }
    expect(await noteOf()).toEqual(before)
    expect((await record(['src/pool.ts:acquire', '--constraint', 'Four at most'])).code).toBe(0)
    expect((await chronicle(repository.dir, ['read', 'src/pool.ts'])).stdout).toContain('Four at most')
  })

  test('is refused as a value that was removed, and other values are not', async () => {
    const why = ['src/pool.ts:acquire', '--why', 'The broker counts'] as const
    await record([...why, '--constraint', 'At most four'])
    const remove = ['--field', 'constraints', '--remove', 'At most four', '--reason', 'Five are fine']
    expect((await chronicle(repository.dir, ['correct', head, '--region', 'acquire', ...remove])).code).toBe(0)
    const again = await record([...why, '--constraint', 'At most four'])
    expect([again.code, failureOf(again).code]).toEqual([1, 'withdrawn_before'])
    expect(failureOf(again).message).toContain('"At most four" was removed from constraints by Ada Fixture')
    expect((await record([...why, '--constraint', 'At most five'])).code).toBe(0)
    const { stdout } = await chronicle(repository.dir, ['read', 'src/pool.ts'])
    expect(stdout).toContain('At most five')
  })

  test('is refused as a value that was replaced, until it is changed back', async () => {
    await record(rule)
    const amend = (from: string, to: string): ReturnType<typeof chronicle> =>
      chronicle(repository.dir, [
        ...['correct', head, '--region', 'acquire', '--field', 'constraints'],
        ...['--amend', from, '--with', to, '--reason', 'The broker counts'],
      ])
    expect((await amend('At most four', 'At most five')).code).toBe(0)
    const again = await record(rule)
    expect([again.code, failureOf(again).code]).toEqual([1, 'withdrawn_before'])
    expect(failureOf(again).message).toContain('"At most four" in constraints was replaced by "At most five" by Ada')
    expect(failureOf(again).message).toContain("change what stands there now back with 'git chronicle correct --amend'")
    // Corrections are applied in the order of their times, in seconds.
    await setTimeout(1000)
    expect((await amend('At most five', 'At most four')).code).toBe(0)
    expect((await record(rule)).code).toBe(0)
  })
})

test('a folder that contains only a submodule has rules', async () => {
  await repository.submodule('libs/sub', head)
  await repository.commit('Add')
  expect((await record(['libs/', '--constraint', 'Pin a release'])).code).toBe(0)
  expect(failureOf(await record(['nolibs/', '--constraint', 'Pin a release'])).code).toBe('file_not_found')
})

test('the receipt of an acknowledged rule of a folder names the folder', async () => {
  await record(['src/', '--constraint', 'No app here'])
  await repository.write({ 'src/pool.ts': POOL.replace('4', '5') })
  const { stdout } = await chronicle(repository.dir, ['check', '--format', 'json'])
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly { readonly id: string }[] }
  const ids = findings.map(({ id }) => id)
  const { stdout: receipt } = await chronicle(repository.dir, [
    ...['check', ...ids.flatMap((id) => ['--ack', id]), '--reason', 'It is none'],
  ])
  expect(receipt).toContain(`${ids[0] ?? ''} src/: No app here`)
})

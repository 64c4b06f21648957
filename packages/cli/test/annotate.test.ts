import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readNote, type CommitId } from '@chronicle/schema'
import { annotateReceiptSchema } from '@chronicle/schema/validate'
import { createFixtureRepository, type FixtureOptions, type FixtureRepository } from '@chronicle/testing'
import { openChronicle } from '@chronicle/node'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { annotate, chronicle, failureOf, readJson, testEnvironment } from './run-chronicle.ts'

const NOTES = 'refs/notes/chronicle'
const SOURCE = `/** Adds. */
export function add(a: number, b: number): number {
  return a + b
}

export class Ledger {
  post(): void {}
  close(): void {}
}
`

let repository: FixtureRepository
let head: CommitId
beforeEach(async () => {
  repository = await createFixtureRepository()
  head = await repository.commitFiles('Add the ledger', { 'src/ledger.ts': SOURCE, README: 'Read me.\n' })
})
afterEach(() => repository.dispose())

const add = { file: 'src/ledger.ts', anchor: 'add', intent: 'Cents, never euros' }
const stored = async (commit: string = head): Promise<string> =>
  repository.git('notes', `--ref=${NOTES}`, 'show', commit)
const storedAnnotation = async (commit: CommitId = head) =>
  readNote(new TextEncoder().encode(await stored(commit)), { commit }).annotation
const live = (input: unknown, ...args: readonly string[]) =>
  chronicle(repository.dir, ['annotate', '--live', ...args], {
    input: typeof input === 'string' ? input : JSON.stringify(input),
  })

describe('what is stored', () => {
  test('everything that can be derived', async () => {
    const receipt = await annotate(repository.dir, {
      summary: 'Ledger',
      regions: [{ ...add, constraints: ['never floats'] }],
    })
    expect(receipt).toEqual({
      $schema: 'chronicle-annotate/v1',
      status: 'created',
      commit: head,
      subject: 'Add the ledger',
      notes_ref: NOTES,
      regions: [
        {
          file: 'src/ledger.ts',
          ast_anchor: {
            type: 'function',
            name: 'add',
            signature: 'export function add(a: number, b: number): number',
          },
          lines: { start: 1, end: 4 },
          intent: 'Cents, never euros',
          constraints: 1,
          anchor_match: 'exact',
        },
      ],
      cross_cutting: 0,
      regions_in_note: 1,
      ignored: [],
      warnings: [],
    })
    expect(JSON.parse(await stored())).toMatchObject({
      $schema: 'chronicle/v1',
      commit: head,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u) as string,
      context_level: 'enhanced',
      regions: [{ lines: { start: 1, end: 4 }, constraints: [{ text: 'never floats', source: 'author' }] }],
      provenance: { operation: 'initial' },
    })
  })

  test('the anchor of lines, and the whole file without either', async () => {
    await annotate(repository.dir, {
      summary: 'Ledger',
      regions: [
        { file: 'src/ledger.ts', lines: '7:7', intent: 'In order' },
        { file: 'src/ledger.ts', lines: { start: 6, end: 9 }, intent: 'Append only' },
        { file: 'src/ledger.ts', intent: 'The books' },
        { file: 'README', intent: 'For people' },
      ],
    })
    expect(
      (await storedAnnotation())?.regions.map(({ intent, lines, ast_anchor: a }) => [intent, lines, a?.name]),
    ).toEqual([
      ['For people', undefined, undefined],
      ['The books', undefined, undefined],
      ['Append only', { start: 6, end: 9 }, 'Ledger'],
      ['In order', { start: 7, end: 7 }, 'Ledger::post'],
    ])
  })

  test('on an older commit, with the lines as they were there', async () => {
    await repository.commitFiles('Add a licence', { 'src/ledger.ts': `// A licence.\n\n${SOURCE}` })
    const receipt = await annotate(repository.dir, { commit: 'HEAD~1', summary: 'Ledger', regions: [add] })
    expect(receipt).toMatchObject({ commit: head, regions: [{ lines: { start: 1, end: 4 } }], warnings: [] })
    expect((await readJson(repository.dir, ['src/ledger.ts', 'add'])).regions).toMatchObject([
      { lines: { start: 1, end: 4 }, current_lines: { start: 3, end: 6 }, freshness: 'moved' },
    ])
  })

  test('in the same bytes at the same time, and once for the same input', async () => {
    const at = (time: number) => {
      const opened = openChronicle({ dir: repository.dir, env: testEnvironment, clock: () => time })
      return opened.annotate({ summary: 'Ledger', regions: [add] }).map(({ status }) => status)
    }
    expect((await at(1_700_000_000_000))._unsafeUnwrap()).toBe('created')
    const bytes = await stored()
    expect(JSON.parse(bytes)).toMatchObject({ timestamp: '2023-11-14T22:13:20Z' })
    const tip = await repository.git('rev-parse', NOTES)
    expect((await at(1_800_000_000_000))._unsafeUnwrap()).toBe('unchanged')
    expect(await stored()).toBe(bytes)
    expect(await repository.git('rev-parse', NOTES)).toBe(tip)
  })

  test('in another notes ref', async () => {
    await annotate(repository.dir, { summary: 'Ledger', regions: [add] }, '--notes-ref', 'team')
    expect(await repository.git('for-each-ref', '--format=%(refname)', 'refs/notes')).toBe('refs/notes/team')
  })

  test('nothing by --dry-run', async () => {
    const run = await live({ summary: 'Ledger', regions: [add] }, '--dry-run')
    expect(run.stdout).toMatch(/^Would record 1 region on /u)
    expect(await repository.git('for-each-ref', 'refs/notes')).toBe('')
  })

  test('by isomorphic-git, the same', async () => {
    await repository.git('config', 'user.name', 'Ada')
    const receipt = await annotate(repository.dir, { summary: 'Ledger', regions: [add] }, '--git-backend', 'isomorphic')
    expect(receipt).toMatchObject({ status: 'created', warnings: [] })
    expect(JSON.parse(await stored())).toMatchObject({ regions: [{ ast_anchor: { name: 'add' } }] })
    expect(await annotate(repository.dir, { summary: 'Ledger', regions: [add] })).toMatchObject({ status: 'unchanged' })
  })
})

describe('an existing note', () => {
  test('is merged with, and what was there stays', async () => {
    await repository.note(head, {
      $schema: 'chronicle/v1',
      commit: head,
      timestamp: '2024-01-01T00:00:00Z',
      summary: 'Before',
      context_level: 'inferred',
      from_elsewhere: { kept: true },
      regions: [
        {
          file: 'src/ledger.ts',
          ast_anchor: { unit_type: 'class', name: 'Ledger' },
          lines: { start: 6, end: 9 },
          intent: 'Books',
        },
      ],
    })
    const receipt = await annotate(repository.dir, { summary: 'Ledger', regions: [add] })
    expect(receipt).toMatchObject({ status: 'merged', regions_in_note: 2 })
    const note = JSON.parse(await stored()) as Record<string, unknown>
    expect(note).toMatchObject({ from_elsewhere: { kept: true }, context_level: 'enhanced' })
    const annotation = await storedAnnotation()
    expect(annotation?.regions.map(({ intent, context_level: level }) => [intent, level])).toEqual([
      ['Cents, never euros', undefined],
      ['Books', 'inferred'],
    ])
    expect(annotation?.summary).toContain('Before')
    expect(annotation?.summary).toContain('Ledger')
  })

  test('of a newer format is merged with, and loses nothing', async () => {
    await repository.note(head, {
      schema: 'chronicle/v3',
      commit: head,
      timestamp: '2024-01-01T00:00:00Z',
      summary: 'From the other tool',
      wisdom: [
        { category: 'gotcha', content: 'Rounding is off by one', file: 'src/ledger.ts', lines: { start: 2, end: 3 } },
      ],
      provenance: { source: 'live' },
    })
    await annotate(repository.dir, { summary: 'Ledger', regions: [add] })
    expect(await stored()).toContain('Rounding is off by one')
    expect((await readJson(repository.dir, ['src/ledger.ts'])).regions.length).toBe(2)
  })

  test.each([
    ['no JSON', 'not json at all'],
    ['half a document', '{"$schema": "chronicle/v1", "regions": ['],
    ['another format', '{"some": "thing else"}'],
    ['a readable part and another', '{"$schema":"chronicle/v1","summary":"x","regions":[]}\n{"broken": '],
    ['knowledge about the repository', '{"schema":"chronicle/knowledge-v1","conventions":[]}'],
  ])('that cannot be read as a whole is left alone: %s', async (_, content) => {
    await repository.note(head, content)
    const run = await live({ summary: 'Ledger', regions: [add] })
    expect(run.code).toBe(1)
    const error = failureOf(run)
    expect(error.code).toBe('existing_note_unreadable')
    expect(error.message).toContain(`git notes --ref=${NOTES} show ${head}`)
    expect(error.message).toContain('it is not overwritten')
    expect(await stored()).toBe(content)
  })

  test('is named as it was when values are left out that cannot be read', async () => {
    const content = JSON.stringify({ $schema: 'chronicle/v1', task: 7, regions: [{ file: 'README', intent: 'first' }] })
    await repository.note(head, content)
    const { warnings } = await annotate(repository.dir, { summary: 'Ledger', regions: [add] })
    expect(warnings.map(({ message }) => message)).toEqual([
      `Ignoring /task in the annotation on commit ${head}: expected text, found the number 7`,
      expect.stringMatching(
        /^The note is written without what is ignored\. As it was: git cat-file blob [0-9a-f]{40}$/,
      ),
    ])
    const blob = warnings[1]?.message.split(' ').at(-1) ?? ''
    expect(await repository.git('cat-file', 'blob', blob)).toBe(content)
  })

  test('in several blobs is merged into one', async () => {
    const note = (intent: string): string =>
      JSON.stringify({ $schema: 'chronicle/v1', summary: intent, regions: [{ file: 'README', intent }] })
    // Other tools add a second entry beside git's.
    const blobs = []
    for (const intent of ['first', 'second']) {
      blobs.push(
        (await repository.gitBytes(['hash-object', '-w', '--stdin'], { input: note(intent) })).toString().trim(),
      )
    }
    const folder = (await repository.gitBytes(['mktree'], { input: `100644 blob ${blobs[1]}\t${head.slice(2)}\n` }))
      .toString()
      .trim()
    const tree = (
      await repository.gitBytes(['mktree'], {
        input: `040000 tree ${folder}\t${head.slice(0, 2)}\n100644 blob ${blobs[0]}\t${head}\n`,
      })
    )
      .toString()
      .trim()
    await repository.git('update-ref', NOTES, await repository.git('commit-tree', '-m', 'Two', tree))
    expect(await annotate(repository.dir, { summary: 'Ledger', regions: [add] })).toMatchObject({ regions_in_note: 3 })
    expect((await storedAnnotation())?.regions.map(({ intent }) => intent)).toEqual([
      'first',
      'second',
      'Cents, never euros',
    ])
    expect((await repository.git('ls-tree', '-r', '--name-only', NOTES)).split('\n')).toHaveLength(1)
  })

  test('nothing is lost by writers that race', async () => {
    const writers = Array.from({ length: 6 }, (_, index) =>
      annotate(repository.dir, { summary: 'Ledger', regions: [{ ...add, intent: `Reason ${index}` }] }),
    )
    const receipts = await Promise.all(writers)
    expect(receipts.filter(({ status }) => status === 'created')).toHaveLength(1)
    expect((await storedAnnotation())?.regions.map(({ intent }) => intent).sort()).toEqual(
      Array.from({ length: 6 }, (_, index) => `Reason ${index}`),
    )
  })
})

describe('paths', () => {
  const paths = (prefix: string) => ({
    summary: 'x',
    regions: [{ ...add, file: prefix, semantic_dependencies: [{ file: prefix, anchor: 'Ledger', nature: 'x' }] }],
    cross_cutting: [{ description: 'x', regions: [`${prefix}:add`, { file: prefix, anchor: 'Ledger' }] }],
  })

  test.each(['ledger.ts', '../src/ledger.ts', './ledger.ts', 'src/ledger.ts'])(
    '%s, from a folder below the top',
    async (path) => {
      const receipt = await annotate(join(repository.dir, 'src'), paths(path))
      expect(receipt.regions).toMatchObject([{ file: 'src/ledger.ts' }])
      const annotation = await storedAnnotation()
      expect(annotation?.regions[0]?.semantic_dependencies).toMatchObject([{ file: 'src/ledger.ts' }])
      expect(annotation?.cross_cutting[0]?.regions).toEqual(['src/ledger.ts:Ledger', 'src/ledger.ts:add'])
    },
  )

  test('what exists from the top is taken from there', async () => {
    await repository.commitFiles('Add another', { 'src/README': 'Another one.\nAnd more.\n' })
    const receipt = await annotate(join(repository.dir, 'src'), {
      summary: 'x',
      regions: [{ file: 'README', intent: 'x' }],
    })
    expect(receipt.regions).toMatchObject([{ file: 'README' }])
  })

  test('-C counts as the folder', async () => {
    const receipt = await annotate('/', paths('ledger.ts'), '-C', join(repository.dir, 'src'))
    expect(receipt.regions).toMatchObject([{ file: 'src/ledger.ts' }])
  })

  test('a file in neither place is reported as it was given', async () => {
    const run = await chronicle(join(repository.dir, 'src'), ['annotate', '--live'], {
      input: JSON.stringify(paths('missing.ts')),
    })
    const place = { code: 'file_not_found', path: 'missing.ts' }
    expect(failureOf(run)).toMatchObject({ code: 'invalid_annotation', data: { places: Array(4).fill(place) } })
  })
})

describe('what is refused, and nothing written', () => {
  afterEach(async () => {
    expect(await repository.git('for-each-ref', 'refs/notes')).toBe('')
  })

  test.each(
    Object.entries<readonly [unknown, string, RegExp]>({
      'a missing file': [
        { regions: [{ file: 'ledger.ts', intent: 'x' }] },
        'file_not_found',
        /^File not found: ledger\.ts\. Does it exist at HEAD\? Nearest paths: src\/ledger\.ts/u,
      ],
      'a folder': [
        { regions: [{ file: 'src', intent: 'x' }] },
        'not_a_file',
        /^src is a folder\. Write src\/ for a rule about everything in it, or name files, for example src\/ledger\.ts\.$/u,
      ],
      'an unknown name': [
        { regions: [{ ...add, anchor: 'subtract' }] },
        'anchor_not_found',
        /^Anchor not found: subtract in src\/ledger\.ts\. Available anchors: /u,
      ],
      'lines past the end': [
        { regions: [{ file: 'src/ledger.ts', lines: '5:50', intent: 'x' }] },
        'lines_out_of_bounds',
        /^Line range 5:50 exceeds file length \(9 lines at HEAD\) in src\/ledger\.ts$/u,
      ],
      'lines elsewhere': [
        { regions: [{ ...add, lines: '6:8' }] },
        'lines_outside_anchor',
        /^Lines 6:8 are not in add, which is at lines 1:4/u,
      ],
      'a name in plain text': [
        { regions: [{ file: 'README', anchor: 'me', intent: 'x' }] },
        'anchor_unresolvable',
        /^"me" cannot be looked up: there is no grammar for README\./u,
      ],
      'an unknown commit': [{ commit: 'nowhere', regions: [] }, 'revision_not_found', /^Unknown revision: "nowhere"/u],
      'an empty intent': [
        { regions: [{ file: 'README', intent: ' ' }] },
        'invalid_annotation',
        /regions\[0\]\.intent: expected text that is not blank/u,
      ],
      'no intent': [
        { regions: [{ file: 'README', intnet: 'x' }] },
        'invalid_annotation',
        /regions\[0\]\.intent: expected text, found nothing.*intnet/u,
      ],
      'a path out of the repository': [
        { regions: [{ file: '../x', intent: 'x' }] },
        'invalid_annotation',
        /regions\[0\]\.file: expected a path/u,
      ],
      'a list': [[], 'invalid_annotation', /expected an object, found a list/u],
      'the second of two regions': [
        { regions: [add, { ...add, anchor: 'subtract' }] },
        'anchor_not_found',
        /^regions\[1\]: Anchor not found: subtract/u,
      ],
    }),
  )('%s', async (_, [input, code, message]) => {
    const run = await live(Array.isArray(input) ? input : { summary: 'x', ...(input as object) })
    expect(run.code).toBe(code === 'invalid_annotation' ? 2 : 1)
    expect(failureOf(run)).toMatchObject({ code, message: expect.stringMatching(message) as string })
  })

  test.each(
    Object.entries<readonly [unknown, string]>({
      'a region without intent and dependencies without nature': [
        { summary: 'x', regions: [{ file: 'README', semantic_dependencies: [{ file: 'a' }, { file: 'b' }] }] },
        'regions[0].intent: expected text, found nothing; ' +
          'regions[0].semantic_dependencies[0].nature: expected text, found nothing; ' +
          'regions[0].semantic_dependencies[1].nature: expected text, found nothing. ' +
          'An entry of regions: {"file": "src/a.ts", "anchor": "name", "intent": "…"}. ' +
          'An entry of semantic_dependencies: {"file": "src/b.ts", "anchor": "name", "nature": "…"}',
      ],
      nothing: [
        {},
        'summary: expected text, found nothing. ' +
          'The document: {"summary": "…", "regions": [{"file": "src/a.ts", "anchor": "name", "intent": "…"}]}',
      ],
      'a wrong value': [
        { summary: 'x', regions: [{ ...add, tags: [''] }] },
        'regions[0].tags[0]: expected text that is not empty, found an empty text',
      ],
    }),
  )('%s, with the shape of what is missing', async (_, [input, message]) => {
    const run = await live(input)
    expect(run.code).toBe(2)
    expect(failureOf(run).message.replace(/^[^:]*: /u, '')).toBe(message)
  })

  test.each<[string, string]>([
    [
      '{"summary": "x",\n "regions": [{"file": "a"\n "intent": "b"}]}',
      "stdin is not JSON at line 3, column 2: expected ',' or '}', found \"\\\"\". Nothing was stored.",
    ],
    [
      '{"summary": "one\ntwo"}',
      'stdin is not JSON at line 1, column 17: a line break inside a string; write \\n, or close the string. Nothing was stored.',
    ],
    ['', 'stdin is empty. Give the annotation as one JSON document.'],
  ])('what is not JSON, with the place: %j', async (input, message) => {
    const run = await live(input)
    expect(run.code).toBe(2)
    expect(failureOf(run).message).toBe(message)
  })

  test('wrong usage', async () => {
    const message = async (args: readonly string[], input?: string): Promise<string> => {
      const run = await chronicle(repository.dir, ['annotate', ...args], input === undefined ? {} : { input })
      expect(run.code).toBe(2)
      return failureOf(run).message
    }
    expect(await message([], '{}')).toMatch(/^annotate reads stdin only with --live/u)
    expect(await message(['--live'])).toMatch(/^Nothing to read: pipe the annotation into stdin/u)
    expect(await message(['--live', '--json', '{}', '--file', 'x'])).toMatch(/cannot be used with/u)
    expect(await message(['--live', '--file', 'none.json'])).toMatch(/^Cannot read none\.json: There is no such file/u)
  })

  test('a file that is not committed yet', async () => {
    await repository.write({ 'src/new.ts': 'export const a = 1\n' })
    const run = await live({ summary: 'x', regions: [{ file: 'src/new.ts', intent: 'x' }] })
    expect(failureOf(run).message).toMatch(/It is in the working tree and not in that commit: commit it first\.$/u)
    await repository.commit('Add new')
    const earlier = await live({ commit: 'HEAD~1', summary: 'x', regions: [{ file: 'src/new.ts', intent: 'x' }] })
    expect(failureOf(earlier).message).toMatch(/HEAD has it, and that commit does not: leave the commit out, or name/u)
  })

  test('a submodule, with or without a slash', async () => {
    const head = await repository.git('rev-parse', 'HEAD')
    await repository.git('update-index', '--add', '--cacheinfo', `160000,${head},kit`)
    await repository.git('commit', '--quiet', '-m', 'Add kit')
    for (const file of ['kit', 'kit/']) {
      const run = await live({ summary: 'x', regions: [{ file, intent: 'x' }] })
      expect(failureOf(run).message).toBe('kit is a submodule. Annotate the commit inside it.')
    }
  })

  test('an unset identity', async () => {
    await repository.git('config', '--unset', 'user.name')
    await repository.git('config', '--unset', 'user.email')
    await repository.git('config', 'user.useConfigOnly', 'true')
    const run = await live({ summary: 'x', regions: [add] })
    expect(failureOf(run).code).toBe('identity_unknown')
  })
})

describe('the confirmation', () => {
  test('as a document says what was ignored, and nothing that its schema does not know', async () => {
    const { ignored } = await annotate(repository.dir, { summary: 'x', riks: 'y', regions: [add] }, '--dry-run')
    expect(ignored).toEqual([{ path: 'riks' }])
  })

  test('says what was stored, what was ignored, and what to mind', async () => {
    const commit = await repository.commitFiles('Change the readme', { README: 'Read me now.\n' })
    const odd = { riks_notes: 'x', risk: 'y', related_annotations: [{ commit: 'abcdef1' }] }
    const region = { ...add, constraints: ['a', 'b'], ...odd }
    const { stdout, code } = await live({ summary: 'x', timestamp: '2020-01-01T00:00:00Z', regions: [region] })
    expect(code).toBe(0)
    expect(stdout.split('\n')).toEqual([
      `Recorded 1 region on ${commit.slice(0, 12)} (Change the readme) in ${NOTES}.`,
      '  + src/ledger.ts:1-4  add [function]',
      '      Cents, never euros (2 constraints)',
      expect.stringMatching(/^ {2}ignored: /u),
      expect.stringMatching(/^ {2}ignored: /u),
      expect.stringMatching(/^ {2}ignored: /u),
      '  warning: regions[0].related_annotations[0] leads nowhere: there is no commit "abcdef1"',
      '',
    ])
    expect(stdout).toContain('ignored: timestamp')
    expect(stdout).toContain('ignored: regions[0].riks_notes; did you mean risk_notes?')
    expect(await stored(commit)).not.toContain('riks_notes')
  })

  test('says nothing against code that the commit did not write', async () => {
    await repository.commitFiles('End', { 'src/ledger.ts': `${SOURCE}// The end.\n` })
    expect((await annotate(repository.dir, { summary: 'x', regions: [add] })).warnings).toEqual([])
  })

  test('all that is wrong is told at once, and nothing stored', async () => {
    const run = await live({
      summary: ' ',
      regions: [
        {
          ...add,
          anchor: 'addd',
          semantic_dependencies: [
            { file: 'src/tax.ts', anchor: 'rate', nature: 'x' },
            { file: 'src/ledger.ts', anchor: 'subtract', nature: 'x' },
            { file: 'src/ledger.ts', anchor: 'Ledger.post', nature: 'fine' },
          ],
        },
        { file: 'src/ledgre.ts' },
        { file: 'lib/', intent: 'x' },
      ],
    })
    expect(run.code).toBe(2)
    const { message, data } = failureOf(run)
    expect(data).toMatchObject({
      problems: [
        { path: 'summary', expected: 'text that is not blank' },
        { path: 'regions[1].intent', found: 'nothing' },
      ],
      places: [
        { code: 'anchor_not_found', nearest: expect.arrayContaining(['add']) as unknown },
        { code: 'file_not_found', path: 'src/tax.ts' },
        { code: 'anchor_not_found', anchor: 'subtract' },
        { code: 'file_not_found', path: 'src/ledgre.ts', nearest: ['src/ledger.ts'] },
        { code: 'file_not_found', path: 'lib/' },
      ],
    })
    expect(message).toContain('regions[0].semantic_dependencies[0]: File not found: src/tax.ts')
    expect(message).toContain('regions[1]: File not found: src/ledgre.ts')
    await expect(stored()).rejects.toThrow('no note')
  })

  test.each([
    ['paths', (index: number) => `src/ledger${index}.ts`, 'src/ledger.ts'],
    ['folders', (index: number) => `srcs${index}/`, 'src/'],
  ])('of very many unknown %s, the first are named, with what may have been meant', async (_, pathOf, nearest) => {
    const regions = Array.from({ length: 300 }, (_, index) => ({ file: pathOf(index), intent: 'x' }))
    for (const summary of ['x', ' ']) {
      const { message, data } = failureOf(await live({ summary, regions }))
      const places = data?.['places'] as readonly { readonly path: string; readonly nearest: readonly string[] }[]
      expect(places.map(({ path }) => path)).toEqual(regions.map(({ file }) => file))
      expect(places.findLastIndex((place) => place.nearest.includes(nearest))).toBe(19)
      expect(message).toMatch(/; and 28[01] more$/u)
    }
  })

  test('warns when no place is named', async () => {
    expect((await annotate(repository.dir, { summary: 'x' })).warnings).toMatchObject([{ code: 'no_regions' }])
  })

  test('of what is there already says so', async () => {
    await annotate(repository.dir, { summary: 'x', regions: [add] })
    const { stdout } = await live({ summary: 'x', regions: [add] })
    expect(stdout).toBe(
      `Nothing new: ${head.slice(0, 12)} (Add the ledger) has all of this in ${NOTES} already.\n` +
        '  = src/ledger.ts:1-4  add [function]\n      Cents, never euros\n',
    )
    const more = await live({ summary: 'x', regions: [add, { file: 'README', intent: 'y' }] })
    expect(more.stdout).toMatch(/^Recorded 1 region on .*, merged with what was there: 2 regions now\.$/mu)
  })
})

describe('input and place', () => {
  test('--json, --file and --file -', async () => {
    const document = JSON.stringify({ summary: 'x', regions: [add] })
    expect((await chronicle(repository.dir, ['annotate', '--live', '--json', document])).code).toBe(0)
    await writeFile(join(repository.dir, 'note.json'), `\uFEFF${document}`)
    const again = await chronicle(repository.dir, ['annotate', '--live', '--file', 'note.json'])
    expect(again.stdout).toMatch(/^Nothing new/u)
    expect((await live(document, '--file', '-')).stdout).toMatch(/^Nothing new/u)
  })

  test.each([
    ['a subfolder', async () => join(repository.dir, 'src')],
    [
      'a linked worktree',
      async () => {
        await repository.git('worktree', 'add', '--quiet', '../linked', 'HEAD')
        return join(repository.dir, '../linked/src')
      },
    ],
  ])('from %s and back', async (_, place) => {
    const dir = await place()
    await annotate(dir, { summary: 'x', regions: [add] })
    for (const from of [dir, repository.dir]) {
      const path = from === dir ? 'ledger.ts' : 'src/ledger.ts'
      expect((await readJson(from, [path, 'add'])).regions).toMatchObject([
        { intent: add.intent, file: 'src/ledger.ts' },
      ])
    }
  })

  test.each<FixtureOptions>([{ bare: true }, { objectFormat: 'sha256' }])(
    'in a repository with %j',
    async (options) => {
      await using other = await createFixtureRepository(options)
      await other.commitFiles('Add', { 'a.ts': 'export const a = 1\n' })
      await annotate(other.dir, { summary: 'x', regions: [{ file: 'a.ts', anchor: 'a', intent: 'One' }] })
      const output = await readJson(other.dir, ['a.ts', 'a'])
      expect(output.regions).toMatchObject([{ intent: 'One' }])
      if (options.bare === true) expect(output.query.at).toBe('HEAD')
    },
  )

  test.each([
    'a b.ts',
    'it\'s "quoted".ts',
    'line\nbreak.ts',
    'tab\there.ts',
    'naïve-日本語-😀.ts',
    '-dash.ts',
    'back\\slash.ts',
    '[x]*.ts',
  ])('with files called %j', async (name) => {
    const path = `odd/${name}`
    await repository.commitFiles('Add', { [path]: 'export const a = 1\n' })
    const input = { summary: 'x', regions: [{ file: path, anchor: 'a', intent: 'One' }] }
    // In notes a backslash is a separator, because other tools write them on Windows.
    if (name.includes('\\')) {
      expect(failureOf(await live(input)).code).toBe('file_not_found')
      return
    }
    expect((await annotate(repository.dir, input)).warnings).toEqual([])
    expect((await readJson(repository.dir, ['--', path])).regions).toMatchObject([{ intent: 'One', file: path }])
    expect((await readJson(join(repository.dir, 'odd'), ['--anchor', 'a', '--', name])).regions).toHaveLength(1)
    const { stdout } = await chronicle(repository.dir, ['read', '--', path])
    expect(stdout).not.toMatch(/^break/mu)
  })

  test('of an amended commit stays on the old one', async () => {
    await annotate(repository.dir, { summary: 'x', regions: [add] })
    await repository.write({ README: 'Changed.\n' })
    await repository.git('add', '.')
    await repository.git('commit', '--amend', '--quiet', '--no-edit')
    expect((await readJson(repository.dir, ['src/ledger.ts'])).regions).toEqual([])
  })
})

test('git shows the note, and git notes can go on from it', async () => {
  await annotate(repository.dir, { summary: 'x', regions: [add] })
  expect(await repository.git('log', '-1', '--notes=chronicle', '--format=%N')).toContain('Cents, never euros')
  await repository.git('notes', `--ref=${NOTES}`, 'remove', head)
  expect((await readJson(repository.dir, ['src/ledger.ts'])).regions).toEqual([])
  const notes = await repository.git('log', '--format=%an %s', NOTES)
  expect(notes.split('\n').at(-1)).toBe('Ada Fixture Annotate a commit with Chronicle')
})

describe('secrets', () => {
  const secret = `gh${'p_'}a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8`

  test('are taken out before anything is stored, and told', async () => {
    const run = await chronicle(repository.dir, ['annotate', '--live', '--format', 'json'], {
      input: JSON.stringify({ summary: `With ${secret}`, regions: [{ ...add, intent: `Uses ${secret}` }] }),
    })
    expect(run.code).toBe(0)
    expect(run.stdout).not.toContain(secret)
    const receipt = annotateReceiptSchema.parse(JSON.parse(run.stdout))
    expect(receipt.regions[0]?.intent).toBe('Uses [REDACTED:github]')
    expect(receipt.warnings).toContainEqual(expect.objectContaining({ code: 'secret_redacted' }))
    expect(await repository.git('notes', '--ref=chronicle', 'show', 'HEAD')).not.toContain(secret)
  })

  test('that are allowed stay', async () => {
    const input = JSON.stringify({ summary: `With ${secret}`, regions: [{ ...add, intent: `Allowed ${secret}` }] })
    const run = await chronicle(repository.dir, ['annotate', '--live'], {
      input,
      env: { CHRONICLE_REDACT_ALLOW: secret },
    })
    expect(run.stdout).toContain(`Allowed ${secret}`)
  })
})

describe('--review', () => {
  test('shows what is recorded on a commit, and writes nothing', async () => {
    await live({ summary: 'Adds', regions: [{ ...add, constraints: ['Cents'] }] })
    const before = await stored()
    const run = await chronicle(repository.dir, ['annotate', '--review'])
    expect(run.code).toBe(0)
    expect(run.stdout).toContain('src/ledger.ts add [fresh, stated by its author]: Cents, never euros')
    const json = await chronicle(repository.dir, ['annotate', '--review', '--commit', head, '--format', 'json'])
    expect(JSON.parse(json.stdout)).toMatchObject({ $schema: 'chronicle-review/v1', commit: head })
    expect(await stored()).toBe(before)
  })

  test('of a commit that is not there is an error, and not to be mixed with writing', async () => {
    const missing = await chronicle(repository.dir, ['annotate', '--review', '--commit', 'nowhere'])
    expect(failureOf(missing).code).toBe('revision_not_found')
    const mixed = await chronicle(repository.dir, ['annotate', '--review', '--live'], { input: '{}' })
    expect(mixed.code).toBe(2)
  })
})

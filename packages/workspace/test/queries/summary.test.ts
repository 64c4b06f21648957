import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createQueries, MAX_SUMMARY_FILES, renderAnswer, type SummaryQuery } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import type { CommitId, SummaryOutput } from '@chronicle/schema'
import summaryOutputSchema from '@chronicle/schema/json/summary-output.schema.json' with { type: 'json' }
import { createFixtureRepository } from '@chronicle/testing'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, describe, expect, it } from 'vitest'
import { testNote } from '../test-note.ts'

const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(summaryOutputSchema)

const CLIENT = `pub struct Client { sessions: u8 }

impl Client {
    pub fn connect(&mut self) {
        self.drain()
    }

    fn drain(&mut self) {}
}

pub fn helper() {}
`

const commits: Record<string, CommitId> = {}

async function commit(name: string, files: Record<string, string>): Promise<void> {
  commits[name] = await repository.commitFiles(name, files)
}

async function note(name: string, regions: readonly object[], rest: object = {}): Promise<void> {
  const commit = commits[name] as CommitId
  await repository.note(commit, testNote(commit, regions, { summary: `Summary of ${name}`, ...rest }))
}

function region(file: string, name: string | undefined, intent: string, more: object = {}): object {
  return { file, ...(name === undefined ? {} : { ast_anchor: { type: 'method', name } }), intent, ...more }
}

const repository = await createFixtureRepository()
await commit('first', {
  'src/mqtt/old.rs': CLIENT,
  'src/mqtt/notes.xyz': 'text\n',
  'src/pool.rs': 'pub fn pool() -> u8 {\n    3\n}\n',
  'lost.rs': 'pub fn lost() -> u64 {\n    77\n}\n',
  'README.md': '# Title\n',
})
await repository.branch('side')
await repository.rename('src/mqtt/old.rs', 'src/mqtt/client.rs')
await repository.remove('lost.rs')
commits['renamed'] = await repository.commit('renamed')
await commit('third', { 'src/mqtt/client.rs': CLIENT.replace('self.drain()', 'self.drain();') })
await repository.checkout('side')
await commit('aside', { 'src/pool.rs': 'pub fn pool() -> u8 {\n    4\n}\n' })
await repository.checkout('main')
await note('first', [
  region('src/mqtt/old.rs', 'Client::connect', 'Connected, once.'),
  region('src/mqtt/old.rs', 'Client', 'Talks to the broker.', {
    constraints: [{ text: 'One per process.', source: 'author' }],
  }),
  region('src/mqtt/old.rs', 'Client::gone', 'Was here.'),
  region('src/mqtt/notes.xyz', 'chapter', 'Explains.'),
  region('src/mqtt/notes.xyz', undefined, 'Says more.', { lines: { start: 1, end: 1 } }),
  region('src/pool.rs', 'pool', 'Pools.'),
  region('lost.rs', 'lost', 'Lost.'),
])
await note(
  'third',
  [
    region('src/mqtt/client.rs', 'connect', 'Connects.', {
      reasoning: 'Never shown.',
      constraints: [
        { text: 'Drain first.', source: 'author' },
        { text: 'Not twice.', source: 'inferred' },
      ],
      risk_notes: 'May wait\nfor ever.',
      corrections: [{ correction_type: 'flag', reason: 'Twice is fine.', field: 'constraints' }],
    }),
  ],
  { context_level: 'inferred' },
)
await note('aside', [region('src/pool.rs', 'pool', 'Never merged.')])
const git = createGitCli({ dir: repository.dir })
const queries = createQueries({ git, ast: createTreeSitterParser() })

afterAll(async () => {
  await git.close()
  await repository.dispose()
})

async function summary(query: SummaryQuery): Promise<SummaryOutput> {
  const output = (await queries.summary(query))._unsafeUnwrap()
  for (const verbose of [false, true]) {
    const json: unknown = JSON.parse(renderAnswer(output, 'json', { verbose }))
    expect(validate(json), JSON.stringify(validate.errors)).toBe(true)
  }
  return output
}

const describeUnits = ({ units }: SummaryOutput): readonly string[] =>
  units.map(({ anchor = '', file, intent }) => `${file}:${anchor} ${intent}`)
const file = 'src/mqtt/client.rs'

describe('summary', () => {
  it('of a file: the newest annotation of each unit that is there, in the order of the code', async () => {
    const output = await summary({ file })
    expect(describeUnits(output)).toEqual([`${file}:Client Talks to the broker.`, `${file}:Client::connect Connects.`])
    expect(output.units[1]).toMatchObject({
      type: 'method',
      lines: { start: 4, end: 6 },
      commit: commits['third'],
      timestamp: '2024-01-01T02:00:00Z',
      context_level: 'inferred',
      older: 1,
      flagged: true,
    })
    expect(output.units[1]).not.toHaveProperty('reasoning')
    expect(output.files).toBeUndefined()
    const { annotated_units: annotated, unannotated_units: without } = output.stats
    expect(output.stats).toMatchObject({ files: 1, annotated_files: 1, gone_units: 1, units_returned: 2 })
    expect(annotated).toBe(2)
    expect(without).toBeGreaterThanOrEqual(2)
  })

  it('of a unit: itself and its parts', async () => {
    expect(describeUnits(await summary({ file, anchor: 'connect' }))).toEqual([`${file}:Client::connect Connects.`])
    expect(describeUnits(await summary({ file, anchor: 'Client' }))).toHaveLength(2)
    const helper = await summary({ file, anchor: 'helper' })
    expect(helper.stats).toMatchObject({ annotated_files: 0, annotated_units: 0, unannotated_units: 1, gone_units: 0 })
  })

  it('of a folder: its files with what was said under their former names, without other branches', async () => {
    const output = await summary({ file: 'src/' })
    expect(describeUnits(output)).toEqual([
      `${file}:Client Talks to the broker.`,
      `${file}:Client::connect Connects.`,
      'src/mqtt/notes.xyz: Says more.',
      'src/mqtt/notes.xyz:chapter Explains.',
      'src/pool.rs:pool Pools.',
    ])
    expect(output.query).toMatchObject({ file: 'src', kind: 'folder' })
    expect(output.files?.map((each) => [each.file, each.annotated_units])).toEqual([
      [file, 2],
      ['src/mqtt/notes.xyz', 1],
      ['src/pool.rs', 1],
    ])
    expect(output.files?.[1]).not.toHaveProperty('unannotated_units')
    expect(output.stats).toMatchObject({ files: 3, annotated_files: 3, annotated_units: 4, gone_units: 1 })
    const text = renderAnswer(output, 'markdown')
    expect(text).toContain(`## ${file} (2 of `)
    expect(text).toContain(`
- Client (line 1): Talks to the broker.
  - must: One per process.
- Client::connect (lines 4-6): Connects. [inferred, flagged as wrong: read why, 1 older]
  - must: Drain first.
  - must: Not twice. [inferred]
  - risk: May wait for ever.

## src/mqtt/notes.xyz (1 unit)

- the file: Says more.
- chapter: Explains.

## src/pool.rs (1 unit)

- pool (lines 1-3): Pools.

**Stats:** 3 of 3 files annotated, 4 units annotated,`)
    expect(renderAnswer(output, 'pretty')).toContain('    • must: Drain first.')
  })

  it.each(['', '.', './'])('of the whole repository as %j, with what is gone counted', async (top) => {
    const output = await summary({ file: top })
    expect(output.query).toMatchObject({ file: '', kind: 'folder' })
    expect(output.stats).toMatchObject({ files: 4, annotated_files: 3, gone_units: 2 })
    expect(renderAnswer(output, 'markdown')).toMatch(/^Summary of the repository\. /u)
  })

  it('of another commit: what was known there', async () => {
    const before = await summary({ file: 'src/mqtt', at: commits['first'] ?? '' })
    expect(describeUnits(before)).toContain('src/mqtt/old.rs:Client::connect Connected, once.')
    expect(describeUnits(await summary({ file: 'src/pool.rs', at: 'side' }))).toEqual([
      'src/pool.rs:pool Never merged.',
    ])
  })

  it('has all risks of a unit, each on a line of its own', async () => {
    const text = (limit: number): string => `pub fn listen() -> u8 {\n    ${limit}\n}\n`
    await commit('risky', { 'risk/a.rs': text(1) })
    await note('risky', [region('risk/a.rs', 'listen', 'Listens.', { risk_notes: 'May wait.\n\nLoses ids.' })])
    await commit('riskier', { 'risk/a.rs': text(2) })
    await note('riskier', [region('risk/a.rs', 'listen', 'Listens.', { risk_notes: 'Not for threads.\n\nMay wait.' })])
    const output = await summary({ file: 'risk/a.rs' })
    expect(output.units[0]?.risk_notes).toBe('Not for threads.\n\nMay wait.\n\nLoses ids.')
    expect(renderAnswer(output, 'markdown')).toContain(
      '  - risk: Not for threads.\n  - risk: May wait.\n  - risk: Loses ids.\n',
    )
  })

  it('of a folder without annotations, which is no error', async () => {
    await commit('empty', { 'docs/a.md': 'a\n' })
    const output = await summary({ file: 'docs' })
    expect(output).toMatchObject({ units: [], files: [], diagnostics: [], stats: { files: 1, annotated_files: 0 } })
    expect(renderAnswer(output, 'markdown')).toMatch(/^Summary of docs: no record\./u)
  })

  it('of more files than fit: those annotated last, and says so', async () => {
    const names = Array.from({ length: MAX_SUMMARY_FILES + 1 }, (_, i) => `many/f${`${i}`.padStart(3, '0')}.xyz`)
    await commit('many', Object.fromEntries(names.map((name) => [name, `${name}\n`])))
    const [oldest = '', ...others] = names
    await note('many', [region(oldest, undefined, 'Said first.')])
    await commit('more', { 'x.txt': 'x\n' })
    await note(
      'more',
      others.map((name) => region(name, undefined, 'Said last.')),
    )
    const progress: number[] = []
    const output = (
      await queries.summary({ file: 'many' }, { onProgress: ({ done, total }) => total === 200 && progress.push(done) })
    )._unsafeUnwrap()
    expect(output.stats).toMatchObject({ annotated_files: names.length, units_returned: MAX_SUMMARY_FILES })
    expect(output.units.some((unit) => unit.file === oldest)).toBe(false)
    expect(output.diagnostics).toMatchObject([{ code: 'summary_limited', severity: 'warning' }])
    expect(output.diagnostics[0]?.message).toBe(
      '201 files have annotations; the 200 annotated last are summarised. Ask for a folder below this one to see the others.',
    )
    expect(progress).toEqual(Array.from({ length: MAX_SUMMARY_FILES }, (_, i) => i))
  })

  it.each([
    [{ file: 'src', anchor: 'a' }, 'invalid_query', 'src is a folder, and "a" is a unit of some file. Name the file.'],
    [
      { file: '.', anchor: 'a' },
      'invalid_query',
      'The top of the repository is a folder, and "a" is a unit of some file.',
    ],
    [{ file: '/' }, 'invalid_path', 'Not a path inside the repository: "/"'],
    [{ file: 'src', maxTokens: -1 }, 'invalid_query', 'The token budget -1 is not a whole number of 1 or more.'],
  ] as const)('%j fails as %s', async (query, code, message) => {
    const error = (await queries.summary(query))._unsafeUnwrapErr()
    expect(error.code).toBe(code)
    expect(error.message).toContain(message)
  })

  it('ends with `aborted` when told to', async () => {
    const found = await queries.summary({ file: '' }, { signal: AbortSignal.abort() })
    expect(found._unsafeUnwrapErr().code).toBe('aborted')
  })
})

it('has a rule that was inferred from a comment while the comment stands, of a file as of its folder', async () => {
  await using own = await createFixtureRepository()
  const made = await own.commitFiles('Open', { 'src/a.ts': '// Never drain twice.\nexport function drain() {}\n' })
  const evidence = [{ kind: 'file_lines', file: 'src/a.ts', quote: '// Never drain twice.' }]
  const constraints = [
    { text: 'Never drain twice.', source: 'inferred' },
    { text: 'Drain first.', source: 'author' },
  ]
  await own.note(made, testNote(made, [region('src/a.ts', 'drain', 'Drains.', { constraints, evidence })]))
  const rules = async (file: string): Promise<readonly string[]> => {
    const queries = createQueries({ git: createGitCli({ dir: own.dir }), ast: createTreeSitterParser() })
    const { units } = (await queries.summary({ file }))._unsafeUnwrap()
    return units.flatMap((unit) => unit.constraints.map(({ text }) => text)).toSorted()
  }
  for (const file of ['src/a.ts', 'src']) expect(await rules(file)).toEqual(['Drain first.', 'Never drain twice.'])
  await own.commitFiles('Drain again', { 'src/a.ts': '// It may be drained.\nexport function drain() {}\n' })
  for (const file of ['src/a.ts', 'src']) expect(await rules(file)).toEqual(['Drain first.'])
})

import { rm } from 'node:fs/promises'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createReadPipeline, FORMATTERS, type ReadQuery } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import type { CommitId, ReadOutput } from '@chronicle/schema'
import readOutputSchema from '@chronicle/schema/json/read-output.schema.json' with { type: 'json' }
import { createFixtureRepository } from '@chronicle/testing'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, describe, expect, it } from 'vitest'
import { testNote } from '../test-note.ts'

const CLIENT = `use crate::tls;

/// Talks to the broker.
pub struct MqttClient { sessions: u8 }

impl MqttClient {
    /// Opens the connection.
    pub fn connect(&mut self, config: &Config) -> Result<()> {
        self.drain();
        tls::resume(config)
    }

    fn drain(&mut self) {
        self.sessions = 0;
    }
}

pub struct Pool;

impl Pool {
    pub fn connect(&self) {}
}
`

const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(readOutputSchema)

const commits: Record<string, CommitId> = {}

function note(commit: CommitId, timestamp: string, regions: readonly object[], rest: object = {}): Promise<unknown> {
  const summary = `Summary of ${timestamp}`
  return repository.note(commit, testNote(commit, regions, { timestamp, summary, ...rest }))
}

function connectAt(start: number, end: number, more: object = {}): object {
  const anchor = {
    type: 'method',
    name: 'MqttClient::connect',
    signature: 'pub fn connect(&mut self, config: &Config) -> Result<()>',
  }
  return { file: 'src/client.rs', ast_anchor: anchor, lines: { start, end }, intent: 'Connects.', ...more }
}

const repository = await createFixtureRepository()
const day = (n: number): number => 1_735_689_600 + n * 86_400
await repository.write({
  'src/client.rs': CLIENT,
  'src/tls.rs': 'pub fn resume() {}\n',
  'old name.txt': 'one\ntwo\nthree\n',
})
const first = (commits['first'] = await repository.commit('first', { date: day(0) }))
await repository.write({ 'src/client.rs': CLIENT.replace('self.drain();', 'self.drain(); // first') })
const second = (commits['second'] = await repository.commit('second', { date: day(100) }))
await repository.rename('old name.txt', 'new name.txt')
await repository.commit('third', { date: day(200) })

await note(
  first,
  '2025-01-01T00:00:00Z',
  [
    connectAt(7, 11, {
      constraints: [{ text: 'Drain before reconnecting.', source: 'author' }],
      reasoning: 'Session resumption is faster. A full handshake takes a second.',
      tags: ['mqtt', 'tls'],
      semantic_dependencies: [{ file: 'src/tls.rs', anchor: 'resume', nature: 'assumes that it may be called twice' }],
      related_annotations: [{ commit: second.slice(0, 10), anchor: 'MqttClient::connect', relationship: 'refined by' }],
    }),
    {
      file: 'src/client.rs',
      ast_anchor: { type: 'method', name: 'Pool::connect' },
      lines: { start: 21, end: 21 },
      intent: 'Pools.',
    },
    { file: 'old name.txt', lines: { start: 1, end: 3 }, intent: 'Counts.' },
    {
      file: 'src/client.rs',
      ast_anchor: { type: 'function', name: 'vanished' },
      lines: { start: 900, end: 901 },
      intent: 'Was here.',
    },
  ],
  {
    cross_cutting: [
      { description: 'Certificates rotate together', regions: ['src/client.rs:MqttClient::connect', 'src/tls.rs'] },
    ],
  },
)
await note(
  second,
  '2025-04-11T00:00:00Z',
  [
    connectAt(7, 11, {
      intent: 'Explains the drain.',
      tags: ['docs'],
      related_annotations: [{ commit: first, anchor: 'MqttClient::connect', relationship: 'refines' }],
    }),
  ],
  {
    context_level: 'inferred',
    provenance: { operation: 'amend', derived_from: [], original_annotations_preserved: true },
  },
)
const git = createGitCli({ dir: repository.dir })
const pipeline = createReadPipeline({ git, ast: createTreeSitterParser() })

afterAll(async () => {
  await git.close()
  await repository.dispose()
})

async function read(query: ReadQuery): Promise<ReadOutput> {
  const output = (await pipeline.execute(query))._unsafeUnwrap()
  const json: unknown = JSON.parse(FORMATTERS.json.format(output))
  expect(validate(json), JSON.stringify(validate.errors)).toBe(true)
  expect(validate(JSON.parse(FORMATTERS.json.format(output, { verbose: true }))), JSON.stringify(validate.errors)).toBe(
    true,
  )
  return output
}

async function failure(query: ReadQuery): Promise<{ readonly code: string; readonly message: string }> {
  const { code, message } = (await pipeline.execute(query))._unsafeUnwrapErr()
  return { code, message }
}

const file = 'src/client.rs'
const intents = ({ regions }: ReadOutput): readonly string[] => regions.map(({ intent }) => intent).sort()

describe('read', () => {
  it('a whole file: every region whose code is still there, and how many are about code that is gone', async () => {
    const output = await read({ files: [file] })
    expect(intents(output)).toEqual(['Connects.', 'Explains the drain.', 'Pools.'])
    expect(output.stats).toMatchObject({
      annotations_found: 2,
      regions_returned: 3,
      gone_regions: 1,
      revisions_examined: 2,
      dependencies: 'index',
    })
    const byIntent = new Map(output.regions.map((region) => [region.intent, region]))
    // The second commit added a comment to one of its lines, which does not change the code.
    expect(byIntent.get('Connects.')).toMatchObject({
      freshness: 'fresh',
      survival: 1,
      intact_lines: { intact: 5, recorded: 5 },
    })
    expect(byIntent.get('Connects.')?.drifted_by).toBeUndefined()
    expect(byIntent.get('Explains the drain.')).toMatchObject({ freshness: 'fresh', survival: 1 })
  })

  it('an anchor: exact, unqualified and ambiguous, fuzzy with a warning', async () => {
    const exact = await read({ files: [file], anchor: 'MqttClient::connect' })
    expect(intents(exact)).toEqual(['Connects.', 'Explains the drain.'])
    expect(exact.resolved).toEqual([
      { file, anchor: 'MqttClient::connect', type: 'method', lines: { start: 7, end: 11 } },
    ])
    expect(exact.ambiguous_anchor).toBeUndefined()
    const unqualified = await read({ files: [file], anchor: 'connect' })
    expect(intents(unqualified)).toEqual(['Connects.', 'Explains the drain.', 'Pools.'])
    expect(unqualified.ambiguous_anchor).toBe(true)
    const fuzzy = await read({ files: [file], anchor: 'MqttClient.conect' })
    expect(intents(fuzzy)).toEqual(intents(exact))
    expect(fuzzy.diagnostics.map(({ code }) => code)).toContain('fuzzy_anchor')
  })

  it('lines: what is about them, whoever wrote them, and about the unit around them', async () => {
    const both = ['Connects.', 'Explains the drain.']
    const one = await read({ files: [file], lines: { start: 9, end: 9 } })
    expect(intents(one)).toEqual(both)
    expect(one.regions.map(({ about }) => about)).toEqual(['enclosing_unit', 'enclosing_unit'])
    const all = await read({ files: [file], lines: { start: 7, end: 11 } })
    expect(intents(all)).toEqual(both)
    expect(all.regions.map(({ about }) => about)).toEqual([undefined, undefined])
    expect(intents(await read({ files: [file], lines: { start: 21, end: 21 } }))).toEqual(['Pools.'])
    expect(intents(await read({ files: [file], lines: { start: 1, end: 5 } }))).toEqual([])
  })

  it('a renamed file, under the name it has now', async () => {
    const output = await read({ files: ['new name.txt'] })
    expect(output.regions).toMatchObject([
      { intent: 'Counts.', recorded_file: 'old name.txt', freshness: 'moved', survival: 1 },
    ])
  })

  it('several files, grouped in the order asked for, with what couples them', async () => {
    const output = await read({ files: ['new name.txt', 'src/tls.rs', file] })
    expect(output.regions.map((region) => region.file)).toEqual(['new name.txt', file, file, file])
    expect(output.dependencies_on_this).toMatchObject([
      { from_file: file, from_anchor: 'MqttClient::connect', on_file: 'src/tls.rs' },
    ])
    expect(output.cross_cutting).toMatchObject([{ description: 'Certificates rotate together' }])
  })

  it('says when nothing is recorded, and when a language has no grammar', async () => {
    await repository.write({ 'plain.xyz': 'text\n' })
    await repository.commit('plain', { date: 1_755_000_000 })
    const none = await read({ files: ['plain.xyz'] })
    expect(none.regions).toEqual([])
    expect(none.stats).toMatchObject({ commits_examined: 0, annotations_found: 0 })
    const anchored = await read({ files: ['plain.xyz'], anchor: 'anything' })
    expect(anchored.diagnostics).toMatchObject([
      {
        code: 'no_grammar',
        message: 'No tree-sitter grammar for xyz. Anchor resolution unavailable. This is about the whole file.',
      },
    ])
  })

  it('the working tree: lines as the caller sees them, with what is recorded about them', async () => {
    const dirty = `// new\n// lines\n${CLIENT.replace('self.drain();', 'self.drain(); // first').replace('tls::resume', 'tls::resume_now')}`
    await repository.write({ [file]: dirty })
    const output = await read({ files: [file], anchor: 'MqttClient::connect' })
    expect(output.resolved).toMatchObject([
      { lines: { start: 9, end: 13 }, uncommitted_lines: [{ start: 12, end: 12 }] },
    ])
    expect(output.regions.find(({ intent }) => intent === 'Connects.')).toMatchObject({
      current_lines: { start: 9, end: 13 },
      freshness: 'drifted',
      survival: 0.6,
      drifted_by: ['uncommitted'],
    })
    expect(intents(await read({ files: [file], lines: { start: 12, end: 12 } }))).toEqual([
      'Connects.',
      'Explains the drain.',
    ])
    const committed = await read({ files: [file], anchor: 'MqttClient::connect', at: 'HEAD' })
    expect(committed.resolved).toMatchObject([{ lines: { start: 7, end: 11 } }])
    await repository.git('checkout', '--', file)
  })

  it('an older revision', async () => {
    const output = await read({ files: [file], at: commits['first'] ?? '' })
    expect(output.regions.find(({ intent }) => intent === 'Connects.')).toMatchObject({
      freshness: 'fresh',
      survival: 1,
    })
  })

  it.each(['markdown', 'json', 'pretty'] as const)(
    'fits %s into every budget from 50 to 50,000 tokens',
    async (format) => {
      for (const maxTokens of [50, 100, 150, 200, 300, 400, 600, 900, 1500, 5000, 50_000]) {
        const output = await read({ files: [file], format, maxTokens })
        const tokens = Math.ceil(Buffer.byteLength(FORMATTERS[format].format(output)) / 4)
        if (output.trimmed?.over_budget !== true) expect(tokens).toBeLessThanOrEqual(maxTokens)
        else expect(output.regions).toEqual([])
        for (const region of output.regions) expect(region.constraints).toBeInstanceOf(Array)
      }
    },
  )

  it('gives what is recorded about lines on a commit that did not write them', async () => {
    await repository.write({ 'plain.xyz': 'text\nmore\n', 'other.txt': 'x\n' })
    await repository.commit('elsewhere', { date: 1_771_000_000 })
    await repository.write({ 'other.txt': 'y\n' })
    const head = await repository.commit('not this file', { date: 1_772_000_000 })
    await note(head, '2026-03-01T00:00:00Z', [{ file: 'plain.xyz', lines: { start: 1, end: 1 }, intent: 'Found.' }])
    const { diagnostics, regions } = await read({ files: ['plain.xyz'] })
    expect(regions).toMatchObject([{ intent: 'Found.', commit: head, freshness: 'fresh', survival: 1 }])
    expect(diagnostics).toEqual([])
  })

  it('counts the notes that a filter left out', async () => {
    const output = await read({ files: [file], since: '2099-01-01' })
    expect(output.regions).toEqual([])
    expect(output.stats.annotations_found).toBe(2)
  })

  it('sends a path inside a submodule to the repository it belongs to', async () => {
    await repository.submodule('sub', commits['first'] as CommitId)
    await repository.git('commit', '--quiet', '-m', 'submodule')
    const found = await failure({ files: ['sub/file.ts'] })
    expect(found.message).toBe('sub/file.ts is inside the submodule sub. Run the query there.')
  })

  it('warns in a shallow clone that the history is incomplete', async () => {
    const shallow = `${repository.dir}-shallow`
    await repository.git('clone', '--quiet', '--depth', '2', `file://${repository.dir}`, shallow)
    const git = createGitCli({ dir: shallow })
    const output = (await createReadPipeline({ git }).execute({ files: [file] }))._unsafeUnwrap()
    await git.close()
    await rm(shallow, { recursive: true, force: true })
    expect(output.diagnostics.map(({ code }) => code)).toEqual(['history_incomplete', 'no_notes'])
  })

  it('ends with `aborted` when told to', async () => {
    const found = await pipeline.execute({ files: [file] }, { signal: AbortSignal.abort() })
    expect(found._unsafeUnwrapErr().code).toBe('aborted')
  })
})

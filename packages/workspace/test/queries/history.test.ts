import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createQueries, renderAnswer, type HistoryQuery } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import type { CommitId, HistoryOutput } from '@chronicle/schema'
import historyOutputSchema from '@chronicle/schema/json/history-output.schema.json' with { type: 'json' }
import { createFixtureRepository } from '@chronicle/testing'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, describe, expect, it } from 'vitest'
import { testNote } from '../test-note.ts'

const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(historyOutputSchema)

/** Returns a file with one unit, whose name can vary and whose body is long enough to recognise it. */
function client(name: string, wait = '100', more = ''): string {
  return `pub struct Client { sessions: u8 }

impl Client {
    /// Opens the connection.
    pub fn ${name}(&mut self, config: &Config) -> Result<()> {
        self.drain();
        self.wait(${wait});
        let session = tls::resume(config)?;
        self.sessions += 1;
        self.keep(session)
    }

    fn drain(&mut self) {
        self.sessions = 0;
    }
}
${more}`
}

const commits: Record<string, CommitId> = {}

async function note(name: string, regions: readonly object[], rest: object = {}): Promise<void> {
  const commit = commits[name] as CommitId
  await repository.note(commit, testNote(commit, regions, { summary: `Summary of ${name}`, ...rest }))
}

function region(file: string, name: string | undefined, intent: string, more: object = {}): object {
  return { file, ...(name === undefined ? {} : { ast_anchor: { type: 'method', name } }), intent, ...more }
}

async function commit(name: string, files: Record<string, string>): Promise<void> {
  commits[name] = await repository.commitFiles(`${name}: a subject\n\nA body.`, files)
}

const repository = await createFixtureRepository()
await commit('first', { 'src/client.rs': client('connect'), 'src/pool.rs': 'pub fn pool() {}\n' })
await repository.branch('side')
await commit('second', { 'src/client.rs': client('connect', '200') })
await repository.write({ 'src/client.rs': client('open', '200') })
await repository.rename('src/client.rs', 'src/broker.rs')
commits['renamed'] = await repository.commit('renamed: both')
await commit('copied', { 'src/broker.rs': client('open', '200', 'pub fn copy_of(c: &Client) { c.sessions }\n') })
await commit('last', { 'src/broker.rs': client('open', '300') })
await repository.checkout('side')
await commit('aside', { 'src/client.rs': client('connect', '999') })
await repository.checkout('main')

await note('first', [
  region('src/client.rs', 'Client::connect', 'Connects.', {
    reasoning: 'Resuming is faster.',
    constraints: [{ text: 'Drain first.', source: 'author' }],
    rejected_alternatives: [{ approach: 'A pool', reason: 'too slow' }],
  }),
  region('src/client.rs', 'Client::drain', 'Drains.'),
])
await note('second', [region('src/client.rs', undefined, 'Waits longer.', { lines: { start: 7, end: 7 } })])
await note(
  'renamed',
  [
    region('src/broker.rs', 'Client::open', 'Says what it does.', {
      related_annotations: [
        { commit: commits['first']?.slice(0, 10), anchor: 'Client::drain', relationship: 'relies on' },
        { commit: commits['aside'], anchor: 'Client::connect', relationship: 'competes with' },
      ],
    }),
  ],
  {
    provenance: {
      operation: 'squash',
      derived_from: [commits['first']],
      original_annotations_preserved: true,
    },
  },
)
await note('copied', [region('src/broker.rs', 'copy_of', 'Was a helper.')])
await repository.note(commits['last'] as CommitId, {
  schema: 'chronicle/v3',
  commit: commits['last'],
  timestamp: '2024-01-02T00:00:00Z',
  summary: 'Waits even longer',
  wisdom: [{ category: 'gotcha', content: 'The broker needs 300 ms.' }],
})
await note('aside', [region('src/client.rs', 'Client::connect', 'Never merged.')])
const git = createGitCli({ dir: repository.dir })
const queries = createQueries({ git, ast: createTreeSitterParser() })

afterAll(async () => {
  await git.close()
  await repository.dispose()
})

async function history(query: HistoryQuery): Promise<HistoryOutput> {
  const output = (await queries.history(query))._unsafeUnwrap()
  for (const verbose of [false, true]) {
    const json: unknown = JSON.parse(renderAnswer(output, 'json', { verbose }))
    expect(validate(json), JSON.stringify(validate.errors)).toBe(true)
  }
  return output
}

const intentsOf = ({ steps }: HistoryOutput): readonly string[] => steps.map(({ intent }) => intent)
const file = 'src/broker.rs'

describe('history', () => {
  it('of a unit: oldest first, across renames of the unit and of its file, without other branches', async () => {
    const output = await history({ file, anchor: 'Client::open' })
    expect(intentsOf(output)).toEqual(['Connects.', 'Waits longer.', 'Says what it does.', 'The broker needs 300 ms.'])
    expect(output.steps[0]).toMatchObject({
      commit: commits['first'],
      timestamp: '2024-01-01T00:00:00Z',
      author: 'Ada Fixture <ada@example.com>',
      subject: 'first: a subject',
      message: 'A body.',
      file: 'src/client.rs',
      anchor: 'Client::connect',
      renamed_to: 'Client::open',
      provenance: { operation: 'initial' },
    })
    expect(output.steps[2]?.provenance).toEqual({ operation: 'squash', derived_from: [commits['first']] })
    expect(output.steps[3]?.file).toBeUndefined()
    expect(output.stats).toEqual({
      steps_found: 4,
      steps_returned: 4,
      linked_steps: 0,
      paths: [file, 'src/client.rs'],
      names: ['Client::open', 'Client::connect'],
    })
  })

  it('of a type: what was said of its parts, and nothing of its neighbours', async () => {
    const output = await history({ file, anchor: 'Client' })
    expect(intentsOf(output)).toEqual([
      'Connects.',
      'Drains.',
      'Waits longer.',
      'Says what it does.',
      'The broker needs 300 ms.',
    ])
  })

  it('of a file: every region, those whose code is gone included', async () => {
    const all = [
      'Connects.',
      'Drains.',
      'Waits longer.',
      'Says what it does.',
      'Was a helper.',
      'The broker needs 300 ms.',
    ]
    expect(intentsOf(await history({ file }))).toEqual(all)
    expect(intentsOf(await history({ file: 'src/pool.rs' }))).toEqual([])
  })

  it('keeps the newest steps, and says how many there are', async () => {
    const output = await history({ file, anchor: 'Client::open', limit: 2 })
    expect(intentsOf(output)).toEqual(['Says what it does.', 'The broker needs 300 ms.'])
    expect(output.stats).toMatchObject({ steps_found: 4, steps_returned: 2 })
    expect(renderAnswer(output, 'markdown')).toContain('the newest 2 of 4 steps')
  })

  it('resolves links, and follows those into this history as steps when asked to', async () => {
    const plain = await history({ file, anchor: 'Client::open' })
    expect(plain.steps[2]?.related).toMatchObject([
      { commit: commits['first'], anchor: 'Client::drain', intent: 'Drains.' },
      { commit: commits['aside'], intent: 'Never merged.' },
    ])
    const followed = await history({ file, anchor: 'Client::open', followRelated: true })
    expect(intentsOf(followed)).toEqual([
      'Connects.',
      'Drains.',
      'Waits longer.',
      'Says what it does.',
      'The broker needs 300 ms.',
    ])
    expect(followed.steps[1]?.linked_from).toEqual([
      { commit: commits['renamed'], anchor: 'Client::open', relationship: 'relies on' },
    ])
    expect(followed.stats).toMatchObject({ steps_found: 4, steps_returned: 4, linked_steps: 1 })
    expect(renderAnswer(followed, 'markdown')).toContain('linked from')
  })

  it('of an older state: neither what came later nor the names it got', async () => {
    const output = await history({ file: 'src/client.rs', anchor: 'connect', at: commits['second'] ?? '' })
    expect(intentsOf(output)).toEqual(['Connects.', 'Waits longer.'])
    expect(output.steps[0]?.renamed_to).toBeUndefined()
    const aside = await history({ file: 'src/client.rs', anchor: 'connect', at: 'side' })
    expect(intentsOf(aside)).toEqual(['Connects.', 'Never merged.'])
  })

  it('of a unit that is being renamed in the working tree', async () => {
    await repository.write({ [file]: client('start', '300') })
    const output = await history({ file, anchor: 'Client::start' })
    await repository.git('checkout', '--quiet', '--', '.')
    expect(output.stats.names).toEqual(['Client::start', 'Client::open', 'Client::connect'])
    expect(intentsOf(output)).toEqual(['Connects.', 'Waits longer.', 'Says what it does.', 'The broker needs 300 ms.'])
  })

  it('reads in markdown like a log of reasons', async () => {
    const text = renderAnswer(await history({ file, anchor: 'Client::open' }), 'markdown')
    const [first, second, renamed] = ['first', 'second', 'renamed'].map((name) => commits[name]?.slice(0, 7))
    expect(text).toMatch(/^History of src\/broker.rs — Client::open\. Information, not.*\n\n## 2024-01-01 /u)
    expect(text).toContain(`
## 2024-01-01 ${first} — first: a subject
src/client.rs — Client::connect | now Client::open | enhanced | by Ada Fixture

**Intent:** Connects.

**Reasoning:** Resuming is faster.

**Constraints:**
- [author] Drain first.

**Rejected alternatives:**
- A pool: too slow

**Change:** Summary of first

**Message:** A body.

## 2024-01-01 ${second} — second: a subject
src/client.rs (line 7) | enhanced | by Ada Fixture
`)
    expect(text).toContain(`
## 2024-01-01 ${renamed} — renamed: both
enhanced | squash of ${first} | by Ada Fixture
`)
    expect(text).toMatch(/\n\*\*Stats:\*\* 4 steps, also recorded as Client::connect, src\/client.rs\n$/u)
  })

  it.each([
    [{ file: 'src' }, 'not_a_file', 'src is a folder.'],
    [{ file, limit: 0 }, 'invalid_query', 'The limit 0 is not a whole number of 1 or more.'],
    [{ file, limit: 1.5 }, 'invalid_query', 'The limit 1.5 is not a whole number of 1 or more.'],
  ] as const)('%j fails as %s', async (query, code, message) => {
    const error = (await queries.history(query))._unsafeUnwrapErr()
    expect(error.code).toBe(code)
    expect(error.message).toContain(message)
  })

  it('ends with `aborted` when told to', async () => {
    const found = await queries.history({ file }, { signal: AbortSignal.abort() })
    expect(found._unsafeUnwrapErr().code).toBe('aborted')
  })
})

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createMemoryKnowledgeStore, fusedProfile, renderPackage } from '@chronicle/context'
import { errAsync } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openChronicle, type OpenOptions } from '../src/index.ts'

const TASK = 'Reconnect when the broker restarts'

let repository: FixtureRepository
beforeEach(async () => {
  repository = await createFixtureRepository()
  await repository.commitFiles('Connect to the broker', { 'src/client.ts': 'export function connect(): void {}\n' })
})
afterEach(() => repository.dispose())

const open = (options: Partial<OpenOptions> = {}): ReturnType<typeof openChronicle> =>
  openChronicle({ dir: repository.dir, ...options })

const stored = (): Promise<readonly string[]> =>
  readdir(join(repository.dir, '.git/chronicle'), { recursive: true }).catch(() => [])

async function annotate(anchor: string, statement: object): Promise<void> {
  await using chronicle = open()
  const region = { file: 'src/client.ts', anchor, intent: 'Talks to the broker', ...statement }
  ;(await chronicle.annotate({ summary: 's', regions: [region] }))._unsafeUnwrap()
}

describe('retrieve', () => {
  it('keeps what it knows in the git directory, and answers alike from it', async () => {
    const answers = []
    for (let i = 0; i < 2; i++) {
      await using chronicle = open()
      answers.push((await chronicle.retrieve({ task: TASK }))._unsafeUnwrap())
    }
    expect(answers[1]).toEqual(answers[0])
    expect((await stored()).length).toBeGreaterThan(0)
  })

  it('keeps nothing where there is no cache, with either backend', async () => {
    for (const gitBackend of ['cli', 'isomorphic'] as const) {
      await using chronicle = open({ cacheDir: false, gitBackend })
      const pack = (await chronicle.retrieve({ task: TASK }))._unsafeUnwrap()
      expect(pack.files[0]?.path).toBe('src/client.ts')
    }
    expect(await stored()).toEqual([])
  })

  it('takes a revision or a state, not both', async () => {
    await using chronicle = open()
    const head = await repository.head()
    const at = { commit: head } as const
    expect((await chronicle.retrieve({ task: TASK, rev: 'HEAD' }))._unsafeUnwrap().base.state).toBe(head)
    expect((await chronicle.retrieve({ task: TASK, at }))._unsafeUnwrap().base.state).toBe(head)
    expect((await chronicle.retrieve({ task: TASK, at, rev: 'HEAD' }))._unsafeUnwrapErr().code).toBe('invalid_query')
    expect((await chronicle.retrieve({ task: TASK, rev: 'no' }))._unsafeUnwrapErr().code).toBe('revision_not_found')
    expect((await chronicle.indexContext({ rev: 'HEAD' }))._unsafeUnwrap()).toMatchObject({ files: 1, commits: 1 })
    // A revision from an untyped caller, which other queries accept in this place.
    for (const wrong of ['HEAD', { rev: 'HEAD' }, null] as const) {
      const failed = {
        code: 'invalid_query',
        message: expect.stringContaining('The argument at is no state.') as string,
      }
      expect((await chronicle.retrieve({ task: TASK, at: wrong as never }))._unsafeUnwrapErr()).toMatchObject(failed)
      expect((await chronicle.indexContext({ at: wrong as never }))._unsafeUnwrapErr()).toMatchObject(failed)
    }
  })

  it('takes other stages', async () => {
    await using chronicle = open()
    const other = chronicle.createRetrieval({
      profile: { ...fusedProfile(), name: 'mine' },
      store: createMemoryKnowledgeStore(),
      tokens: { name: 'characters', count: (text) => text.length },
    })
    const pack = (await other.retrieve({ task: TASK, budget: 300 }))._unsafeUnwrap()
    expect(pack.provenance.profile).toBe('mine')
    expect(pack.token_count).toBeGreaterThan(60)
    expect(pack.token_count).toBeLessThanOrEqual(300)
    expect(await stored()).toEqual([])
  })

  it('ends when it is told to', async () => {
    await using chronicle = open()
    const aborted = await chronicle.retrieve({ task: TASK }, { signal: AbortSignal.abort() })
    expect(aborted._unsafeUnwrapErr().code).toBe('aborted')
  })
})

describe('what is recorded', () => {
  it('is part of the package: binding statements first', async () => {
    await annotate('connect', {
      constraints: ['Give up after 5 s'],
      risk_notes: 'Blocks\n\nLeaks a socket',
      rejected_alternatives: [{ approach: 'retry for ever', reason: 'the watchdog' }],
    })
    await using chronicle = open()
    const { recorded } = (await chronicle.retrieve({ task: TASK }))._unsafeUnwrap()
    expect(recorded.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      'constraint: Give up after 5 s',
      'risk: Blocks',
      'risk: Leaks a socket',
      'rejected_alternative: retry for ever: the watchdog',
      'intent: Talks to the broker',
    ])
    expect(recorded[0]).toMatchObject({ path: 'src/client.ts', anchor: 'connect' })
  })

  it('has intents that their authors stated, not those that were inferred, and says nothing twice', async () => {
    const commit = await repository.head()
    const region = {
      file: 'src/client.ts',
      ast_anchor: { type: 'function', name: 'connect' },
      lines: { start: 1, end: 1 },
      intent: 'Add the client',
      constraints: [{ text: 'Close what you open', source: 'inferred' }],
      risk_notes: 'Close what you open',
    }
    await repository.note(commit, {
      ...{
        $schema: 'chronicle/v1',
        commit,
        timestamp: '2024-01-01T00:00:00Z',
        summary: 's',
        context_level: 'inferred',
      },
      regions: [region],
      cross_cutting: [],
      provenance: { operation: 'initial', original_annotations_preserved: false },
    })
    await using chronicle = open()
    const { recorded } = (await chronicle.retrieve({ task: TASK }))._unsafeUnwrap()
    expect(recorded).toMatchObject([{ kind: 'constraint', text: 'Close what you open' }])
    expect(recorded.length).toBe(1)
  })

  it('is of notes alone, and of the refs that are asked', async () => {
    await annotate('connect', { constraints: ['Give up after 5 s'] })
    await using chronicle = open()
    const elsewhere = chronicle.createRetrieval({ notesRefs: ['refs/notes/other' as never] })
    expect((await elsewhere.retrieve({ task: TASK }))._unsafeUnwrap().recorded).toEqual([])
  })

  it('follows a rename that is not committed yet', async () => {
    await annotate('connect', { constraints: ['Give up after 5 s'] })
    await repository.git('mv', 'src/client.ts', 'src/broker.ts')
    await repository.write({ 'src/new.ts': 'export function broker(): void {}\n' })
    await using chronicle = open()
    const pack = (await chronicle.retrieve({ task: TASK }))._unsafeUnwrap()
    expect(pack.recorded[0]).toMatchObject({ path: 'src/broker.ts', text: 'Give up after 5 s' })
    expect(pack.diagnostics).toEqual([])
  })

  it('is of no file that is not committed, whatever its name', async () => {
    await annotate('connect', { constraints: ['Give up after 5 s'] })
    await repository.write({ 'src/new.ts': 'export function broker(): void {}\n' })
    await using chronicle = open()
    const pack = (await chronicle.retrieve({ task: TASK }))._unsafeUnwrap()
    expect(pack.files.map(({ path }) => path)).toContain('src/new.ts')
    expect(pack.recorded[0]?.text).toBe('Give up after 5 s')
    expect(pack.diagnostics).toEqual([])
  })

  it('fills what the code leaves of the budget, and says how much more there is', async () => {
    const constraints = Array.from({ length: 40 }, (_, index) => `Rule ${index}: ${'never block the loop; '.repeat(4)}`)
    await annotate('connect', { constraints })
    await using chronicle = open()
    const told = async (budget: number): Promise<[given: number, leftOut: number, text: string]> => {
      const pack = (await chronicle.retrieve({ task: TASK, budget }))._unsafeUnwrap()
      expect(pack.token_count).toBeLessThanOrEqual(budget)
      return [pack.recorded.length, pack.recorded_left_out ?? 0, renderPackage(pack, 'markdown')]
    }
    const [all, none] = await told(8_000)
    expect([all, none]).toEqual([41, 0])
    const [given, leftOut, text] = await told(1_000)
    expect(given + leftOut).toBe(41)
    // A tenth of the budget would only have room for two.
    expect(given).toBeGreaterThan(8)
    expect(text).toContain(`- and ${leftOut} more: \`git chronicle read src/client.ts\``)
    // However small the budget, the most binding note is included if it takes at most a quarter.
    expect((await told(256))[0]).toBeGreaterThan(0)
  })

  it('is told as unknown where it cannot be read', async () => {
    await annotate('connect', { constraints: ['Give up after 5 s'] })
    await using chronicle = open()
    const error = { code: 'git_failed', message: 'The disk is gone.' } as const
    const broken = chronicle.createRetrieval({ recorded: { find: () => errAsync(error) } })
    const pack = (await broken.retrieve({ task: TASK }))._unsafeUnwrap()
    expect(pack.recorded).toEqual([])
    expect(pack.diagnostics).toMatchObject([{ code: 'records_unreadable', severity: 'warning' }])
    expect(pack.files[0]?.path).toBe('src/client.ts')
  })
})

it('a rule of a folder or of the repository is told once, as what it is, after what is about the files', async () => {
  await repository.commitFiles('Add more', { 'src/broker.ts': 'export function broker(): void {}\n' })
  await using chronicle = open()
  const regions = [
    { file: './', intent: 'Types are public', constraints: ['Public API is typed'] },
    { file: 'src/', intent: 'No browser', constraints: ['No import of the browser'] },
    { file: 'src/client.ts', intent: 'Client', constraints: ['Connects once'] },
  ]
  ;(await chronicle.annotate({ summary: 'Rules', regions }))._unsafeUnwrap()
  const { recorded } = (await chronicle.retrieve({ task: TASK }))._unsafeUnwrap()
  const constraints = recorded.filter(({ kind }) => kind === 'constraint')
  expect(constraints.map(({ path, text }) => `${path}: ${text}`)).toEqual([
    'src/client.ts: Connects once',
    'src/: No import of the browser',
    './: Public API is typed',
  ])
})

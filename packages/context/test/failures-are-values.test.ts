import { withBlame } from '@chronicle/blame'
import {
  createContextPipeline,
  createEnrichment,
  createImportResolver,
  createKnowledgeBase,
  createMemoryKnowledgeStore,
  createSignalContext,
  enrichFiles,
  fileMetadata,
  namedProfile,
  promoteMetadata,
  signal,
  type ContextError,
  type FileIndexer,
  type FileScores,
  type KnowledgeBase,
  type KnowledgeSnapshot,
  type SignalContext,
} from '@chronicle/context'
import { codedError, type GitBackend, type KnowledgeStore } from '@chronicle/core/contracts'
import { DEFAULT_NOTES_REF, err, errAsync, okAsync, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { createMemoryGit, RANKED_REPOSITORY, scriptedModel } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import { ast } from './open-scene.ts'

const { git: memory, commits } = createMemoryGit(RANKED_REPOSITORY)
const git = withBlame(memory)
const head = commits.at(-1)
if (head === undefined) throw new Error('There is no commit.')
const at = { commit: head }
const task = 'fix validateLogin in src/auth/handler.ts'
const PATH = 'src/auth/handler.ts' as RepoPath
const GIT_ERROR = codedError('git_failed', 'git stopped: no space left on device')
const STORE_ERROR = codedError('knowledge_store_unusable', 'The knowledge base cannot be used: it is read-only')
const notesRefs = [DEFAULT_NOTES_REF]
type StoreMethod = Exclude<keyof KnowledgeStore, 'name' | 'close'>

function knowledgeOver(seams: Partial<FileIndexer> = {}): KnowledgeBase {
  return createKnowledgeBase({ git, ast, store: createMemoryKnowledgeStore(), ...seams })
}

function failingGit(method: keyof GitBackend): GitBackend {
  return { ...git, [method]: () => errAsync(GIT_ERROR) }
}

/** Creates a store that fails after `break` is called, in the given methods or in all. */
function breakableStore(methods?: readonly StoreMethod[]): { readonly store: KnowledgeStore; break: () => void } {
  const whole = createMemoryKnowledgeStore()
  let broken = false
  const all = methods ?? (['has', 'add', 'read', 'lengths', 'postings', 'size', 'retain'] as const)
  const failing = Object.fromEntries(
    all.map((method) => [
      method,
      (...args: readonly unknown[]): unknown =>
        broken ? errAsync(STORE_ERROR) : (whole[method] as (...given: readonly unknown[]) => unknown)(...args),
    ]),
  )
  return {
    store: { ...whole, ...failing },
    break: () => {
      broken = true
    },
  }
}

describe('a knowledge base that cannot be brought up to date', () => {
  it.each<keyof GitBackend>(['readCommits', 'readTrees', 'readBlobs', 'history', 'notesTip', 'listNotes'])(
    'is the error of git %s',
    async (method) => {
      expect(await knowledgeOver({ git: failingGit(method), notesRefs }).at(at)).toEqual(err(GIT_ERROR))
    },
  )

  it.each<keyof GitBackend>(['resolve', 'listFiles', 'diff'])(
    'is the error of git %s, of files as they are',
    async (method) => {
      expect(await knowledgeOver({ git: failingGit(method) }).at('INDEX')).toEqual(err(GIT_ERROR))
    },
  )

  it.each<StoreMethod>(['has', 'add', 'lengths', 'postings', 'size'])('is the error of store %s', async (method) => {
    const breakable = breakableStore([method])
    breakable.break()
    expect(await knowledgeOver({ store: breakable.store }).at(at)).toEqual(err(STORE_ERROR))
  })

  it('is aborted', async () => {
    const knowledge = knowledgeOver()
    const opened = await knowledge.at(at, { signal: AbortSignal.abort() })
    expect(opened._unsafeUnwrapErr().code).toBe('aborted')
    expect((await knowledge.at(at)).isOk()).toBe(true)
  })

  it('says so when a seam throws', async () => {
    const thrown: GitBackend = {
      ...git,
      readTrees: () => {
        throw new Error('no disk')
      },
    }
    const opened = await knowledgeOver({ git: thrown }).at(at)
    expect(opened._unsafeUnwrapErr()).toMatchObject({
      ...{ code: 'internal_error', message: 'The retrieval failed unexpectedly: no disk' },
    })
  })
})

describe('a question about a state whose store has failed', () => {
  type Ask = (snapshot: KnowledgeSnapshot, context: SignalContext) => ResultAsync<unknown, unknown>
  it.each<readonly [string, Ask]>([
    ['snapshot.facts', (snapshot) => snapshot.facts([PATH])],
    ['snapshot.imports', (snapshot) => snapshot.imports([PATH])],
    ['snapshot.postings', (snapshot) => snapshot.postings(['login'])],
    ['commits.postings', ({ commits: known }) => known.postings(['login'])],
    ['commits.read', ({ commits: known }) => known.read([head])],
    ['annotations.places', ({ annotations }) => annotations.places([head])],
    ['imports.importsOf', (_, { imports }) => imports.importsOf([PATH])],
    ['imports.importersOf', (_, { imports }) => imports.importersOf([PATH])],
    ['fileMetadata', (snapshot) => fileMetadata(snapshot, [PATH])],
    ['promoteMetadata', (snapshot) => promoteMetadata(snapshot, { model: 'test' })],
    ['createSignalContext', (snapshot) => createSignalContext(task, snapshot)],
    [
      'enrichFiles',
      (snapshot) =>
        enrichFiles(snapshot, {
          model: scriptedModel([]),
          redactor: { name: 'none', redact: (texts) => okAsync(texts.map((text) => ({ text, secrets: [] }))) },
        }),
    ],
  ])('%s is the error of the store', async (_, ask) => {
    const breakable = breakableStore()
    const knowledge = knowledgeOver({ store: breakable.store, notesRefs })
    const snapshot = (await knowledge.at(at))._unsafeUnwrap()
    const context = (await createSignalContext('', snapshot))._unsafeUnwrap()
    breakable.break()
    expect(await ask(snapshot, context)).toEqual(err(STORE_ERROR))
  })

  it.each<readonly [string, keyof GitBackend, Ask]>([
    ['snapshot.texts', 'readBlobs', (snapshot) => snapshot.texts([PATH])],
    ['snapshot.importResolver', 'readBlobs', (snapshot) => snapshot.importResolver()],
    ['commits.changes', 'changesOf', ({ commits: known }) => known.changes([head], new Map())],
  ])('%s is the error of git', async (_, method, ask) => {
    let broken = false
    const whole: GitBackend = { ...git, changesOf: () => okAsync([]) }
    const breakable: GitBackend = {
      ...whole,
      [method]: (...args: readonly never[]) =>
        broken ? errAsync(GIT_ERROR) : (whole[method] as (...given: readonly never[]) => unknown)(...args),
    }
    const knowledge = knowledgeOver({ git: breakable })
    const snapshot = (await knowledge.at(at))._unsafeUnwrap()
    const context = (await createSignalContext(task, snapshot))._unsafeUnwrap()
    broken = true
    expect(await ask(snapshot, context)).toEqual(err(GIT_ERROR))
    // The failed query is tried again.
    broken = false
    expect(await ask(snapshot, context)).toMatchObject({ value: expect.anything() as unknown })
  })
})

describe('whatever is made on top of it', () => {
  it('a pipeline and an enrichment have the error of the store', async () => {
    const breakable = breakableStore()
    breakable.break()
    const seams = { git, ast, store: breakable.store }
    const pipeline = createContextPipeline(seams)
    expect(await pipeline.execute({ task, at })).toEqual(err(STORE_ERROR))
    expect(await pipeline.index(at)).toEqual(err(STORE_ERROR))
    expect(await createEnrichment(seams).promote({ model: 'test', at })).toEqual(err(STORE_ERROR))
  })

  it('an import resolver says what its reader threw', async () => {
    const made = await createImportResolver({
      paths: ['package.json' as RepoPath, 'src/a.ts' as RepoPath],
      readText: () => Promise.reject(new Error('no such disk')),
    })
    expect(made._unsafeUnwrapErr()).toMatchObject({
      ...{ code: 'internal_error', message: 'The retrieval failed unexpectedly: no such disk' },
    })
  })

  it.each<readonly [string, Parameters<typeof signal>[1], Partial<ContextError>]>([
    ['a result', () => errAsync(STORE_ERROR), STORE_ERROR],
    ['a rejection', () => Promise.reject(new Error('odd')), { code: 'internal_error' }],
    [
      'an exception',
      () => {
        throw new Error('odd')
      },
      { code: 'internal_error', message: 'The retrieval failed unexpectedly: signal mine: odd' },
    ],
  ])('a signal of a function fails with %s', async (_, score, expected) => {
    const knowledge = knowledgeOver()
    const context = (await knowledge.at(at).andThen((snapshot) => createSignalContext(task, snapshot)))._unsafeUnwrap()
    expect((await signal('mine', score).score(context, new Map()))._unsafeUnwrapErr()).toMatchObject(expected)
  })

  it('a signal of a function may answer with a result', async () => {
    const knowledge = knowledgeOver()
    const context = (await knowledge.at(at).andThen((snapshot) => createSignalContext(task, snapshot)))._unsafeUnwrap()
    const scores: FileScores = new Map([[PATH, 1]])
    const mine = signal('mine', ({ snapshot }) => snapshot.texts([PATH]).map(() => scores))
    expect((await mine.score(context, new Map()))._unsafeUnwrap()).toBe(scores)
  })
})

it('tells an untyped caller that there is no profile of a name', async () => {
  const profile = namedProfile('bogus' as never)
  const pipeline = createContextPipeline({ git, ast, store: createMemoryKnowledgeStore(), profile })
  expect((await pipeline.execute({ task, at }))._unsafeUnwrapErr()).toMatchObject({
    ...{
      code: 'invalid_query',
      message: 'There is no profile "bogus". Give one of fused, weighted, or one of your own.',
    },
  })
})

it('tells an untyped caller that the request is missing, or has no task', async () => {
  const pipeline = createContextPipeline({ git, ast, store: createMemoryKnowledgeStore() })
  for (const request of [undefined, null, {}, { task: 5 }]) {
    expect((await pipeline.execute(request as never))._unsafeUnwrapErr().code).toBe('invalid_query')
  }
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { fusedProfile, signal } from '@chronicle/context'
import { createReadPipeline, renderAnswer } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import { codedError, type AstParser } from '@chronicle/core/contracts'
import { errAsync, okAsync, readNote, ResultAsync, type Annotation, type NotesRef } from '@chronicle/schema'
import { createFixtureRepository } from '@chronicle/testing'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { openChronicle, type Chronicle, type OpenOptions } from '../src/index.ts'
import { lazyGit } from '../src/lazy-git.ts'
import { ISOMORPHIC, loadIsomorphic } from '../src/open-git.ts'
import { repetitions } from '../../workspace/src/testing/repetitions.ts'

const env = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
}
const SOURCE = 'export function one() {\n  return 1\n}\n\nexport function two() {\n  return 2\n}\n'

/** Libraries that load slowly. */
const LIBRARIES = ['isomorphic-git', 'zod', 'web-tree-sitter']

const repository = await createFixtureRepository()
afterAll(() => repository.dispose())
const head = await repository.commitFiles('Add', { 'a.ts': SOURCE, 'b.txt': 'one\ntwo\nthree\n' })

const open = (options: Partial<OpenOptions> = {}) =>
  openChronicle({ dir: repository.dir, env, clock: () => 1.7e12, ...options })

test.each(['cli', 'isomorphic'] as const)('records and reads with %s', async (gitBackend) => {
  await using chronicle = open({ gitBackend })
  const region = { file: 'a.ts', anchor: 'one', intent: `By ${gitBackend}` }
  const receipt = await chronicle.annotate({ summary: 'x', regions: [region] })
  expect(receipt._unsafeUnwrap()).toMatchObject({ regions: [{ lines: { start: 1, end: 3 } }] })
  const answer = await chronicle.read({ files: ['a.ts'], anchor: 'one' })
  // Regions about one unit on one commit become one entry: the first intent, with the others below it.
  const texts = answer._unsafeUnwrap().regions.flatMap(({ intent, reasoning }) => [intent, reasoning])
  expect(texts).toContain(region.intent)
})

test('keeps derived data in the git directory, in the given folder, or nowhere', async () => {
  await using fresh = await createFixtureRepository()
  await fresh.commitFiles('Add', { 'a.ts': SOURCE })
  const read = async (options: Partial<OpenOptions>): Promise<void> => {
    await using chronicle = openChronicle({ dir: fresh.dir, env, ...options })
    const receipt = await chronicle.annotate({ summary: 'x', regions: [{ file: 'a.ts', anchor: 'one', intent: 'x' }] })
    expect(receipt.isOk()).toBe(true)
    expect((await chronicle.read({ files: ['a.ts'], anchor: 'one' }))._unsafeUnwrap().regions).toHaveLength(1)
  }
  await read({ cacheDir: false })
  expect(await readdir(join(fresh.dir, '.git'))).not.toContain('chronicle')
  await read({ cacheDir: join(fresh.dir, '../cache') })
  expect(await readdir(join(fresh.dir, '../cache'))).toEqual(['cache-v1'])
  expect(await readdir(join(fresh.dir, '.git'))).not.toContain('chronicle')
  await read({})
  expect(await readdir(join(fresh.dir, '.git/chronicle'))).toEqual(['cache-v1'])
})

test('a linked worktree shares the derived data of its repository', async () => {
  await repository.git('worktree', 'add', '--quiet', '../linked', 'HEAD')
  await using chronicle = open({ dir: join(repository.dir, '../linked') })
  expect((await chronicle.git.describe())._unsafeUnwrap().chronicleDir).toBe(join(repository.dir, '.git/chronicle'))
})

test.each([
  [undefined, 'intact_share'],
  ['calibrated', 'intact_share'],
  ['specified', 'recency'],
] as const)('scores with the scorer called %s', async (scorer, factor) => {
  await using chronicle = open(scorer === undefined ? {} : { scorer })
  const two = { file: 'a.ts', anchor: 'two', intent: 'Gives two.' }
  expect((await chronicle.annotate({ summary: 'x', regions: [two] })).isOk()).toBe(true)
  const [region] = (await chronicle.read({ files: ['a.ts'], anchor: 'two' }))._unsafeUnwrap().regions
  expect(region?.confidence_scores).toHaveProperty(factor)
})

test('takes seams of the caller, for queries and for annotations', async () => {
  const ast: AstParser = {
    name: 'lines',
    version: '1',
    language: () => 'text',
    outline: () =>
      okAsync({
        language: 'text',
        partial: false,
        units: [{ type: 'test', name: 'second', lines: { start: 2, end: 2 } }],
      }),
  }
  await using chronicle = open({ ast, cacheDir: false })
  const receipt = await chronicle.annotate({
    summary: 'x',
    regions: [{ file: 'b.txt', anchor: 'second', intent: 'Two' }],
  })
  expect(receipt._unsafeUnwrap()).toMatchObject({
    regions: [{ lines: { start: 2, end: 2 }, ast_anchor: { type: 'test' } }],
  })
  expect((await chronicle.read({ files: ['b.txt'], anchor: 'second' }))._unsafeUnwrap().regions).toHaveLength(1)
})

test('another pipeline over the same repository', async () => {
  await using chronicle = open()
  const pipeline = chronicle.createPipeline({ notesRefs: ['refs/notes/none' as never] })
  expect((await pipeline.execute({ files: ['a.ts'] }))._unsafeUnwrap().regions).toEqual([])
})

test('a program without types is told what is wrong with its query', async () => {
  await using chronicle = open()
  const codeOf = (answer: Awaited<ReturnType<typeof chronicle.check | typeof chronicle.read>>): string | undefined =>
    answer.isErr() ? answer.error.code : undefined
  const place: { readonly file: string } = JSON.parse('{}') as never
  expect(codeOf(await chronicle.read(JSON.parse('{"file": "a.ts"}') as never))).toBe('invalid_query')
  for (const ask of [chronicle.lookup, chronicle.history, chronicle.deps, chronicle.summary]) {
    const answer = await ask(place)
    expect(answer.isErr() && answer.error.code).toBe('invalid_query')
  }
  expect(codeOf(await chronicle.check(JSON.parse('{"change": {"kind": "revision"}}') as never))).toBe('invalid_query')
})

test.each([
  ['flag', { path: 7 }, 'invalid_correction', 'path'],
  ['flag', { path: 'a.ts', anchor: 7, reason: 'x' }, 'invalid_correction', 'anchor'],
  ['flagAnnotation', { reason: 'x' }, 'invalid_correction', 'commit'],
  ['correct', { commit: 'HEAD' }, 'invalid_correction', 'field'],
  ['retract', { commit: 'HEAD' }, 'invalid_correction', 'reason'],
  ['supersede', { commit: 'HEAD' }, 'invalid_correction', 'by'],
  ['reattach', { commit: 'HEAD' }, 'invalid_correction', 'to'],
  ['reattach', { commit: 'HEAD', to: {} }, 'invalid_correction', 'to.file'],
  ['scrub', { text: 7 }, 'invalid_scrub', 'text'],
  ['scrub', { file: 'a.ts' }, 'invalid_scrub', 'commit'],
  ['acknowledge', { change: { kind: 'staged' }, reason: 'x' }, 'invalid_acknowledgement', 'findings'],
  ['retrieve', { task: 7 }, 'invalid_query', 'task'],
  ['indexContext', { rev: 7 }, 'invalid_query', 'rev'],
  ['read', { files: ['a.ts'], at: 7 }, 'invalid_query', 'at'],
  ['lookup', { file: 'a.ts', anchor: 7 }, 'invalid_query', 'anchor'],
  ['grep', { paths: 'a.ts' }, 'invalid_query', 'paths'],
  ['history', { file: 'a.ts', followRelated: 'no' }, 'invalid_query', 'followRelated'],
  ['selectCommits', { limit: NaN }, 'invalid_query', 'limit'],
  ['selectCommits', { limit: -1 }, 'invalid_query', 'limit'],
  ['selectCommits', { limit: '2' }, 'invalid_query', 'limit'],
  ['selectCommits', { order: 'most_blamed', maxFiles: 0.5 }, 'invalid_query', 'maxFiles'],
  ['selectCommits', { since: NaN }, 'invalid_query', 'since'],
] as const)('%s of %o names the argument that is wrong', async (method, given, code, argument) => {
  await using chronicle = open()
  const call = chronicle[method] as (input: unknown) => ReturnType<typeof chronicle.retrieve>
  const failure = (await call(given))._unsafeUnwrapErr()
  expect(failure).toMatchObject({ code, message: expect.stringContaining(`The argument ${argument} is `) as string })
  expect((await call(null))._unsafeUnwrapErr()).toMatchObject({
    code,
    message: 'The arguments are null. Give an object that names them.',
  })
})

test('a retrieval from what is no list of refs fails as opening a repository with it does', async () => {
  await using chronicle = open()
  const retrieval = chronicle.createRetrieval({ notesRefs: 'refs/notes/chronicle' as never })
  await using other = open({ notesRefs: 'refs/notes/chronicle' as never })
  const expected = (await other.read({ files: ['a.ts'] }))._unsafeUnwrapErr()
  expect((await retrieval.retrieve({ task: 'Count' }))._unsafeUnwrapErr()).toEqual(expected)
  expect((await retrieval.indexContext())._unsafeUnwrapErr()).toEqual(expected)
})

test('where a program without types gives nothing that can be worked with, calls fail, and none throws', async () => {
  await using chronicle = open()
  const wrong = null as never
  const calls = [
    () => chronicle.record({ regions: [] }, wrong),
    () => chronicle.record({ regions: [] }, { allowedSecrets: ['/(/'] }),
    () => chronicle.annotate({}, { allowedSecrets: 7 as never }),
    () => chronicle.flag({ path: 'a.ts', reason: 'x' }, wrong),
    () => chronicle.review(wrong),
    () => chronicle.carry(wrong),
    () => chronicle.takeOver(wrong),
    () => chronicle.openWriting(wrong),
    () => chronicle.createRetrieval({ recorded: wrong }).indexContext({ at: 7 as never }),
    () => chronicle.sync.status(wrong),
    () => chronicle.nextCommit.add(wrong, wrong),
  ]
  for (const call of calls) {
    const failed = await call()
    expect(failed.isErr() && failed.error.message.length > 0).toBe(true)
  }
  const regions = [{ file: 'a.ts', anchor: 'one', intent: 'Counts', constraints: ['Never two'] }]
  expect((await chronicle.record({ regions }, { allowedSecrets: ['/(/'] }))._unsafeUnwrapErr()).toMatchObject({
    code: 'redaction_failed',
    message: expect.stringContaining('Invalid regular expression') as string,
  })
})

test('a redactor with allowed texts that are none fails, and is not thrown', async () => {
  await using chronicle = open()
  const redactor = await chronicle.openRedactor(5 as never)
  expect((await redactor.redact(['a']))._unsafeUnwrapErr().code).toBe('redaction_failed')
})

test('what yields its results refuses unknown options by its own way to fail', async () => {
  await using chronicle = open()
  const events: unknown[] = []
  for await (const event of chronicle.importDiscussions({} as never, { dryrun: true } as never)) events.push(event)
  const message = expect.stringContaining('"options.dryrun" here. Did you mean dryRun?') as string
  expect(events).toMatchObject([{ kind: 'stopped', error: { code: 'unsupported', message } }])
  for await (const event of chronicle.importDiscussions(undefined as never)) events.push(event)
  const writing = (await chronicle.openWriting({ dryRun: true }))._unsafeUnwrap()
  for await (const event of writing.run('HEAD' as never)) events.push(event)
  expect(events.slice(1)).toMatchObject([
    {
      kind: 'stopped',
      error: { code: 'unsupported', message: expect.stringContaining('no DiscussionSource') as string },
    },
    {
      kind: 'stopped',
      error: { code: 'unsupported', message: expect.stringContaining('Give a list of texts') as string },
    },
  ])
  const documents = chronicle.sync.exportNotes({ notesRefs: [] } as never)[Symbol.asyncIterator]()
  await expect(documents.next()).rejects.toThrow('Did you mean notesRef?')
})

test('an option that is undefined keeps its default, as one that is absent', async () => {
  await using fresh = await createFixtureRepository()
  await fresh.commitFiles('Add', { 'a.ts': SOURCE })
  await using chronicle = openChronicle({
    ...{ dir: fresh.dir, env, tool: 'wrapper 1.0', notesRefs: ['refs/notes/own' as NotesRef], scorer: 'specified' },
    ...{ git: undefined, gitBackend: undefined, cacheDir: undefined, index: undefined, history: undefined },
    ...{ clock: undefined, ast: undefined, trimmer: undefined, tokens: undefined, formatter: undefined },
    ...{ preferEnv: undefined, depsScanLimit: undefined, correctionFactors: { flag: undefined } },
  })
  const input = { summary: 'x', regions: [{ file: 'a.ts', anchor: 'one', intent: 'Counts' }] }
  const none = { tool: undefined, notesRef: undefined, dryRun: undefined, allowedSecrets: undefined, signal: undefined }
  expect((await chronicle.annotate(input, none))._unsafeUnwrap().notes_ref).toBe('refs/notes/own')
  expect(await fresh.git('notes', '--ref=own', 'show', 'HEAD')).toContain('wrapper 1.0')
  const query = { files: ['a.ts'], anchor: undefined, at: undefined, maxTokens: undefined, depth: undefined }
  const expected = (await chronicle.read({ files: ['a.ts'] }))._unsafeUnwrap()
  expect(expected.regions).toHaveLength(1)
  const stages = { git: undefined, ast: undefined, scorer: undefined, index: undefined, notesRefs: undefined }
  for (const { read } of [chronicle, chronicle.createQueries(stages), chronicle.createQueries({})]) {
    expect((await read(query, { signal: undefined }))._unsafeUnwrap()).toEqual(expected)
  }
  const retrieval = chronicle.createRetrieval({
    git: undefined,
    tokens: undefined,
    recorded: undefined,
    store: undefined,
  })
  const asked = { task: 'Count to one', budget: undefined, rev: undefined }
  expect((await retrieval.retrieve(asked)).map(({ files }) => files.map(({ path }) => path))._unsafeUnwrap()).toContain(
    'a.ts',
  )
})

test.each([NaN, -1, 0.5, '3'])('a scan limit of %j is refused', async (scanLimit) => {
  await using chronicle = open()
  const failure = (await chronicle.deps({ file: 'a.ts', scanLimit: scanLimit as never }))._unsafeUnwrapErr()
  expect(failure).toMatchObject({
    code: 'invalid_query',
    message: `The scan limit ${typeof scanLimit === 'string' ? '"3"' : scanLimit} is not a whole number of 0 or more.`,
  })
})

test.each([NaN, -1, Infinity, '3'])('a token counter that counts %j lifts no budget', async (count) => {
  const tokens = { name: 'mine', count: () => count as number }
  await using chronicle = open({ tokens })
  const failures = [
    await chronicle.read({ files: ['a.ts'], maxTokens: 100 }),
    await chronicle.lookup({ file: 'a.ts', maxTokens: 100 }),
    await chronicle.retrieve({ task: 'count to one' }),
    await chronicle.source.read({ mode: 'file', target: 'a.ts' }),
  ]
  for (const failure of failures) {
    expect(failure.isErr() && failure.error).toMatchObject({
      code: 'internal_error',
      message: expect.stringContaining(`The token counter mine counted ${count}.`) as string,
    })
  }
})

test.each([{}, null, 7, { path: 'a.ts' }])('an outline of %j is refused', async (source) => {
  await using chronicle = open()
  for (const ast of [chronicle.ast, createTreeSitterParser()]) {
    expect((await ast.outline(source as never))._unsafeUnwrapErr().code).toBe('invalid_query')
  }
})

test('options and parts of inputs that nobody heeds are refused with the nearest', async () => {
  await using chronicle = open()
  const commit = 'HEAD'
  const reason = 'It is wrong'
  for (const [call, code, message] of [
    [
      chronicle.read({ files: ['a.ts'] }, { sginal: undefined, onprogress: String } as never),
      'unsupported',
      'options.onprogress" here. Did you mean onProgress?',
    ],
    [
      chronicle.status({}, { notesRef: 'x' } as never),
      'unsupported',
      'options.notesRef" here. It takes: signal, onProgress.',
    ],
    [chronicle.annotate({}, { dryrun: true } as never), 'unsupported', 'Did you mean dryRun?'],
    [chronicle.retract({ commit, reason }, { notesRef: 'x' } as never), 'unsupported', 'Did you mean notesRefs?'],
    [chronicle.retrieve({ task: 'x', bugdet: 9 } as never), 'invalid_query', '"bugdet" here. Did you mean budget?'],
    [chronicle.retrieve({ task: 'x' }, { budget: 9 } as never), 'unsupported', 'It takes: signal, onProgress.'],
    [chronicle.indexContext({ ref: 'main' } as never), 'invalid_query', 'Did you mean rev?'],
    [chronicle.flag({ path: 'a.ts', reason, anchr: 'x' } as never), 'invalid_correction', 'Did you mean anchor?'],
    [chronicle.retract({ commit, reason, by: 'x' } as never), 'invalid_correction', 'There is no argument "by" here.'],
    [chronicle.scrub({ text: 'secret', commitId: commit } as never), 'invalid_scrub', 'Did you mean commit?'],
    [
      chronicle.enrich({ model: undefined, path: ['a.ts'] } as never),
      'unsupported',
      '"path" here. Did you mean paths?',
    ],
    [chronicle.promote({ model: undefined, dryRun: true } as never), 'unsupported', 'It takes: signal, onProgress, '],
    [chronicle.condense({ dryrun: true } as never), 'unsupported', 'Did you mean dryRun?'],
    [chronicle.reconcile({ commitMap: 'map' } as never), 'unsupported', 'Did you mean commitMapFile?'],
    [chronicle.rewritten({ notesRefs: [] } as never), 'unsupported', 'Did you mean notesRef?'],
    [chronicle.importTranscripts({ form: 'x' } as never), 'unsupported', 'Did you mean from?'],
    [chronicle.openWriting({ dryrun: true } as never), 'unsupported', 'Did you mean dryRun?'],
    [chronicle.selectCommits({ rnage: 'x' } as never), 'invalid_query', 'Did you mean range?'],
    [
      chronicle.carry([], { notesRef: 'x' } as never),
      'unsupported',
      '"options.notesRef" here. Did you mean notesRefs?',
    ],
    [chronicle.takeOver({} as never, { dryrun: true } as never), 'unsupported', 'Did you mean dryRun?'],
    [chronicle.openDiscussionSource({ kind: 'github', remot: 'x' } as never), 'unsupported', 'Did you mean remote?'],
    [chronicle.openDiscussionReader({ provider: 'x', modle: 'y' } as never), 'unsupported', 'Did you mean model?'],
    [chronicle.adviseOnAnnotation({}, {} as never, { sgnal: 1 } as never), 'unsupported', 'Did you mean signal?'],
    [chronicle.sync.pull({ remot: 'x' } as never), 'unsupported', 'Did you mean remote?'],
    [chronicle.sync.status({ notesRefs: [] } as never), 'unsupported', 'Did you mean notesRef?'],
    [chronicle.sync.importNotes({ inputs: [] } as never), 'unsupported', 'Did you mean input?'],
    [chronicle.nextCommit.read({ hours: 1 } as never), 'unsupported', '"hours" here. It takes: signal, onProgress.'],
    [chronicle.nextCommit.add({} as never, { hour: 1 } as never), 'unsupported', 'Did you mean hours?'],
  ] as const) {
    expect((await call)._unsafeUnwrapErr()).toMatchObject({ code, message: expect.stringContaining(message) as string })
  }
})

test('a budget of 0 is none, as on the command line', async () => {
  await using chronicle = open()
  const unlimited = (await chronicle.summary({ file: '.' }))._unsafeUnwrap()
  expect((await chronicle.summary({ file: '.', maxTokens: 0 }))._unsafeUnwrap()).toEqual(unlimited)
})

test('what a program without types states about the next commit is kept as a whole or not at all', async () => {
  await using chronicle = open()
  const { nextCommit } = chronicle
  const lists = { notes: [], tags: [], rejected: [], squashSources: [] }
  for (const [author, message] of [
    [{ ...lists, constraints: ['Never two'] }, 'There is no argument "author.constraints" here.'],
    [{ ...lists, reasonning: 'x' }, '"author.reasonning" here. Did you mean reasoning?'],
    [{ ...lists, tags: 'abc' }, 'The argument author.tags is "abc". Give a list of texts'],
    [{ ...lists, notes: ['Never two'] }, 'The argument author.notes[0] is "Never two".'],
    [{ ...lists, notes: [{ text: 'x', about: 'a.ts' }] }, 'There is no argument "author.notes[0].about" here.'],
    [{ ...lists, notes: [{ text: 'x', kind: 'rule' }] }, '"rule" is no value of author.notes[0].kind.'],
    [{ ...lists, rejected: [{ approach: 'x' }] }, 'The argument author.rejected[0].reason is missing.'],
  ] as const) {
    expect((await nextCommit.add(author as never, { hours: 1 }))._unsafeUnwrapErr()).toMatchObject({
      code: 'invalid_pending_context',
      message: expect.stringContaining(message) as string,
    })
  }
  expect((await nextCommit.read())._unsafeUnwrap()).toBeUndefined()
  const kept = (await nextCommit.add({ reasoning: 'x' } as never, { hours: 1 }))._unsafeUnwrap()
  expect(kept.author).toEqual({ ...lists, reasoning: 'x' })
  expect((await nextCommit.read())._unsafeUnwrap()?.author).toEqual(kept.author)
  expect((await nextCommit.clear()).isOk()).toBe(true)
})

test('what could not be read again is not kept for the next commit', async () => {
  await using chronicle = open()
  const author = { notes: [], tags: [], rejected: [], squashSources: [] }
  for (const hours of [Number.NaN, Infinity, 1e15, 0, -1]) {
    expect((await chronicle.nextCommit.add(author, { hours }))._unsafeUnwrapErr()).toMatchObject({
      code: 'invalid_pending_context',
      message: 'This cannot be kept for the next commit: "hours" is no positive number of hours.',
    })
  }
  const wrong = { ...author, dependencies: ['x'] as never }
  expect((await chronicle.nextCommit.add(wrong, { hours: 1 }))._unsafeUnwrapErr()).toMatchObject({
    code: 'invalid_pending_context',
    message: 'The argument author.dependencies is a list. Give a text, or leave it out.',
  })
  expect((await chronicle.nextCommit.read())._unsafeUnwrap()).toBeUndefined()
})

test.each(['cli', 'isomorphic'] as const)('after it was closed, every call says so (%s)', async (gitBackend) => {
  const chronicle = open({ gitBackend })
  expect((await chronicle.status()).isOk()).toBe(true)
  await chronicle.close()
  for (const call of [
    chronicle.status(),
    chronicle.read({ files: ['a.ts'] }),
    chronicle.retrieve({ task: 'x' }),
    chronicle.nextCommit.add({ notes: [], tags: [], rejected: [], squashSources: [] }, { hours: 1 }),
  ]) {
    expect((await call)._unsafeUnwrapErr()).toMatchObject({ code: 'closed' })
  }
})

test('what is no answer, and another format, are told to whoever renders', () => {
  expect(() => renderAnswer(undefined as never, 'json')).toThrow('this is no answer')
  expect(() => renderAnswer({ $schema: 'chronicle-nothing/v1' } as never, 'json')).toThrow('chronicle-read/v1')
  expect(() => renderAnswer({ $schema: 'chronicle-log/v1' } as never, 'xml' as never)).toThrow(
    'Give markdown, json or pretty.',
  )
})

test('a signal that is none is called so', async () => {
  await using chronicle = open()
  for (const signal of [null, new AbortController(), 'now']) {
    const failed = await chronicle.read({ files: ['a.ts'] }, { signal: signal as never })
    expect(failed._unsafeUnwrapErr()).toMatchObject({
      code: 'unsupported',
      message: expect.stringMatching(
        /^The argument options\.signal is .*\. Give the signal of an AbortController, or leave it out\.$/,
      ) as string,
    })
  }
})

test('a stage that throws, or returns what answers cannot use, is named', async () => {
  const score = { confidence: 1, scores: {}, factors: { anchor_match: 'exact' } }
  const question = { files: ['a.ts'], maxTokens: 100 }
  const recorded = { regions: [{ file: 'a.ts', anchor: 'one', intent: 'Counts' }] }
  const boom = (): never => expect.fail('It threw.')
  await using fresh = await createFixtureRepository()
  await fresh.commitFiles('Add', { 'a.ts': SOURCE })
  await using plain = openChronicle({ dir: fresh.dir, env })
  expect((await plain.record(recorded)).isOk()).toBe(true)
  for (const [stage, message] of [
    [{ scorer: { name: 'own', score: boom } }, 'scorer own: It threw.'],
    [{ scorer: { name: 'own', score: () => ({ ...score, scores: undefined }) } }, 'The scorer own returned no scores'],
    [{ trimmer: { name: 'own', trim: boom } }, 'trimmer own: It threw.'],
    [{ trimmer: { name: 'own', trim: () => undefined } }, 'The trimmer own returned no output with regions.'],
    [{ formatter: { name: 'own', format: () => undefined } }, 'The formatter own returned no text.'],
    [{ tokens: { name: 'own', count: boom } }, 'threw: token counter own: It threw.'],
    [{ index: { name: 'own', refresh: boom } }, 'index own: It threw.'],
    [{ history: { name: 'own', annotationsOf: boom } }, 'history source own: It threw.'],
    [{ storage: { name: 'own', read: boom, write: boom, remove: boom } }, 'storage own: It threw.'],
    [{ ast: { name: 'own', version: '1', language: boom, outline: boom } }, 'parser own: It threw.'],
  ] as const) {
    const failed = (await plain.createPipeline(stage as never).execute(question))._unsafeUnwrapErr()
    expect(failed).toMatchObject({ code: 'internal_error', message: expect.stringContaining(message) as string })
  }
  const profile = fusedProfile([signal('own', () => new Map([['a.ts' as never, Number.NaN]]))])
  expect((await plain.createRetrieval({ profile }).retrieve({ task: 'x' }))._unsafeUnwrapErr()).toMatchObject({
    code: 'internal_error',
    message: expect.stringContaining('signal own: it scored a.ts with NaN.') as string,
  })
})

test('a method of an own git backend that rejects is named, and nothing is thrown', async () => {
  const git = { ...createGitCli({ dir: repository.dir }), listNotes: () => Promise.reject(new Error('It is late.')) }
  await using chronicle = openChronicle({ git: git as never, dir: repository.dir, cacheDir: false, env })
  const error = { code: 'internal_error', message: 'The git backend git-cli failed in listNotes: It is late.' }
  const query = { files: ['a.ts'] }
  const calls = [
    chronicle.read(query),
    chronicle.reconcile({ dryRun: true }),
    createReadPipeline({ git: git as never }).execute(query),
  ]
  for (const call of calls) expect((await call)._unsafeUnwrapErr()).toMatchObject(error)
  const writing = (await chronicle.openWriting())._unsafeUnwrap()
  const events = []
  for await (const event of writing.run([])) events.push(event)
  expect(events).toEqual([{ kind: 'stopped', left: 0, error: expect.objectContaining(error) as object }])
})

const STATED = { summary: 'x', regions: [{ file: 'a.ts', anchor: 'one', intent: 'Counts' }] }
const INHERITED = { commit: head, sources: [head], operation: 'amend' }
const AUTHOR = { notes: [{ text: 'x' }], tags: [], rejected: [], squashSources: [] }

test('options that are none, or of the wrong kind, are refused and do nothing', async () => {
  await using chronicle = open()
  const throwing = new Proxy({}, { ownKeys: () => expect.fail('A proxy threw.') })
  const query = { files: ['a.ts'] }
  for (const [call, code, message] of [
    [chronicle.read(query, null as never), 'unsupported', 'The argument options is null.'],
    [chronicle.read(query, AbortSignal.abort() as never), 'unsupported', 'Give it as { signal }.'],
    [chronicle.read(query, throwing), 'internal_error', 'read failed unexpectedly: '],
    [chronicle.createPipeline().execute(query, null as never), 'invalid_query', 'The argument options is null.'],
    [chronicle.read(query, { onProgress: 5 } as never), 'unsupported', 'The argument options.onProgress is 5.'],
    [chronicle.annotate({}, { dryRun: 'false' } as never), 'unsupported', 'The argument options.dryRun is "false".'],
    [chronicle.takeOver({} as never, { notesRef: 'x' } as never), 'unsupported', '"x" is no notes ref.'],
    [chronicle.flag({} as never, { notesRefs: 'x' } as never), 'unsupported', 'options.notesRefs is "x".'],
    [chronicle.openWriting({ force: 'no' } as never), 'unsupported', 'The argument force is "no".'],
    [chronicle.createRetrieval(null as never).retrieve({ task: 'x' }), 'unsupported', 'The arguments are null.'],
    [chronicle.createPipeline(null as never).execute(query), 'unsupported', 'The arguments are null.'],
    [chronicle.createQueries({ notesRefs: 5 } as never).read(query), 'unsupported', 'The argument notesRefs is 5.'],
    [chronicle.takeOver({ commit: 5 } as never), 'unsupported', 'The argument derivation.commit is 5.'],
    [chronicle.takeOver({ ...INHERITED, sources: [5] } as never), 'unsupported', 'derivation.sources is a list.'],
    [
      chronicle.takeOver({ ...INHERITED, operation: 'x' } as never),
      'unsupported',
      'operation is "x". Give one of squash',
    ],
    [chronicle.carry([null] as never), 'unsupported', 'The argument rewrites[0] is null.'],
    [chronicle.carry([{ from: [head], to: 5 }] as never), 'unsupported', 'The argument rewrites[0].to is 5.'],
    [chronicle.condense({ model: 5 } as never), 'unsupported', 'The argument model is 5.'],
    [chronicle.enrich({ model: 5 } as never), 'unsupported', 'The argument model is 5.'],
    [chronicle.promote({ model: 5 } as never), 'unsupported', 'The argument model is 5.'],
    [chronicle.openWriting({ model: 5 } as never), 'unsupported', 'The argument model is 5.'],
    [chronicle.review({ paths: 5 } as never), 'unsupported', 'The argument paths is 5.'],
    [chronicle.review({ commit: 5 } as never), 'unsupported', 'The argument commit is 5.'],
    [chronicle.reviewCommit(5 as never), 'unsupported', 'The argument commit is 5.'],
    [chronicle.importTranscripts({ from: 5 } as never), 'unsupported', 'The argument from is 5.'],
    [chronicle.openDiscussionSource({ kind: 'x' } as never), 'unsupported', 'The argument kind is "x".'],
    [chronicle.openDiscussionSource({ kind: 'github', files: 5 } as never), 'unsupported', 'The argument files is 5.'],
    [chronicle.sync.importNotes({ input: 5 } as never), 'unsupported', 'The argument input is 5.'],
    [chronicle.openWriting({ asking: 'bogus' } as never), 'unsupported', 'The argument asking is "bogus". Give one of'],
    [open({ clock: () => Number.NaN }).annotate(STATED), 'internal_error', 'NaN is no time. Check the clock.'],
    [
      open({ clock: () => Number.NaN }).nextCommit.add(AUTHOR, { hours: 1 }),
      'internal_error',
      'NaN is no time. Check the clock.',
    ],
    [chronicle.openWriting({ writer: null } as never), 'unsupported', 'The argument writer is null.'],
    [chronicle.openWriting({ writer: 'best' } as never), 'unsupported', 'The argument writer is "best".'],
    [chronicle.openWriting({ writer: { name: 'x' } } as never), 'unsupported', 'The argument writer.write is missing.'],
    [chronicle.openWriting({ authors: {} } as never), 'unsupported', 'The argument authors is of the type object.'],
    [chronicle.condense({ maxOutputTokens: NaN, dryRun: true }), 'unsupported', 'The argument maxOutputTokens is NaN.'],
    [chronicle.review({ maxNotes: '5' } as never), 'unsupported', 'The argument maxNotes is "5".'],
    [chronicle.grep({ pattern: 'x', fixedStrings: 'no' } as never), 'invalid_query', 'fixedStrings is "no".'],
    [chronicle.lookup({ file: 'a.ts', historyUntil: 5 } as never), 'invalid_query', 'historyUntil is 5.'],
    [
      chronicle.lookup({ file: 'a.ts', format: null } as never),
      'invalid_query',
      'The argument format is null. Give one of',
    ],
    [
      chronicle.lookup({ file: 'a.ts', remedies: 'x' } as never),
      'invalid_query',
      'The argument remedies is "x". Give one of',
    ],
    [chronicle.check({ minConfidence: '0.5' } as never), 'invalid_query', 'The minimum confidence "0.5" is not'],
  ] as const) {
    expect((await call)._unsafeUnwrapErr()).toMatchObject({ code, message: expect.stringContaining(message) as string })
  }
})

test.each([
  [undefined, 'unsupported', 'The arguments are undefined.'],
  [{}, 'unsupported', 'The argument dir is missing.'],
  [{ dir: 7, gitBackend: 'isomorphic' }, 'unsupported', 'The argument dir is 7.'],
  [{ dir: '.', gitBackend: 'x' }, 'unsupported', 'There is no gitBackend "x". Give one of cli, isomorphic.'],
  [{ dir: '.', index: 'x' }, 'unsupported', 'There is no index "x". Give one of files, sqlite.'],
  [{ dir: '.', scorer: 'x' }, 'unsupported', 'There is no scorer "x". Give one of calibrated, specified.'],
  [
    { dir: '.', gitBackendd: 'cli' },
    'unsupported',
    'There is no argument "gitBackendd" here. Did you mean gitBackend?',
  ],
  [{ dir: '.', cacheDir: 7 }, 'unsupported', 'The argument cacheDir is 7.'],
  [{ dir: '.', cacheDir: '' }, 'unsupported', 'The cacheDir is empty. Give a folder, or false for none.'],
  [{ dir: '.', notesRefs: ['refs/notes/.x'] }, 'unsupported', '"refs/notes/.x" is no notes ref.'],
  [{ dir: '.', notesRefs: ['not a ref..'] }, 'unsupported', '"not a ref.." is no notes ref.'],
  [{ dir: '.', history: 'x' }, 'unsupported', 'The argument history is no object with the method annotationsOf.'],
  [{ dir: '.', trimmer: 'x' }, 'unsupported', 'The argument trimmer is no object with the method trim.'],
  [{ dir: '.', tokens: 5 }, 'unsupported', 'The argument tokens is no object with the method count.'],
  [{ dir: '.', notesRefs: 'refs/notes/x' }, 'unsupported', 'The argument notesRefs is "refs/notes/x".'],
  [{ dir: '.', notesRefs: [] }, 'unsupported', 'The list notesRefs is empty. Name at least one ref, or leave it out.'],
  [{ git: {} }, 'unsupported', 'The argument git is no object with the method describe.'],
  [{ dir: '.', ast: {} }, 'unsupported', 'The argument ast is no object with the method outline.'],
  [{ dir: '.', index: {} }, 'unsupported', 'The argument index is no object with the method refresh.'],
  [{ dir: '.', scorer: {} }, 'unsupported', 'The argument scorer is no object with the method score.'],
  [{ dir: '.', formatter: 3 }, 'unsupported', 'The argument formatter is no object with the method format.'],
  [{ dir: '.', clock: 5 }, 'unsupported', 'The argument clock is 5. Give a function, or leave it out.'],
  [{ dir: '.', depsScanLimit: 0 }, 'unsupported', 'The argument depsScanLimit is 0. Give a whole number of 1 or more'],
  [
    { dir: '.', correctionFactors: { flagged: 1 } },
    'unsupported',
    'There is no argument "correctionFactors.flagged" here. It takes: flag, ',
  ],
  [
    { dir: '.', correctionFactors: { flag: '1' } },
    'unsupported',
    'The argument correctionFactors.flag is "1". Give a number, or leave it out.',
  ],
  [
    { dir: '.', correctionFactors: { flag: 1.5 } },
    'unsupported',
    'The argument correctionFactors.flag is 1.5. Give a number from 0 to 1.',
  ],
  [
    { dir: '.', correctionFactors: { flagsCounted: NaN } },
    'unsupported',
    'The argument correctionFactors.flagsCounted is NaN. Give a number of 0 or more.',
  ],
])('opened with %o, every call says what is wrong', async (options, code, message) => {
  await using chronicle = openChronicle(options as OpenOptions)
  const failure = { code, message: expect.stringContaining(message) as string }
  const reason = { commit: 'HEAD', reason: 'x' }
  expect((await chronicle.read({ files: ['a.ts'] }))._unsafeUnwrapErr()).toMatchObject(failure)
  expect((await chronicle.retract(reason))._unsafeUnwrapErr()).toMatchObject(failure)
  expect((await chronicle.retrieve({ task: 'x' }))._unsafeUnwrapErr()).toMatchObject(failure)
  const log = chronicle.git.log({ from: head })[Symbol.asyncIterator]()
  await expect(log.next()).rejects.toMatchObject({ cause: failure })
})

test.each([
  [{ range: 'HEAD~1..HEAD' }, 'There is no argument "range" here. Did you mean change: { kind: \'range\', from: '],
  [{ staged: true }, 'There is no argument "staged" here. Did you mean change: '],
  [{ change: 'HEAD~1..HEAD' }, 'The argument change is "HEAD~1..HEAD". Give { kind: \'range\', from: '],
])('a check of %j is told the forms of a change', async (query, message) => {
  await using chronicle = open()
  expect((await chronicle.check(query as never))._unsafeUnwrapErr()).toMatchObject({
    code: 'invalid_query',
    message: expect.stringContaining(message) as string,
  })
})

test.each([
  ['show', { commit: 'nope' }, 'There is no argument "commit" here. Did you mean revision?'],
  ['lookup', { file: 'a.ts', anchr: 'x' }, 'There is no argument "anchr" here. Did you mean anchor?'],
  ['lookup', { path: 'a.ts' }, 'There is no argument "path" here. Did you mean file?'],
  ['lookup', {}, 'The argument file is missing.'],
  ['read', { files: 'a.ts' }, 'The argument files is "a.ts". Give a list of texts.'],
  ['read', { files: ['a.ts'], maxTokens: '5' }, 'The token budget "5" is not'],
  ['status', { maxTokens: '5' }, 'The token budget "5" is not'],
  [
    'read',
    { files: ['a.ts'], format: 'xml' },
    'The argument format is "xml". Give one of markdown, json, pretty, or leave it out.',
  ],
  [
    'lookup',
    { file: 'a.ts', format: 'xml' },
    'The argument format is "xml". Give one of markdown, json, pretty, or leave it out.',
  ],
  ['grep', { pattern: 'a', kinds: ['risk', 'bogus'] }, '"bogus" is no value of kinds. There are: summary, '],
] as const)('%s of %j names the argument that is wrong', async (method, query, message) => {
  await using chronicle = open()
  expect((await chronicle[method](query as never))._unsafeUnwrapErr()).toMatchObject({
    code: 'invalid_query',
    message: expect.stringContaining(message) as string,
  })
})

test.each([
  [(chronicle: Chronicle) => chronicle.enrich(undefined as never), 'The argument request is missing. Give an object.'],
  [(chronicle: Chronicle) => chronicle.promote(undefined as never), 'The argument request is missing. Give an object.'],
  [(chronicle: Chronicle) => chronicle.carry(undefined as never), 'The argument rewrites is missing. Give a list.'],
  [(chronicle: Chronicle) => chronicle.takeOver(undefined as never), 'The argument derivation is missing.'],
  [
    (chronicle: Chronicle) => chronicle.adviseOnNotes(undefined as never),
    'The argument notes is missing. Give a list.',
  ],
  [(chronicle: Chronicle) => chronicle.openDiscussionSource(undefined as never), 'The argument choice is missing.'],
  [(chronicle: Chronicle) => chronicle.openDiscussionReader(undefined as never), 'The argument model is missing.'],
  [(chronicle: Chronicle) => chronicle.sync.importNotes(undefined as never), 'The argument options is missing.'],
  [
    (chronicle: Chronicle) => chronicle.nextCommit.add({} as never, undefined as never),
    'The argument options is missing.',
  ],
  [(chronicle: Chronicle) => chronicle.nextCommit.removeNote(undefined as never), 'The argument id is missing.'],
  [(chronicle: Chronicle) => chronicle.review({ bogus: 1 } as never), 'There is no argument "bogus" here.'],
])('%s without a usable argument says so', async (call, message) => {
  await using chronicle = open()
  expect((await call(chronicle))._unsafeUnwrapErr()).toMatchObject({
    code: 'unsupported',
    message: expect.stringContaining(message) as string,
  })
})

test('a check without a change is one of what is not committed', async () => {
  await using chronicle = open()
  const [one, other] = await Promise.all([chronicle.check({}), chronicle.check({ change: { kind: 'worktree' } })])
  expect(one._unsafeUnwrap()).toEqual(other._unsafeUnwrap())
})

describe('isomorphic-git', () => {
  test('is known before it is loaded', async () => {
    const { name, supports } = await loadIsomorphic(repository.dir, env)
    expect({ name, supports }).toEqual(ISOMORPHIC)
  })

  test.each([
    ['fails', () => errAsync(codedError('unsupported', 'Not now.'))],
    ['throws', () => ResultAsync.fromSafePromise<never, never>(Promise.reject(new Error('EMFILE')))],
  ])('is loaded by a later call if its loading %s once', async (_, failOnce) => {
    let isFirst = true
    const git = lazyGit(ISOMORPHIC, () => {
      if (!isFirst) return ResultAsync.fromSafePromise(loadIsomorphic(repository.dir, env))
      isFirst = false
      return failOnce()
    })
    expect(
      await git.describe().then(
        (result) => result.isErr(),
        () => true,
      ),
    ).toBe(true)
    expect((await git.describe())._unsafeUnwrap().bare).toBe(false)
    await git.close()
  })

  test('takes the identity of the user', async () => {
    await using fresh = await createFixtureRepository()
    await fresh.write({ 'home/.gitconfig': '[user]\n\tname = Home\n\temail = home@example.com\n', 'a.ts': SOURCE })
    await fresh.commit('Add')
    await fresh.git('config', '--unset', 'user.name')
    await fresh.git('config', '--unset', 'user.email')
    await using chronicle = openChronicle({
      dir: fresh.dir,
      gitBackend: 'isomorphic',
      env: { HOME: join(fresh.dir, 'home') },
    })
    const receipt = await chronicle.annotate({ summary: 'x', regions: [{ file: 'a.ts', intent: 'x' }] })
    expect(receipt._unsafeUnwrap().status).toBe('created')
    expect(await fresh.git('log', '-1', '--format=%an <%ae>', 'refs/notes/chronicle')).toBe('Home <home@example.com>')
  })

  test('passes every call on', async () => {
    await using chronicle = open({ gitBackend: 'isomorphic' })
    const { git } = chronicle
    await using binary = open()
    const tip = (await git.notesTip('refs/notes/chronicle' as never))._unsafeUnwrap()
    expect(tip).toBe((await binary.git.notesTip('refs/notes/chronicle' as never))._unsafeUnwrap())
    const commit = (await git.readCommits([head]))._unsafeUnwrap().get(head)
    expect(commit).toEqual((await binary.git.readCommits([head]))._unsafeUnwrap().get(head))
    expect((await git.listFiles({ commit: head }))._unsafeUnwrap()).toEqual(['a.ts', 'b.txt'])
    expect((await git.readTrees([commit?.tree as never]))._unsafeUnwrap().size).toBe(1)
    expect((await git.refNames?.())?._unsafeUnwrap()).toEqual((await binary.git.refNames?.())?._unsafeUnwrap())
    expect((await git.readConfig?.('user'))?._unsafeUnwrap().get('name')).toEqual(['Ada Fixture'])
    const subjects = []
    for await (const { subject } of git.log({ from: head })) subjects.push(subject)
    expect(subjects).toEqual(['Add'])
    expect((await git.history?.({ from: head }))?._unsafeUnwrap()).toHaveLength(1)
  })
})

test('reading what is recorded loads neither isomorphic-git nor zod, and a grammar only for an anchor', async () => {
  const loaded = async (query: object): Promise<readonly string[]> => {
    const script = `
      import { openChronicle } from '@chronicle/node'
      const chronicle = openChronicle({ dir: ${JSON.stringify(repository.dir)}, cacheDir: false })
      const answer = await chronicle.read(${JSON.stringify(query)})
      if (answer.isErr()) throw new Error(answer.error.message)
      await chronicle.close()
    `
    const args = [
      '--conditions=chronicle-source',
      '--import',
      import.meta.resolve('tsx'),
      '--input-type=module',
      '-e',
      script,
    ]
    const child = spawn(process.execPath, args, {
      cwd: join(import.meta.dirname, '..'),
      env: { ...env, NODE_DEBUG: 'esm' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = once(child, 'close')
    const found = new Set<string>()
    const last: string[] = []
    for await (const line of createInterface(child.stderr)) {
      for (const name of LIBRARIES) if (line.includes(`/node_modules/${name}/`)) found.add(name)
      last.push(line)
      if (last.length > 5) last.shift()
    }
    expect(await ended, last.join('\n')).toEqual([0, null])
    return LIBRARIES.filter((name) => found.has(name))
  }
  expect(await loaded({ files: ['b.txt'], sources: ['notes'] })).toEqual([])
  expect(await loaded({ files: ['a.ts'], anchor: 'one', sources: ['notes'] })).toEqual(['web-tree-sitter'])
})

describe('notes are the same whatever the order', () => {
  const region = fc.record(
    {
      file: fc.constantFrom('a.ts', 'b.txt'),
      lines: fc.constantFrom('1:2', '2', '1:3'),
      intent: fc.constantFrom('x', 'y', 'x\ny', 'ünï'),
      constraints: fc.array(fc.constantFrom('never', 'always'), { maxLength: 2 }),
      tags: fc.array(fc.constantFrom('t', 'u'), { maxLength: 2 }),
      reasoning: fc.constantFrom('because', 'since'),
    },
    { requiredKeys: ['file', 'intent'] },
  )
  const input = fc.record({ summary: fc.constantFrom('s', 't'), regions: fc.array(region, { maxLength: 3 }) })

  test('and each input counts once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(input, { minLength: 1, maxLength: 3 }), async (inputs) => {
        const write = async (order: readonly object[]): Promise<Annotation | undefined> => {
          await repository.git('update-ref', '-d', 'refs/notes/chronicle')
          await using chronicle = open()
          for (const each of order) expect((await chronicle.annotate(each)).isOk()).toBe(true)
          const { notes } = (await chronicle.git.listNotes('refs/notes/chronicle' as never))._unsafeUnwrap()
          const blobs = (await chronicle.git.readBlobs(notes.get(head) ?? []))._unsafeUnwrap()
          return readNote([...blobs.values()][0] ?? new Uint8Array(), { commit: head }).annotation
        }
        const once = await write(inputs)
        expect(await write([...inputs].reverse())).toEqual(once)
        expect(await write([...inputs, ...inputs])).toEqual(once)
      }),
      { numRuns: repetitions(5, 12) },
    )
  })
})

test('reads of source tell what is recorded on the lines', async () => {
  await using fresh = await createFixtureRepository()
  await fresh.commitFiles('Add', { 'a.ts': SOURCE, 'b.txt': 'one\n' })
  await using chronicle = openChronicle({ dir: fresh.dir, env, clock: () => 1.7e12 })
  const regions = [
    { file: 'a.ts', anchor: 'one', intent: 'One', constraints: ['Returns 1.'] },
    { file: 'a.ts', anchor: 'two', intent: 'Two', constraints: ['Returns 2.'] },
  ]
  expect((await chronicle.annotate({ summary: 'x', regions })).isOk()).toBe(true)
  const constraintsOf = async (request: object): Promise<unknown> => {
    const { meta } = (await chronicle.source.read(request))._unsafeUnwrap()
    expect(meta).not.toHaveProperty('constraints_error')
    return meta.constraints
  }
  const commit = await fresh.head()
  const onTwo = { text: 'Returns 2.', source: 'author', about: 'a.ts:two', lines: { start: 5, end: 7 }, commit }
  expect(await constraintsOf({ mode: 'symbol', target: 'two' })).toEqual([onTwo])
  const edits = [{ old_text: 'return 2', new_text: 'return 3' }]
  expect(await constraintsOf({ mode: 'diff_preview', target: 'a.ts', edits })).toEqual([onTwo])
  // An uncommitted edit moves the lines, but not the annotations on them.
  await fresh.write({ 'a.ts': `// above\n${SOURCE}` })
  expect(await constraintsOf({ mode: 'diff_preview', target: 'a.ts', edits })).toEqual([
    { ...onTwo, lines: { start: 6, end: 8 } },
  ])
  expect(await constraintsOf({ mode: 'diff_preview', target: 'a.ts', edits, against: 'HEAD' })).toEqual([onTwo])
  expect(await constraintsOf({ mode: 'diff_preview', target: 'b.txt', content: 'two\n' })).toBeUndefined()
  expect(await constraintsOf({ mode: 'diff_preview', target: 'new.txt', content: 'two\n' })).toBeUndefined()
})

test.each([Number.NaN, -1, 0.5, Infinity])('a budget of %d is refused by every question', async (maxTokens) => {
  await using chronicle = open({})
  const answers = [
    chronicle.read({ files: ['a.ts'], maxTokens }),
    chronicle.show({ maxTokens }),
    chronicle.log({ maxTokens }),
    chronicle.grep({ pattern: 'x', maxTokens }),
    chronicle.status({ maxTokens }),
  ]
  for (const answer of await Promise.all(answers)) {
    expect(answer._unsafeUnwrapErr()).toMatchObject({
      code: 'invalid_query',
      message: `The token budget ${maxTokens} is not a whole number of 1 or more.`,
    })
  }
})

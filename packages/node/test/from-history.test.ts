import { renderAnswer } from '@chronicle/core'
import type { AnnotationSource } from '@chronicle/core/contracts'
import { ResultAsync, type CommitId, type LookupOutput, type SummaryOutput } from '@chronicle/schema'
import { createFixtureRepository } from '@chronicle/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { openChronicle, type Chronicle } from '../src/index.ts'

const WHY = 'The lock must be taken before the file is read, because the watcher may replace it at any time.'
const REJECTED = 'A retry was rejected: callers would wait for ever on a full disk.'
const RULE = 'Callers must never hold the lock when they call this.'
const NOTED = 'Saved twice, since the first write may be lost with the power.'
const TITLE = 'keeps the old file when the disk is full'

const code = (body: string): string => `export function storeText(text) {\n${body}\n}\n\nexport function other() {}\n`

const commits: Record<'lock' | 'cache' | 'revert' | 'noted' | 'uncommented', CommitId> = {} as never

/** A function whose commit messages give reasons. One commit is reverted, and one is annotated. */
const repository = await createFixtureRepository()
await repository.commitFiles('Begin', { 'src/save.js': code('  return text') })
commits.lock = await repository.commitFiles(`Lock the file in storeText\n\n${WHY}\n\n${REJECTED}\n`, {
  'src/save.js': code(`  // ${RULE}\n  lock()\n  return text`),
  'test/save.test.js': `it('${TITLE}', () => {\n  storeText('x')\n})\n`,
})
const locked = code(`  // ${RULE}\n  lock()\n  return text`)
await repository.write({ 'src/save.js': locked.replace('return text', 'return cached(text)') })
commits.cache = await repository.commit(
  'Cache what storeText returns\n\nThis avoids a slow write, because most texts repeat.\n',
)
await repository.write({ 'src/save.js': locked })
commits.revert = await repository.commit(
  `Revert "Cache what storeText returns"\n\nThis reverts commit ${commits.cache}.\n\nIt broke the watcher, which must see each write.\n`,
)
await repository.write({ 'src/save.js': locked.replace('return text', 'twice()\n  return text') })
commits.noted = await repository.commit(`Save twice\n\n${NOTED}\n`)
await repository.write({ 'src/save.js': code('  lock()\n  twice()\n  return text') })
commits.uncommented = await repository.commit('Tidy up')
const chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
const stored = await chronicle.annotate({
  commit: commits.noted,
  summary: 'Save twice',
  regions: [{ file: 'src/save.js', anchor: 'storeText', intent: NOTED }],
})
stored._unsafeUnwrap()
afterAll(async () => {
  await chronicle.close()
  await repository.dispose()
})

type Asked = Omit<Parameters<Chronicle['lookup']>[0], 'file'>

async function lookup(more: Asked = {}): Promise<LookupOutput> {
  return (await chronicle.lookup({ file: 'src/save.js', anchor: 'storeText', ...more }))._unsafeUnwrap()
}

test('a name with more places than are followed names those left out', async () => {
  await using named = await createFixtureRepository()
  const classes = Array.from(
    { length: 9 },
    (_, index) => `class Part${index} {\n  close() {\n    return ${index}\n  }\n}\n`,
  )
  await named.commitFiles('Begin', { 'src/parts.js': classes.join('\n') })
  await using opened = openChronicle({ dir: named.dir, cacheDir: false })
  const answer = (await opened.lookup({ file: 'src/parts.js', anchor: 'close' }))._unsafeUnwrap()
  const limited = answer.diagnostics.find(({ code: told }) => told === 'history_limited')
  expect(limited?.message).toMatch(/^The history of 8 of 9 places was read\. Left out: src\/parts\.js — Part8/u)
  const text = renderAnswer(answer, 'markdown', { remedies: 'command' })
  expect(text).toMatch(/git chronicle lookup src\/parts\.js \S*Part8/u)
})

test('a change of comments alone gives no reason for the code, unless it argues or speaks of it', async () => {
  await using commented = await createFixtureRepository()
  const save = (comment: string, body = 'return text'): string =>
    `function storeText(text) {\n  // ${comment}\n  ${body}\n}\n`
  const commit = (message: string, text: string): Promise<CommitId> =>
    commented.commitFiles(message, { 'src/save.js': text })
  const words = 'Never say "testsuite"\n\nUse "test suite", which is more prevailing in the source code.\n'
  await commit('Begin', save('A testsuite.'))
  await commit(words, save('A test suite.'))
  const argued = await commit(`Explain the watcher\n\n${WHY}\n`, save('Never waits.'))
  const changed = await commit(words, save('Never waits.', 'return suite(text)'))
  await using opened = openChronicle({ dir: commented.dir, cacheDir: false })
  const { from_history: reasons = [] } = (
    await opened.lookup({ file: 'src/save.js', anchor: 'storeText' })
  )._unsafeUnwrap()
  expect(reasons.map(({ commit: id }) => id)).toEqual([changed, argued])
})

test('what was said about a change of comments is quoted of lines that have only comments', async () => {
  await using commented = await createFixtureRepository()
  const head = (words: string): string => `// ${words}\n// It is kept for an hour.\n\nconst text = read()\n`
  await commented.commitFiles('Begin', { 'src/save.js': head('A testsuite.') })
  const words = 'Never say "testsuite"\n\nUse "test suite", which is more prevailing in the source code.\n'
  const said = await commented.commitFiles(words, { 'src/save.js': head('A test suite.') })
  await using opened = openChronicle({ dir: commented.dir, cacheDir: false })
  const { from_history: reasons = [] } = (
    await opened.lookup({ file: 'src/save.js', lines: { start: 1, end: 2 } })
  )._unsafeUnwrap()
  expect(reasons.map(({ commit: id }) => id)).toEqual([said])
})

test('a shallow clone is told of once', async () => {
  await using clone = await createFixtureRepository()
  await clone.git('fetch', '--quiet', '--depth=2', `file://${repository.dir}`, 'HEAD')
  await clone.git('reset', '--quiet', '--hard', 'FETCH_HEAD')
  await using shallow = openChronicle({ dir: clone.dir, cacheDir: false })
  const { diagnostics } = (await shallow.lookup({ file: 'src/save.js' }))._unsafeUnwrap()
  expect(diagnostics.map(({ code: told }) => told)).toEqual(['history_incomplete', 'no_notes'])
})

test.each([
  ['New::push', 'Old::push'],
  ['uno', 'one'],
])('commits from before a rename changed %s under the name %s', async (now, then) => {
  await using renamed = await createFixtureRepository()
  const body = (factor: number): string => `    const y = x * ${factor}\n    const z = y + 1\n    return z\n`
  const both = (factor: number): string =>
    `export class Old {\n  push(x) {\n${body(factor)}  }\n}\n\nexport function one(x) {\n${body(factor)}}\n`
  await renamed.commitFiles(`Add both\n\n${WHY}\n`, { 'a.js': both(1) })
  await renamed.commitFiles(`Multiply by more\n\n${RULE}\n`, { 'a.js': both(3) })
  const names = (text: string): string => text.replace('class Old', 'class New').replace('function one', 'function uno')
  await renamed.commitFiles('Rename both', { 'a.js': names(both(3)) })
  await renamed.commitFiles(`Multiply by less\n\n${REJECTED}\n`, { 'a.js': names(both(2)) })
  await using opened = openChronicle({ dir: renamed.dir, cacheDir: false })
  const { steps } = (await opened.history({ file: 'a.js', anchor: now }))._unsafeUnwrap()
  expect(steps.map(({ anchor, renamed_to: later, subject }) => [subject, anchor, later])).toEqual([
    ['Add both', then, now],
    ['Multiply by more', then, now],
    ['Multiply by less', now, undefined],
  ])
})

describe('lookup answers from the messages of commits', () => {
  test('in their own words, the newest first', async () => {
    const { from_history: reasons = [], stats } = await lookup()
    expect(reasons.map(({ commit }) => commit)).toEqual([commits.revert, commits.cache, commits.lock])
    const lock = reasons.find(({ commit }) => commit === commits.lock)
    const message = await repository.git('show', '-s', '--format=%B', commits.lock)
    for (const { source, text } of lock?.passages ?? []) if (source === undefined) expect(message).toContain(text)
    expect(lock?.passages.map(({ text }) => text).join('\n')).toContain(WHY)
    expect(lock?.passages.map(({ text }) => text).join('\n')).toContain(REJECTED)
    expect(stats.history).toMatchObject({ speaking: 3 })
  })

  test('a commit that was undone is shown with the one that undid it', async () => {
    const { from_history: reasons = [] } = await lookup()
    const cache = reasons.find(({ commit }) => commit === commits.cache)
    expect(cache?.replaced_by).toEqual({ commit: commits.revert, relation: 'reverts' })
    const text = renderAnswer(await lookup(), 'markdown', {})
    expect(text).toContain(`reverted by ${commits.revert.slice(0, 7)}`)
  })

  test('with the rule of a comment that was deleted', async () => {
    const { from_history: reasons = [] } = await lookup()
    const commentPassages = reasons.flatMap(({ passages }) => passages.filter(({ source }) => source === 'comment'))
    expect(commentPassages).toEqual([{ text: RULE, source: 'comment' }])
    expect(renderAnswer(await lookup(), 'markdown', {})).toContain(`In a comment that is gone: ${RULE}`)
    // While the comment existed, readers saw it in the code.
    const before = await lookup({ at: commits.noted })
    expect(JSON.stringify(before.from_history)).not.toContain(RULE)
  })

  test('and with the tests that came with it', async () => {
    const { held_by_tests: tests } = await lookup()
    expect(tests).toMatchObject([{ title: TITLE, file: 'test/save.test.js', line: 1, origin: 'history' }])
  })

  test('what is recorded is not told twice', async () => {
    const answer = await lookup()
    expect(answer.regions).toMatchObject([{ commit: commits.noted, intent: NOTED }])
    expect(renderAnswer(answer, 'markdown', {}).split(NOTED)).toHaveLength(2)
  })
})

describe('the sources asked', () => {
  test('notes alone', async () => {
    const answer = await lookup({ sources: ['notes'] })
    expect(answer.from_history).toBeUndefined()
    expect(answer.held_by_tests).toBeUndefined()
    expect(answer.stats.history).toBeUndefined()
    expect(answer.regions).toHaveLength(1)
  })

  test('the history alone', async () => {
    const answer = await lookup({ sources: ['history'] })
    expect([answer.regions, answer.history, answer.dependents, answer.cross_cutting]).toEqual([[], [], [], []])
    expect(answer.from_history).toHaveLength(4)
  })

  test.each([{ sources: [] }, { sources: ['guesses' as 'notes'] }])('%j is refused', async (asked) => {
    const place = { file: 'src/save.js', ...asked }
    const errors = [
      (await chronicle.lookup(place))._unsafeUnwrapErr(),
      (await chronicle.history(place))._unsafeUnwrapErr(),
      (await chronicle.read({ files: ['src/save.js'], ...asked }))._unsafeUnwrapErr(),
    ]
    for (const { code, message } of errors) {
      expect(code).toBe('invalid_query')
      expect(message).toContain('There are: notes, history.')
    }
  })

  test('a repository that is opened without a history has notes alone', async () => {
    const plain = openChronicle({ dir: repository.dir, cacheDir: false, history: false })
    const answer = await plain.lookup({ file: 'src/save.js', anchor: 'storeText' })
    await plain.close()
    expect(answer._unsafeUnwrap()).toEqual(await lookup({ sources: ['notes'] }))
  })
})

test.each([60, 150, 250, 400])(
  'an answer of %i tokens keeps the budget, and what is recorded longest',
  async (maxTokens) => {
    const answer = await lookup({ maxTokens })
    const { trimmed } = answer
    const counter = (text: string): number => Math.ceil(text.length / 4)
    const text = renderAnswer(answer, 'markdown', {})
    if (trimmed?.over_budget !== true) expect(counter(text)).toBeLessThanOrEqual(maxTokens * 1.1)
    if (answer.from_history !== undefined) expect(answer.regions).toHaveLength(1)
    const message = await repository.git('log', '--format=%B')
    for (const { passages } of answer.from_history ?? []) {
      for (const { source, text: words } of passages) if (source === undefined) expect(message).toContain(words)
    }
  },
)

test('lines about which nothing is found are told with the unit around them', async () => {
  const ask = async (line: number): Promise<LookupOutput> => {
    const place = { file: 'src/save.js', lines: { start: line, end: line }, sources: ['history'] } as const
    return (await chronicle.lookup(place))._unsafeUnwrap()
  }
  const { diagnostics, from_history: found } = await ask(1)
  expect(found).toBeUndefined()
  expect(diagnostics).toMatchObject([{ code: 'lines_in_unit', remedy: { option: 'anchor', value: 'storeText' } }])
  expect((await ask(2)).diagnostics).toEqual([])
})

test('an answer from the history that is withheld altogether does not say that there is none', async () => {
  const budget = { sources: ['history'], maxTokens: 1 } as const
  const place = { file: 'src/save.js', ...budget }
  for (const answer of [
    (await chronicle.lookup(place))._unsafeUnwrap(),
    (await chronicle.read({ files: ['src/save.js'], ...budget }))._unsafeUnwrap(),
    (await chronicle.summary(place))._unsafeUnwrap(),
  ]) {
    const text = renderAnswer(answer, 'markdown', { remedies: 'command' })
    expect(text).toMatch(/: nothing shown[^]*--max-tokens \d+/u)
    expect(text).not.toContain('no record')
  }
})

describe('history', () => {
  const ask = async (more: Asked & { readonly limit?: number } = {}) =>
    (await chronicle.history({ file: 'src/save.js', anchor: 'storeText', ...more }))._unsafeUnwrap()

  test('tells the commits on which nothing is recorded between those that have a note', async () => {
    const { stats, steps } = await ask()
    expect(steps.map(({ commit, origin }) => [commit, origin])).toEqual([
      [commits.lock, 'history'],
      [commits.cache, 'history'],
      [commits.revert, 'history'],
      [commits.noted, undefined],
    ])
    expect(stats).toMatchObject({ steps_found: 4, steps_returned: 4, history: { speaking: 3 } })
    const text = renderAnswer(await ask(), 'markdown', {})
    expect(text).toContain('from the message')
    expect(text.split(WHY)).toHaveLength(2)
    expect(text).toContain(`reverted by ${commits.revert.slice(0, 7)}`)
    expect(text).toContain('4 steps, 3 of them from messages')
  })

  test('keeps what is recorded within its limit', async () => {
    const { stats, steps } = await ask({ limit: 2 })
    expect(steps.map(({ commit }) => commit)).toEqual([commits.revert, commits.noted])
    expect(stats).toMatchObject({ steps_found: 4, steps_returned: 2 })
    expect((await ask({ limit: 1 })).steps.map(({ commit }) => commit)).toEqual([commits.noted])
  })

  test('drops what is inferred first', async () => {
    const { steps } = await ask({ maxTokens: 150 })
    expect(steps.map(({ commit }) => commit)).toContain(commits.noted)
    expect(steps.length).toBeLessThan(4)
  })

  test('of notes alone is what it was', async () => {
    const { stats, steps } = await ask({ sources: ['notes'] })
    expect(steps.map(({ commit }) => commit)).toEqual([commits.noted])
    expect(stats).toEqual({
      steps_found: 1,
      steps_returned: 1,
      linked_steps: 0,
      paths: ['src/save.js'],
      names: ['storeText'],
    })
  })
})

describe('summary', () => {
  const ask = async (file: string, more: Asked = {}): Promise<SummaryOutput> =>
    (await chronicle.summary({ file, ...more }))._unsafeUnwrap()

  test('of a folder tells what its commits say, with the files that each of them changed there', async () => {
    const answer = await ask('src')
    expect(answer.from_history?.map(({ commit, files, files_changed }) => [commit, files, files_changed])).toEqual([
      [commits.revert, ['src/save.js'], 1],
      [commits.cache, ['src/save.js'], 1],
      [commits.lock, ['src/save.js'], 2],
    ])
    expect(answer.stats.history).toEqual({ commits: 6, speaking: 3 })
    expect(answer.units.map(({ intent }) => intent)).toEqual([NOTED])
    const text = renderAnswer(answer, 'markdown', {})
    expect(text).toContain('## History: 3 of 6 commits')
    expect(text).toContain('(save.js and 1 more file) Lock the file in storeText.')
  })

  test('of a folder leaves out what a wide commit did elsewhere', async () => {
    const wide = await createFixtureRepository()
    const files = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`src/${name}.js`, code('  return text')]))
    const reason = '- Take the lock first, because the watcher may replace the file'
    await wide.commitFiles(`Lock all files\n\n- Add a flag to the reader of settings\n${reason}\n`, files)
    const opened = openChronicle({ dir: wide.dir, cacheDir: false })
    const answer = (await opened.summary({ file: 'src' }))._unsafeUnwrap()
    expect(answer.from_history?.map(({ passages }) => passages.map(({ text }) => text))).toEqual([[reason]])
    await opened.close()
    await wide.dispose()
  })

  test('of a file and of a unit tells what lookup tells', async () => {
    const { from_history: reasons } = await lookup()
    expect((await ask('src/save.js', { anchor: 'storeText' })).from_history).toEqual(reasons)
    const ofFile = await ask('src/save.js')
    expect(ofFile.from_history?.map(({ commit }) => commit)).toEqual([commits.revert, commits.cache, commits.lock])
  })

  test('of the whole repository, and of a folder that is empty of reasons', async () => {
    expect((await ask('.')).from_history).toHaveLength(3)
    expect((await ask('test')).from_history?.map(({ commit }) => commit)).toEqual([commits.lock])
  })

  test('of a folder with code leaves out what changed none of it', async () => {
    await repository.write({ 'tool/run.js': 'run()\n', 'tool/README.md': 'Run\n' })
    await repository.commit(`Begin the tool\n\nIt must not run twice, because its lock is not shared.\n`)
    await repository.write({ 'tool/README.md': 'Run it\n' })
    await repository.commit(`Say how\n\nReaders must know, because nobody asks.\n`)
    const { from_history: reasons, stats } = await ask('tool')
    expect(reasons?.map(({ summary }) => summary)).toEqual(['Begin the tool'])
    expect(stats.history).toEqual({ commits: 2, speaking: 1 })
  })

  test('answers from one source alone', async () => {
    for (const file of ['src', 'src/save.js']) {
      const notes = await ask(file, { sources: ['notes'] })
      expect([notes.from_history, notes.stats.history]).toEqual([undefined, undefined])
      expect(notes.units).toHaveLength(1)
      const history = await ask(file, { sources: ['history'] })
      expect([history.units, history.stats.annotated_units]).toEqual([[], 0])
      expect(history.from_history).toHaveLength(4)
      expect(renderAnswer(history, 'markdown', {})).not.toContain('no record')
    }
  })

  test('refuses a source that there is not, for folders too', async () => {
    const { code, message } = (
      await chronicle.summary({ file: 'src', sources: ['guesses' as 'notes'] })
    )._unsafeUnwrapErr()
    expect([code, message]).toEqual(['invalid_query', expect.stringContaining('There are: notes, history.')])
  })

  test.each([60, 120, 300])(
    'within %i tokens keeps what is recorded longest, and subjects with passages',
    async (maxTokens) => {
      const answer = await ask('src', { maxTokens })
      if (answer.from_history !== undefined) expect(answer.units).toHaveLength(1)
      for (const { summary } of answer.from_history ?? []) expect(summary).toBeDefined()
    },
  )

  test('looks at the newest commits of a folder, and says that there are older ones', async () => {
    for (let turn = 1; turn <= 121; turn++) {
      await repository.write({ 'docs/log.md': `${turn}\n` })
      await repository.commit(`Write ${turn}\n\nTurn ${turn} must be kept, because readers rely on it.\n`)
    }
    const answer = await ask('docs')
    expect(answer.stats.history).toEqual({ commits: 60, speaking: 60, newest_only: true })
    expect(renderAnswer(answer, 'markdown', {})).toContain('60 of the newest 60 commits')
  })
})

test('a source of the history that rejects makes a failure, and ends no process', async () => {
  const rejected: unknown[] = []
  const note = (reason: unknown): void => void rejected.push(reason)
  process.on('unhandledRejection', note)
  const history: AnnotationSource = {
    name: 'rejecting',
    origin: 'history',
    annotationsOf: () => ResultAsync.fromSafePromise(Promise.reject(new Error('down'))),
  }
  await using other = openChronicle({ dir: repository.dir, cacheDir: false, history })
  const answer = await other.read({ files: ['src/save.js'], sources: ['history'] })
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', note)
  expect(answer._unsafeUnwrapErr().message).toContain('down')
  expect(rejected).toEqual([])
})

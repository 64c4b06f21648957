import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStorage } from '@chronicle/core'
import type { AnnotationSource } from '@chronicle/core/contracts'
import type { LookupOutput, ReadOutput } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { heuristicSourceVersion } from '@chronicle/writer/history-version'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openChronicle, type Chronicle } from '../src/index.ts'

const RULE = 'Callers must never hold the lock when they call this.'
const TITLE = 'keeps the old file when the disk is full'
const code = (body: string): string => `export function storeText(text) {\n${body}\n}\n\nexport function other() {}\n`
const bodyOf = (more = ''): string => code(`  lock()\n  twice()\n${more}  return text`)

let repository: FixtureRepository
let cacheDir: string

beforeEach(async () => {
  repository = await createFixtureRepository()
  cacheDir = await mkdtemp(join(tmpdir(), 'kept-history-'))
  await repository.commitFiles('Begin', { 'src/save.js': code('  return text') })
  await repository.write({
    'src/save.js': code(`  // ${RULE}\n  lock()\n  return text`),
    'test/save.test.js': `it('${TITLE}', () => {\n  storeText('x')\n})\n`,
  })
  await repository.commit(
    'Lock the file in storeText\n\nThe lock must be taken before the file is read, because the watcher may replace it.\n',
  )
  await repository.write({ 'src/save.js': bodyOf() })
  await repository.commit('Save twice\n\nSaved twice, since the first write may be lost with the power.\n')
})
afterEach(async () => {
  await repository.dispose()
  await rm(cacheDir, { recursive: true, force: true })
})

interface Answers {
  readonly lookup: LookupOutput
  readonly read: ReadOutput
}

/** Runs the query as a separate process would. */
async function ask(dir: string | false = cacheDir, times = 1): Promise<Answers> {
  await using chronicle = openChronicle({ dir: repository.dir, cacheDir: dir })
  let answers: Answers | undefined
  for (let time = 0; time < times; time++) {
    const lookup = (await chronicle.lookup({ file: 'src/save.js', anchor: 'storeText' }))._unsafeUnwrap()
    const read = (await chronicle.read({ files: ['src/save.js'], lines: { start: 1, end: 3 } }))._unsafeUnwrap()
    answers = { lookup, read }
  }
  if (answers === undefined) throw new Error('Nothing was asked.')
  return answers
}

test('an answer is the same fresh, asked again and in a second process', async () => {
  const fresh = await ask(false)
  expect(fresh.lookup.from_history).toHaveLength(2)
  expect(fresh.lookup.held_by_tests).toMatchObject([{ title: TITLE, origin: 'history' }])
  expect(await ask()).toEqual(fresh)
  expect(await ask(cacheDir, 2)).toEqual(fresh)
})

test('a second process does not ask the source', async () => {
  const fresh = await ask()
  const { ast } = openChronicle({ dir: repository.dir })
  const open = (version: string): Chronicle => {
    const annotationsOf: AnnotationSource['annotationsOf'] = () => {
      throw new Error('The source was asked.')
    }
    const history = { name: 'history', origin: 'history', version, annotationsOf } as const
    return openChronicle({ dir: repository.dir, cacheDir, history })
  }
  const question = { file: 'src/save.js', anchor: 'storeText' }
  const [same, other] = [open(heuristicSourceVersion(ast)), open('another')]
  expect((await same.lookup(question))._unsafeUnwrap()).toEqual(fresh.lookup)
  expect((await other.lookup(question))._unsafeUnwrapErr().message).toContain('The source was asked.')
  await Promise.all([same.close(), other.close()])
})

test.each(['', '{', 'null', '{"format":1}'])('damaged caches are ignored: %j', async (damage) => {
  const fresh = await ask()
  const entries = await readdir(cacheDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  expect(files.some((file) => file.includes('reasons'))).toBe(true)
  for (const file of files) await writeFile(file, damage)
  expect(await ask()).toEqual(fresh)
})

test('a new commit, an edit, a note and a test that is gone give a new answer', async () => {
  const before = await ask()

  await repository.write({ 'src/save.js': bodyOf('  sync()\n') })
  expect(await ask()).toEqual(await ask(false))
  await repository.commit('Sync in storeText\n\nThe write must be synced, because the disk may lose it.\n')
  const moved = await ask()
  expect(moved).toEqual(await ask(false))
  expect(moved.lookup.from_history).toHaveLength((before.lookup.from_history?.length ?? 0) + 1)

  await repository.write({ 'test/save.test.js': '\n' })
  const untested = await ask()
  expect(untested).toEqual(await ask(false))
  expect(untested.lookup.held_by_tests).toBeUndefined()

  const chronicle = openChronicle({ dir: repository.dir, cacheDir })
  const noted = {
    commit: 'HEAD',
    summary: 'Sync',
    regions: [{ file: 'src/save.js', anchor: 'storeText', intent: 'Synced.' }],
  }
  ;(await chronicle.annotate(noted))._unsafeUnwrap()
  await chronicle.close()
  const recorded = await ask()
  expect(recorded).toEqual(await ask(false))
  const passagesOf = ({ lookup }: Answers) => lookup.from_history?.map(({ commit, passages }) => ({ commit, passages }))
  expect(passagesOf(recorded)).toEqual(passagesOf(untested))
})

test('a commit that HEAD left is not in the answer any more', async () => {
  await ask()
  await repository.git('reset', '--quiet', '--hard', 'HEAD^')
  const back = await ask()
  expect(back).toEqual(await ask(false))
  expect(back.lookup.from_history).toHaveLength(1)
})

test('answers of a source without a version are not kept', async () => {
  const { createHeuristicWriter, createHistorySource } = await import('@chronicle/writer/history')
  const opened = openChronicle({ dir: repository.dir, cacheDir })
  const source = createHistorySource({
    ...{ git: opened.git, ast: opened.ast, storage: createMemoryStorage() },
    writer: createHeuristicWriter(),
  })
  const { version: _, ...unversioned } = source
  const chronicle = openChronicle({ dir: repository.dir, cacheDir, history: unversioned })
  const answer = await chronicle.lookup({ file: 'src/save.js', anchor: 'storeText' })
  expect(answer._unsafeUnwrap().from_history).toHaveLength(2)
  expect(await readdir(join(cacheDir, 'cache-v1'))).not.toContain('reasons')
  await Promise.all([opened.close(), chronicle.close()])
})

test('what was recorded under an earlier name is the same fresh, kept, and after another change', async () => {
  const chronicle = openChronicle({ dir: repository.dir, cacheDir })
  const noted = {
    commit: 'HEAD',
    summary: 'Save twice',
    regions: [{ file: 'src/save.js', anchor: 'storeText', intent: 'Saved twice: the first write may be lost.' }],
  }
  ;(await chronicle.annotate(noted))._unsafeUnwrap()
  await chronicle.close()
  await repository.commitFiles('Rename storeText', { 'src/save.js': bodyOf().replace('storeText', 'saveText') })

  const askHistory = async (dir: string | false): Promise<unknown> => {
    const opened = openChronicle({ dir: repository.dir, cacheDir: dir })
    const found = await opened.history({ file: 'src/save.js', anchor: 'saveText' })
    const looked = await opened.lookup({ file: 'src/save.js', anchor: 'saveText' })
    await opened.close()
    return { history: found._unsafeUnwrap(), lookup: looked._unsafeUnwrap() }
  }
  const fresh = await askHistory(false)
  expect(JSON.stringify(fresh)).toContain('"renamed_to":"saveText"')
  expect(await askHistory(cacheDir)).toEqual(fresh)
  expect(await readdir(join(cacheDir, 'cache-v1'))).toContain('traces')
  expect(await askHistory(cacheDir)).toEqual(fresh)

  await repository.commitFiles('Write nothing', { 'src/save.js': code('  return 1').replace('storeText', 'saveText') })
  expect(await askHistory(cacheDir)).toEqual(await askHistory(false))
})

test('a second process parses no old state where annotations are about whole commits', async () => {
  for (const commit of (await repository.git('rev-list', 'HEAD')).trim().split('\n')) {
    const whole = { intent: `About all of ${commit.slice(0, 7)}`, constraints: [] }
    const own = {
      file: 'src/save.js',
      ast_anchor: { type: 'function', name: 'storeText' },
      intent: 'Store.',
      constraints: [],
    }
    const annotation = {
      $schema: 'chronicle/v1',
      commit,
      timestamp: '2025-01-01T00:00:00Z',
      summary: '',
      context_level: 'enhanced',
    }
    const note = JSON.stringify({
      ...annotation,
      regions: [own, whole],
      cross_cutting: [],
      provenance: { operation: 'initial' },
    })
    await repository.git('notes', '--ref', 'chronicle', 'add', '-m', note, commit)
  }
  const parser = openChronicle({ dir: repository.dir, cacheDir: false }).ast
  const lookup = async (): Promise<{ readonly answer: LookupOutput; readonly parsed: number }> => {
    let parsed = 0
    const outline: typeof parser.outline = (source, options) => {
      parsed++
      return parser.outline(source, options)
    }
    const ast = { name: parser.name, version: parser.version, language: parser.language.bind(parser), outline }
    await using chronicle = openChronicle({ dir: repository.dir, cacheDir, ast })
    return { answer: (await chronicle.lookup({ file: 'src/save.js', anchor: 'storeText' }))._unsafeUnwrap(), parsed }
  }
  const [first, second] = [await lookup(), await lookup()]
  expect(first.answer.regions.map(({ intent }) => intent.slice(0, 12))).toContain('About all of')
  expect(first.parsed).toBeGreaterThan(1)
  expect(second).toEqual({ ...first, parsed: 0 })
})

import type { LookupOutput } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { openChronicle, type Chronicle } from '../src/index.ts'

const RULE = 'Callers must never hold the lock when they call this.'
const WHY = 'The lock must be taken before the file is read, because the watcher may replace it at any time.'
const code = (body: string): string => `export function storeText(text) {\n${body}\n}\n`

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function open(): Promise<{ readonly repository: FixtureRepository; readonly chronicle: Chronicle }> {
  const repository = await createFixtureRepository()
  const chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
  closing.push(
    () => repository.dispose(),
    () => chronicle.close(),
  )
  return { repository, chronicle }
}

type Asked = Omit<Parameters<Chronicle['lookup']>[0], 'file' | 'anchor'>

async function lookup(chronicle: Chronicle, more: Asked = {}): Promise<LookupOutput> {
  return (await chronicle.lookup({ file: 'src/save.js', anchor: 'storeText', ...more }))._unsafeUnwrap()
}

test.each([
  [500, [RULE]],
  [501, []],
] as const)('of a commit that changed %d files the comments that are gone are told: %j', async (changed, expected) => {
  const { chronicle, repository } = await open()
  const others = Array.from({ length: changed - 1 }, (_, n) => [`data/${n}.txt`, `${n}\n`] as const)
  const commented = code(`  // ${RULE}\n  lock()\n  return text`)
  await repository.write({ 'src/save.js': commented, ...Object.fromEntries(others) })
  await repository.commit(`Begin with storeText\n\n${WHY}\n`)
  await repository.commitFiles('Tidy up', { 'src/save.js': code('  lock()\n  return text') })
  const { from_history: reasons = [] } = await lookup(chronicle)
  const passages = reasons.flatMap((reason) => reason.passages)
  expect(passages.flatMap(({ source, text }) => (source === 'comment' ? [text] : []))).toEqual(expected)
  // The message is quoted because it is short, regardless of what the commit changed.
  expect(passages.map(({ text }) => text)).toContain(WHY)
  expect(reasons.map(({ files_changed: files }) => files)).toContain(changed)
})

describe('a bound on what the history may take', () => {
  async function withNote() {
    const { chronicle, repository } = await open()
    await repository.commitFiles('Begin', { 'src/save.js': code('  return text') })
    for (const step of [1, 2, 3]) {
      await repository.write({ 'src/save.js': code(`  lock(${step})\n  return text`) })
      await repository.commit(`Lock the file ${step} times in storeText\n\n${WHY}\n`)
    }
    const region = { file: 'src/save.js', anchor: 'storeText', intent: 'Locks before it reads.' }
    ;(await chronicle.annotate({ commit: 'HEAD', summary: 'Lock', regions: [region] }))._unsafeUnwrap()
    return chronicle
  }

  test('that has passed leaves all that is recorded, and says what was not looked at', async () => {
    const chronicle = await withNote()
    const bounded = await lookup(chronicle, { historyUntil: AbortSignal.abort() })
    expect(bounded.from_history).toBeUndefined()
    expect(bounded.stats.history).toMatchObject({ speaking: 0 })
    const free = await lookup(chronicle)
    expect(free.from_history?.length).toBeGreaterThan(0)
    expect(bounded.regions).toEqual(free.regions)
    expect(bounded.regions).toHaveLength(1)
  })

  test('that has not passed changes nothing', async () => {
    const chronicle = await withNote()
    const bounded = await lookup(chronicle, { historyUntil: new AbortController().signal })
    expect(bounded).toEqual(await lookup(chronicle))
  })

  test('holds for read as for lookup, and what it cut off is not kept as the answer', async () => {
    const chronicle = await withNote()
    const read = async (bound: { readonly historyUntil?: AbortSignal }) =>
      (await chronicle.read({ files: ['src/save.js'], anchor: 'storeText', ...bound }))._unsafeUnwrap()
    const bounded = await read({ historyUntil: AbortSignal.abort() })
    const free = await read({})
    expect(bounded.from_history).toBeUndefined()
    expect(free.from_history?.length).toBeGreaterThan(0)
    expect(bounded.regions).toEqual(free.regions)
  })

  test('is none on the query itself, which its own signal ends', async () => {
    const chronicle = await withNote()
    const ended = await chronicle.lookup({ file: 'src/save.js' }, { signal: AbortSignal.abort() })
    expect(ended._unsafeUnwrapErr().code).toBe('aborted')
  })
})

import type { LookupOutput } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { openChronicle, type Chronicle } from '../src/index.ts'

/* What `backfill` records about one unit must not hide what the message says about the others that its commit changed. */

const FILE = 'src/store.js'
const UNITS = ['openStore', 'readStore', 'closeStore'] as const
const code = (...versions: readonly number[]): string =>
  UNITS.map((name, at) => `export function ${name}(store) {\n  return step(store, ${versions[at]})\n}\n`).join('\n')

const repository = await createFixtureRepository()
const commit = (message: string, ...versions: readonly number[]): Promise<string> =>
  repository.commitFiles(message, { [FILE]: code(...versions) })
await commit('Begin', 0, 0, 0)
const both = await commit(
  'Take the lock in openStore and closeStore\n\nThe lock must be taken first, because the watcher reads the file at once.\n',
  ...[1, 0, 1],
)
await commit(
  'Count what readStore returns\n\nA reader that stops early leaks its slot, because nobody counts it.\n',
  1,
  1,
  2,
)
const chronicle = openChronicle({ dir: repository.dir, cacheDir: false })
afterAll(async () => {
  await chronicle.close()
  await repository.dispose()
})

async function backfill(opened: Chronicle): Promise<void> {
  const writing = (await opened.openWriting({ writer: 'heuristic' }))._unsafeUnwrap()
  const { commits } = (await opened.selectCommits())._unsafeUnwrap()
  for await (const event of writing.run(commits)) expect(event.kind).not.toBe('stopped')
}

/** Returns a repository whose last commit edits two of the three units for one reason. */
async function spreadEdit(): Promise<FixtureRepository> {
  const spread = await createFixtureRepository()
  await spread.commitFiles('Begin', { [FILE]: code(0, 0, 0) })
  const why = 'Wait for the disk\n\nThe disk is slow at night, because backups run then.\n'
  await spread.commitFiles(why, { [FILE]: code(1, 0, 1) })
  return spread
}

const told = ({ from_history: reasons = [], history, regions }: LookupOutput): readonly string[] =>
  [...reasons, ...history, ...regions].map(({ commit: id }) => id)

async function lookUp(anchor: string): Promise<LookupOutput> {
  return (await chronicle.lookup({ file: FILE, anchor }))._unsafeUnwrap()
}

describe('after a backfill', () => {
  it('every unit still has what the messages of its commits say, once', async () => {
    const before = new Map<string, readonly string[]>()
    for (const unit of UNITS) before.set(unit, told(await lookUp(unit)))
    expect([...before.values()].map(({ length }) => length)).toEqual([1, 1, 2])
    await backfill(chronicle)
    expect((await chronicle.read({ files: [FILE] }))._unsafeUnwrap().regions).toHaveLength(2)
    for (const unit of UNITS) expect(told(await lookUp(unit)).toSorted()).toEqual(before.get(unit)?.toSorted())
  })

  it('the history of a unit has it too', async () => {
    for (const anchor of UNITS) {
      const { steps } = (await chronicle.history({ file: FILE, anchor }))._unsafeUnwrap()
      expect(steps.map((step) => step.commit).toSorted()).toEqual(told(await lookUp(anchor)).toSorted())
    }
  })

  it('the history alone is told without what is recorded', async () => {
    const { from_history: reasons = [], regions } = (
      await chronicle.lookup({ file: FILE, anchor: 'closeStore', sources: ['history'] })
    )._unsafeUnwrap()
    expect([reasons.length, regions.length]).toEqual([2, 0])
  })

  it('what was retracted about one unit is not quoted about another', async () => {
    ;(await chronicle.retract({ commit: both, reason: 'Wrong.' }))._unsafeUnwrap()
    for (const unit of UNITS) expect(told(await lookUp(unit))).not.toContain(both)
  })
})

it('of lines outside all units, no step about a unit is told', async () => {
  await using lines = await createFixtureRepository()
  const text = (body: string): string => `import 'fs'\n\nexport function close(store) {\n  ${body}\n}\n`
  await lines.commitFiles('Begin', { [FILE]: text('return 1') })
  const stated = await lines.commitFiles('Close it', { [FILE]: text('return drain(store)') })
  await lines.commitFiles('Do without', { [FILE]: "import 'fs'\n" })
  await using opened = openChronicle({ dir: lines.dir, cacheDir: false })
  const regions = [{ file: FILE, anchor: 'close', intent: 'A store is drained first.' }]
  ;(await opened.annotate({ commit: stated, summary: 'Close it', regions }))._unsafeUnwrap()
  const at = async (place: object): Promise<number> =>
    (await opened.lookup({ file: FILE, ...place }))._unsafeUnwrap().history.length
  expect([await at({}), await at({ lines: { start: 1, end: 1 } })]).toEqual([1, 0])
})

it('of a unit that an edit of the file left alone, neither a region nor a step is told', async () => {
  await using spread = await spreadEdit()
  await using opened = openChronicle({ dir: spread.dir, cacheDir: false })
  await backfill(opened)
  const at = async (anchor?: string, more: object = {}): Promise<readonly number[]> => {
    const query = { file: FILE, ...(anchor === undefined ? {} : { anchor }), ...more }
    const { from_history: reasons = [], history, regions } = (await opened.lookup(query))._unsafeUnwrap()
    return [regions.length, history.length, reasons.length]
  }
  expect(await at()).toEqual([1, 0, 0])
  // The message is quoted instead of what was inferred from it about the whole file.
  expect([await at('openStore'), await at('readStore')]).toEqual([
    [0, 0, 1],
    [0, 0, 0],
  ])
  const sources = ['notes'] as const
  expect([await at('openStore', { sources }), await at('readStore', { sources })]).toEqual([
    [1, 0, 0],
    [0, 0, 0],
  ])
  // What is quoted can be flagged where it is read, and is not quoted as if it were right.
  const flag = { path: FILE, anchor: 'openStore', intent: 'Wait for the disk', reason: 'It never was.' }
  ;(await opened.flag(flag))._unsafeUnwrap()
  expect([await at('openStore'), await at('closeStore')]).toEqual([
    [1, 0, 0],
    [1, 0, 0],
  ])
  const { steps } = (await opened.history({ file: FILE, anchor: 'closeStore' }))._unsafeUnwrap()
  expect(steps.map(({ origin = 'notes' }) => origin)).toEqual(['notes'])
})

it('a summary of a unit quotes what a read of it quotes', async () => {
  await using spread = await spreadEdit()
  await using opened = openChronicle({ dir: spread.dir, cacheDir: false })
  await backfill(opened)
  const query = { file: FILE, anchor: 'openStore' }
  const { from_history: summarised } = (await opened.summary(query))._unsafeUnwrap()
  const { from_history: read } = (await opened.read({ files: [FILE], anchor: 'openStore' }))._unsafeUnwrap()
  const passages = (reasons: LookupOutput['from_history']): unknown => reasons?.map((each) => each.passages)
  expect(passages(summarised)).toEqual(passages(read))
  expect(read).toHaveLength(1)
})

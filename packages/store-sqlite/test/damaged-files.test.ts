import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGitCli } from '@chronicle/git-cli'
import type { RepoPath } from '@chronicle/schema'
import { createSqliteIndex, isSqliteAvailable } from '@chronicle/store-sqlite'
import {
  answersOf,
  createIndexWorkbench,
  notePlanArbitrary,
  type IndexWorkbench,
  type NoteEdit,
} from '@chronicle/testing'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FORMAT_NAME, openDatabase } from './database.ts'

const reason = isSqliteAvailable() ? undefined : `Node ${process.version} has no node:sqlite`
if (reason !== undefined) process.stderr.write(`sqlite index, damaged files: not run, ${reason}\n`)

const PAGE = 4096

describe.skipIf(reason !== undefined)('the file of an index', () => {
  let bench: IndexWorkbench
  let folder: string
  const file = (): string => join(folder, readdirSync(folder).find((name) => FORMAT_NAME.test(name)) ?? '')

  beforeAll(async () => {
    bench = await createIndexWorkbench((dir) => createGitCli({ dir }))
  })
  afterAll(() => bench.dispose())
  beforeEach(async () => {
    folder = await bench.newFolder()
    await bench.clear()
    const plans = fc.sample(notePlanArbitrary, { numRuns: 9, seed: 3 })
    await bench.edit(plans.map((plan, number): NoteEdit => [0, number, plan]))
  })

  const open = (): ReturnType<typeof createSqliteIndex> => createSqliteIndex({ git: bench.git, dir: folder })

  async function makeFile(): Promise<void> {
    const index = open()
    expect(await answersOf(index, bench.commits)).toEqual(bench.scan())
    index.close()
  }

  async function expectRightAnswers(): Promise<void> {
    const index = open()
    expect(await answersOf(index, bench.commits)).toEqual(bench.scan())
    index.close()
  }

  test.each<readonly [string, (path: string) => void]>([
    ['no database', (path) => writeFileSync(path, 'This is not a database. '.repeat(1000))],
    ['without its header', (path) => overwrite(path, 0, 100, 0)],
    ['cut off', (path) => truncateSync(path, Math.floor(statSync(path).size / 2 / PAGE) * PAGE + 17)],
    ['of another format', (path) => change(path, 'PRAGMA user_version = 99')],
    ['of other refs', (path) => change(path, `UPDATE state SET refs = '["refs/notes/other"]'`)],
    ['without its state', (path) => change(path, 'DELETE FROM state')],
    ['with tips that are no JSON', (path) => change(path, `UPDATE state SET tips = '[oops'`)],
  ])('is made anew when it is %s, and this is said once', async (_, damage) => {
    await makeFile()
    damage(file())
    const index = open()
    const view = (await index.refresh())._unsafeUnwrap()
    expect(view.diagnostics).toMatchObject([{ code: 'index_rebuilt', severity: 'info' }])
    expect(await answersOf(index, bench.commits)).toEqual(bench.scan())
    expect((await index.refresh())._unsafeUnwrap().diagnostics).toEqual([])
    index.close()
    expect(readdirSync(folder).filter((name) => FORMAT_NAME.test(name))).toHaveLength(1)
    await expectRightAnswers()
  })

  test('is made anew when the damage shows in a question: that one fails, the next view says why', async () => {
    await makeFile()
    change(file(), 'DROP TABLE entry')
    const index = open()
    const failed = await index.refresh().andThen((view) => view.groups('a.ts' as RepoPath))
    expect(failed._unsafeUnwrapErr()).toMatchObject({
      code: 'index_failed',
      message: 'The annotation index could not be read: no such table: entry. Ask again: missing parts are rebuilt.',
    })
    const { diagnostics } = (await index.refresh())._unsafeUnwrap()
    expect(diagnostics).toMatchObject([
      { code: 'index_rebuilt', message: expect.stringContaining('no such table: entry') as string },
    ])
    expect(await answersOf(index, bench.commits)).toEqual(bench.scan())
    index.close()
  })

  test('never gives a wrong answer, whichever page of it is overwritten', async () => {
    await makeFile()
    const sound = readFileSync(file())
    for (let page = 0; page < sound.length / PAGE; page++) {
      const damaged = Buffer.from(sound)
      damaged.fill(0xa5, page * PAGE, (page + 1) * PAGE)
      await rm(folder, { recursive: true })
      await mkdir(folder)
      writeFileSync(join(folder, nameOf()), damaged)
      await expectRightAnswers()
    }
  })

  /** The name of the first index file, set by the first test. */
  let firstName: string | undefined
  function nameOf(): string {
    if (firstName === undefined) throw new Error('no file was made yet')
    return firstName
  }
  beforeEach(async () => {
    await makeFile()
    firstName = readdirSync(folder).find((name) => FORMAT_NAME.test(name))
  })

  test('can be deleted while it is open', async () => {
    const index = open()
    expect(await answersOf(index, bench.commits)).toEqual(bench.scan())
    await rm(folder, { recursive: true })
    await bench.edit([[0, 0, undefined]])
    expect(await answersOf(index, bench.commits)).toEqual(bench.scan())
    await expectRightAnswers()
    index.close()
  })

  test('can be damaged while it is open', async () => {
    const index = open()
    expect(await answersOf(index, bench.commits)).toEqual(bench.scan())
    index.close()
    const [lasting, other] = [open(), open()]
    expect(await answersOf(lasting, bench.commits)).toEqual(bench.scan())
    overwrite(file(), PAGE, statSync(file()).size, 0x5a)
    await bench.edit([[0, 1, undefined]])
    expect(await answersOf(lasting, bench.commits)).toEqual(bench.scan())
    expect(await answersOf(other, bench.commits)).toEqual(bench.scan())
    lasting.close()
    other.close()
  })

  test.each<readonly [string, () => Promise<void>]>([
    [
      'its folder cannot be made',
      async () => {
        await rm(folder, { recursive: true })
        await writeFile(folder, '')
      },
    ],
    [
      'it cannot be opened',
      async () => {
        await rm(folder, { recursive: true })
        await mkdir(join(folder, nameOf()), { recursive: true })
      },
    ],
  ])('is replaced by memory where %s, and each view says so', async (_, spoil) => {
    await spoil()
    const index = open()
    for (const number of [0, 1]) {
      const { diagnostics } = (await index.refresh())._unsafeUnwrap()
      expect(diagnostics).toMatchObject([{ code: 'index_in_memory', severity: 'warning' }])
      expect(await answersOf(index, bench.commits)).toEqual(bench.scan())
      await bench.edit([[0, number, undefined]])
    }
    expect(await answersOf(index, bench.commits)).toEqual(bench.scan())
  })

  test('is waited for while somebody else is writing', async () => {
    const other = openDatabase(file())
    other.exec('BEGIN IMMEDIATE')
    await bench.edit([[0, 0, undefined]])
    const index = open()
    const refreshing = answersOf(index, bench.commits)
    const aborting = new AbortController()
    const second = open()
    const aborted = second.refresh({ signal: aborting.signal })
    await sleep(200)
    aborting.abort()
    expect((await aborted)._unsafeUnwrapErr().code).toBe('aborted')
    other.exec('ROLLBACK')
    other.close()
    expect(await refreshing).toEqual(bench.scan())
    index.close()
    second.close()
  })

  test('keeps a bounded number of older states, and a view of one that is gone says so', async () => {
    const index = open()
    const first = (await index.refresh())._unsafeUnwrap()
    const plans = fc.sample(notePlanArbitrary, { numRuns: 30, seed: 4 })
    for (const plan of plans) {
      await bench.edit([[0, 0, plan]])
      expect((await index.refresh()).isOk()).toBe(true)
    }
    expect((await first.recent(1))._unsafeUnwrapErr()).toMatchObject({
      code: 'index_failed',
      message: expect.stringContaining('the view is older than what is kept') as string,
    })
    expect(await answersOf(index, bench.commits)).toEqual(bench.scan())
    index.close()
    const db = openDatabase(file())
    expect(Number(db.prepare('SELECT count(*) AS n FROM note').get()?.['n'])).toBeLessThanOrEqual(9 + 17)
    const orphans = 'SELECT count(*) AS n FROM entry WHERE note NOT IN (SELECT id FROM note)'
    expect(db.prepare(orphans).get()?.['n']).toBe(0)
    db.close()
  })

  test('answers no more after close, and opens again on refresh', async () => {
    const index = open()
    const view = (await index.refresh())._unsafeUnwrap()
    index.close()
    index.close()
    expect((await view.pathsUnder(''))._unsafeUnwrapErr().code).toBe('index_failed')
    expect(await answersOf(index, bench.commits)).toEqual(bench.scan())
    index.close()
  })
})

function overwrite(path: string, from: number, to: number, byte: number): void {
  const bytes = readFileSync(path)
  bytes.fill(byte, from, to)
  writeFileSync(path, bytes)
}

function change(path: string, sql: string): void {
  const db = openDatabase(path)
  db.exec(sql)
  db.close()
}

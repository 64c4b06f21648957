import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { openChronicle } from '@chronicle/node'
import { createFixtureRepository } from '@chronicle/testing'
import { expect, test } from 'vitest'

test('keeps the index in an SQLite file where this Node can, and says so where it cannot', async () => {
  await using repository = await createFixtureRepository()
  const commit = await repository.commitFiles('Add f', { 'a.ts': 'export function f() {}\n' })
  const region = {
    file: 'a.ts',
    ast_anchor: { type: 'function', name: 'f' },
    lines: { start: 1, end: 1 },
    intent: 'F.',
  }
  const note = { $schema: 'chronicle/v1', commit, timestamp: '2026-01-01T00:00:00Z', summary: 's', regions: [region] }
  await repository.note(commit, note)

  const files = openChronicle({ dir: repository.dir, index: 'files' })
  const expected = (await files.read({ files: ['a.ts'] }))._unsafeUnwrap()
  await files.close()
  const chronicle = openChronicle({ dir: repository.dir, index: 'sqlite' })
  const output = (await chronicle.read({ files: ['a.ts'] }))._unsafeUnwrap()
  await chronicle.close()

  const { diagnostics, ...answer } = output
  expect(answer.regions).toHaveLength(1)
  expect({ ...answer, diagnostics: [] }).toEqual({ ...expected, diagnostics: [] })
  const folder = join(repository.dir, '.git', 'chronicle')
  const databases = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.sqlite')) : []
  if (isBuiltin('node:sqlite')) {
    expect(diagnostics).toEqual(expected.diagnostics)
    expect(databases).toHaveLength(1)
  } else {
    expect(diagnostics.map(({ code }) => code)).toContain('no_sqlite')
    expect(databases).toEqual([])
  }
})

const OPEN_FILES = '/proc/self/fd'

test.skipIf(!isBuiltin('node:sqlite') || !existsSync(OPEN_FILES))(
  'opens the SQLite file once, however many calls',
  async () => {
    await using repository = await createFixtureRepository()
    const commit = await repository.commitFiles('Add f', { 'a.ts': 'export function f() {}\n' })
    const region = { file: 'a.ts', lines: { start: 1, end: 1 }, intent: 'F.' }
    const note = { $schema: 'chronicle/v1', commit, timestamp: '2026-01-01T00:00:00Z', summary: 's', regions: [region] }
    await repository.note(commit, note)
    const openDatabases = (): number =>
      readdirSync(OPEN_FILES).filter((descriptor) => {
        const path = join(OPEN_FILES, descriptor)
        return (
          existsSync(path) && readlinkSync(path).startsWith(repository.dir) && readlinkSync(path).endsWith('.sqlite')
        )
      }).length

    await using chronicle = openChronicle({ dir: repository.dir, index: 'sqlite' })
    expect((await chronicle.review()).isOk()).toBe(true)
    for (const reason of ['One.', 'Two.', 'Three.']) {
      const flagged = await chronicle.flag({ path: 'a.ts', reason })
      expect(flagged.isOk()).toBe(true)
      expect((await chronicle.review()).isOk()).toBe(true)
    }
    expect(openDatabases()).toBe(1)
    await chronicle.close()
    expect(openDatabases()).toBe(0)
  },
)

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReadQuery } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import type { ReadOutput } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openChronicle } from '../src/index.ts'

/** Returns ten functions; those in `edited` have another body. */
function code(file: string, edited: readonly number[] = []): string {
  const unit = (index: number): string => {
    const name = `${file}${index}`
    const lines = ['open', 'lock', 'write', 'sync'].map((verb) => `  ${verb}${name}(input, '${verb} of ${name}')`)
    return `export function ${name}(input) {\n${lines.join('\n')}\n  return ${edited.includes(index) ? 'changed' : 'as'}${index}\n}\n`
  }
  return Array.from({ length: 10 }, (_, index) => unit(index)).join('\n')
}

let repository: FixtureRepository
let cacheDir: string
/** The function that each note blob is about. */
const notes = new Map<string, string>()

beforeEach(async () => {
  repository = await createFixtureRepository()
  cacheDir = await mkdtemp(join(tmpdir(), 'kept-notes-'))
  notes.clear()
  await repository.commitFiles('Begin', { 'a.ts': code('a'), 'b.ts': code('b') })
  for (const file of ['a', 'b']) {
    for (let index = 0; index < 5; index++) {
      const edited = Array.from({ length: index + 1 }, (_, each) => each)
      const both = file === 'a' ? { 'a.ts': code('a', edited) } : { 'b.ts': code('b', edited) }
      await repository.write(both)
      await annotate(await repository.commit(`Change ${file}${index}`), file, index)
    }
  }
  // From here on, either file may have come from the other.
  await repository.write({ 'a.ts': code('a', [0, 1, 2, 3, 4, 9]), 'b.ts': code('b', [0, 1, 2, 3, 4, 9]) })
  await repository.commit('Change both')
})
afterEach(async () => {
  await repository.dispose()
  await rm(cacheDir, { recursive: true, force: true })
})

async function annotate(commit: string, file: string, index: number): Promise<void> {
  const name = `${file}${index}`
  const region = { file: `${file}.ts`, ast_anchor: { type: 'function', name }, intent: `Why ${name} is so.` }
  await repository.note(commit, { $schema: 'chronicle/v1', commit, summary: name, regions: [region] })
  notes.set((await repository.git('notes', '--ref=chronicle', 'list', commit)).trim(), name)
}

/** Runs the query as a separate process would. Returns the answer, and the functions whose notes were read for it. */
async function ask(
  query: ReadQuery,
  dir: string | false = cacheDir,
): Promise<{ readonly answer: ReadOutput; readonly read: readonly string[] }> {
  const git = createGitCli({ dir: repository.dir })
  const read = new Set<string>()
  const watched = {
    ...git,
    readBlobs: (...[ids, options]: Parameters<typeof git.readBlobs>) => {
      for (const id of ids) read.add(notes.get(id) ?? '')
      return git.readBlobs(ids, options)
    },
  }
  await using chronicle = openChronicle({ dir: repository.dir, git: watched, cacheDir: dir })
  const answer = (await chronicle.read({ ...query, sources: ['notes'] }))._unsafeUnwrap()
  return { answer, read: [...read].filter((name) => name !== '').sort() }
}

describe('what is kept of a file', () => {
  test('saves the reading of notes about other files', async () => {
    const query = { files: ['a.ts'] }
    expect((await ask(query)).read).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'b0', 'b1', 'b2', 'b3', 'b4'])
    const again = await ask(query)
    expect(again.read).toEqual(['a0', 'a1', 'a2', 'a3', 'a4'])
    expect(again.answer).toEqual((await ask(query, false)).answer)
    expect(again.answer.stats).toMatchObject({ commits_examined: 5, annotations_found: 5, regions_returned: 5 })
  })

  test('saves the reading of notes about other lines', async () => {
    await ask({ files: ['a.ts'] })
    for (const query of [
      { files: ['a.ts'], anchor: 'a2' },
      { files: ['a.ts'], lines: { start: 18, end: 20 } },
    ]) {
      await ask(query)
      const again = await ask(query)
      expect(again.read).toEqual(['a2'])
      expect(again.answer).toEqual((await ask(query, false)).answer)
      expect(again.answer.stats).toMatchObject({ commits_examined: 5, annotations_found: 5, regions_returned: 1 })
    }
  })

  test('reads what was said anew, corrected or moved since', async () => {
    const query = { files: ['a.ts'], anchor: 'a2' }
    await ask(query)
    await ask(query)
    await annotate(await repository.commitFiles('Say more', { 'c.txt': 'c' }), 'a', 2)
    expect((await ask(query)).answer.regions).toHaveLength(2)

    // A query about another function does not read the retracted note, but its answer accounts for corrections made
    // since.
    const other = { files: ['a.ts'], anchor: 'a3' }
    await ask(other)
    const chronicle = openChronicle({ dir: repository.dir, cacheDir })
    const [{ commit = '' } = {}] = (await ask({ files: ['a.ts'], anchor: 'a1' })).answer.regions
    ;(await chronicle.retract({ commit, reason: 'It was never so.' }))._unsafeUnwrap()
    await chronicle.close()
    expect((await ask({ files: ['a.ts'], anchor: 'a1' })).answer.regions).toEqual([])
    expect((await ask(other)).answer).toEqual((await ask(other, false)).answer)

    // A unit that moves here from the other file brings its annotations with it.
    const moved = code('b', [0, 1, 2, 3, 4, 9]).split('\n\n').slice(1).join('\n\n')
    const unit = code('b', [0]).split('\n\n')[0] ?? ''
    await repository.commitFiles('Move b0', { 'b.ts': moved, 'a.ts': `${code('a', [0, 1, 2, 3, 4, 9])}\n${unit}\n` })
    const arrived = { files: ['a.ts'], anchor: 'b0' }
    for (let time = 0; time < 2; time++) {
      const { answer } = await ask(arrived)
      expect(answer.regions.map(({ intent }) => intent)).toEqual(['Why b0 is so.'])
      expect(answer).toEqual((await ask(arrived, false)).answer)
    }
  })
})

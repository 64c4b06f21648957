import { createGitCli } from '@chronicle/git-cli'
import type { CommitId } from '@chronicle/schema'
import { createFixtureRepository } from '@chronicle/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { bm25OverFiles, pathMatch } from './file-baseline.ts'
import { readTreeFiles } from './tree-files.ts'

const fixture = await createFixtureRepository()
await fixture.write({
  'lib/big.js': `cache\ncache\ncache\n${'filler\n'.repeat(100)}`,
  'lib/cache.js': 'cache\n',
  'lib/deep/er/other.js': 'cache or not\n',
  'lib/none.js': 'nothing\n',
  'lib/binary.js': new Uint8Array([99, 97, 99, 104, 101, 0]),
  'notes.md': 'cache cache cache\n',
  'link.js': { symlink: 'lib/cache.js' },
})
const base = await fixture.commit('base')
await fixture.write({ 'lib/none.js': 'cache cache cache cache\n' })
const next = await fixture.commit('next')
const git = createGitCli({ dir: fixture.dir })

afterAll(async () => {
  await git.close()
  await fixture.dispose()
})

function ask(system: ReturnType<typeof bm25OverFiles>, at: CommitId, task = 'the cache') {
  return system
    .retrieve({ id: 'x', repository: 'r', base: at, task, git }, { budgets: [2, 10, 1000] })
    .map(({ files, packed }) => ({ files: files.map(({ path }) => path), packed }))
}

describe('bm25OverFiles', () => {
  it('ranks program text and packs what fits', async () => {
    const found = (await ask(bm25OverFiles(), base))._unsafeUnwrap()
    expect(found.files).toEqual(['lib/cache.js', 'lib/deep/er/other.js', 'lib/big.js'])
    const lines = (path: string, end: number) => ({ path, lines: { start: 1, end } })
    expect(found.packed).toEqual([
      { budget: 2, tokens: 2, lines: [lines('lib/cache.js', 1)] },
      { budget: 10, tokens: 6, lines: [lines('lib/cache.js', 1), lines('lib/deep/er/other.js', 1)] },
      {
        budget: 1000,
        tokens: 186,
        lines: [lines('lib/cache.js', 1), lines('lib/deep/er/other.js', 1), lines('lib/big.js', 103)],
      },
    ])
  })

  it('answers from what it knows of other commits as it does anew', async () => {
    const system = bm25OverFiles()
    for (const at of [base, next, base]) {
      expect((await ask(system, at))._unsafeUnwrap()).toEqual((await ask(bm25OverFiles(), at))._unsafeUnwrap())
    }
    expect((await ask(system, next))._unsafeUnwrap().files[0]).toBe('lib/none.js')
  })

  it('finds nothing where no word is known, and says so', async () => {
    expect((await ask(bm25OverFiles(), base, 'zebra'))._unsafeUnwrap().files).toEqual([])
  })
})

describe('pathMatch', () => {
  it('knows paths alone', async () => {
    expect((await ask(pathMatch(), base, 'deep cache'))._unsafeUnwrap().files).toEqual([
      'lib/cache.js',
      'lib/deep/er/other.js',
    ])
  })
})

describe('readTreeFiles', () => {
  it('lists what git lists, links left out', async () => {
    const listed = (await readTreeFiles(git, base, new Map(), {}))._unsafeUnwrap()
    const expected = (await git.listFiles({ commit: base }))._unsafeUnwrap().filter((path) => path !== 'link.js')
    expect(listed.map(({ path }) => path)).toEqual([...expected].sort())
    expect(listed[0]?.blob).toBe(await fixture.blobId(base, listed[0]?.path ?? ''))
  })

  it('fails where there is no such commit', async () => {
    const none = '1'.repeat(40) as CommitId
    expect((await readTreeFiles(git, none, new Map(), {}))._unsafeUnwrapErr().code).toBe('missing_object')
  })
})

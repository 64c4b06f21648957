import type { RepoPath } from '@chronicle/schema'
import { createMemoryGit, type MemoryCommit } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import { snapshotOf } from '../../test/open-scene.ts'
import { coChanges } from './co-changes.ts'

const A = 'a.ts' as RepoPath

async function changesOf(commits: readonly MemoryCommit[]): Promise<Readonly<Record<string, object>>> {
  const snapshot = await snapshotOf(createMemoryGit({ commits }).git)
  return Object.fromEntries((await coChanges(snapshot, [A], {}))._unsafeUnwrap().get(A)?.files ?? [])
}

describe('what changed together with a file', () => {
  it('is counted, and weighs less in commits of many files', async () => {
    expect(
      await changesOf([
        { message: 'one\n', files: { 'a.ts': '1', 'b.ts': '1' } },
        { message: 'two\n', files: { 'a.ts': '2', 'b.ts': '2', 'c.ts': '2' } },
        { message: 'three\n', files: { 'b.ts': '3' } },
      ]),
    ).toEqual({ 'b.ts': { count: 2, weight: 1.5 }, 'c.ts': { count: 1, weight: 0.5 } })
  })

  it('is nothing that is gone', async () => {
    expect(
      await changesOf([
        { message: 'one\n', files: { 'a.ts': '1', 'b.ts': '1' } },
        { message: 'two\n', files: { 'b.ts': null } },
      ]),
    ).toEqual({})
  })

  it('is not told by bots, by commits without a word, nor by those of very many files', async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`many/${index}.ts`, 'x']))
    expect(
      await changesOf([
        { message: 'Start\n', files: { 'a.ts': '1', 'b.ts': '1', ...many } },
        { message: '\n', files: { 'a.ts': '2', 'b.ts': '2' } },
        {
          message: 'Bump\n',
          author: { name: 'renovate[bot]', email: 'r@example.com' },
          files: { 'a.ts': '3', 'b.ts': '3' },
        },
      ]),
    ).toEqual({})
  })

  it('is told by the newest commits of the file', async () => {
    const old = Array.from({ length: 60 }, (_, index) => ({
      message: `Old ${index}\n`,
      files: { 'a.ts': `old ${index}`, 'old.ts': `old ${index}` },
    }))
    const young = Array.from({ length: 200 }, (_, index) => ({
      message: `Young ${index}\n`,
      files: { 'a.ts': `young ${index}`, 'young.ts': `young ${index}` },
    }))
    expect(await changesOf([...old, ...young])).toEqual({ 'young.ts': { count: 200, weight: 200 } })
  })
})

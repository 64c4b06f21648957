import { createGitCli } from '@chronicle/git-cli'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import type { GitBackend, TreeState } from '@chronicle/core/contracts'
import { DEFAULT_NOTES_REF, type CommitId, type RepoPath } from '@chronicle/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutLaterHistory } from './without-later-history.ts'

let fixture: FixtureRepository
let git: GitBackend
let view: GitBackend
let [first, base, later, side]: CommitId[] = []

function id(commit: CommitId | undefined): CommitId {
  if (commit === undefined) throw new Error('The fixture was not made.')
  return commit
}

async function collect<T>(items: AsyncIterable<T> | undefined): Promise<readonly T[]> {
  const collected: T[] = []
  for await (const item of items ?? []) collected.push(item)
  return collected
}

beforeAll(async () => {
  fixture = await createFixtureRepository()
  await fixture.write({ 'a.txt': 'one\n' })
  first = await fixture.commit('first')
  await fixture.write({ 'a.txt': 'two\n' })
  base = await fixture.commit('base')
  await fixture.branch('then')
  await fixture.write({ 'a.txt': 'three\n', 'solution.txt': 'x\n' })
  later = await fixture.commit('later')
  await fixture.branch('topic', first)
  await fixture.checkout('topic')
  side = await fixture.commit('beside')
  await fixture.note(id(first), 'early')
  await fixture.note(id(later), 'late')
  await fixture.checkout('main')
  git = createGitCli({ dir: fixture.dir })
  view = (await withoutLaterHistory(git, id(base)))._unsafeUnwrap()
})

afterAll(async () => {
  await git.close()
  await fixture.dispose()
})

describe('withoutLaterHistory', () => {
  const path = 'a.txt' as RepoPath

  it('answers about the base and its ancestors as the repository does', async () => {
    const [from, before] = [id(base), id(first)]
    expect((await view.resolve('HEAD'))._unsafeUnwrap()).toBe(from)
    expect((await view.resolve('@~1'))._unsafeUnwrap()).toBe(before)
    expect((await view.resolve('then'))._unsafeUnwrap()).toBe(from)
    expect((await view.resolve('nothing'))._unsafeUnwrap()).toBeUndefined()
    expect([...(await view.readCommits([before]))._unsafeUnwrap().keys()]).toEqual([before])
    expect((await view.readFile({ commit: from }, path))._unsafeUnwrap()?.bytes).toEqual(
      new TextEncoder().encode('two\n'),
    )
    expect((await view.listFiles({ commit: from }))._unsafeUnwrap()).toEqual([path])
    expect((await collect(view.log({ from }))).map((commit) => commit.id)).toEqual([from, before])
    expect((await view.history?.({ from }))?._unsafeUnwrap().map((entry) => entry.id)).toEqual([before, from])
    expect((await view.changesOf?.([from]))?._unsafeUnwrap()).toHaveLength(1)
    expect([...(await view.listNotes(DEFAULT_NOTES_REF))._unsafeUnwrap().notes.keys()]).toEqual([before])
  })

  it('says of ids that name nothing what the repository says', async () => {
    const none = '1'.repeat(40) as CommitId
    expect((await view.readCommits([none]))._unsafeUnwrap().size).toBe(0)
    expect((await view.history?.({ from: none }))?._unsafeUnwrapErr().code).toBe('missing_object')
  })

  it.each(['later', 'side'] as const)('refuses the commit %s', async (which) => {
    const commit = id(which === 'later' ? later : side)
    const state: TreeState = { commit }
    const answers = [
      view.resolve(commit),
      view.resolve(which === 'later' ? 'main' : 'topic'),
      view.readCommits([id(first), commit]),
      view.commitTimes?.([commit]),
      view.readFile(state, path),
      view.listFiles(state),
      view.history?.({ from: commit }),
      view.history?.({ from: id(base), exclude: [commit] }),
      view.blame?.({ at: state, path }),
      view.fileRevisions?.({ from: commit, path }),
      view.changedPaths?.([commit]),
      view.changesOf?.([commit]),
      view.diff?.({ from: { commit: id(base) }, to: state }),
      view.diff?.({ from: state, to: { commit: id(base) } }),
    ]
    for (const answer of answers) expect((await answer)?._unsafeUnwrapErr().code).toBe('later_history')
    for (const listing of [view.log({ from: commit }), view.ancestors?.({ from: commit })]) {
      expect(listing).toBeDefined()
      await expect(collect(listing)).rejects.toMatchObject({ cause: { code: 'later_history' } })
    }
  })

  it.each(['INDEX', 'WORKTREE'] as const)('refuses %s', async (state) => {
    expect((await view.listFiles(state))._unsafeUnwrapErr().code).toBe('later_history')
    expect((await view.readFile(state, path))._unsafeUnwrapErr().code).toBe('later_history')
    expect((await view.blame?.({ at: state, path }))?._unsafeUnwrapErr().code).toBe('later_history')
  })

  it('shows no folder, and writes nothing', async () => {
    expect((await view.describe())._unsafeUnwrap()).toEqual({
      objectFormat: 'sha1',
      shallow: false,
      bare: true,
      prefix: '',
    })
    expect(view.writeNotes).toBeUndefined()
    expect(view.normalise).toBeUndefined()
  })

  it('refuses alike over a repository that only reads objects', async () => {
    const plain: GitBackend = {
      ...git,
      ...{ history: undefined as never, ancestors: undefined as never, blame: undefined as never },
    }
    const narrow = (await withoutLaterHistory(plain, id(base)))._unsafeUnwrap()
    expect((await narrow.readCommits([id(first), id(base)]))._unsafeUnwrap().size).toBe(2)
    expect((await narrow.readCommits([id(later)]))._unsafeUnwrapErr().code).toBe('later_history')
    expect(narrow.history).toBeUndefined()
  })

  it.each([true, false])('fails where the base is no commit (history natively: %s)', async (native) => {
    const plain: GitBackend = native ? git : { ...git, history: undefined as never }
    const none = '1'.repeat(40) as CommitId
    expect((await withoutLaterHistory(plain, none))._unsafeUnwrapErr().code).toBe('missing_object')
  })
})

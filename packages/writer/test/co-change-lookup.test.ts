import { createGitCli, type GitCli } from '@chronicle/git-cli'
import type { CommitId, RepoPath } from '@chronicle/schema'
import { createFixtureRepository } from '@chronicle/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCoChangeLookup, gatherCommit, type CommitContext } from '../src/index.ts'

const [A, B, C] = ['src/a.ts', 'src/b.ts', 'src/c.ts'] as RepoPath[]
let git: GitCli
const commits: CommitId[] = []

beforeAll(async () => {
  const repository = await createFixtureRepository()
  git = createGitCli({ dir: repository.dir })
  for (let number = 0; number < 6; number++) {
    const files = {
      'src/a.ts': `${number}\n`,
      ...(number % 3 === 2 ? { 'src/c.ts': `${number}\n` } : { 'src/b.ts': `${number}\n` }),
    }
    await repository.write(files)
    commits.push(await repository.commit(`Change ${number}`))
  }
})

afterAll(() => git.close())

async function contextOf(commit: CommitId): Promise<CommitContext> {
  const { context } = (await gatherCommit({ git }, commit))._unsafeUnwrap()
  if (context === undefined) throw new Error(`${commit} was not gathered`)
  return context
}

it('counts the commits before one, and no others', async () => {
  const lookup = createCoChangeLookup(git, commits[5] as CommitId)
  expect(await lookup(A as RepoPath, await contextOf(commits[5] as CommitId))).toEqual([
    { path: B, together: 4, changes: 5 },
    { path: C, together: 1, changes: 5 },
  ])
  expect(await lookup(A as RepoPath, await contextOf(commits[1] as CommitId))).toEqual([
    { path: B, together: 1, changes: 1 },
  ])
  expect(await lookup(C as RepoPath, await contextOf(commits[0] as CommitId))).toEqual([])
})

it('says nothing of a commit that the history does not lead to', async () => {
  const lookup = createCoChangeLookup(git, commits[1] as CommitId)
  expect(await lookup(A as RepoPath, await contextOf(commits[5] as CommitId))).toEqual([])
})

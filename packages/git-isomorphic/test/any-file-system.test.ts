import { withBlame } from '@chronicle/blame'
import { DEFAULT_NOTES_REF, type CommitId, type RepoPath } from '@chronicle/schema'
import { createFixtureRepository, createLinearHistory, testGitBackend } from '@chronicle/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createIsomorphicGit } from '../src/index.ts'
import { copyToMemory } from './memory-file-system.ts'

testGitBackend('git-isomorphic in memory', {
  open: async (dir) => withBlame(createIsomorphicGit({ fs: await copyToMemory(dir), dir })),
  copies: true,
  skip: {
    'blames files that are in no commit yet': 'it writes a file after the repository was copied',
    'says that a folder is no repository, and names it': 'what is above the folder is not copied',
    'works from a subfolder': 'what is above the folder is not copied',
    'works in a folder with an odd name': 'what is above the folder is not copied',
    'opens a linked worktree, or says that it cannot': 'what is above the folder is not copied',
    ...Object.fromEntries(
      ['auto', 'flat', '2/38', '2/2/36', 'mixed'].map((layout) => [
        `keeps the other entries of a ${layout} tree`,
        'covered on the real file system; it takes seconds',
      ]),
    ),
    'reads blobs byte for byte': 'covered on the real file system; copying it costs seconds',
  },
})

describe('on a file system without rename', () => {
  let opened: Awaited<ReturnType<typeof open>>
  const open = async () => {
    const repository = await createFixtureRepository()
    const [commit] = await createLinearHistory(repository, { commits: 3 })
    const fs = await copyToMemory(repository.dir, { rename: false })
    await repository.dispose()
    return { fs, dir: repository.dir, commit: commit as CommitId }
  }
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.fs.nodes.clear())

  it('writes notes and gives the lock back', async () => {
    const { fs, dir, commit } = opened
    const git = createIsomorphicGit({ fs, dir })
    const tip = (
      await git.writeNotes!(DEFAULT_NOTES_REF, undefined, new Map([[commit, Buffer.from('note')]]))
    )._unsafeUnwrap()
    expect((await git.notesTip(DEFAULT_NOTES_REF))._unsafeUnwrap()).toBe(tip)
    expect([...fs.nodes.keys()].filter((path) => path.endsWith('.lock') || path.includes('tmp_obj'))).toEqual([])
    // From the file system's clock, in whole seconds.
    expect((await git.readCommits([tip]))._unsafeUnwrap().get(tip)?.committer.time).toBe(1_700_000_000)
  })

  it('takes the time and the author that it is given', async () => {
    const { fs, dir, commit } = opened
    const author = { name: ' Nobody <else>\n', email: 'nobody@example.com' }
    const git = createIsomorphicGit({ fs, dir, author, now: () => 1_234_567_890_999 })
    const tip = (
      await git.writeNotes!(DEFAULT_NOTES_REF, undefined, new Map([[commit, Buffer.from('note')]]))
    )._unsafeUnwrap()
    expect((await git.readCommits([tip]))._unsafeUnwrap().get(tip)).toMatchObject({
      author: { name: 'Nobody else', email: 'nobody@example.com', time: 1_234_567_890, zone: 0 },
      message: 'Notes added by Chronicle\n',
    })
  })

  it('takes the identity from other configuration files', async () => {
    const { fs, dir, commit } = opened
    await fs.promises.writeFile(`${dir}/.git/config`, '[core]\n\tbare = false\n')
    await fs.promises.writeFile(`${dir}/first`, '[user]\nname = First\nemail = first@example.com\n')
    await fs.promises.writeFile(`${dir}/second`, '[user]\nname = Second\n')
    const git = createIsomorphicGit({ fs, dir, configFiles: [`${dir}/first`, `${dir}/second`, `${dir}/absent`] })
    const tip = (
      await git.writeNotes!(DEFAULT_NOTES_REF, undefined, new Map([[commit, Buffer.from('note')]]))
    )._unsafeUnwrap()
    expect((await git.readCommits([tip]))._unsafeUnwrap().get(tip)?.author).toMatchObject({
      name: 'Second',
      email: 'first@example.com',
    })
    expect((await git.readConfig?.('user'))?._unsafeUnwrap().get('name')?.at(-1)).toBe('Second')
  })

  it('reports what the file system fails with', async () => {
    const { fs, dir, commit } = opened
    const failure = Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
    const broken = {
      promises: { ...fs.promises, lstat: () => Promise.reject(failure) },
    }
    const git = createIsomorphicGit({ fs: broken, dir })
    const error = (await git.readFile('WORKTREE', 'src/file-0.txt' as RepoPath))._unsafeUnwrapErr()
    expect(error).toMatchObject({ code: 'git_failed', cause: failure })
    expect(error.message).toBe('Failed to read src/file-0.txt: EIO: i/o error. Check the repository with git fsck.')
    expect((await git.readCommits([commit]))._unsafeUnwrap().size).toBe(1)
  })
})

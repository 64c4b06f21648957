import fs from 'node:fs'
import { withBlame } from '@chronicle/blame'
import { testGitBackend } from '@chronicle/testing'
import { expect, it } from 'vitest'
import { createIsomorphicGit } from '../src/index.ts'

// `withBlame` adds what the backend lacks and passes on everything else, so this run includes the contract of the plain
// backend.
testGitBackend('git-isomorphic with blame', { open: (dir) => withBlame(createIsomorphicGit({ fs, dir })) })

it('claims alone what it does itself', async () => {
  const git = createIsomorphicGit({ fs, dir: '.' })
  expect(git.supports).toMatchObject({ blame: false, history: false, revisions: false })
  for (const name of ['blame', 'history', 'ancestors', 'fileRevisions', 'changedPaths'] as const)
    expect(git[name]).toBeUndefined()
  await git.close()
})

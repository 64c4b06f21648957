import fs from 'node:fs'
import { withBlame } from '@chronicle/blame'
import { testGitBackend } from '@chronicle/testing'
import { createIsomorphicGit } from '../src/index.ts'

testGitBackend('git-isomorphic', { open: (dir) => createIsomorphicGit({ fs, dir }) })

testGitBackend('git-isomorphic with blame', { open: (dir) => withBlame(createIsomorphicGit({ fs, dir })) })

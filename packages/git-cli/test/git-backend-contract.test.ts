import { testGitBackend } from '@chronicle/testing'
import { createGitCli } from '../src/index.ts'

testGitBackend('git-cli', { open: (dir) => createGitCli({ dir }) })

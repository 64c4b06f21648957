import { testGitBackend } from '../../testing/src/git-backend/test-git-backend.ts'
import { createGitCli } from '../src/index.ts'

testGitBackend('git-cli', { open: (dir) => createGitCli({ dir }) })

import { createNotesSource } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import { testAnnotationSource } from '@chronicle/testing'

testAnnotationSource('notes', {
  openGit: (dir) => createGitCli({ dir }),
  openSource: ({ git, storage }) => createNotesSource({ git, storage }),
})

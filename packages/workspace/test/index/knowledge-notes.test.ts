import { createNotesIndex } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import { readNote, type CommitId, type RepoPath } from '@chronicle/schema'
import { createFixtureRepository } from '@chronicle/testing'
import { expect, it } from 'vitest'
import { isRepositoryNote, knowledgeCommits } from '../../../core/src/notes/knowledge-commits.ts'

it('a knowledge note on the empty tree is found under the paths of its rules', async () => {
  await using repository = await createFixtureRepository()
  const commit = await repository.commitFiles('One', { 'src/a.ts': 'export {}\n' })
  const tree = (await repository.git('hash-object', '-t', 'tree', '-w', '/dev/null')) as CommitId
  const knowledge = {
    schema: 'chronicle/knowledge-v1',
    conventions: [{ id: 'c1', scope: 'src/', rule: 'No unwrap.', decided_in: commit }],
    anti_patterns: [{ id: 'a1', pattern: 'sleep', instead: 'await' }],
  }
  await repository.git('notes', '--ref=chronicle', 'add', '-m', JSON.stringify(knowledge), tree)
  const git = createGitCli({ dir: repository.dir })
  const view = (await createNotesIndex({ git }).refresh())._unsafeUnwrap()
  const found = (await view.annotating(['src/', './'] as RepoPath[]))._unsafeUnwrap()
  expect(found.map((note) => note.commit)).toEqual([tree])
  expect((await view.annotating(['src/a.ts' as RepoPath]))._unsafeUnwrap()).toEqual([])
  expect((await view.pathsUnder(''))._unsafeUnwrap().map(({ path }) => path)).toEqual(['./', 'src/'])
  const blobs = (await git.readBlobs(found.flatMap((note) => note.blobs)))._unsafeUnwrap()
  const [bytes = new Uint8Array()] = blobs.values()
  const { annotation } = readNote(bytes, { commit: tree })
  expect(annotation?.regions.map(({ file }) => file)).toEqual(['src/', './'])
  if (annotation === undefined) return
  // A decision made in a commit is shown under that commit, the rest under the object that carries the note.
  const commits = (await knowledgeCommits(annotation, git, {}))._unsafeUnwrap()
  expect([...commits.values()]).toEqual([commit, tree])
  expect([isRepositoryNote(tree), isRepositoryNote(commit)]).toEqual([true, false])
  await git.close()
})

import { createQueries } from '@chronicle/core'
import { createGitCli } from '@chronicle/git-cli'
import { createFixtureRepository } from '@chronicle/testing'
import { logOutputSchema, statusOutputSchema, summaryOutputSchema } from '@chronicle/schema/validate'
import { expect, test } from 'vitest'

test('before the first commit, questions about all that is recorded are answered: nothing yet', async () => {
  await using repository = await createFixtureRepository()
  const queries = createQueries({ git: createGitCli({ dir: repository.dir }) })
  const diagnostics = [{ code: 'no_commits' }]
  expect(statusOutputSchema.parse((await queries.status())._unsafeUnwrap())).toMatchObject({
    query: { at: 'HEAD', commit: '' },
    recorded: { annotations: 0 },
    diagnostics,
  })
  const log = (await queries.log({ paths: ['src'], limit: 3 }))._unsafeUnwrap()
  expect(logOutputSchema.parse(log)).toMatchObject({
    query: { range: 'HEAD', commit: '', paths: ['src'], limit: 3 },
    entries: [],
    diagnostics,
  })
  const summary = (await queries.summary({ file: '.' }))._unsafeUnwrap()
  expect(summaryOutputSchema.parse(summary)).toMatchObject({
    query: { file: '', kind: 'folder', commit: '' },
    units: [],
    diagnostics,
  })
})

test('a branch without commits among others, a wrong number and another revision are refused as ever', async () => {
  await using repository = await createFixtureRepository()
  const commit = await repository.commitFiles('First', { 'a.ts': 'export const a = 1\n' })
  await repository.note(commit, { $schema: 'chronicle/v1' })
  await repository.git('checkout', '--quiet', '--orphan', 'other')
  const queries = createQueries({ git: createGitCli({ dir: repository.dir }) })
  expect((await queries.status())._unsafeUnwrapErr().code).toBe('revision_not_found')
  expect((await queries.log({ limit: 0 }))._unsafeUnwrapErr().code).toBe('invalid_query')
  await using empty = await createFixtureRepository()
  const none = createQueries({ git: createGitCli({ dir: empty.dir }) })
  expect((await none.log({ range: 'main' }))._unsafeUnwrapErr()).toMatchObject({ data: { revision: 'main' } })
})

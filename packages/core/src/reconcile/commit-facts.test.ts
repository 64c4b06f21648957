import type { CommitId, TreeId } from '@chronicle/schema'
import { createFixtureRepository, type FixtureRepository } from '@chronicle/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commitFacts } from './commit-facts.ts'

const PERSON = { name: 'Ada', email: 'ada@example.com', time: 0, zone: 0, zoneText: '+0000' }

const factsOf = (message: string): ReturnType<typeof commitFacts> =>
  commitFacts({
    ...{ id: 'a'.repeat(40) as CommitId, parents: [], tree: 'b'.repeat(40) as TreeId },
    ...{ author: PERSON, committer: PERSON, message },
  })

describe('the source that git names when it picks a commit', () => {
  let repository: FixtureRepository
  beforeAll(async () => {
    repository = await createFixtureRepository()
    await repository.commitFiles('Begin', { 'a.txt': 'a\n' })
  })
  afterAll(() => repository.dispose())

  it.each([
    'Subject',
    'Subject\n\nBody.',
    'Subject\n\nBody.\n\nSigned-off-by: Ada <ada@example.com>',
    'Subject\n\nBody.\n\nSigned-off-by: Ada <ada@example.com>\n[ada: adjusted context]',
    'Subject\n\nBody.\n\n[ada: adjusted context,\n and the test]\nSigned-off-by: Ada <ada@example.com>\n[bob: and more]',
    'Subject\n\nBody.\n\nFixes: 1234567890ab ("a long subject\n  that goes on")',
    'Subject\n\nBody.\n\nSigned-off-by: Ada <ada@example.com>\nTested-on: board one,\n board two',
    'Subject\n\nProse that nobody set apart.\nSigned-off-by: Ada <ada@example.com>\nAnd more of it.',
    'Subject\n\nOne.\nTwo.\nThree.\nFour.\nSigned-off-by: Ada <ada@example.com>\nFive.',
    'Subject\n\nBody.\n\n(cherry picked from commit 1234567890123456789012345678901234567890)\n[ada: adjusted]',
  ])('is found below %j', async (message) => {
    const before = await repository.head()
    const source = await repository.commitFiles(message, { 'b.txt': message })
    await repository.git('reset', '--quiet', '--hard', before)
    await repository.commitFiles('Other', { 'a.txt': message })
    await repository.git('cherry-pick', '-x', source)
    expect(factsOf(await repository.git('log', '-1', '--format=%B')).sources).toContain(source)
  })
})

it.each([
  'It was\n(cherry picked from commit ID)\nin another way.',
  'A message ends in\n(cherry picked from commit ID)',
  '  Indented words\n(cherry picked from commit ID)',
  'Signed-off-by: Ada <ada@example.com>\n(cherry picked from commit ID)\nis what the message says.',
])('no source is named by prose: %j', (prose) => {
  expect(factsOf(`Subject\n\n${prose.replace('ID', 'c'.repeat(40))}\n`).sources).toEqual([])
})

it('a message that begins with a blank line has a subject', () => {
  expect(factsOf('\n\n  Subject (#12)\n\n* Add a function\n\nBody.\n')).toMatchObject({
    ...{ subject: 'Subject', request: '12', listed: ['Add a function', 'Body.'], marked: ['Add a function'] },
  })
})

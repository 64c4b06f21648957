import { createGitCli } from '@chronicle/git-cli'
import type { GitBackend } from '@chronicle/core/contracts'
import type { CommitId } from '@chronicle/schema'
import { createFixtureRepository, type FixtureFile, type FixtureRepository } from '@chronicle/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEvaluationCases } from '../cases/read-cases.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { changesCode } from './changes-code.ts'
import { mineCases } from './mine-cases.ts'
import { taskText } from './task-text.ts'

describe('taskText', () => {
  it('keeps what was said, without what names the solution', () => {
    const message = [
      'fix(router): keep trailing slash of src/router.js (#1234)',
      '',
      'The slash got lost, see #12 and https://github.com/o/r/issues/12.',
      'Read https://example.com/spec for the rule.',
      '',
      '- one point',
      '- another (fixes o/r#7)',
      '',
      'Closes #1234',
      'Signed-off-by: A <a@example.com>',
    ].join('\n')
    expect(taskText(message)).toBe(
      [
        'fix(router): keep trailing slash of src/router.js',
        '',
        'The slash got lost, and . Read https://example.com/spec for the rule.',
        '',
        '- one point',
        '- another',
      ].join('\n'),
    )
  })

  it('begins with the words of the subject', () => {
    expect(taskText('Fixes #12: keep the rest')).toBe('keep the rest')
  })

  it.each(['Support UTF-8 and C#7 in names', 'Use the colour #ff0000 for errors'])('leaves %j alone', (message) => {
    expect(taskText(message)).toBe(message)
  })
})

describe('changesCode', () => {
  it.each([
    ["f('a', b)", 'f(\n  "a",\n  b,\n);', false],
    ['f(a) // one', 'f(a) // two', false],
    ["version = '1.2.3'", "version = '1.3.0rc1'", false],
    ['timeout = 30', 'timeout = 60', true],
    ['if (a < b) f()', 'if (a <= b) f()', true],
  ])('%j → %j: %s', (before, after, changed) => {
    expect(changesCode('a.js', before, after)).toBe(changed)
  })
})

describe('mineCases', () => {
  let fixture: FixtureRepository
  let git: GitBackend
  let from: CommitId
  let wanted: readonly CommitId[]

  beforeAll(async () => {
    fixture = await createFixtureRepository()
    const commit = async (
      message: string,
      files: Readonly<Record<string, FixtureFile>>,
      author?: { name: string; email: string },
    ): Promise<CommitId> => {
      await fixture.write(files)
      return fixture.commit(message, author === undefined ? {} : { author })
    }
    const many = (value: number) =>
      Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`src/m${index}.js`, `x = ${value}\n`]))
    await commit('Start of the whole thing', { 'src/a.js': 'a\nb\nc\n', 'src/b.js': 'one(1)\n', ...many(0) })
    const first = await commit('Make the second line do something else\n\nReviewed-by: B', { 'src/a.js': 'a\nB\nc\n' })
    await commit('short message', { 'src/a.js': 'a\nC\nc\n' })
    await commit('Explain how the tests of this are run', { 'test/a.test.js': 'x\n', 'docs/a.md': 'x\n' })
    await commit('A new file that nobody could have found', { 'src/new.js': 'x\n' })
    await commit('Say more about it in a comment', { 'src/b.js': 'one(1) // more\n' })
    await commit('Touch all of the many files at once', many(1))
    await commit('Let the machine change something here', { 'src/a.js': 'bot\n' }, { name: 'x[bot]', email: 'b@x' })
    await commit('Revert "Make the second line do something else"', { 'src/a.js': 'a\nb\nc\n' })
    await commit('Bump something from 1.0.2 to 1.0.3', { 'src/a.js': 'a\nb\nc\nd\n' })
    await commit('style: apply prettier to everything', { 'src/a.js': 'a\nb\nc\ne\n' })
    await fixture.rename('src/b.js', 'src/moved.js')
    const second = await commit('Move the call and ask for two', {
      'src/moved.js': 'one(1) // more\ntwo(2)\n',
      'src/a.js': 'top\na\nb\nc\n',
    })
    await fixture.branch('topic', second)
    const third = await commit('Make the second line do something else', { 'src/a.js': 'top\nA\nb\nc\n' })
    await fixture.checkout('topic')
    await fixture.write({ 'x.txt': 'x' })
    await fixture.commit('Add a text file of no use')
    await fixture.checkout('main')
    from = await fixture.merge('topic', 'Merge the topic with its text file')
    wanted = [first, second, third]
    git = createGitCli({ dir: fixture.dir })
  })

  afterAll(async () => {
    await git.close()
    await fixture.dispose()
  })

  const options = (seed: number) => ({ from, repository: 'r', random: createSeededRandom(seed) })

  it('makes cases of the commits that are tasks, and says why others are not', async () => {
    const mined = (await mineCases(git, options(1)))._unsafeUnwrap()
    // The first and the third have the same message, so only one of them is left.
    expect(mined.rejected).toEqual({
      root: 1,
      merge: 1,
      bot: 1,
      revert: 1,
      version: 1,
      formatting: 1,
      too_few_words: 1,
      nothing_to_find: 3,
      too_many_files: 1,
      no_code_change: 1,
      duplicate: 1,
    })
    expect(mined.looked).toBe(15)
    const [, second] = wanted
    const moved = mined.cases.find(({ id }) => id === `r-${second?.slice(0, 12)}`)
    expect(mined.cases).toHaveLength(2)
    expect(moved).toMatchObject({
      base: await fixture.git('rev-parse', `${second}^`),
      task: 'Move the call and ask for two',
      goldFiles: ['src/a.js', 'src/b.js'],
      goldLines: { 'src/a.js': [{ start: 4, end: 4 }], 'src/b.js': [{ start: 1, end: 1 }] },
      source: 'mined',
    })
    const other = mined.cases.find((one) => one !== moved)
    expect(other).toMatchObject({ task: 'Make the second line do something else', goldFiles: ['src/a.js'] })
  })

  it('draws the same cases for the same numbers, and can be read again', async () => {
    const draw = async (seed: number) => (await mineCases(git, { ...options(seed), count: 1 }))._unsafeUnwrap().cases
    const drawn = await draw(5)
    expect(await draw(5)).toEqual(drawn)
    expect(drawn).toHaveLength(1)
    const written = drawn.map((one) => JSON.stringify(one)).join('\n')
    expect(readEvaluationCases(written)._unsafeUnwrap()).toEqual(drawn)
    const here = (await mineCases(git, { ...options(5), count: 1, repository: '.' }))._unsafeUnwrap().cases
    expect(here.map(({ id }) => `r-${id}`)).toEqual(drawn.map(({ id }) => id))
  })

  it('needs a backend that knows changes', async () => {
    const plain: GitBackend = { ...git, changesOf: undefined as never }
    expect((await mineCases(plain, options(1)))._unsafeUnwrapErr().code).toBe('unsupported')
  })
})

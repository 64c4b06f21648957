import type { BlameRequest, GitBackend } from '@chronicle/core/contracts'
import type { CommitId, RepoPath } from '@chronicle/schema'
import {
  blameByGit,
  buildHistory,
  createFixtureRepository,
  FIXTURE_EPOCH,
  historyArbitrary,
  importCommits,
  linesOfHunks,
  withoutHunks,
  type FixtureRepository,
  type ImportCommit,
} from '@chronicle/testing'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asDisposable } from '../../workspace/src/testing/as-disposable.ts'
import { openDerived } from './derived-from-git-cli.ts'
import { repetitions } from '../../workspace/src/testing/repetitions.ts'

let repository: FixtureRepository
let backend: GitBackend
beforeEach(async () => {
  repository = await createFixtureRepository()
  backend = openDerived(repository.dir)
})
afterEach(async () => {
  await backend.close()
  await repository.dispose()
})

const path = 'file' as RepoPath

async function expectAsGit(request: Omit<BlameRequest, 'since'>): Promise<void> {
  const hunks = (await backend.blame!(request))._unsafeUnwrap()
  const expected = withoutHunks(await blameByGit(repository, request))
  expect(withoutHunks(linesOfHunks(hunks))).toEqual(expected)
}

/** Versions of one file with few different lines, so that each line has many possible origins. */
const version = fc
  .tuple(fc.array(fc.constantFrom('{', '}', '', '  a', '  b', '\tc', 'd\r'), { maxLength: 14 }), fc.boolean())
  .map(([lines, terminated]) => lines.join('\n') + (terminated ? '\n' : ''))

/**
 * Git before version 2.44 ignored a last line without a newline when it compared contents for renames. Derived blame
 * behaves like newer versions, so in tests against any git version only files that were never renamed may lack the last
 * newline.
 */
const terminated = (content: string): string => (content === '' || content.endsWith('\n') ? content : `${content}\n`)

/** A commit on top of up to three earlier ones, counted back from it. */
const commit = fc.record({
  content: version,
  parents: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 3 }),
  seconds: fc.nat(3),
  name: fc.constantFrom('file', 'file', 'file', 'other'),
})

describe('blame', () => {
  it('agrees with git where lines repeat, in histories with octopus merges and equal dates', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(commit, { minLength: 2, maxLength: 10 }), async (plan) => {
        let date = FIXTURE_EPOCH
        const renames = plan.some(({ name }) => name !== 'file')
        const commits = plan.map(({ content, parents, seconds, name }, index): ImportCommit => {
          date += seconds
          return {
            ref: 'refs/heads/main',
            parents: [...new Set(parents.map((back) => index - 1 - back).filter((parent) => parent >= 0))],
            message: `Commit ${index}`,
            date,
            fresh: true,
            changes: [
              { path: index === plan.length - 1 ? 'file' : name, content: renames ? terminated(content) : content },
            ],
          }
        })
        const ids = await importCommits(repository, commits)
        await backend.close()
        backend = openDerived(repository.dir)
        await expectAsGit({ at: { commit: ids.at(-1) as CommitId }, path })
      }),
      { numRuns: repetitions(48, 120) },
    )
  })

  it('covers exactly the requested lines, in order', async () => {
    await fc.assert(
      fc.asyncProperty(historyArbitrary(), fc.nat(50), fc.nat(20), async (plan, start, length) => {
        const built = await buildHistory(plan)
        await using repository = built.repository
        await using backend = asDisposable(openDerived(repository.dir))
        for (const name of built.paths) {
          const request = { at: { commit: built.head }, path: name as RepoPath }
          const full = linesOfHunks((await backend.blame!(request))._unsafeUnwrap())
          const ranges = [{ start: start + 1, end: start + 1 + length }]
          const part = linesOfHunks((await backend.blame!({ ...request, ranges }))._unsafeUnwrap())
          expect(withoutHunks(part)).toEqual(withoutHunks(full.slice(start, start + 1 + length)))
        }
      }),
      { numRuns: repetitions(10, 25) },
    )
  })

  it('agrees with git while a merge is under way', async () => {
    await repository.commitFiles('Base', { file: '1\n2\n3\n' })
    await repository.branch('topic')
    await repository.commitFiles('Ours', { file: 'ours\n2\n3\n' })
    await repository.checkout('topic')
    await repository.commitFiles('Theirs', { file: '1\n2\ntheirs\n' })
    await repository.checkout('main')
    await repository.gitBytes(['merge', '--no-commit', '--quiet', 'topic'], { exitCodes: [0, 1] })
    await repository.write({ file: 'ours\n2 in the merge\ntheirs\n' })
    await expectAsGit({ at: 'WORKTREE', path })
    const lines = linesOfHunks((await backend.blame!({ at: 'WORKTREE', path }))._unsafeUnwrap())
    expect(lines.map((line) => line.commit === undefined)).toEqual([false, true, false])
  })

  it('agrees with git while several branches are merged', async () => {
    await repository.commitFiles('Base', { file: '1\n2\n3\n4\n5\n' })
    for (const [name, text] of Object.entries({ one: 'one\n2\n3\n4\n5\n', two: '1\n2\ntwo\n4\n5\n' })) {
      await repository.git('checkout', '-q', '-b', name, 'main')
      await repository.commitFiles(name, { file: text })
    }
    await repository.checkout('main')
    await repository.commitFiles('Ours', { file: '1\n2\n3\n4\nours\n' })
    await repository.git('merge', '--no-commit', '--quiet', 'one', 'two')
    await expectAsGit({ at: 'WORKTREE', path })
    const lines = linesOfHunks((await backend.blame!({ at: 'WORKTREE', path }))._unsafeUnwrap())
    expect(lines.filter(({ commit }) => commit === undefined)).toEqual([])
  })

  it('agrees with git on a staged rename that is edited further', async () => {
    const text = Array.from({ length: 12 }, (_, index) => `line ${index} of the file\n`)
    await repository.commitFiles('First', { 'old name': text.join(''), unrelated: 'other\n' })
    await repository.rename('old name', 'file')
    await repository.remove('unrelated')
    await repository.stage()
    await repository.write({ file: ['new\n', ...text.slice(0, 9)].join('') })
    await expectAsGit({ at: 'WORKTREE', path })
    const staged = (await backend.blame!({ at: 'INDEX', path }))._unsafeUnwrap()
    expect(staged).toMatchObject([{ originalPath: 'old name', final: { start: 1, end: 12 } }])
  })

  it.each(['true', 'input'])('agrees with git on line ends that core.autocrlf=%s converts', async (setting) => {
    await repository.dispose()
    repository = await createFixtureRepository({ config: { 'core.autocrlf': setting } })
    await repository.commitFiles('First', { file: 'a\nb\nc\n' })
    await repository.write({ file: 'a\r\nB\r\nc\r\n' })
    backend = openDerived(repository.dir)
    await expectAsGit({ at: 'WORKTREE', path })
    const lines = linesOfHunks((await backend.blame!({ at: 'WORKTREE', path }))._unsafeUnwrap())
    expect(lines.map((line) => line.commit === undefined)).toEqual([false, true, false])
  })

  it('leaves carriage returns alone where they are stored', async () => {
    await repository.commitFiles('First', { file: 'a\r\nb\r\n' })
    await repository.git('config', 'core.autocrlf', 'true')
    await repository.write({ file: 'a\r\nb\r\nc\r\n' })
    await expectAsGit({ at: 'WORKTREE', path })
  })
})

import { ok, type RepoPath } from '@chronicle/schema'
import { createMemoryGit, RANKED_REPOSITORY, type MemoryGitDescription } from '@chronicle/testing'
import { describe, expect, it } from 'vitest'
import { openScene } from '../../test/open-scene.ts'
import { bestSymbolSignal } from './best-symbol.ts'
import { coChangedSignal } from './co-changed.ts'
import { contentSignal } from './content.ts'
import { exactDefinitionsSignal } from './exact-definitions.ts'
import { importNeighboursSignal } from './import-neighbours.ts'
import { pastCommitsSignal, similarCommits } from './past-commits.ts'
import { pathTermsSignal } from './path-terms.ts'
import { topScores, type FileScores, type Signal } from './signal.ts'

const ranked = createMemoryGit(RANKED_REPOSITORY).git

async function orderOf(
  signal: Signal,
  task: string,
  {
    files,
    lists = new Map(),
  }: { files?: Readonly<Record<string, string>>; lists?: ReadonlyMap<string, FileScores> } = {},
): Promise<readonly string[]> {
  const git = files === undefined ? ranked : createMemoryGit({ commits: [{ files }] }).git
  const { context } = await openScene({ git, task })
  return topScores((await signal.score(context, lists))._unsafeUnwrap(), 100).map(([path]) => path)
}

describe('content', () => {
  it('prefers names that are defined and documented to words in passing, in files of one length', async () => {
    const files = {
      'a.ts': 'export function login() {\n  return 1\n}\n// one two three four\n',
      'b.ts': 'export function other() {\n  return 1\n}\n// one login three four\n',
      'c.ts': 'export function other() {\n  return 1\n}\n// one two three four\n',
    }
    expect(await orderOf(contentSignal, 'login', { files })).toEqual(['a.ts', 'b.ts'])
  })

  it('prefers rare words to common ones, and short files to long ones', async () => {
    const files = {
      'rare.ts': 'export const cookie = 1\n',
      'common.ts': 'export const session = 1\n',
      'long.ts': `export const cookie = 1\n${'export const other = 1\n'.repeat(200)}`,
      'd.ts': 'const session = 2\n',
      'e.ts': 'const session = 3\n',
    }
    const order = await orderOf(contentSignal, 'a session or cookie', { files })
    expect(order.indexOf('rare.ts')).toBe(0)
    expect(order.indexOf('rare.ts')).toBeLessThan(order.indexOf('long.ts'))
    expect(order).toHaveLength(5)
  })
})

describe('best_symbol', () => {
  it('finds a file by one function that says all, however long the rest is', async () => {
    const files = {
      'one.ts': `function validateLogin(session: string) {\n  return session\n}\n${'function other() {\n  return 1\n}\n'.repeat(50)}`,
      'scattered.ts': ['validate', 'login', 'session']
        .map(
          (word, index) =>
            `function part${index}() {\n  return ${word}\n}\n${'function other() {\n  return 1\n}\n'.repeat(15)}`,
        )
        .join('\n'),
    }
    expect((await orderOf(bestSymbolSignal, 'validate the login by its session', { files }))[0]).toBe('one.ts')
  })
})

describe('path_terms', () => {
  it('prefers the name of the file to the name of a folder', async () => {
    const files = { 'src/session.ts': '', 'session/other.ts': '', 'src/other.ts': '' }
    expect(await orderOf(pathTermsSignal, 'sessions', { files })).toEqual(['src/session.ts', 'session/other.ts'])
  })
})

describe('exact_definitions', () => {
  it('are source files that define a name of the task', async () => {
    expect(await orderOf(exactDefinitionsSignal, '`createHandler` fails')).toEqual(['src/auth/handler.ts'])
    expect(await orderOf(exactDefinitionsSignal, 'nothing fails')).toEqual([])
  })
})

describe('past_commits', () => {
  it('finds files by what was said when they were changed', async () => {
    const order = await orderOf(pastCommitsSignal, 'rows are formatted wrongly')
    expect([...order].sort()).toEqual(['tools/__init__.py', 'tools/formatting.py', 'tools/report.py'])
  })

  it('are none of bots, of merges, or without a common word', async () => {
    const { context } = await openScene({ git: ranked, task: 'bump lodash and merge branches, quaternions' })
    expect(await similarCommits(context)).toEqual(ok([]))
  })

  it('know nothing of commits after the state', async () => {
    const repository: MemoryGitDescription = {
      commits: [
        { message: 'Start\n', files: { 'a.ts': '1' } },
        { message: 'fix: the quaternion is lost\n', files: { 'a.ts': '2' } },
      ],
      branches: { main: 0, later: 1 },
    }
    const { context } = await openScene({ git: createMemoryGit(repository).git, task: 'quaternion' })
    expect(await similarCommits(context)).toEqual(ok([]))
  })
})

describe('steps from the best files', () => {
  const lists = new Map([['before', new Map([['src/session.ts' as RepoPath, 1]])]])

  it('lead to what imports them, and what they import', async () => {
    const order = await orderOf(importNeighboursSignal, 'anything', { lists })
    expect([...order].sort()).toEqual(['src/auth/handler.ts', 'src/util/clock.ts'])
  })

  it('lead to what changed with them', async () => {
    const order = await orderOf(coChangedSignal, 'anything', { lists })
    expect(order.slice(0, 2)).toEqual(expect.arrayContaining(['src/auth/handler.ts']))
  })

  it('lead nowhere without them', async () => {
    expect(await orderOf(importNeighboursSignal, 'anything')).toEqual([])
    expect(await orderOf(coChangedSignal, 'anything')).toEqual([])
  })
})

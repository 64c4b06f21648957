import type { CommitId, RepoPath } from '@chronicle/schema'
import { expect, test } from 'vitest'
import { createFakeGit } from '../test/fake-git.ts'
import { valueOf } from '../test/results.ts'
import { findFormerNames } from './find-renames.ts'

const id = (digit: string): string => digit.repeat(40)
const fields = (...all: readonly string[]): string => all.map((field) => `${field}\0`).join('')

test('a commit is compared once for all the files that it renamed', async () => {
  const rows = ['a.txt', 'b.txt'].flatMap((name) => [
    ...[`:100644 000000 ${id(name[0] ?? '')} ${id('0')} D`, `old/${name}`],
    ...[`:000000 100644 ${id('0')} ${id(name[0] ?? '')} A`, `new/${name}`],
  ])
  const git = createFakeGit(({ args }) => {
    if (args.includes('--diff-filter=AD')) return fields(id('2'), ...rows)
    const [path = '', source = ''] = args.slice(-2)
    return fields(`:100644 100644 ${id('a')} ${id('b')} R090`, source, path)
  })
  for (const name of ['a.txt', 'b.txt']) {
    const pair = [id('2') as CommitId, id('1') as CommitId] as const
    const found = await valueOf(findFormerNames(git.repository, [pair], `new/${name}` as RepoPath))
    expect(found.get(pair)?.path).toBe(`old/${name}`)
  }
  expect(git.asked.filter(({ args }) => args.includes('--diff-filter=AD'))).toHaveLength(1)
})

test('the paths of a command fit into a command line', async () => {
  const target = 'new.txt' as RepoPath
  const sources = Array.from({ length: 500 }, (_, number) => `${'folder/'.repeat(9)}${number}.txt`)
  const deleted = sources.flatMap((path) => [`:100644 000000 ${id('a')} ${id('0')} D`, path])
  const git = createFakeGit(({ args }) => {
    if (args.includes('--diff-filter=AD')) {
      return fields(id('2'), `:000000 100644 ${id('0')} ${id('b')} A`, target, ...deleted)
    }
    const source = args.at(-1)
    return source === undefined ? '' : fields(`:100644 100644 ${id('a')} ${id('b')} R090`, source, target)
  })
  const pair = [id('2') as CommitId, id('1') as CommitId] as const
  const found = await valueOf(findFormerNames(git.repository, [pair], target))
  const commands = git.asked.filter(({ args }) => args.includes('--diff-filter=CR'))
  expect(commands.length).toBeGreaterThan(2)
  for (const { args } of commands) expect(args.join(' ').length).toBeLessThan(30_000)
  expect(new Set(commands.flatMap(({ args }) => args)).size).toBeGreaterThan(500)
  expect(found.get(pair)?.path).toBe(sources.at(-1))
})

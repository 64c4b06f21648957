import type { GitError } from '@chronicle/core/contracts'
import type { CommitId } from '@chronicle/schema'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { FIXTURE_EPOCH } from '../fixture/fixture-repository.ts'
import { historyArbitrary } from '../fixture/history-plan.ts'
import { ODD_PATHS } from './check-files.ts'
import { shallowClone, withHistory } from './contract-histories.ts'
import { errorOf, requireRevisions, valueOf, type Check, type RevisionMethods } from './contract-tools.ts'

/** Checks the ancestors of a commit one by one, and the paths that commits changed. */
export function checkAncestors(check: Check): void {
  check('gives ancestors and changed paths as git does, on generated histories', async (tools) => {
    requireRevisions(await tools.open((await tools.fixture()).dir), tools)
    await fc.assert(
      fc.asyncProperty(historyArbitrary(), (plan) =>
        withHistory(tools, plan, async ({ repository, head, commits }, backend) => {
          const { ancestors, changedPaths } = requireRevisions(backend, tools)
          expect((await listed(ancestors, head)).map(({ id, committedAt }) => `${committedAt} ${id}`)).toEqual(
            (await repository.git('rev-list', '--timestamp', head)).split('\n'),
          )
          const paths = await valueOf(changedPaths(commits))
          for (const commit of commits) {
            const args = ['diff-tree', '-r', '-z', '--root', '--no-renames', '--no-commit-id', '--name-only', commit]
            const byGit = (await repository.gitBytes(args)).toString('utf8').split('\0').slice(0, -1)
            expect(paths.get(commit)).toEqual(byGit)
          }
        }),
      ),
      { numRuns: 10, seed: 20_240_103 },
    )
  })

  check('gives ancestors one by one, and ends when nobody listens any more', async (tools) => {
    const repository = await tools.fixture()
    const first = await repository.commit('First')
    const second = await repository.commit('Second')
    const backend = await tools.open(repository.dir)
    const { ancestors } = requireRevisions(backend, tools)
    expect(await listed(ancestors, second)).toEqual([
      { id: second, committedAt: FIXTURE_EPOCH + 3600 },
      { id: first, committedAt: FIXTURE_EPOCH },
    ])
    for await (const { id } of ancestors({ from: second })) {
      expect(id).toBe(second)
      break
    }
    expect(await valueOf(backend.resolve('HEAD'))).toBe(second)
  })

  check('throws for ancestors of what is no commit', async (tools) => {
    const repository = await tools.fixture()
    await repository.commitFiles('First', { a: 'a\n' })
    const { ancestors } = requireRevisions(await tools.open(repository.dir), tools)
    for (const from of ['d'.repeat(40), await repository.git('rev-parse', 'HEAD^{tree}'), 'HEAD'] as CommitId[]) {
      const thrown: unknown = await listed(ancestors, from).catch((error: unknown) => error)
      expect(thrown).toBeInstanceOf(Error)
      const { code, message } = (thrown as Error).cause as GitError
      expect([from, code]).toEqual([from, 'missing_object'])
      expect(message).toContain(from)
    }
  })

  check('ends the ancestors at the edge of a shallow clone, whose changes are not known', async (tools) => {
    const repository = await tools.fixture()
    await repository.commitFiles('First', { a: 'a\n' })
    const second = await repository.commitFiles('Second', { b: 'b\n' })
    const third = await repository.commitFiles('Third', { c: 'c\n' })
    const { ancestors, changedPaths } = requireRevisions(await tools.open(await shallowClone(repository)), tools)
    expect((await listed(ancestors, third)).map(({ id }) => id)).toEqual([third, second])
    expect(await valueOf(changedPaths([second, third]))).toEqual(
      new Map<string, readonly string[]>([
        [second, []],
        [third, ['c']],
      ]),
    )
  })

  check('names both paths of a rename, none of a merge, and leaves out what is no commit', async (tools) => {
    const repository = await tools.fixture()
    const first = await repository.commitFiles('First', { old: 'one\ntwo\n', kept: 'kept\n' })
    await repository.branch('topic')
    await repository.rename('old', 'new')
    const rename = await repository.commit('Rename')
    await repository.checkout('topic')
    const topic = await repository.commitFiles('Topic', { kept: 'changed\n' })
    await repository.checkout('main')
    const merge = await repository.merge('topic')
    const empty = await repository.commit('Empty')
    await repository.submodule('module', first)
    await repository.git('commit', '--quiet', '-m', 'Submodule')
    const module = await repository.head()
    const { changedPaths } = requireRevisions(await tools.open(repository.dir), tools)
    const tree = (await repository.git('rev-parse', 'HEAD^{tree}')) as CommitId
    const asked = [merge, first, rename, topic, empty, module, merge, tree, 'd'.repeat(40), 'HEAD'] as CommitId[]
    expect(await valueOf(changedPaths(asked))).toEqual(
      new Map<string, readonly string[]>([
        [merge, []],
        [first, ['kept', 'old']],
        [rename, ['new', 'old']],
        [topic, ['kept']],
        [empty, []],
        [module, ['module']],
      ]),
    )
    expect((await valueOf(changedPaths([]))).size).toBe(0)
  })

  check('names odd paths, folders that became files, and paths that look like ids', async (tools) => {
    const repository = await tools.fixture()
    const first = await repository.commitFiles('First', { 'a/b': '1\n', 'a.txt': '1\n', a0: '1\n' })
    await repository.remove('a', 'a.txt')
    const odd = [...ODD_PATHS, first, 'M', 'a', 'a0'].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    await repository.write(Object.fromEntries(odd.map((name) => [name, `content of ${name}`])))
    const second = await repository.commit('Odd')
    const { changedPaths } = requireRevisions(await tools.open(repository.dir), tools)
    const paths = await valueOf(changedPaths([first, second]))
    expect(paths.get(first)).toEqual(['a.txt', 'a/b', 'a0'])
    const both = [...odd, 'a.txt', 'a/b'].toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    expect(paths.get(second)).toEqual(both)
  })

  check('fails for a file whose history begins at what is no commit', async (tools) => {
    const repository = await tools.fixture()
    await repository.commitFiles('First', { a: 'a\n' })
    const { fileRevisions } = requireRevisions(await tools.open(repository.dir), tools)
    for (const from of ['d'.repeat(40), await repository.git('rev-parse', 'HEAD^{tree}'), 'HEAD'] as CommitId[]) {
      const error = await errorOf(fileRevisions({ from, path: 'a' as never }))
      expect([from, error.code]).toEqual([from, 'missing_object'])
      expect(error.message).toContain(from)
    }
  })
}

async function listed(
  ancestors: RevisionMethods['ancestors'],
  from: CommitId,
): Promise<readonly { readonly id: CommitId; readonly committedAt: number }[]> {
  const list: { id: CommitId; committedAt: number }[] = []
  for await (const { id, committedAt } of ancestors({ from })) list.push({ id, committedAt })
  return list
}

import fs from 'node:fs'
import { withBlame } from '@chronicle/blame'
import type { FileRevision, FileRevisionsRequest, GitBackend, LogRequest, TreeState } from '@chronicle/core/contracts'
import { createGitCli } from '@chronicle/git-cli'
import {
  DEFAULT_NOTES_REF,
  type BlobId,
  type CommitId,
  type RepoPath,
  type ResultAsync,
  type TreeId,
} from '@chronicle/schema'
import {
  buildHistory,
  createFixtureRepository,
  historyArbitrary,
  linesOfHunks,
  plantNotes,
  withoutHunks,
  type FixtureRepository,
} from '@chronicle/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asDisposable } from '../../workspace/src/testing/as-disposable.ts'
import { createIsomorphicGit } from '../src/index.ts'
import { repetitions } from '../../workspace/src/testing/repetitions.ts'

/** Opens one repository with both backends, with functions that make the same call on both and compare the results. */
async function withBoth(dir: string, body: (both: BackendComparison) => Promise<void>): Promise<void> {
  await using cli = asDisposable(createGitCli({ dir }))
  await using isomorphic = asDisposable(withBlame(createIsomorphicGit({ fs, dir })))
  const compare: BackendComparison['compare'] = async (call) => {
    const [expected, actual] = [await call(cli), await call(isomorphic)]
    expect(plain(actual)).toEqual(plain(expected))
    return actual
  }
  await body({
    compare,
    compareResults: async (call) => {
      const result = await compare(async (git) => {
        const settled = await call(git)
        return settled.isOk() ? { value: settled.value } : { code: settled.error.code }
      })
      return 'value' in result ? result.value : undefined
    },
  })
}

interface BackendComparison {
  readonly compare: <T>(call: (git: GitBackend) => Promise<T>) => Promise<T>
  readonly compareResults: <T>(
    call: (git: GitBackend) => ResultAsync<T, { readonly code: string }>,
  ) => Promise<T | undefined>
}

/** Converts byte arrays to strings, so that the type of array does not matter. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1')
  if (Array.isArray(value)) return value.map(plain)
  if (value instanceof Map) return new Map([...value].map(([key, inner]) => [key, plain(inner)]))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
}

const path = (text: string): RepoPath => text as RepoPath

async function logOf(git: GitBackend, request: LogRequest): Promise<readonly unknown[]> {
  const log: unknown[] = []
  for await (const commit of git.log(request)) log.push(commit)
  return log
}

/** Returns the revisions of a file. Revisions of the same second are in a fixed order, whatever the backend. */
function revisionsOf(
  git: GitBackend,
  request: FileRevisionsRequest,
): ReturnType<NonNullable<GitBackend['fileRevisions']>> {
  const order = (a: FileRevision, b: FileRevision): number =>
    b.committedAt - a.committedAt || Buffer.compare(Buffer.from(keyOf(a)), Buffer.from(keyOf(b)))
  const keyOf = ({ commit, path: name }: FileRevision): string => `${commit} ${name}`
  return git.fileRevisions!(request).map((revisions) => {
    expect(revisions).toEqual(revisions.toSorted((a, b) => b.committedAt - a.committedAt))
    return revisions.toSorted(order)
  })
}

async function ancestorsOf(git: GitBackend, from: CommitId): Promise<readonly unknown[]> {
  const ancestors: unknown[] = []
  for await (const ancestor of git.ancestors!({ from })) ancestors.push(ancestor)
  return ancestors
}

/** Compares every file that a history ever had, from its newest commit and one in the middle. */
async function compareRevisions(
  { compare, compareResults }: BackendComparison,
  { commits, head }: { readonly commits: readonly CommitId[]; readonly head: CommitId },
): Promise<void> {
  await compare((git) => ancestorsOf(git, head))
  const changed = await compareResults((git) => git.changedPaths!(commits))
  const names = new Set([...(changed?.values() ?? [])].flat())
  const middle = commits[commits.length >> 1] ?? head
  const objects = await compareResults((git) => git.readCommits([middle]))
  for (const name of [...names, path('src'), path('nothing')]) {
    for (const from of [head, middle]) {
      await compareResults((git) => revisionsOf(git, { from, path: name }))
      const since = objects?.get(middle)?.committer.time ?? 0
      await compareResults((git) => revisionsOf(git, { from, path: name, since }))
    }
  }
}

/** Compares every read of a history, its files and its trees. */
async function compareReads(
  { compare, compareResults }: BackendComparison,
  history: { readonly commits: readonly CommitId[]; readonly head: CommitId; readonly paths: readonly string[] },
): Promise<void> {
  const { commits, head } = history
  await compareResults((git) => git.describe())
  for (const name of ['HEAD', 'main', 'refs/heads/main', head, head.slice(0, 9), 'unknown']) {
    await compareResults((git) => git.resolve(name))
  }
  const objects = await compareResults((git) => git.readCommits(commits))
  const trees = [...(objects?.values() ?? [])].map(({ tree }) => tree)
  for (let level: readonly TreeId[] = trees; level.length > 0;) {
    const read = await compareResults((git) => git.readTrees(level))
    const entries = [...(read?.values() ?? [])].flat()
    await compareResults((git) => git.readBlobs(entries.map(({ id }) => id as BlobId)))
    level = entries.filter(({ kind }) => kind === 'tree').map(({ id }) => id as TreeId)
  }
  for (const commit of commits) await compareResults((git) => git.listFiles({ commit }))
  for (const at of [{ commit: head }, 'INDEX', 'WORKTREE'] as const satisfies readonly TreeState[]) {
    await compareResults((git) => git.listFiles(at))
    await compareResults((git) => git.listFiles(at, path('src')))
    for (const name of [...history.paths, 'src', 'nothing']) {
      await compareResults((git) => git.readFile(at, path(name)))
      await compareResults((git) =>
        git.blame!({ at, path: path(name) }).map((hunks) => withoutHunks(linesOfHunks(hunks))),
      )
    }
  }
  await compareResults((git) =>
    git.history!({ from: head, exclude: commits.slice(0, 1) }).map((entries) =>
      entries.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    ),
  )
  await compare((git) => logOf(git, { from: head }))
  for (const name of [...history.paths, 'src', 'nothing']) {
    await compare((git) => logOf(git, { from: head, path: path(name) }))
    await compare((git) => logOf(git, { from: head, path: path(name), limit: 2 }))
  }
}

it.skipIf(process.platform !== 'linux')(
  'leave out files whose names are no UTF-8, and never answer with them',
  async () => {
    await using repository = await createFixtureRepository()
    for (const letter of [0xe8, 0xe9]) {
      const name = Buffer.concat([Buffer.from(`${repository.dir}/caf`), Buffer.of(letter), Buffer.from('.ts')])
      fs.writeFileSync(name, `${letter}\n`)
    }
    const commit = await repository.commitFiles('Add', { 'café.ts': 'é\n' })
    await withBoth(repository.dir, async ({ compareResults }) => {
      for (const at of [{ commit }, 'INDEX', 'WORKTREE'] as const) {
        expect(await compareResults((git) => git.listFiles(at))).toEqual(['café.ts'])
        expect(await compareResults((git) => git.readFile(at, 'caf\uFFFD.ts' as RepoPath))).toBeUndefined()
      }
      const { tree } = (await compareResults((git) => git.readCommits([commit])))?.get(commit) ?? {}
      const trees = await compareResults((git) => git.readTrees([tree as TreeId]))
      expect([...(trees?.values() ?? [])].flat().map(({ name }) => name)).toEqual(['café.ts'])
    })
  },
)

describe('git-isomorphic answers as git-cli does', () => {
  it('on generated histories', async () => {
    await fc.assert(
      fc.asyncProperty(historyArbitrary({ maxCommits: 10 }), fc.boolean(), async (plan, pack) => {
        const built = await buildHistory(plan)
        await using repository = built.repository
        if (pack) await repository.git('gc', '--quiet', '--prune=now')
        await withBoth(repository.dir, (both) => compareReads(both, built))
      }),
      { numRuns: repetitions(5, 12) },
    )
  })

  it('on the revisions of files, through renames and merges', async () => {
    await fc.assert(
      fc.asyncProperty(historyArbitrary({ maxCommits: 24 }), async (plan) => {
        const built = await buildHistory(plan)
        await using repository = built.repository
        await withBoth(repository.dir, (both) => compareRevisions(both, built))
      }),
      { numRuns: repetitions(6, 15) },
    )
  })

  it('on notes', async () => {
    const repository = await createFixtureRepository()
    const digit = fc.constantFrom('0', '1', 'a', 'f')
    const id = fc.string({ unit: digit, minLength: 40, maxLength: 40 })
    const layout = fc.constantFrom('flat', '2/38', '2/2/36', 'mixed')
    const notes = fc.array(fc.tuple(id, fc.constantFrom('one', 'two')), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(notes, layout), { minLength: 1, maxLength: 4 }), async (versions) => {
        const tips: CommitId[] = []
        for (const [index, [list, shape]] of versions.entries()) {
          tips.push(await plantNotes(repository, list, { layout: shape, others: { [`f0/${index}`]: 'other' } }))
          await repository.git('update-ref', `refs/keep/${index}`, tips[index] ?? '')
        }
        await withBoth(repository.dir, async (both) => {
          await both.compareResults((git) => git.notesTip(DEFAULT_NOTES_REF))
          await both.compareResults((git) => git.listNotes(DEFAULT_NOTES_REF))
          for (const from of tips) {
            for (const to of tips) {
              await both.compareResults((git) => git.diffNotes!(from, to))
            }
          }
        })
      }),
      { numRuns: repetitions(6, 15) },
    )
    await repository.dispose()
  })

  it.each<[string, (repository: FixtureRepository) => Promise<unknown>]>([
    ['files that are ignored, nested and negated', ignoredFiles],
    ['a merge with conflicts', conflicts],
    ['a repository inside of the working tree', nestedRepository],
    ['files that were taken away, staged or not', removals],
    ['an index of version 4 with an intent to add', intentToAdd],
  ])('on %s', async (_, prepare) => {
    const repository = await createFixtureRepository()
    await prepare(repository)
    await withBoth(repository.dir, async (both) => {
      const all = new Set<RepoPath>()
      for (const at of ['INDEX', 'WORKTREE', { commit: await repository.head() }] as const) {
        for (const name of (await both.compareResults((git) => git.listFiles(at))) ?? []) all.add(name)
        for (const folder of ['dir', 'dir/inner', 'build', 'module']) {
          await both.compareResults((git) => git.listFiles(at, path(folder)))
        }
      }
      for (const name of [...all, path('module'), path('dir')]) {
        await both.compareResults((git) => git.readFile('INDEX', name))
        await both.compareResults((git) => git.readFile('WORKTREE', name))
      }
    })
    await repository.dispose()
  })

  it('on configuration', async () => {
    const repository = await createFixtureRepository()
    await fs.promises.appendFile(
      `${repository.dir}/.git/config`,
      [
        '[chronicle "Sub.Section"] key = in a subsection',
        '[Chronicle]',
        '\tquoted = "a # b" ; comment',
        '\tcontinued = one \\',
        '  two',
        '\tflag',
        '\tescaped = tab\\there \\"quoted\\" back\\\\slash',
        '\tspaces   =   inner   spaces   ',
        '\tempty =',
        '# comment = no',
        '[chronicler] other = 1',
        '',
      ].join('\n'),
    )
    await withBoth(repository.dir, async (both) => {
      const read = (section: string) => (git: GitBackend) => git.readConfig!(section)
      expect((await both.compareResults(read('chronicle')))?.size).toBe(7)
      await both.compareResults(read('CORE'))
      await both.compareResults(read('nothing'))
    })
    await repository.dispose()
  })
})

async function ignoredFiles(repository: FixtureRepository): Promise<void> {
  await repository.write({
    '.gitignore': '*.log\n!keep.log\n/build/\ntarget\n# comment\n\\#odd\ndoc/**/draft\n',
    'build-tools/a': 'a\n',
    'dir/.gitignore': 'local/\n*.tmp\n!/important.tmp\n',
    'dir/tracked.log': 'tracked\n',
  })
  await repository.git('add', '--force', '--all')
  await repository.commit('Ignore')
  await repository.write({ 'build/tracked': 'tracked though ignored\n' })
  await repository.git('add', '--force', 'build/tracked')
  const names = [
    'a.log',
    'keep.log',
    'build/x',
    'dir/build/x',
    'dir/local/x',
    'local/x',
    'dir/a.tmp',
    'dir/important.tmp',
  ]
  const more = [
    'dir/inner/important.tmp',
    'target/deep/x',
    'dir/target',
    '#odd',
    'doc/a/b/draft',
    'doc/draft',
    'x.tmp',
    ' a',
  ]
  await repository.write(Object.fromEntries([...names, ...more].map((name) => [name, `${name}\n`])))
  await fs.promises.mkdir(`${repository.dir}/.git/info`, { recursive: true })
  await fs.promises.writeFile(`${repository.dir}/.git/info/exclude`, 'x.tmp\n')
}

async function conflicts(repository: FixtureRepository): Promise<void> {
  await repository.write({ both: 'base\n', gone: 'base\n' })
  await repository.commit('Base')
  await repository.branch('topic')
  await repository.write({ both: 'ours\n', added: 'ours\n' })
  await repository.remove('gone')
  await repository.commit('Ours')
  await repository.checkout('topic')
  await repository.write({ both: 'theirs\n', gone: 'theirs\n', added: 'theirs\n' })
  await repository.commit('Theirs')
  await repository.checkout('main')
  await repository.gitBytes(['merge', '--quiet', 'topic'], { exitCodes: [1] })
}

async function nestedRepository(repository: FixtureRepository): Promise<void> {
  await repository.write({ a: 'a\n' })
  const commit = await repository.commit('First')
  await repository.git('init', '--quiet', 'dir/inner')
  await repository.write({ 'dir/inner/x': 'x\n', 'dir/y': 'y\n' })
  await repository.submodule('module', commit)
}

async function removals(repository: FixtureRepository): Promise<void> {
  await repository.write({ a: 'a\n', b: 'b\n', 'dir/c': 'c\n', 'dir/d': 'd\n', e: 'e\n' })
  await repository.commit('First')
  await repository.git('rm', '--quiet', 'a', 'dir/c')
  await repository.remove('b')
  await repository.git('rm', '--quiet', '--cached', 'e')
}

async function intentToAdd(repository: FixtureRepository): Promise<void> {
  await repository.write({ 'dir/a': 'a\n', 'dir/ab': 'ab\n', 'dir/b': 'b\n', z: 'z\n' })
  await repository.commit('First')
  await repository.write({ 'dir/new': 'new\n' })
  await repository.git('add', '--intent-to-add', 'dir/new')
  await repository.git('update-index', '--index-version=4', '--force-write-index')
}

import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listLog } from '@chronicle/core/contracts'
import type { RepoPath } from '@chronicle/schema'
import { expect } from 'vitest'
import { shallowClone } from './contract-histories.ts'
import { errorOf, textOf, valueOf, type Check } from './contract-tools.ts'

/** Checks where a backend can be opened, and how it describes the repository. */
export function checkRepositories(check: Check): void {
  check('claims exactly the methods it has', async ({ fixture, open }) => {
    const backend = await open((await fixture()).dir)
    for (const method of ['blame', 'history', 'writeNotes', 'diffNotes', 'diff'] as const) {
      expect([method, backend[method] !== undefined]).toEqual([method, backend.supports[method]])
    }
    for (const method of ['ancestors', 'fileRevisions', 'changedPaths'] as const) {
      expect([method, backend[method] !== undefined]).toEqual([method, backend.supports.revisions])
    }
    expect(backend.name).toMatch(/^[a-z][a-z0-9-]*$/)
  })

  check('describes a repository', async ({ fixture, open }) => {
    const repository = await fixture()
    expect(await valueOf((await open(repository.dir)).describe())).toEqual({
      objectFormat: 'sha1',
      bare: false,
      shallow: false,
      worktreeDir: repository.dir,
      gitDir: join(repository.dir, '.git'),
      commonDir: join(repository.dir, '.git'),
      chronicleDir: join(repository.dir, '.git', 'chronicle'),
      prefix: '',
    })
  })

  check('works from a subfolder', async ({ fixture, open }) => {
    const repository = await fixture()
    const commit = await repository.commitFiles('First', { 'src/deep er/a.txt': 'a\n' })
    const backend = await open(join(repository.dir, 'src', 'deep er'))
    expect(await valueOf(backend.describe())).toMatchObject({ worktreeDir: repository.dir, prefix: 'src/deep er' })
    const path = 'src/deep er/a.txt' as RepoPath
    expect(await valueOf(backend.listFiles({ commit }))).toEqual([path])
    expect(textOf((await valueOf(backend.readFile({ commit }, path)))?.bytes)).toBe('a\n')
    if (backend.supports.worktree) expect((await valueOf(backend.readFile('WORKTREE', path)))?.kind).toBe('file')
    if (backend.supports.index) expect((await valueOf(backend.readFile('INDEX', path)))?.kind).toBe('file')
    if (backend.supports.worktree) expect(await valueOf(backend.listFiles('WORKTREE'))).toEqual([path])
    if (backend.supports.index) expect(await valueOf(backend.listFiles('INDEX'))).toEqual([path])
  })

  check('works in a folder with an odd name', async ({ fixture, open }) => {
    const repository = await fixture({ name: 'it\'s "odd" -\n-x ünï' })
    const commit = await repository.commitFiles('First', { 'a.txt': 'a\n', 'sub\nfolder/b.txt': 'b\n' })
    const backend = await open(repository.dir)
    expect((await valueOf(backend.describe())).worktreeDir).toBe(repository.dir)
    expect(await valueOf(backend.resolve('HEAD'))).toBe(commit)
    const below = await open(join(repository.dir, 'sub\nfolder'))
    expect(await valueOf(below.describe())).toMatchObject({ worktreeDir: repository.dir, prefix: 'sub\nfolder' })
  })

  check('opens an empty repository', async ({ fixture, open }) => {
    const backend = await open((await fixture()).dir)
    expect((await valueOf(backend.describe())).shallow).toBe(false)
    expect(await valueOf(backend.resolve('HEAD'))).toBeUndefined()
    expect(await valueOf(backend.resolve('main'))).toBeUndefined()
    if (backend.supports.index) expect(await valueOf(backend.listFiles('INDEX'))).toEqual([])
    if (backend.supports.worktree) expect(await valueOf(backend.listFiles('WORKTREE'))).toEqual([])
  })

  check('opens a bare repository', async ({ fixture, open }) => {
    const repository = await fixture({ bare: true })
    const commit = await repository.commitFiles('First', { 'src/a.txt': 'a\n' })
    const backend = await open(repository.dir)
    const info = await valueOf(backend.describe())
    expect(info).toEqual({
      objectFormat: 'sha1',
      bare: true,
      shallow: false,
      gitDir: repository.dir,
      commonDir: repository.dir,
      chronicleDir: join(repository.dir, 'chronicle'),
      prefix: '',
    })
    expect(await valueOf(backend.resolve('HEAD'))).toBe(commit)
    expect(textOf((await valueOf(backend.readFile({ commit }, 'src/a.txt' as RepoPath)))?.bytes)).toBe('a\n')
  })

  check('has no working tree in a bare repository', async ({ fixture, open, requires }) => {
    const repository = await fixture({ bare: true })
    const backend = await open(repository.dir)
    requires(backend, 'worktree')
    const error = await errorOf(backend.readFile('WORKTREE', 'a.txt' as RepoPath))
    expect(error.code).toBe('unsupported')
    expect(error.message).toMatch(/bare|working tree/)
  })

  check('opens a sha256 repository, or says that it cannot', async ({ fixture, open }) => {
    const repository = await fixture({ objectFormat: 'sha256' })
    const commit = await repository.commitFiles('First', { 'src/a.txt': 'a\n' })
    await repository.note(commit, 'about it')
    const backend = await open(repository.dir)
    if (!backend.supports.objectFormats.includes('sha256')) {
      const error = await errorOf(backend.describe())
      expect(error.code).toBe('unsupported')
      expect(error.message).toContain('sha256')
      return
    }
    expect((await valueOf(backend.describe())).objectFormat).toBe('sha256')
    expect(await valueOf(backend.resolve('main'))).toBe(commit)
    const file = await valueOf(backend.readFile({ commit }, 'src/a.txt' as RepoPath))
    expect(file?.id).toBe(await repository.blobId('HEAD', 'src/a.txt'))
    expect((await valueOf(backend.readCommits([commit]))).get(commit)?.tree).toHaveLength(64)
  })

  check('knows that a clone is shallow', async ({ fixture, open }) => {
    const repository = await fixture()
    for (const content of ['1\n', '2\n', '3\n']) {
      await repository.commitFiles(`Write ${content.trim()}`, { 'a.txt': content })
    }
    const backend = await open(await shallowClone(repository))
    expect((await valueOf(backend.describe())).shallow).toBe(true)
    const head = await valueOf(backend.resolve('HEAD'))
    expect(head).toBe(await repository.head())
    const parent = head && (await valueOf(backend.readCommits([head]))).get(head)?.parents[0]
    expect(parent).toBe(await repository.git('rev-parse', 'HEAD~1'))
    if (parent) expect((await valueOf(backend.readCommits([parent]))).get(parent)?.parents).toEqual([])
  })

  check('opens a linked worktree, or says that it cannot', async ({ fixture, open }) => {
    const repository = await fixture()
    const first = await repository.commitFiles('First', { 'a.txt': 'main\n' })
    await repository.git('worktree', 'add', '--quiet', '-b', 'topic', 'linked')
    await repository.git('-C', 'linked', 'commit', '--quiet', '--allow-empty', '-m', 'On topic')
    await repository.write({ 'linked/a.txt': 'changed\n' })
    const backend = await open(join(repository.dir, 'linked'))
    if (!backend.supports.linkedWorktrees) {
      expect((await errorOf(backend.describe())).code).toBe('unsupported')
      return
    }
    expect(await valueOf(backend.describe())).toMatchObject({
      worktreeDir: join(repository.dir, 'linked'),
      gitDir: join(repository.dir, '.git', 'worktrees', 'linked'),
      commonDir: join(repository.dir, '.git'),
      chronicleDir: join(repository.dir, '.git', 'chronicle'),
      prefix: '',
    })
    expect(await valueOf(backend.resolve('HEAD'))).toBe(await repository.git('rev-parse', 'topic'))
    expect(await valueOf(backend.resolve('main'))).toBe(first)
    if (!backend.supports.worktree) return
    const file = await valueOf(backend.readFile('WORKTREE', 'a.txt' as RepoPath))
    expect(textOf(file?.bytes)).toBe('changed\n')
  })

  check('says that a folder is no repository, and names it', async ({ open }) => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'chronicle-nothing-')))
    try {
      await mkdir(join(folder, 'inner'))
      const backend = await open(join(folder, 'inner'))
      for (const result of [
        backend.describe(),
        backend.resolve('HEAD'),
        backend.listFiles('WORKTREE'),
        backend.listNotes('refs/notes/chronicle' as never),
      ]) {
        const error = await errorOf(result)
        expect(error.code).toBe('not_a_repository')
        expect(error.message).toContain(join(folder, 'inner'))
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  check('reads configuration', async ({ fixture, open, skip, requiresSharedRepository }) => {
    const repository = await fixture()
    const backend = await open(repository.dir)
    if (backend.readConfig === undefined) return skip(`${backend.name} has no configuration`)
    requiresSharedRepository()
    expect(await valueOf(backend.readConfig('chronicle'))).toEqual(new Map())
    for (const [key, value] of [
      ['chronicle.maxTokens', '100'],
      ['chronicle.format', 'two words = "quoted"\nand a line'],
      ['chronicle.empty', ''],
      ['chronicler.other', 'not ours'],
      ['core.chronicle', 'not ours either'],
    ] as const) {
      await repository.git('config', '--local', key, value)
    }
    await repository.git('config', '--local', '--add', 'chronicle.maxTokens', '200')
    expect(await valueOf(backend.readConfig('chronicle'))).toEqual(
      new Map([
        ['maxtokens', ['100', '200']],
        ['format', ['two words = "quoted"\nand a line']],
        ['empty', ['']],
      ]),
    )
    expect(await valueOf(backend.readConfig('CHRONICLE'))).toEqual(await valueOf(backend.readConfig('chronicle')))
  })

  check('can be closed twice, and unused', async ({ fixture, open }) => {
    const repository = await fixture()
    const unused = await open(repository.dir)
    await unused.close()
    await unused.close()
    const used = await open(repository.dir)
    await valueOf(used.resolve('HEAD'))
    await used.close()
    await used.close()
  })

  check('refuses calls after it was closed', async ({ fixture, open }) => {
    const repository = await fixture()
    const id = await repository.commitFiles('Add', { 'a.txt': 'one\n' })
    const backend = await open(repository.dir)
    await valueOf(backend.readCommits([id]))
    await backend.close()
    const calls = [
      backend.describe(),
      backend.resolve('HEAD'),
      backend.readCommits([id]),
      listLog(backend, { from: id }, {}),
    ]
    for (const call of calls) expect((await call)._unsafeUnwrapErr()).toMatchObject({ code: 'closed' })
  })
}

import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileContent, TreeState } from '@chronicle/core/contracts'
import type { CommitId, RepoPath } from '@chronicle/schema'
import { expect } from 'vitest'
import type { FixtureFile, FixtureRepository } from '../fixture/fixture-repository.ts'
import { textOf, valueOf, type Check } from './contract-tools.ts'

/** Names that have broken some backend. */
export const ODD_PATHS: readonly string[] = [
  'with space.txt',
  ' leading space',
  'trailing space ',
  "quote\"s and 'apostrophes'",
  'new\nline.txt',
  'tab\tand\rreturn',
  'back\\slash',
  'ünïcode/ファイル.txt',
  '-dash',
  '--all',
  ':(glob)*.txt',
  ':colon',
  '*.star',
  '[brackets]',
  'a~1^{tree}@{0}',
  'deep/er/than/the/others/file.txt',
  '{braces}',
  '#hash',
  '!bang',
  '\u0001control',
]

const path = (text: string): RepoPath => text as RepoPath

const summarise = (content: FileContent | undefined): unknown =>
  content && { kind: content.kind, id: content.id, text: textOf(content.bytes) }

/** Checks files in a commit, in the index and in the working tree. */
export function checkFiles(check: Check): void {
  check('reads every kind of file in a commit', async ({ fixture, open }) => {
    const { repository, commit, other } = await kinds(fixture)
    const backend = await open(repository.dir)
    const read = (name: string): Promise<FileContent | undefined> => valueOf(backend.readFile({ commit }, path(name)))
    const id = (name: string): Promise<string> => repository.blobId(commit, name)
    expect(summarise(await read('dir/file'))).toEqual({ kind: 'file', id: await id('dir/file'), text: 'file\r\n' })
    expect(summarise(await read('run'))).toEqual({ kind: 'file', id: await id('run'), text: '#!/bin/sh\n' })
    expect(summarise(await read('link'))).toEqual({ kind: 'symlink', id: await id('link'), text: 'dir/file' })
    expect(summarise(await read('module'))).toEqual({ kind: 'submodule', id: other, text: '' })
    expect(summarise(await read('empty'))).toEqual({ kind: 'file', id: await id('empty'), text: '' })
  })

  check('reads every kind of file in the index', async ({ fixture, open, requires }) => {
    const { repository, commit, other } = await kinds(fixture)
    await repository.write({ 'dir/file': 'staged\n' })
    await repository.stage()
    await repository.write({ 'dir/file': 'not staged\n', untracked: 'untracked\n' })
    const backend = await open(repository.dir)
    requires(backend, 'index')
    const read = (name: string): Promise<FileContent | undefined> => valueOf(backend.readFile('INDEX', path(name)))
    const staged = await repository.git('rev-parse', ':dir/file')
    expect(summarise(await read('dir/file'))).toEqual({ kind: 'file', id: staged, text: 'staged\n' })
    expect((await read('run'))?.id).toBe(await repository.blobId(commit, 'run'))
    expect(summarise(await read('link'))).toMatchObject({ kind: 'symlink', text: 'dir/file' })
    expect(summarise(await read('module'))).toEqual({ kind: 'submodule', id: other, text: '' })
    expect(await read('untracked')).toBeUndefined()
    expect(await read('dir')).toBeUndefined()
  })

  check('reads every kind of file in the working tree', async ({ fixture, open, requires }) => {
    const { repository, commit, other } = await kinds(fixture)
    await repository.write({ 'dir/file': 'staged\n' })
    await repository.stage()
    await repository.write({ 'dir/file': 'not staged\r\n', untracked: 'untracked\n' })
    const backend = await open(repository.dir)
    requires(backend, 'worktree')
    const read = (name: string): Promise<FileContent | undefined> => valueOf(backend.readFile('WORKTREE', path(name)))
    const hash = await repository.git('hash-object', '--no-filters', 'dir/file')
    expect(summarise(await read('dir/file'))).toEqual({ kind: 'file', id: hash, text: 'not staged\r\n' })
    expect((await read('run'))?.id).toBe(await repository.blobId(commit, 'run'))
    expect(summarise(await read('link'))).toEqual({
      kind: 'symlink',
      id: await repository.blobId(commit, 'link'),
      text: 'dir/file',
    })
    expect(summarise(await read('untracked'))).toMatchObject({ kind: 'file', text: 'untracked\n' })
    expect(await read('dir')).toBeUndefined()
    expect(summarise(await read('module'))).toEqual({ kind: 'submodule', id: other, text: '' })
  })

  check('tells what git would store for files of the working tree', async ({ fixture, open, skip }) => {
    const repository = await fixture()
    await repository.commitFiles('Before there are attributes', {
      'kept.txt': 'a\r\nb\r\n',
      'plain.bin': Uint8Array.from([13, 10, 0]),
      'unix.txt': 'a\nb\n',
      'filtered.up': 'abc\n',
    })
    await repository.write({
      '.gitattributes': '*.txt text=auto\n*.c text eol=crlf\n*.up filter=up\n*.wide working-tree-encoding=UTF-16\n',
    })
    await repository.git('config', 'filter.up.clean', 'tr a-z A-Z')
    const backend = await open(repository.dir)
    if (backend.normalise === undefined) return skip(`${backend.name} has no normalise`)
    const { normalise } = backend
    const stored = async (name: string, bytes: string | Uint8Array): Promise<string> =>
      Buffer.from(await valueOf(normalise(path(name), Buffer.from(bytes)))).toString('latin1')
    expect(await stored('new.txt', 'a\r\nb\n')).toBe('a\nb\n')
    expect(await stored('unix.txt', 'a\r\nb\r\n')).toBe('a\nb\n')
    expect(await stored('kept.txt', 'a\r\nc\r\n')).toBe('a\r\nc\r\n')
    expect(await stored('plain.bin', Uint8Array.from([13, 10, 0]))).toBe('\r\n\0')
    expect(await stored('sub/new.c', 'a\r\r\nb\r')).toBe('a\r\nb\r')
    expect(await stored('none', 'a\r\n')).toBe('a\r\n')
    expect(await stored('filtered.up', 'abd\n')).toBe('ABD\n')
    expect(await stored('a.wide', Buffer.from('\ufeffä\n', 'utf16le'))).toBe(Buffer.from('ä\n').toString('latin1'))
    expect(await repository.git('fsck', '--unreachable', '--no-reflogs')).toBe('')
  })

  check('finds nothing at a path that is not there, or is a folder', async ({ fixture, open }) => {
    const { repository, commit } = await kinds(fixture)
    const backend = await open(repository.dir)
    const states: TreeState[] = [{ commit }, { commit: 'd'.repeat(40) as CommitId }]
    if (backend.supports.index) states.push('INDEX')
    if (backend.supports.worktree) states.push('WORKTREE')
    for (const state of states) {
      for (const name of [
        'nothing',
        'dir',
        'dir/',
        'dir/nothing',
        'dir/file/below',
        'run/',
        '',
        '.',
        '..',
        '../repository/run',
        'dir/../run',
        './run',
        '/run',
        '.git/config',
        '.git/HEAD',
        'link/x',
        'RUN-but-longer',
        'nul\0byte',
      ]) {
        expect([state, name, await valueOf(backend.readFile(state, path(name)))]).toEqual([state, name, undefined])
      }
    }
  })

  check('does not follow a link out of the repository', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    await repository.write({ 'dir/file': 'inside\n', linked: { symlink: 'dir' }, outside: { symlink: '/etc' } })
    const commit = await repository.commit('Links')
    const backend = await open(repository.dir)
    for (const state of [{ commit }, 'INDEX', 'WORKTREE'] as const) {
      if (state === 'INDEX' && !backend.supports.index) continue
      if (state === 'WORKTREE' && !backend.supports.worktree) continue
      expect(await valueOf(backend.readFile(state, path('outside/hostname')))).toBeUndefined()
      expect(await valueOf(backend.readFile(state, path('linked/file')))).toBeUndefined()
      expect((await valueOf(backend.readFile(state, path('linked'))))?.kind).toBe('symlink')
      expect(await valueOf(backend.listFiles(state))).toEqual(['dir/file', 'linked', 'outside'])
    }
    requires(backend, 'worktree')
    await rm(join(repository.dir, 'dir'), { recursive: true })
    await repository.write({ dir: { symlink: '/etc' } })
    expect(await valueOf(backend.readFile('WORKTREE', path('dir/hostname')))).toBeUndefined()
  })

  check('reads and lists odd paths', async ({ fixture, open }) => {
    const repository = await fixture()
    await repository.write(Object.fromEntries(ODD_PATHS.map((name) => [name, `content of ${name}`])))
    const commit = await repository.commit('Odd')
    const backend = await open(repository.dir)
    const sorted = ODD_PATHS.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    for (const state of [{ commit }, 'INDEX', 'WORKTREE'] as const) {
      if (state === 'INDEX' && !backend.supports.index) continue
      if (state === 'WORKTREE' && !backend.supports.worktree) continue
      for (const name of ODD_PATHS) {
        const content = await valueOf(backend.readFile(state, path(name)))
        expect([state, textOf(content?.bytes)]).toEqual([state, `content of ${name}`])
      }
      expect(await valueOf(backend.listFiles(state))).toEqual(sorted)
      expect(await valueOf(backend.listFiles(state, path('ünïcode')))).toEqual(['ünïcode/ファイル.txt'])
      expect(await valueOf(backend.listFiles(state, path('--all')))).toEqual([])
      expect(await valueOf(backend.listFiles(state, path('*')))).toEqual([])
    }
  })

  check('lists the files of a commit', async ({ fixture, open }) => {
    const { repository, commit } = await kinds(fixture)
    const backend = await open(repository.dir)
    const all = ['dir-after', 'dir/file', 'dir/inner/a', 'dir0', 'empty', 'link', 'run']
    expect(await valueOf(backend.listFiles({ commit }))).toEqual(all)
    expect(await valueOf(backend.listFiles({ commit }, path('dir')))).toEqual(['dir/file', 'dir/inner/a'])
    expect(await valueOf(backend.listFiles({ commit }, path('dir/inner')))).toEqual(['dir/inner/a'])
    for (const name of ['nothing', 'run', 'module', 'di', '..', '/']) {
      expect([name, await valueOf(backend.listFiles({ commit }, path(name)))]).toEqual([name, []])
    }
  })

  check('lists the files of the index and of the working tree', async ({ fixture, open, requires }) => {
    const { repository } = await kinds(fixture)
    await repository.write({ staged: 'staged\n', '.gitignore': 'ignored\n' })
    await repository.stage()
    await repository.write({ untracked: 'untracked\n', 'dir/untracked': 'untracked\n', ignored: 'ignored\n' })
    await repository.remove('run')
    const backend = await open(repository.dir)
    requires(backend, 'index')
    expect(await valueOf(backend.listFiles('INDEX'))).toEqual([
      ...['.gitignore', 'dir-after', 'dir/file', 'dir/inner/a', 'dir0', 'empty', 'link', 'run', 'staged'],
    ])
    expect(await valueOf(backend.listFiles('INDEX', path('dir')))).toEqual(['dir/file', 'dir/inner/a'])
    requires(backend, 'worktree')
    expect(await valueOf(backend.listFiles('WORKTREE'))).toEqual([
      ...['.gitignore', 'dir-after', 'dir/file', 'dir/inner/a', 'dir/untracked', 'dir0', 'empty', 'link'],
      ...['staged', 'untracked'],
    ])
    expect(await valueOf(backend.listFiles('WORKTREE', path('dir')))).toEqual([
      ...['dir/file', 'dir/inner/a', 'dir/untracked'],
    ])
  })

  check('lists no file whose place a folder has taken', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    await repository.write({ full: 'a\n', void: 'b\n', hidden: 'c\n', edited: 'd\n', '.gitignore': '*.o\n' })
    await repository.commit('Files')
    await repository.remove('full', 'void', 'hidden')
    await repository.write({ 'full/inside': 'e\n', 'hidden/x.o': 'f\n', edited: 'g\n' })
    await mkdir(join(repository.dir, 'void'))
    const backend = await open(repository.dir)
    requires(backend, 'worktree')
    expect(await valueOf(backend.listFiles('WORKTREE'))).toEqual(['.gitignore', 'edited', 'full/inside'])
    for (const name of ['full', 'void', 'hidden']) {
      expect(await valueOf(backend.readFile('WORKTREE', path(name)))).toBeUndefined()
    }
    requires(backend, 'index')
    expect(await valueOf(backend.listFiles('INDEX'))).toEqual(['.gitignore', 'edited', 'full', 'hidden', 'void'])
  })

  check('sees the index and the working tree change', async ({ fixture, open, requires, requiresSharedRepository }) => {
    const repository = await fixture()
    await repository.commitFiles('First', { a: '1\n' })
    const backend = await open(repository.dir)
    requires(backend, 'index')
    requires(backend, 'worktree')
    requiresSharedRepository()
    for (const content of ['2\n', '3\n', '4\n']) {
      await repository.write({ a: content })
      await repository.stage()
      expect(textOf((await valueOf(backend.readFile('INDEX', path('a'))))?.bytes)).toBe(content)
      expect(textOf((await valueOf(backend.readFile('WORKTREE', path('a'))))?.bytes)).toBe(content)
    }
    await repository.git('rm', '--quiet', '--cached', 'a')
    expect(await valueOf(backend.readFile('INDEX', path('a')))).toBeUndefined()
  })
}

/** Creates a commit with a file of every kind. */
async function kinds(
  fixture: () => Promise<FixtureRepository>,
): Promise<{ repository: FixtureRepository; commit: CommitId; other: CommitId }> {
  const repository = await fixture()
  const other = await repository.commit('Empty')
  const files: Record<string, FixtureFile> = {
    'dir/file': 'file\r\n',
    'dir/inner/a': 'a\n',
    'dir-after': 'sorts before dir/ in bytes\n',
    dir0: 'and this after it\n',
    run: { executable: '#!/bin/sh\n' },
    link: { symlink: 'dir/file' },
    empty: '',
  }
  await repository.write(files)
  await repository.submodule('module', other)
  return { repository, commit: await repository.commit('Kinds'), other }
}

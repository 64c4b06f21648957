import { createTreeSitterParser } from '@chronicle/ast-tree-sitter'
import { createNotesIndex, createNotesSource } from '@chronicle/core'
import type { GitBackend } from '@chronicle/core/contracts'
import type { CommitId, RepoPath } from '@chronicle/schema'
import { buildHistory, historyArbitrary } from '@chronicle/testing'
import { createGitCli } from '@chronicle/git-cli'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asDisposable } from '../../workspace/src/testing/as-disposable.ts'
import { gatherCommit, gatherCommits } from '../src/gather/gather-commits.ts'
import { contextOf, useRepositories } from './gather-scope.ts'

const { fixture, open } = useRepositories()
const path = (text: string): RepoPath => text as RepoPath

describe('gathering a commit', () => {
  it('has the texts of both sides, and none for what is no text', async () => {
    const repository = await fixture()
    const module = await repository.commit('Something to stand on')
    await repository.write({
      'edited.ts': 'a\nb\n',
      'old.ts': 'x\n'.repeat(20),
      'deleted.ts': 'gone\n',
      binary: new Uint8Array([0, 1]),
      'latin.txt': new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x0a]),
      link: { symlink: 'edited.ts' },
    })
    await repository.submodule('module', module)
    const before = await repository.commit('Before')
    await repository.write({
      'edited.ts': 'a\r\nc',
      'added.ts': 'new\n',
      binary: new Uint8Array([0, 2]),
      'latin.txt': new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x0a, 0x0a]),
      link: { symlink: 'added.ts' },
      'large.txt': 'l'.repeat(5000),
    })
    await repository.remove('deleted.ts')
    await repository.rename('old.ts', 'src/new.ts')
    await repository.submodule('module', before)
    const commit = await repository.commit('After')
    const gathered = (await gatherCommit({ git: open(repository.dir) }, commit, { maxFileBytes: 4096 }))._unsafeUnwrap()
    const files = gathered.context?.files ?? []
    const states = files.map((file) => [file.path, file.status, file.before?.text, file.after?.text] as const)
    expect(states).toEqual([
      ['added.ts', 'added', undefined, 'new\n'],
      ['binary', 'modified', undefined, undefined],
      ['deleted.ts', 'deleted', 'gone\n', undefined],
      ['edited.ts', 'modified', 'a\nb\n', 'a\r\nc'],
      ['large.txt', 'added', undefined, undefined],
      ['latin.txt', 'modified', 'caf\ufffd\n', 'caf\ufffd\n\n'],
      ['link', 'modified', undefined, undefined],
      ['module', 'modified', undefined, undefined],
      ['src/new.ts', 'renamed', 'x\n'.repeat(20), 'x\n'.repeat(20)],
    ])
    expect(files.find((file) => file.path === 'edited.ts')?.after?.lines).toEqual(['a', 'c'])
    expect(files.find((file) => file.path === 'latin.txt')?.after?.lines).toEqual(['caf\ufffd', ''])
    expect(gathered.diagnostics).toMatchObject([{ code: 'file_not_read', path: 'large.txt' }])
    expect(gathered.diagnostics[0]?.message).toContain('5000 bytes')
    expect(gathered.subject).toBe('After')
  })

  it('has the texts of wanted files alone, and what was changed in all', async () => {
    const repository = await fixture()
    await repository.write({ 'asked.ts': 'a\n', 'other.ts': 'b\n' })
    const commit = await repository.commit('First')
    const wants = (_: CommitId, { newPath }: { readonly newPath?: RepoPath }): boolean => newPath === 'asked.ts'
    const { context } = (await gatherCommit({ git: open(repository.dir) }, commit, { wants }))._unsafeUnwrap()
    expect(context?.files.map(({ path, hunks, after }) => [path, hunks.length, after?.text])).toEqual([
      ['asked.ts', 1, 'a\n'],
      ['other.ts', 1, undefined],
    ])
  })

  it('reads any file at the commit, once, and nothing that is no text', async () => {
    const repository = await fixture()
    const first = await repository.commitFiles('First', {
      'a.ts': 'one\n',
      other: 'other\n',
      link: { symlink: 'a.ts' },
      bin: new Uint8Array([0]),
    })
    await repository.commitFiles('Second', { 'a.ts': 'two\n', other: 'later\n' })
    const git = open(repository.dir)
    let reads = 0
    const counting: GitBackend = {
      ...git,
      readFile: (...args) => {
        reads++
        return git.readFile(...args)
      },
    }
    const context = await contextOf(counting as typeof git, first)
    const read = async (name: string): Promise<string | undefined> =>
      (await context.readFile(path(name)))._unsafeUnwrap()?.text
    expect(await Promise.all(['a.ts', 'other', 'other', 'link', 'bin', 'nowhere'].map(read))).toEqual([
      ...['one\n', 'other\n', 'other\n'],
      ...[undefined, undefined, undefined],
    ])
    const before = reads
    expect(await read('other')).toBe('other\n')
    expect(reads).toBe(before)
  })

  it('tells what is no commit, and what is cut off, and goes on', async () => {
    const repository = await fixture()
    await repository.commitFiles('First', { a: '1\n' })
    const edge = await repository.commitFiles('Second', { a: '2\n' })
    const clone = await fixture({ bare: true })
    await clone.git('fetch', '--quiet', '--depth=1', `file://${repository.dir}`, 'main:main')
    const nowhere = 'd'.repeat(40) as CommitId
    const outcomes: unknown[] = []
    for await (const each of gatherCommits({ git: open(clone.dir) }, [nowhere, edge])) {
      const { context, skipped, diagnostics } = each._unsafeUnwrap()
      outcomes.push([context, skipped, diagnostics.map(({ code }) => code)])
    }
    expect(outcomes).toEqual([
      [undefined, 'dddddddddddd is no commit of this repository.', ['missing_commit']],
      [undefined, expect.stringContaining('its parent is cut off'), ['history_incomplete']],
    ])
  })

  it('says when the backend cannot tell changes', async () => {
    const repository = await fixture()
    const commit = await repository.commit('First')
    const { changesOf: _, ...without } = open(repository.dir)
    const error = (await gatherCommit({ git: without }, commit))._unsafeUnwrapErr()
    expect([error.code, error.message]).toEqual(['unsupported', expect.stringContaining('git-cli cannot tell')])
  })

  it('outlines a text once, and says why one has no outline', async () => {
    const repository = await fixture()
    const commit = await repository.commitFiles('First', {
      'a.ts': 'export function one(): void {}\n',
      plain: 'text\n',
    })
    const git = open(repository.dir)
    const ast = createTreeSitterParser()
    let parses = 0
    const counting: typeof ast = {
      ...ast,
      language: (name) => ast.language(name),
      outline: (...args) => {
        parses++
        return ast.outline(...args)
      },
    }
    const { context } = (await gatherCommit({ git, ast: counting }, commit))._unsafeUnwrap()
    const text = context?.files[0]?.after
    if (context === undefined || text === undefined) throw new Error('no text')
    const outlines = await Promise.all([1, 2].map(() => context.outline(path('a.ts'), text)))
    expect(outlines.map(({ outline }) => outline?.units.map(({ name }) => name))).toEqual([['one'], ['one']])
    expect(parses).toBe(1)
    expect(await context.outline(path('plain'), text)).toEqual({})
  })

  it('finds what is recorded on earlier commits of a file under both of its names', async () => {
    const repository = await fixture()
    const note = (intent: string, file: string): unknown => ({
      ...{ $schema: 'chronicle/v1', timestamp: '2024-01-01T00:00:00Z', summary: intent, context_level: 'inferred' },
      regions: [{ file, intent }],
    })
    const first = await repository.commitFiles('First', { old: 'a\n'.repeat(9), other: 'o\n' })
    const second = await repository.commitFiles('Second', { old: `b\n${'a\n'.repeat(9)}` })
    await repository.rename('old', 'new')
    const third = await repository.commit('Third')
    const fourth = await repository.commitFiles('Fourth', { new: 'later\n' })
    for (const [commit, file] of [
      [first, 'old'],
      [second, 'old'],
      [third, 'new'],
      [fourth, 'new'],
    ] as const) {
      await repository.note(commit, note(commit, file))
    }
    await repository.note(first, note('other', 'other'), 'refs/notes/other')
    const git = open(repository.dir)
    const index = createNotesIndex({ git })
    const recorded = createNotesSource({ git })
    const { context } = (await gatherCommit({ git, index, recorded }, third))._unsafeUnwrap()
    const recent = async (name: string, limit: number): Promise<unknown> =>
      (await context?.recentAnnotations(path(name), limit))?._unsafeUnwrap().map(({ commit }) => commit)
    expect(await recent('new', 5)).toEqual([second, first])
    expect(await recent('new', 1)).toEqual([second])
    expect(await recent('other', 5)).toEqual([])
    const without = await contextOf(git, third)
    expect((await without.recentAnnotations(path('new'), 5))._unsafeUnwrap()).toEqual([])
  })

  it('gives up when told to', async () => {
    const repository = await fixture()
    const commit = await repository.commit('First')
    const gathered = await gatherCommit({ git: open(repository.dir) }, commit, { signal: AbortSignal.abort() })
    expect(gathered._unsafeUnwrapErr().code).toBe('aborted')
  })
})

it('gathers of generated histories what git has, whatever the portions', async () => {
  await fc.assert(
    fc.asyncProperty(
      historyArbitrary({ maxCommits: 7 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 400 }),
      async (plan, commitsAtOnce, bytesAtOnce) => {
        const built = await buildHistory(plan)
        await using repository = built.repository
        await using git = asDisposable(createGitCli({ dir: repository.dir }))
        const seen: CommitId[] = []
        for await (const each of gatherCommits({ git }, built.commits, { commitsAtOnce, bytesAtOnce })) {
          const { commit, context } = each._unsafeUnwrap()
          seen.push(commit)
          for (const file of context?.files ?? []) {
            if (file.status === 'deleted') continue
            const shown = await repository.gitBytes(['show', `${commit}:${file.path}`])
            expect([file.path, file.after?.text]).toEqual([file.path, shown.toString('utf8')])
            if (file.status === 'added' || context?.commit.parents.length !== 1) continue
            const old = await repository.gitBytes(['show', `${commit}^:${file.oldPath}`])
            expect([file.path, file.before?.text]).toEqual([file.path, old.toString('utf8')])
          }
        }
        expect(seen).toEqual(built.commits)
      },
    ),
    { numRuns: 6 },
  )
})

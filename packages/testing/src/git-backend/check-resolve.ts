import { expect } from 'vitest'
import { createLinearHistory } from '../fixture/fast-import.ts'
import { removeObject } from '../fixture/remove-object.ts'
import { errorOf, valueOf, type Check } from './contract-tools.ts'

/** Checks that revisions are resolved to commits. */
export function checkResolve(check: Check): void {
  check('resolves names and ids to commits', async ({ fixture, open }) => {
    const repository = await fixture()
    await repository.write({ 'main~1': 'a file that is named like a revision\n', topic: 'and like a branch\n' })
    const first = await repository.commit('First')
    await repository.branch('topic')
    await repository.branch('feature/of the-day'.replaceAll(' ', '_'))
    await repository.tag('light')
    await repository.tag('annotated', { message: 'Annotated' })
    await repository.tag('nested', { at: 'annotated', message: 'A tag of a tag' })
    const second = await repository.commit('Second')
    await repository.git('update-ref', 'refs/remotes/origin/main', second)
    await repository.git('pack-refs', '--all')
    const loose = await repository.commit('Third')
    const backend = await open(repository.dir)
    for (const [revision, commit] of [
      ['HEAD', loose],
      ['main', loose],
      ['heads/main', loose],
      ['refs/heads/main', loose],
      ['topic', first],
      ['feature/of_the-day', first],
      ['light', first],
      ['refs/tags/light', first],
      ['annotated', first],
      ['nested', first],
      ['origin/main', second],
      [first, first],
      [first.slice(0, 12), first],
      [first.slice(0, 7), first],
      [await repository.git('rev-parse', 'annotated'), first],
    ] as const) {
      expect([revision, await valueOf(backend.resolve(revision))]).toEqual([revision, commit])
    }
  })

  check('lists the names of branches, tags and remote-tracking branches', async ({ fixture, open, skip }) => {
    const repository = await fixture()
    const first = await repository.commit('First')
    await repository.tag('packed')
    await repository.git('pack-refs', '--all')
    await repository.branch('deep/er', first)
    await repository.branch('v1', first)
    await repository.tag('v1', { message: 'A tag' })
    await repository.git('update-ref', 'refs/remotes/origin/topic', first)
    await repository.git('update-ref', 'refs/notes/other', first)
    await repository.git('update-ref', 'refs/pull/1/head', first)
    const backend = await open(repository.dir)
    if (backend.refNames === undefined) return skip(`${backend.name} lists no names`)
    const names = await valueOf(backend.refNames())
    expect(names).toEqual(['deep/er', 'main', 'origin/topic', 'packed', 'v1'])
    for (const name of names) expect([name, await valueOf(backend.resolve(name))]).toEqual([name, first])
  })

  check('lists the commits that are being merged', async ({ fixture, open, requiresSharedRepository, skip }) => {
    requiresSharedRepository()
    const repository = await fixture()
    await repository.commit('First')
    const heads: string[] = []
    for (const name of ['one', 'two', 'three']) {
      await repository.git('checkout', '-q', '-b', name, 'main')
      heads.push(await repository.commitFiles(name, { [name]: name }))
    }
    await repository.tag('of-three', { message: 'A tag of the third' })
    await repository.checkout('main')
    const backend = await open(repository.dir)
    if (backend.mergeHeads === undefined) return skip(`${backend.name} does not list what is merged`)
    expect(await valueOf(backend.mergeHeads())).toEqual([])
    await repository.git('merge', '--no-commit', '--no-ff', '--quiet', 'one')
    expect(await valueOf(backend.mergeHeads())).toEqual([heads[0]])
    await repository.git('reset', '--hard', '--quiet')
    await repository.git('merge', '--no-commit', '--quiet', 'one', 'two', 'of-three')
    expect(await valueOf(backend.mergeHeads())).toEqual(heads)
  })

  check('follows refs that move while it is open', async ({ fixture, open, requiresSharedRepository }) => {
    requiresSharedRepository()
    const repository = await fixture()
    const first = await repository.commit('First')
    const backend = await open(repository.dir)
    expect(await valueOf(backend.resolve('HEAD'))).toBe(first)
    const second = await repository.commit('Second')
    expect(await valueOf(backend.resolve('HEAD'))).toBe(second)
    await repository.branch('later')
    await repository.git('pack-refs', '--all')
    await repository.git('gc', '--quiet')
    const third = await repository.commit('Third')
    expect(await valueOf(backend.resolve('HEAD'))).toBe(third)
    expect(await valueOf(backend.resolve('later'))).toBe(second)
    await repository.checkout('later')
    expect(await valueOf(backend.resolve('HEAD'))).toBe(second)
  })

  check('resolves what does not exist, and what is no commit, to nothing', async ({ fixture, open }) => {
    const repository = await fixture()
    const commit = await repository.commitFiles('First', { 'a.txt': 'a\n' })
    await repository.tag('of-a-tree', { at: 'HEAD^{tree}' })
    await repository.tag('of-a-blob', { at: 'HEAD:a.txt', message: 'Annotated' })
    const backend = await open(repository.dir)
    for (const revision of [
      'unknown',
      'refs/heads/unknown',
      '',
      ' ',
      'of-a-tree',
      'of-a-blob',
      '0'.repeat(40),
      'f'.repeat(40),
      `${commit.slice(0, 39)}${commit.endsWith('0') ? '1' : '0'}`,
      await repository.git('rev-parse', 'HEAD:a.txt'),
      await repository.git('rev-parse', 'HEAD^{tree}'),
      'a.txt',
      '../main',
      'main\nHEAD',
      'HEAD\n',
      'main\0',
      'main..HEAD',
      '^main',
      'ünknown',
      'x'.repeat(10_000),
    ]) {
      expect([revision, await valueOf(backend.resolve(revision))]).toEqual([revision, undefined])
    }
    expect(await valueOf(backend.resolve('HEAD'))).toBe(commit)
  })

  check('takes nothing for an option', async ({ fixture, open }) => {
    const repository = await fixture()
    const commit = await repository.commit('First')
    await repository.git('update-ref', 'refs/heads/strange/-x', commit)
    const backend = await open(repository.dir)
    for (const revision of [
      '--all',
      '-x',
      '-',
      '--',
      '--help',
      '--git-dir=/',
      '-n1',
      '--end-of-options',
      '-h',
      '--not',
    ]) {
      expect([revision, await valueOf(backend.resolve(revision))]).toEqual([revision, undefined])
    }
    expect(await valueOf(backend.resolve('refs/heads/strange/-x'))).toBe(commit)
  })

  check('resolves an unborn HEAD to nothing', async ({ fixture, open }) => {
    const repository = await fixture()
    await repository.commitFiles('First', { 'a.txt': 'a\n' })
    await repository.git('checkout', '--quiet', '--orphan', 'unborn')
    const backend = await open(repository.dir)
    expect(await valueOf(backend.resolve('HEAD'))).toBeUndefined()
    expect(await valueOf(backend.resolve('unborn'))).toBeUndefined()
  })

  check('fails for a ref to an object that is missing', async ({ fixture, open, requiresSharedRepository }) => {
    requiresSharedRepository()
    const repository = await fixture()
    const kept = await repository.commit('Kept')
    await repository.branch('kept')
    const lost = await repository.commit('Lost')
    await removeObject(repository, lost)
    const backend = await open(repository.dir)
    for (const revision of ['HEAD', 'main', 'refs/heads/main']) {
      expect(await errorOf(backend.resolve(revision))).toMatchObject({ code: 'missing_object', data: { id: lost } })
    }
    expect(await valueOf(backend.resolve('kept'))).toBe(kept)
    expect(await valueOf(backend.resolve(lost))).toBeUndefined()
  })

  check('resolves an ambiguous abbreviation to nothing', async ({ fixture, open }) => {
    const repository = await fixture()
    const commits = await createLinearHistory(repository, { commits: 2000 })
    const seen = new Map<string, number>()
    for (const commit of commits) seen.set(commit.slice(0, 4), (seen.get(commit.slice(0, 4)) ?? 0) + 1)
    const ambiguous = [...seen].find(([, count]) => count > 1)?.[0] ?? ''
    expect(ambiguous).toHaveLength(4)
    expect(await valueOf((await open(repository.dir)).resolve(ambiguous))).toBeUndefined()
  })

  check('resolves revision expressions', async ({ fixture, open, requires }) => {
    const repository = await fixture()
    const base = await repository.commit('Base of it all')
    await repository.branch('topic')
    const ours = await repository.commit('Ours')
    await repository.checkout('topic')
    const theirs = await repository.commit('Theirs')
    await repository.tag('v1', { message: 'v1' })
    await repository.checkout('main')
    const merge = await repository.merge('topic')
    const backend = await open(repository.dir)
    requires(backend, 'revisionExpressions')
    for (const [revision, commit] of [
      ['@', merge],
      ['HEAD~2', base],
      ['HEAD^2', theirs],
      ['HEAD^1', ours],
      ['v1^{commit}', theirs],
      ['v1~1', base],
      ['main@{1}', ours],
      [':/Base of', base],
      ['HEAD^{/Theirs}', theirs],
      ['HEAD~9', undefined],
      ['HEAD^{tree}', undefined],
      ['HEAD:', undefined],
      [':/nobody wrote this', undefined],
      ['HEAD^{nonsense}', undefined],
    ] as const) {
      expect([revision, await valueOf(backend.resolve(revision))]).toEqual([revision, commit])
    }
  })
}

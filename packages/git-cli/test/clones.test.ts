import { okAsync, type CommitId } from '@chronicle/schema'
import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errorOf, textOf, valueOf } from './results.ts'
import { useScope } from './scope.ts'

const scope = useScope()

describe('a partial clone', () => {
  test('fetches what is missing, and says so when it cannot', async () => {
    const repository = await scope.fixture({ config: { 'uploadpack.allowFilter': 'true' } })
    const first = await repository.commitFiles('First', { 'a.txt': 'one\n' })
    const second = await repository.commitFiles('Second', { 'a.txt': 'two\n', 'b.txt': 'b\n' })
    const clone = join(repository.dir, 'clone')
    await repository.git('clone', '--quiet', '--no-checkout', '--filter=blob:none', `file://${repository.dir}`, clone)
    const git = scope.open({ dir: clone })
    expect(await valueOf(git.resolve('HEAD'))).toBe(second)
    expect(textOf((await valueOf(git.readFile({ commit: first }, 'a.txt' as never)))?.bytes)).toBe('one\n')
    await valueOf(git.blame({ at: { commit: second }, path: 'a.txt' as never }))

    // Checks that git does not ask the remote for each missing commit.
    const asked = join(repository.dir, 'asked')
    await repository.git('-C', clone, 'config', 'remote.origin.uploadpack', `touch '${asked}'; git-upload-pack`)
    const lost = '1'.repeat(40) as CommitId
    expect([
      ...(await valueOf(git.commitTimes?.([lost, first]) ?? okAsync(new Map<CommitId, number>()))).keys(),
    ]).toEqual([first])
    expect(existsSync(asked)).toBe(false)

    await rename(join(repository.dir, '.git'), join(repository.dir, 'gone'))
    const pending = [git.readFile({ commit: second }, 'b.txt' as never), git.readCommits([first])] as const
    const error = await errorOf(pending[0])
    expect(error.code).toBe('missing_object')
    expect(error.message).toContain('partial clone')
    expect((await valueOf(pending[1])).size).toBe(1)
    expect(await valueOf(git.resolve('HEAD'))).toBe(second)
    await rename(join(repository.dir, 'gone'), join(repository.dir, '.git'))
  })
})

describe('a submodule', () => {
  test('is a repository of its own, and an entry of the outer one', async () => {
    const inner = await scope.fixture()
    const lib = await inner.commitFiles('Library', { 'lib.txt': 'lib\n' })
    const outer = await scope.fixture()
    await outer.write({ 'main.txt': 'main\n' })
    await outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, 'vendor/lib')
    const commit = await outer.commit('Use the library')
    const git = scope.open({ dir: outer.dir })
    for (const at of [{ commit }, 'INDEX', 'WORKTREE'] as const) {
      expect(await valueOf(git.readFile(at, 'vendor/lib' as never))).toMatchObject({ kind: 'submodule', id: lib })
      expect(await valueOf(git.readFile(at, 'vendor/lib/lib.txt' as never))).toEqual(
        at === 'WORKTREE' ? expect.objectContaining({ kind: 'file' }) : undefined,
      )
      expect(await valueOf(git.listFiles(at))).toEqual(['.gitmodules', 'main.txt'])
    }
    const below = scope.open({ dir: join(outer.dir, 'vendor', 'lib') })
    expect(await valueOf(below.describe())).toMatchObject({ worktreeDir: join(outer.dir, 'vendor', 'lib'), prefix: '' })
    expect(await valueOf(below.resolve('HEAD'))).toBe(lib)
    await outer.git(
      '-C',
      'vendor/lib',
      '-c',
      'user.name=A',
      '-c',
      'user.email=a@b',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'On',
    )
    const moved = await outer.git('-C', 'vendor/lib', 'rev-parse', 'HEAD')
    expect((await valueOf(git.readFile('WORKTREE', 'vendor/lib' as never)))?.id).toBe(moved)
    expect((await valueOf(git.readFile('INDEX', 'vendor/lib' as never)))?.id).toBe(lib)
  })
})

describe('a merge under way', () => {
  test('has our side in the index, and both parents in the blame of the working tree', async () => {
    const repository = await scope.fixture()
    await repository.commitFiles('Base', { 'a.txt': '1\n2\n3\n4\n5\n' })
    await repository.branch('topic')
    const ours = await repository.commitFiles('Ours', { 'a.txt': 'ours\n2\n3\n4\n5\n' })
    await repository.checkout('topic')
    const theirs = await repository.commitFiles('Theirs', { 'a.txt': 'theirs\n2\n3\n4\nadded\n' })
    await repository.checkout('main')
    await repository.gitBytes(['merge', 'topic'], { exitCodes: [1] })
    const git = scope.open({ dir: repository.dir })
    expect(textOf((await valueOf(git.readFile('INDEX', 'a.txt' as never)))?.bytes)).toBe('ours\n2\n3\n4\n5\n')
    expect(await valueOf(git.listFiles('INDEX'))).toEqual(['a.txt'])
    expect(await valueOf(git.listFiles('WORKTREE'))).toEqual(['a.txt'])
    await repository.write({ 'a.txt': 'ours\ntheirs\n2\n3\n4\nadded\n' })
    const hunks = await valueOf(git.blame({ at: 'WORKTREE', path: 'a.txt' as never }))
    expect(hunks.map(({ commit }) => commit)).toEqual([ours, theirs, expect.any(String), theirs])
  })
})

describe('a locked notes ref', () => {
  test('is an error of its own', async () => {
    const repository = await scope.fixture()
    const commit = await repository.commit('First')
    await repository.write({ '.git/refs/notes/chronicle.lock': '' })
    const git = scope.open({ dir: repository.dir })
    const ref = 'refs/notes/chronicle' as never
    const error = await errorOf(git.writeNotes(ref, undefined, new Map([[commit, Buffer.from('x')]])))
    expect(error.code).toBe('notes_ref_locked')
    expect(error.message).toContain('chronicle.lock')
    await repository.remove('.git/refs/notes/chronicle.lock')
    await valueOf(git.writeNotes(ref, undefined, new Map([[commit, Buffer.from('x')]])))
  })

  test('refuses what is no commit id', async () => {
    const repository = await scope.fixture()
    await repository.commit('First')
    const git = scope.open({ dir: repository.dir })
    for (const name of ['HEAD', '../x', 'a'.repeat(39), 'a'.repeat(64)]) {
      const notes = new Map([[name as never, Buffer.from('x')]])
      const error = await errorOf(git.writeNotes('refs/notes/chronicle' as never, undefined, notes))
      expect([name, error.code]).toEqual([name, 'unsupported'])
      expect(error.message).toContain(name)
    }
    expect(await valueOf(git.notesTip('refs/notes/chronicle' as never))).toBeUndefined()
  })
})

import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobId, CommitId, RepoPath } from '@chronicle/schema'
import { describe, expect, test } from 'vitest'
import { createGitCli } from '../src/index.ts'
import { errorOf, textOf, valueOf } from './results.ts'
import { useScope } from './scope.ts'

const scope = useScope()
const path = (text: string): RepoPath => text as RepoPath
const NOBODY = 'f'.repeat(40) as CommitId

test('a backend says what it is and can do', () => {
  const git = createGitCli({ dir: '/' })
  expect([git.name, git.supports]).toEqual([
    'git-cli',
    {
      blame: true,
      history: true,
      revisions: true,
      writeNotes: true,
      diffNotes: true,
      sharing: true,
      diff: true,
      changesOf: true,
      rewrites: true,
      worktree: true,
      index: true,
      revisionExpressions: true,
      linkedWorktrees: true,
      objectFormats: ['sha1', 'sha256'],
    },
  ])
})

describe('where nothing is asked for', () => {
  test('git is not asked', async () => {
    const repository = await scope.fixture()
    const wrapper = await scope.wrapper(['echo "$@" >> "$0.calls"'])
    const git = scope.open({ dir: repository.dir, gitBinary: wrapper.path })
    expect(await valueOf(git.changedPaths([]))).toEqual(new Map())
    expect(await readCalls(wrapper.path)).toHaveLength(0)
    expect(await valueOf(git.changesOf([]))).toEqual([])
    expect((await git.commitTimes?.([]))?._unsafeUnwrap()).toEqual(new Map())
    expect(await valueOf(git.history({ from: [] }))).toEqual([])
    for await (const each of git.log({ from: NOBODY, limit: 0 })) expect(each).toBe('none')
    for await (const each of git.log({ from: 'main' as CommitId })) expect(each).toBe('none')
    for await (const each of git.log({ from: NOBODY, path: path('../a') })) expect(each).toBe('none')
    expect(textOf(await readCalls(wrapper.path))).not.toMatch(/ (?:diff-tree|log|cat-file|rev-list|diff) /)
  })
})

async function readCalls(binary: string): Promise<Uint8Array> {
  const { readFile } = await import('node:fs/promises')
  return readFile(`${binary}.calls`).catch(() => new Uint8Array())
}

describe('files of the working tree', () => {
  test('are read up to a size', async () => {
    const repository = await scope.fixture()
    await repository.commitFiles('First', { a: '12345678901' })
    const read = (objectBytes?: number) =>
      scope
        .open({ dir: repository.dir, ...(objectBytes === undefined ? {} : { limits: { objectBytes } }) })
        .readFile('WORKTREE', path('a'))
    expect(textOf((await valueOf(read(11)))?.bytes)).toBe('12345678901')
    expect(await errorOf(read(10))).toMatchObject({
      code: 'file_too_large',
      message: '"a" has 11 bytes, more than this backend reads. Raise limits.objectBytes to read it.',
      data: { path: 'a', size: 11 },
    })
    const size = 64 * 1024 * 1024 + 1
    await truncate(join(repository.dir, 'a'), size)
    expect(await errorOf(read())).toMatchObject({ code: 'file_too_large', data: { path: 'a', size } })
  })

  test('are told by what the index has', async () => {
    const repository = await scope.fixture()
    const commit = await repository.commitFiles('First', {
      'a/one': '1',
      'a/two': '2',
      ab: '3',
      b: { symlink: 'ab' },
      c: { executable: '4' },
    })
    await repository.remove('a/two')
    await repository.write({ 'a/new\nline': '5', ab: 'edited' })
    const git = scope.open({ dir: repository.dir })
    expect(await valueOf(git.listFiles('INDEX'))).toEqual(['a/one', 'a/two', 'ab', 'b', 'c'])
    expect(await valueOf(git.listFiles('WORKTREE'))).toEqual(['a/new\nline', 'a/one', 'ab', 'b', 'c'])
    for (const at of ['INDEX', { commit }] as const)
      expect(await valueOf(git.listFiles(at, path('a')))).toEqual(['a/one', 'a/two'])
    expect(await valueOf(git.listFiles('WORKTREE', path('a')))).toEqual(['a/new\nline', 'a/one'])
    for (const at of ['INDEX', 'WORKTREE', { commit }] as const)
      expect(await valueOf(git.listFiles(at, path('ab')))).toEqual([])
    expect((await valueOf(git.readFile('WORKTREE', path('b'))))?.kind).toBe('symlink')
    expect(await valueOf(git.readFile('WORKTREE', path('a')))).toBeUndefined()
  })
})

describe('the blame', () => {
  test('has nothing of a file that is taken out of the index', async () => {
    const repository = await scope.fixture()
    await repository.commitFiles('First', { a: '1\n' })
    await repository.git('rm', '--quiet', '--cached', 'a')
    const git = scope.open({ dir: repository.dir })
    expect(await valueOf(git.blame({ at: 'INDEX', path: path('a') }))).toEqual([])
  })
})

test('the size of a blob is known by its id alone', async () => {
  const repository = await scope.fixture()
  const commit = await repository.commitFiles('First', { a: '12345' })
  const id = await repository.blobId('HEAD', 'a')
  const git = scope.open({ dir: repository.dir })
  const sizes = await git.blobSizes?.([id, 'HEAD:a' as BlobId, commit as string as BlobId, id])
  expect(sizes?._unsafeUnwrap()).toEqual(new Map([[id, 5]]))
})

describe('the history of a file', () => {
  test('leaves out what is excluded', async () => {
    const repository = await scope.fixture()
    const commits: CommitId[] = []
    for (const content of ['1', '2', '3']) {
      commits.push(await repository.commitFiles(`Version ${content}`, { a: content }))
    }
    const [first, second, third] = commits as [CommitId, CommitId, CommitId]
    const git = scope.open({ dir: repository.dir })
    const revisions = async (more: object) =>
      (await valueOf(git.fileRevisions({ from: third, path: path('a'), ...more }))).map(({ commit }) => commit)
    expect(await revisions({})).toEqual([third, second, first])
    expect(await revisions({ exclude: [first] })).toEqual([third, second])
    expect((await valueOf(git.changedPaths([first, third, NOBODY]))).get(third)).toEqual(['a'])
    const subjects: string[] = []
    for await (const { subject } of git.log({ from: third, limit: 2 })) subjects.push(subject)
    expect(subjects).toEqual(['Version 3', 'Version 2'])
  })
})

describe('line ends that git converts', () => {
  const crlf = Buffer.from('1\r\n2\r\n')

  test.each([
    ['text', '1\n2\n'],
    ['text=auto', '1\r\n2\r\n'],
    ['text=auto eol=crlf', '1\r\n2\r\n'],
    ['text eol=crlf', '1\n2\n'],
    ['-text', '1\r\n2\r\n'],
  ])('of a file that was committed with CRLF, as %s', async (attributes, stored) => {
    const repository = await scope.fixture()
    await repository.commitFiles('With carriage returns', { a: crlf })
    await repository.write({ '.gitattributes': `a ${attributes}\n` })
    const git = scope.open({ dir: repository.dir })
    const edited = Buffer.concat([crlf, Buffer.from('3\r\n')])
    const expected = `${stored}3${stored.includes('\r') ? '\r' : ''}\n`
    expect(textOf(await valueOf(git.normalise(path('a'), edited)))).toBe(expected)
  })

  test('of a file that was not', async () => {
    const repository = await scope.fixture({ config: { 'core.autocrlf': 'true' } })
    await repository.commitFiles('Without', { a: '1\n2\n' })
    const git = scope.open({ dir: repository.dir })
    expect(textOf(await valueOf(git.normalise(path('a'), crlf)))).toBe('1\n2\n')
    expect(textOf(await valueOf(git.normalise(path('a'), Buffer.from('1\r2\n'))))).toBe('1\r2\n')
  })

  test('of a file that was, without attributes', async () => {
    const repository = await scope.fixture()
    await repository.commitFiles('With carriage returns', { a: crlf })
    await repository.git('config', 'core.autocrlf', 'true')
    const git = scope.open({ dir: repository.dir })
    expect(textOf(await valueOf(git.normalise(path('a'), crlf)))).toBe('1\r\n2\r\n')
  })
})

describe('notes', () => {
  test('are the blobs whose paths are ids, in the order of the ids', async () => {
    const repository = await scope.fixture()
    const blob = (await repository.gitBytes(['hash-object', '-w', '--stdin'], { input: Buffer.from('n') }))
      .toString()
      .trim()
    const id = (digit: string): string => digit.repeat(40)
    const tree = async (...lines: readonly string[]): Promise<string> =>
      (await repository.gitBytes(['mktree', '--missing'], { input: Buffer.from(`${lines.join('\n')}\n`) }))
        .toString()
        .trim()
    const inner = await tree(`100644 blob ${blob}\t${'b'.repeat(38)}`, `100644 blob ${blob}\tREADME`)
    const root = await tree(
      `100644 blob ${blob}\t${id('a')}`,
      `100644 blob ${blob}\t${id('c')}`,
      `100644 blob ${blob}\t${id('d').slice(1)}`,
      `160000 commit ${id('9')}\t${id('e')}`,
      `040000 tree ${inner}\tbb`,
      `100644 blob ${blob}\tnotes`,
    )
    const commit = await repository.git('commit-tree', '-m', 'Notes', root)
    await repository.git('update-ref', 'refs/notes/odd', commit.trim())
    const git = scope.open({ dir: repository.dir })
    const { notes } = await valueOf(git.listNotes('refs/notes/odd' as never))
    expect([...notes]).toEqual(['a', 'b', 'c'].map((digit) => [id(digit), [blob]]))
  })
})

test('the key of a change names the files that are there after it', async () => {
  const repository = await scope.fixture()
  const first = await repository.commitFiles('First', { a: '1', gone: '2' })
  await repository.write({ a: '2' })
  await repository.remove('gone')
  await repository.stage()
  await repository.git('update-index', '--add', '--cacheinfo', `160000,${first},sub`)
  await repository.git('commit', '--quiet', '--message', 'Second')
  const second = (await repository.git('rev-parse', 'HEAD')).trim() as CommitId
  const git = scope.open({ dir: repository.dir })
  const [one, two, none] = await valueOf(git.changeKeys([{ commit: first }, { commit: second }, { commit: NOBODY }]))
  expect(one?.files?.map(([file]) => file)).toEqual(['a', 'gone'])
  expect(two?.files?.map(([file]) => file)).toEqual(['a'])
  expect(none).toBeUndefined()
  expect(one?.paths).not.toBe(two?.paths)
})

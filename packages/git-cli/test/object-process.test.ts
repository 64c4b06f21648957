import { execFile, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { BlobId, NotesRef } from '@chronicle/schema'
import { describe, expect, test } from 'vitest'
import { createLinearHistory } from '@chronicle/testing'
import { errorOf, textOf, valueOf } from './results.ts'
import { createGitRunner, type GitRunner } from '../src/git-runner.ts'
import { createObjectReaders } from '../src/object-reader.ts'
import { useScope } from './scope.ts'

const scope = useScope()

const LOST_BATCH_COMMAND = [
  'for argument in "$@"; do',
  `  if [ "$argument" = --batch-command ]; then echo "error: unknown option \\\`batch-command'" >&2; exit 129; fi`,
  'done',
]

describe('the process that reads objects', () => {
  test('answers a thousand calls at once, each with its own', async () => {
    const repository = await scope.fixture()
    const commits = await createLinearHistory(repository, { commits: 1000, files: 5 })
    const git = scope.open({ dir: repository.dir })
    await Promise.all(
      commits.map(async (commit, index) => {
        const [resolved, found, file] = await Promise.all([
          valueOf(git.resolve(`${commit}~0`)),
          valueOf(git.readCommits([commit])),
          valueOf(git.readFile({ commit }, 'src/file-0.txt' as never)),
        ])
        expect(resolved).toBe(commit)
        expect(found.get(commit)?.message).toBe(`Commit ${index}\n`)
        expect(textOf(file?.bytes)).toMatch(/^file 0 line 1 /)
      }),
    )
  })

  test('is started again when it dies, and owes nobody an answer', async () => {
    const repository = await scope.fixture()
    const commits = await createLinearHistory(repository, { commits: 3000 })
    const { runner, children } = spyOnStarts(repository.dir)
    const readers = createObjectReaders(runner, { maxObjectBytes: 1e6 })
    const objects = readers.withSignal(undefined)
    try {
      expect(await valueOf(objects.info(['HEAD']))).toHaveLength(1)
      expect(children).toHaveLength(1)
      children[0]?.kill('SIGKILL')
      expect((await valueOf(objects.info([commits[1] ?? ''])))[0]?.id).toBe(commits[1])

      const many = [objects.contents(commits), objects.info(commits), objects.contents(commits)]
      children.at(-1)?.kill('SIGKILL')
      for (const answers of await Promise.all(many.map(valueOf)))
        expect(answers.map((answer) => answer?.id)).toEqual(commits)
      expect(children.length).toBeGreaterThanOrEqual(3)
    } finally {
      await readers.close()
    }
  })

  test('gives up on a request that it dies of, and answers the others', async () => {
    const repository = await scope.fixture()
    const [commit = ''] = await createLinearHistory(repository, { commits: 1 })
    // Dies when asked for the name "deadly", as git does when it cannot fetch a missing object.
    const { path } = await scope.wrapper([
      'case "$*" in *batch-command*)',
      '  while read -r line; do',
      '    case "$line" in',
      '      *deadly*) echo "fatal: it was deadly" >&2; exit 128;;',
      '      info*) echo "${line#info } missing";;',
      '    esac',
      '  done; exit 0;;',
      'esac',
    ])
    const readers = createObjectReaders(
      createGitRunner({ dir: repository.dir, binary: path, environment: process.env, maxProcesses: 1 }),
      { maxObjectBytes: 1e6 },
    )
    const objects = readers.withSignal(undefined)
    try {
      const results = await Promise.all([['a'], ['deadly'], ['b', 'c'], [commit]].map((names) => objects.info(names)))
      expect(results.map((result) => result.isOk())).toEqual([true, false, true, true])
      expect(results[1]?._unsafeUnwrapErr()).toMatchObject({
        code: 'git_failed',
        message: expect.stringContaining('it was deadly') as string,
      })
    } finally {
      await readers.close()
    }
  })

  test('reads past what is too large, and says so', async () => {
    const repository = await scope.fixture()
    const commit = await repository.commitFiles('First', { small: 'small\n', large: 'x'.repeat(100_000) })
    const [small, large] = [await repository.blobId('HEAD', 'small'), await repository.blobId('HEAD', 'large')]
    const git = scope.open({ dir: repository.dir, limits: { objectBytes: 99_999 } })
    for (const result of [
      git.readBlobs([small, large]),
      git.readFile({ commit }, 'large' as never),
      git.readFile('INDEX', 'large' as never),
    ]) {
      const error = await errorOf(result)
      expect(error).toMatchObject({ code: 'file_too_large', data: { id: large, size: 100_000 } })
      expect(error.message).toContain('limits.objectBytes')
    }
    expect(textOf((await valueOf(git.readBlobs([small]))).get(small))).toBe('small\n')
    const exact = scope.open({ dir: repository.dir, limits: { objectBytes: 100_000 } })
    expect((await valueOf(exact.readBlobs([large]))).get(large)).toHaveLength(100_000)
  })

  test('does not keep a program alive that has nothing more to do', async () => {
    const repository = await scope.fixture()
    await repository.commit('First')
    const source = `
      import { createGitCli } from ${JSON.stringify(fileURLToPath(new URL('../src/index.ts', import.meta.url)))}
      const git = createGitCli({ dir: ${JSON.stringify(repository.dir)} })
      console.log((await git.resolve('HEAD')).isOk(), (await git.resolve('nothing')).isOk())`
    const args = ['--import', 'tsx', '--conditions=chronicle-source', '--input-type=module', '--eval', source]
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      timeout: 120_000,
    })
    expect(stdout).toBe('true true\n')
  })

  test('refuses work after it was closed', async () => {
    const repository = await scope.fixture()
    const git = scope.open({ dir: repository.dir })
    const pending = git.resolve('HEAD')
    await git.close()
    expect((await pending).isErr()).toBe(true)
    expect(await errorOf(git.resolve('HEAD'))).toMatchObject({ code: 'closed' })
  })

  test('refuses work after it was closed, also what it knows and what needs a process of its own', async () => {
    const repository = await scope.fixture()
    const head = await repository.commitFiles('First', { 'a.txt': 'a\n' })
    const git = scope.open({ dir: repository.dir })
    expect((await git.describe()).isOk()).toBe(true)
    expect((await git.identity()).isOk()).toBe(true)
    await git.close()
    for (const call of [
      git.describe(),
      git.identity(),
      git.tips(),
      git.readConfig('core'),
      git.readCommits([head]),
      git.sharing.remotes(),
      git.writeNotes('refs/notes/x' as NotesRef, undefined, new Map([[head, new Uint8Array([120])]])),
    ])
      expect(await errorOf(call)).toMatchObject({ code: 'closed' })
    for (const listed of [git.log({ from: head }), git.ancestors({ from: head })])
      await expect(listed[Symbol.asyncIterator]().next()).rejects.toMatchObject({ cause: { code: 'closed' } })
    expect(await repository.git('for-each-ref', 'refs/notes')).toBe('')
  })
})

describe('with git 2.34 and 2.35, which have no --batch-command', () => {
  test('everything is read all the same', async () => {
    const repository = await scope.fixture()
    const commit = await repository.commitFiles('First', { 'src/a.txt': 'a\n', 'new\nline': 'b\n' })
    const note = await repository.note(commit, 'a note')
    const { path } = await scope.wrapper(LOST_BATCH_COMMAND)
    const git = scope.open({ dir: repository.dir, gitBinary: path })
    const [head, missing, blob, listing] = await Promise.all([
      valueOf(git.resolve('HEAD')),
      valueOf(git.resolve('nothing')),
      valueOf(git.readBlobs([note, 'd'.repeat(40) as BlobId])),
      valueOf(git.listNotes('refs/notes/chronicle' as never)),
    ])
    expect([head, missing]).toEqual([commit, undefined])
    expect(textOf(blob.get(note))).toBe('a note')
    expect([...listing.notes]).toEqual([[commit, [note]]])
    for (const [file, text] of [
      ['src/a.txt', 'a\n'],
      ['new\nline', 'b\n'],
    ]) {
      expect(textOf((await valueOf(git.readFile({ commit }, file as never)))?.bytes)).toBe(text)
    }
    const many = await Promise.all(Array.from({ length: 300 }, () => valueOf(git.readCommits([commit]))))
    expect(many.every((commits) => commits.get(commit)?.message === 'First')).toBe(true)
  })
})

function spyOnStarts(dir: string): { readonly runner: GitRunner; readonly children: ChildProcess[] } {
  const runner = createGitRunner({ dir, binary: 'git', environment: process.env, maxProcesses: 2 })
  const children: ChildProcess[] = []
  return {
    children,
    runner: {
      ...runner,
      start: (...args) => runner.start(...args).andTee((child) => children.push(child)),
    },
  }
}

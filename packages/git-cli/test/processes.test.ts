import { setTimeout } from 'node:timers/promises'
import type { GitError } from '@chronicle/core/contracts'
import { err, ok, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import { describe, expect, test } from 'vitest'
import { abortedError } from '../src/git-failure.ts'
import { createGitRunner, type GitRunner } from '../src/git-runner.ts'
import type { Repository } from '../src/open-repository.ts'
import { patchIds } from '../src/patch-ids.ts'
import { createProcessGate } from '../src/process-gate.ts'
import { readCommits } from '../src/repository-objects.ts'
import { partsOrThrow, readBatches, streamGit } from '../src/stream-git.ts'
import { createFakeGit, type GitAnswer } from './fake-git.ts'
import { errorOf, valueOf } from './results.ts'
import { useScope } from './scope.ts'

const scope = useScope()
const ID = 'a'.repeat(40) as CommitId
const command = { args: ['log'], end: '\n' } as const

async function runnerOf(lines: readonly string[], maxProcesses = 8) {
  const { path } = await scope.wrapper(lines)
  return createGitRunner({ dir: process.cwd(), binary: path, environment: process.env, maxProcesses })
}

/** Returns a repository whose git cannot be started, which becomes known only after the process has ended. */
async function withoutGit(repository: Repository): Promise<Repository> {
  const binary = 'no-such-git-anywhere'
  const runner = createGitRunner({ dir: process.cwd(), binary, environment: process.env, maxProcesses: 1 })
  const locate: Repository['locate'] = () => repository.locate().map((found) => ({ ...found, top: process.cwd() }))
  const startFailure: GitRunner['startFailure'] = async (...failed) => {
    await setTimeout(20)
    return runner.startFailure(...failed)
  }
  return { ...repository, runner: { ...runner, startFailure }, locate }
}

describe('a git that is run', () => {
  test('waits until there are fewer than may run at a time', async () => {
    // Each process runs for a while and counts the processes that run at the same time.
    const runner = await runnerOf(
      [': > "$0.running.$$"', 'sleep 0.2', 'ls "$0".running.* | wc -l', 'rm "$0.running.$$"', 'exit'],
      2,
    )
    const runs = await Promise.all(Array.from({ length: 5 }, () => valueOf(runner.run({ args: [] }))))
    expect(runs).toHaveLength(5)
    for (const { stdout } of runs) expect(Number(stdout.toString())).toBeLessThanOrEqual(2)
  })

  test.each(['INT', 'HUP'])('is run again when a terminal ended it with SIG%s', async (signal) => {
    const runner = await runnerOf([
      `if [ ! -e "$0.once" ]; then : > "$0.once"; kill -${signal} $$; fi`,
      'echo done; exit',
    ])
    expect((await valueOf(runner.run({ args: [] }))).stdout.toString()).toBe('done\n')
  })

  test('is killed when nobody wants its answer any more', async () => {
    const runner = await runnerOf(['exec sleep 8'])
    const giveUp = new AbortController()
    const running = runner.run({ args: [], signal: giveUp.signal, onOutput: () => undefined })
    setImmediate(() => giveUp.abort())
    expect(await errorOf(running)).toMatchObject({ code: 'aborted' })
  })

  test('is not run again when it was killed, or when somebody has begun to read', async () => {
    const killed = await runnerOf(['kill -KILL $$'])
    expect((await errorOf(killed.run({ args: ['log'] }))).message).toContain(
      `"git log" in "${process.cwd()}" failed (killed by SIGKILL)`,
    )
    const interrupted = await runnerOf(['echo begun; kill -INT $$'])
    const error = await errorOf(interrupted.run({ args: [], onOutput: () => undefined }))
    expect(error.message).toContain('killed by SIGINT')
  })
})

describe('a git that is read as it goes', () => {
  const read = (answer: GitAnswer): ResultAsync<readonly string[], GitError> =>
    safeTry(async function* () {
      const parts: string[] = []
      const { repository } = createFakeGit(() => answer)
      for await (const batch of readBatches(repository, command)) parts.push(...(yield* batch))
      return ok(parts)
    })

  test('gives the parts that have an end', async () => {
    expect(await valueOf(read('one\ntwo\n\nrest'))).toEqual(['one', 'two', ''])
    expect(await valueOf(read(''))).toEqual([])
  })

  test.each(['SIGINT', 'SIGHUP'] as const)('was given up where a terminal ended it with %s', async (signal) => {
    expect(await errorOf(read({ stdout: 'one\n', signal }))).toMatchObject({ code: 'aborted' })
  })

  test('has failed where it was killed, and where it says so', async () => {
    expect(await errorOf(read({ signal: 'SIGTERM' }))).toMatchObject({ code: 'git_failed' })
    expect((await errorOf(read({ exitCode: 128, stderr: 'fatal: bad' }))).message).toBe(
      '"git log" in "/repository" failed (exit 128): fatal: bad',
    )
  })

  test('says what to install where there is no git', async () => {
    const repository = await withoutGit(createFakeGit(() => '').repository)
    const { value } = await readBatches(repository, command).next()
    expect(value).toMatchObject({ error: { code: 'git_not_found' } })
  })

  test('is killed when its reader stops or gives up', async () => {
    const git = createFakeGit(() => ({ stdout: 'one\ntwo\n', endless: true }))
    for await (const part of streamGit(git.repository, command)) {
      expect(part).toBe('one')
      break
    }
    expect(git.killed).toContain('log')

    const giveUp = new AbortController()
    const aborted = createFakeGit(() => ({ stdout: 'one\ntwo\n', endless: true }))
    const parts: string[] = []
    for await (const part of streamGit(aborted.repository.during(giveUp.signal), command)) {
      parts.push(part)
      giveUp.abort()
    }
    expect(parts).toEqual(['one'])
    expect(aborted.killed).toContain('log')
  })

  test('fails as an error whose cause has a code, unless it was given up', async () => {
    const stream = streamGit(createFakeGit(() => ({ exitCode: 1, stderr: 'fatal: bad' })).repository, command)
    await expect(stream.next()).rejects.toMatchObject({ cause: { code: 'git_failed' } })
    expect(partsOrThrow(err(abortedError()), AbortSignal.abort())).toEqual([])
    // Ctrl-C stopped git, but the caller still waits for the end of the output.
    expect(() => partsOrThrow(err(abortedError()), undefined)).toThrow()
  })
})

describe('the processes of streams', () => {
  /** Returns a git that counts its processes that run at a time. */
  const limited = (limit: number) => {
    const git = createFakeGit(() => 'one\ntwo\n')
    const { runner } = git.repository
    let running = 0
    let most = 0
    const repository: Repository = {
      ...git.repository,
      runner: {
        ...runner,
        enter: createProcessGate(limit),
        start: (...args) =>
          runner.start(...args).map((child) => {
            most = Math.max(most, ++running)
            child.on('close', () => running--)
            return child
          }),
      },
    }
    return { repository, most: () => most }
  }
  const readAll = async (repository: Repository): Promise<number> => {
    let batches = 0
    for await (const batch of readBatches(repository, command)) batches += batch.isOk() ? 1 : 0
    return batches
  }

  test.each([1, 2])('are at most %i', async (limit) => {
    const { most, repository } = limited(limit)
    const read = await Promise.all(Array.from({ length: 12 }, () => readAll(repository)))
    expect(read).toEqual(Array.from({ length: 12 }, () => 1))
    expect(most()).toBe(limit)
  })

  test('do not wait for themselves when their reader asks git', async () => {
    const { most, repository } = limited(1)
    const nest = async (depth: number): Promise<number> => {
      if (depth === 0) return readAll(repository)
      let read = 0
      for await (const _ of streamGit(repository, command)) read += await nest(depth - 1)
      return read
    }
    const others = Promise.all([readAll(repository), readAll(repository)])
    expect(await nest(2)).toBe(4)
    expect(await others).toEqual([1, 1])
    expect(most()).toBeLessThanOrEqual(4)
  })

  test('are not waited for by a caller that aborts', async () => {
    const { repository } = limited(1)
    const open = readBatches(repository, command)
    const slot = await valueOf(repository.runner.enter(undefined))
    const controller = new AbortController()
    const waiting = readBatches(repository.during(controller.signal), command)
    const next = open.next()
    controller.abort()
    expect((await waiting.next()).value).toMatchObject({ error: { code: 'aborted' } })
    slot.leave()
    expect((await next).value).toMatchObject({ value: ['one', 'two'] })
    await open.return()
  })
})

describe('the two processes that make patch ids', () => {
  const patch = { commit: ID }
  const answering = (answer: GitAnswer) => {
    const git = createFakeGit(() => answer)
    git.repository.commits.set(ID, {} as never)
    return git
  }

  test('fail with what either says', async () => {
    const { repository } = answering({ exitCode: 128, stderr: 'fatal: bad thing' })
    expect((await errorOf(patchIds(repository, [patch]))).message).toBe(
      '"git diff-tree" in "/repository" failed (exit 128): fatal: bad thing',
    )
  })

  test('ignore blanks where git cannot heed them', async () => {
    const git = createFakeGit(({ args }) => {
      if (args.includes('--verbatim')) return { exitCode: 129, stderr: 'usage: git patch-id [--stable | --unstable]' }
      return args[0] === 'patch-id' ? `1234 ${ID}\n` : ''
    })
    git.repository.commits.set(ID, {} as never)
    expect(await valueOf(patchIds(git.repository, [patch], { exact: true }))).toEqual(['1234'])
  })

  test('are both killed when nobody wants their answer', async () => {
    const git = answering({ endless: true })
    const giveUp = new AbortController()
    const pending = patchIds(git.repository.during(giveUp.signal), [patch])
    setImmediate(() => giveUp.abort())
    expect(await errorOf(pending)).toMatchObject({ code: 'aborted' })
    expect(git.killed.slice(0, 2)).toEqual(['diff-tree', 'patch-id'])
  })

  test('say what to install where there is no git', async () => {
    const repository = await withoutGit(answering('').repository)
    expect(await errorOf(patchIds(repository, [patch]))).toMatchObject({ code: 'git_not_found' })
  })
})

test('a commit that was read once is not read again', async () => {
  const git = createFakeGit()
  const id = git.store('commit', `tree ${ID}\n\nFirst\n`) as CommitId
  for (const _ of [1, 2]) {
    expect((await valueOf(readCommits(git.repository, [id]))).get(id)?.message).toBe('First\n')
  }
  expect(git.read).toEqual([id])
})

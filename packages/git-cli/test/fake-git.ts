import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import {
  createRecentMap,
  createSingleFlight,
  type Commit,
  type GitError,
  type TreeEntry,
} from '@chronicle/core/contracts'
import { err, ok, okAsync, safeTry, type CommitId, type RepoPath } from '@chronicle/schema'
import type { ComparedRow } from '../src/compared-row.ts'
import type { FollowedName } from '../src/followed-name.ts'
import { checkAborted, failureFromStderr, toGitError } from '../src/git-failure.ts'
import type { GitCommand, GitRunner } from '../src/git-runner.ts'
import type { LocatedRepository } from '../src/locate-repository.ts'
import { objectIdOf, type NewObject } from '../src/object-id.ts'
import type { ObjectReader } from '../src/object-reader.ts'
import type { StoredObject } from '../src/object-stream.ts'
import type { Repository } from '../src/open-repository.ts'
import { createProcessGate } from '../src/process-gate.ts'

/** Git's answer to a command, and how the process ends. A string is output with exit code 0. */
export type GitAnswer =
  | string
  | {
      readonly stdout?: string
      readonly stderr?: string
      readonly exitCode?: number
      readonly signal?: NodeJS.Signals
      /** Whether the process runs until it is killed. */
      readonly endless?: boolean
    }

/** A command that was sent to git. */
export interface AskedCommand extends GitCommand {
  /** Its standard input as text. */
  readonly text: string
}

/** A repository whose git gives the answers that a test defines, for testing code that processes them. */
export interface FakeGit {
  readonly repository: Repository
  readonly asked: readonly AskedCommand[]
  /** The first argument of every process that was killed. */
  readonly killed: readonly string[]
  /** Stores an object and returns its id. */
  readonly store: (type: NewObject['type'], bytes: string | Uint8Array) => string
  /** Gives an object another name, such as the name of a ref. */
  readonly point: (name: string, id: string) => void
  /** The names of objects that were read with their contents. */
  readonly read: readonly string[]
}

export function createFakeGit(
  answer: (command: AskedCommand) => GitAnswer = () => '',
  { located = {}, runner = {} }: { located?: Partial<LocatedRepository>; runner?: Partial<GitRunner> } = {},
): FakeGit {
  const asked: AskedCommand[] = []
  const killed: string[] = []
  const read: string[] = []
  const objects = new Map<string, StoredObject>()
  const ask = (command: GitCommand): Exclude<GitAnswer, string> => {
    const noted = { ...command, text: Buffer.from(command.input ?? '').toString('utf8') }
    asked.push(noted)
    const given = answer(noted)
    return typeof given === 'string' ? { stdout: given } : given
  }

  const gitRunner: GitRunner = {
    dir: '/repository',
    baseEnvironment: {},
    mode: 'folder',
    givenGitDir: undefined,
    givenWorktree: undefined,
    recogniseFolder: () => Promise.resolve(),
    tryGivenRepository: () => false,
    compareGivenRepository: () => Promise.resolve(),
    startFailure: async (error) => toGitError(error),
    run: (command) =>
      safeTry(async function* () {
        yield* checkAborted(command.signal)
        const { stdout = '', stderr = '', exitCode = 0 } = ask(command)
        if (!(command.exitCodes ?? [0]).includes(exitCode)) {
          return err(failureFromStderr(command.args[0] ?? '', `exit ${exitCode}`, stderr, '/repository'))
        }
        command.onOutput?.(Buffer.from(stdout))
        return ok({ exitCode, stdout: Buffer.from(stdout), stderr })
      }),
    enter: createProcessGate(8),
    start: (args) => ok(startChild(args, ask, killed)),
    ...runner,
  }
  const locatedRepository: LocatedRepository = {
    gitDir: '/repository/.git',
    commonDir: '/repository/.git',
    top: '/repository',
    shallowEdge: new Set(),
    stamp: { hasChanged: () => false },
    info: {
      objectFormat: 'sha1',
      bare: false,
      shallow: false,
      gitDir: '/repository/.git',
      commonDir: '/repository/.git',
      chronicleDir: '/repository/.git/chronicle',
      prefix: '',
    },
    ...located,
  }
  const find: ObjectReader['info'] = (names) =>
    okAsync(names.map((name) => objects.get(name.replace(/\^\{commit\}$/, ''))))
  const kept = {
    commits: createRecentMap<CommitId, Commit>(1000, () => 1),
    folders: createRecentMap<string, readonly TreeEntry[]>(1000, () => 1),
    changed: createRecentMap<CommitId, readonly RepoPath[]>(1000, () => 1),
    changing: createSingleFlight<ReadonlyMap<CommitId, readonly RepoPath[]>, GitError>(),
    compared: createRecentMap<string, readonly ComparedRow[]>(1000, () => 1),
    followed: createRecentMap<string, FollowedName>(1000, () => 1),
    trees: { complete: new Set<string>(), remote: {}, fetching: createSingleFlight<void, GitError>() },
    blobs: { here: createRecentMap<string, true>(1000, () => 1), partial: false },
  }
  const during = (signal: AbortSignal | undefined): Repository => ({
    signal,
    during,
    runner: gitRunner,
    run: (command) => gitRunner.run({ ...command, signal }),
    objects: {
      info: find,
      contents(names) {
        read.push(...names)
        return find(names)
      },
    },
    ...kept,
    maxObjectBytes: 1000,
    locate: () => okAsync(locatedRepository),
    worktree: () => okAsync({ ...locatedRepository, info: { ...locatedRepository.info, worktreeDir: '/repository' } }),
  })
  return {
    asked,
    killed,
    read,
    point(name, id) {
      const object = objects.get(id)
      if (object !== undefined) objects.set(name, object)
    },
    store(type, bytes) {
      const stored = Buffer.from(bytes)
      const id = objectIdOf({ type, bytes: stored }, 'sha1')
      objects.set(id, { id, type, size: stored.length, bytes: stored })
      const [, tree] = type === 'commit' ? (/^tree ([0-9a-f]+)/.exec(stored.toString()) ?? []) : []
      const root = tree === undefined ? undefined : objects.get(tree)
      if (root !== undefined) objects.set(`${id}^{tree}`, root)
      return id
    },
    repository: during(undefined),
  }
}

function startChild(
  args: readonly string[],
  ask: (command: GitCommand) => Exclude<GitAnswer, string>,
  killed: string[],
): ChildProcessWithoutNullStreams {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const input: Buffer[] = []
  const child = Object.assign(new EventEmitter(), {
    stdin,
    stdout,
    stderr,
    exitCode: null as number | null,
    signalCode: null as NodeJS.Signals | null,
    kill(signal: NodeJS.Signals) {
      killed.push(args[0] ?? '')
      stdout.destroy()
      child.signalCode = signal
      child.emit('close', null, signal)
      return true
    },
  })
  stdin.on('data', (chunk: Buffer) => input.push(chunk))
  stdin.on('end', () => {
    const said = ask({ args, input: Buffer.concat(input) })
    stderr.write(said.stderr ?? '')
    stdout.write(said.stdout ?? '')
    if (said.endless === true) return
    stdout.end()
    stdout.on('end', () => {
      child.exitCode = said.signal === undefined ? (said.exitCode ?? 0) : null
      child.signalCode = said.signal ?? null
      child.emit('close', child.exitCode, said.signal ?? null)
    })
  })
  return child as unknown as ChildProcessWithoutNullStreams
}

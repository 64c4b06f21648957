import {
  spawn,
  type ChildProcessByStdio,
  type ChildProcessWithoutNullStreams,
  type SpawnOptionsWithoutStdio,
} from 'node:child_process'
import { realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { codedError, onAbort, type GitError } from '@chronicle/core/contracts'
import { err, fromThrowable, ok, ResultAsync, safeTry, type Result } from '@chronicle/schema'
import { gitEnvironment, PINNED_CONFIG, type Environment, type EnvironmentMode } from './git-environment.ts'
import { abortedError, checkAborted, failureFromStderr, notARepository, toGitError } from './git-failure.ts'
import { createProcessGate, type ProcessGate } from './process-gate.ts'

/** A git command and how to run it. */
export interface GitCommand {
  readonly args: readonly string[]
  /** Default: the folder the backend was opened in. */
  readonly cwd?: string | undefined
  readonly input?: string | Uint8Array
  readonly signal?: AbortSignal | undefined
  /** Variables set for this command besides the pinned ones. `folder`: only the environment of that mode. */
  readonly environment?: Environment | 'folder'
  /** Exit codes that are not failures. Default: only 0. */
  readonly exitCodes?: readonly number[]
  /** `as it is` runs git with the user's configuration, to read that configuration. */
  readonly configuration?: 'pinned' | 'as it is'
  /** Signal that stops an aborted git. Default: `SIGKILL`. */
  readonly stopSignal?: NodeJS.Signals
  /** Receives the output in chunks, which is then not collected. */
  readonly onOutput?: (chunk: Buffer) => void
}

export interface GitOutcome {
  readonly exitCode: number
  readonly stdout: Buffer
  readonly stderr: string
}

/**
 * Starts git with the same binary, environment and configuration everywhere, and with a maximum number of processes.
 */
export interface GitRunner {
  readonly dir: string
  /** The environment for git, without the pinned variables. */
  readonly baseEnvironment: Environment
  run(command: GitCommand): ResultAsync<GitOutcome, GitError>
  /** Waits for one of the slots of `limits.processes`, for a process that the caller starts. */
  readonly enter: ProcessGate
  /** Starts a process that takes no slot by itself. The caller handles its events. */
  start(args: readonly string[], cwd?: string): Result<ChildProcessWithoutNullStreams, GitError>
  /** Returns the error for the event `error` of such a process. */
  startFailure(error: NodeJS.ErrnoException, cwd?: string): Promise<GitError>
  /** The repository that processes currently run in. */
  readonly mode: EnvironmentMode
  /**
   * After a failure in `mode`: whether to retry, because the folder is in no repository but the environment names one,
   * as in a program that git starts.
   */
  tryGivenRepository(failure: GitError, mode: EnvironmentMode): boolean
  /** The repository that the environment names, if processes currently run in it. */
  readonly givenGitDir: string | undefined
  /** The working tree that the environment names, if processes currently run in its repository. */
  readonly givenWorktree: string | undefined
  /**
   * If the environment is preferred and names the folder's own repository, as in a hook, switches to the mode `same`,
   * so that git finds the working tree by itself.
   */
  recogniseFolder(): Promise<void>
  /**
   * Reports the git directory of the folder and the top of its working tree. If the environment names the same
   * repository, its other variables apply from then on.
   */
  compareGivenRepository(gitDir: string, top: string): Promise<void>
}

export interface GitRunnerOptions {
  readonly dir: string
  readonly binary: string
  readonly environment: Environment
  readonly maxProcesses: number
  /** Whether the repository that the environment names takes precedence, even if `dir` is in another one. */
  readonly preferEnvironment?: boolean | undefined
}

/** How a git process ended: by itself, or by a signal. */
interface ProcessEnd extends Omit<GitOutcome, 'exitCode'> {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

type Child = ChildProcessByStdio<Writable | null, Readable, Readable>
type SpawnOptions = Pick<SpawnOptionsWithoutStdio, 'cwd' | 'env' | 'windowsHide' | 'detached'>

const STDERR_LIMIT = 64 * 1024

export function createGitRunner(options: GitRunnerOptions): GitRunner {
  const { dir, binary } = options
  const named = gitEnvironment(options.environment, 'given')
  const givenGitDir = named['GIT_DIR']
  const givenWorktree = named['GIT_WORK_TREE'] || undefined
  const isNamed = Boolean(givenGitDir) || givenWorktree !== undefined
  const enter = createProcessGate(options.maxProcesses)
  let mode: EnvironmentMode = options.preferEnvironment === true && isNamed ? 'given' : 'folder'
  let environment = gitEnvironment(options.environment, mode)
  const changeMode = (next: EnvironmentMode, top?: string): void => {
    mode = next
    environment = gitEnvironment(options.environment, next, top)
  }

  const optionsFor = (cwd: string, added?: GitCommand['environment']): SpawnOptions => ({
    cwd,
    env: { ...(added === 'folder' ? gitEnvironment(options.environment, 'folder') : { ...environment, ...added }) },
    windowsHide: true,
    // A terminal sends Ctrl-C to a whole process group. An interrupted program still finishes and stores its work,
    // which it would lose if git died with it. An aborted call stops its own git.
    detached: process.platform !== 'win32',
  })

  const startFailure = async (error: NodeJS.ErrnoException, cwd = dir): Promise<GitError> => {
    // Node reports a missing working folder as a missing program.
    const folder = await stat(cwd).catch(() => undefined)
    if (folder === undefined || !folder.isDirectory()) return notARepository(cwd)
    return codedError(
      'git_not_found',
      `The program "${binary}" could not be started (${error.code ?? error.message}). ` +
        'Install git 2.34 or newer, or name the program with the option gitBinary.',
      { data: { gitBinary: binary, code: error.code }, cause: error },
    )
  }

  const tryGivenRepository = (failure: GitError, failedMode: EnvironmentMode): boolean => {
    if (failedMode !== 'folder' || givenGitDir === undefined) return false
    if (failure.code !== 'not_a_repository' && failure.code !== 'unsafe_repository') return false
    changeMode('given')
    return true
  }

  const runOnce = (command: GitCommand): ResultAsync<ProcessEnd, GitError> => {
    const cwd = command.cwd ?? dir
    const configuration = command.configuration === 'as it is' ? [] : PINNED_CONFIG
    const args = [...configuration, ...command.args]
    const options = optionsFor(cwd, command.environment)
    // Without input there is no stdin pipe: creating one takes longer than some of the calls.
    const started = fromThrowable(
      (): Child =>
        command.input === undefined
          ? spawn(binary, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
          : spawn(binary, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] }),
      (thrown) => thrown as NodeJS.ErrnoException,
    )()
    const failure = async (thrown: NodeJS.ErrnoException): Promise<GitError> =>
      thrown.code === 'ENOTDIR' ? startFailure(thrown, cwd) : toGitError(thrown)
    return started.match(
      (child) => collect(child, command, (error) => startFailure(error, cwd)),
      (thrown) => new ResultAsync(failure(thrown).then((error) => err(error))),
    )
  }

  /** Finds the repository of an index file: the one that contains it, or else the one that this process is in. */
  const repositoryOfIndex = async (index: string): Promise<string | undefined> => {
    const folders = isAbsolute(index) ? [dirname(index), process.cwd()] : [process.cwd()]
    for (const cwd of folders) {
      const ended = await runOnce({ args: ['rev-parse', '--absolute-git-dir'], cwd })
      if (ended.isOk() && ended.value.code === 0) return ended.value.stdout.toString('utf8').replace(/\n$/, '')
    }
    return undefined
  }

  /**
   * Whether the environment names the folder's repository. A hook of `git commit -a` gets only `GIT_INDEX_FILE`, so the
   * index decides if no repository is named.
   */
  const isGivenRepository = async (gitDir: string): Promise<boolean> => {
    if (givenGitDir !== undefined) return isSamePath(givenGitDir, gitDir)
    const index = options.environment['GIT_INDEX_FILE'] ?? ''
    if (index === '') return false
    if (await isSamePath(dirname(resolve(index)), gitDir)) return true
    return [undefined, gitDir].includes(await repositoryOfIndex(index))
  }

  return {
    dir,
    baseEnvironment: options.environment,
    startFailure,
    tryGivenRepository,
    enter,
    start: (args, cwd = dir) =>
      fromThrowable(
        () => spawn(binary, [...PINNED_CONFIG, ...args], { ...optionsFor(cwd), stdio: 'pipe' }),
        toGitError,
      )(),
    get mode() {
      return mode
    },
    get givenGitDir() {
      return mode === 'given' ? givenGitDir || undefined : undefined
    },
    get givenWorktree() {
      return mode === 'given' ? givenWorktree : undefined
    },
    async recogniseFolder() {
      if (mode !== 'given' || options.preferEnvironment !== true) return
      const args = ['rev-parse', '--path-format=absolute', '--absolute-git-dir', '--show-toplevel']
      const ended = await runOnce({ args, environment: 'folder' })
      if (ended.isErr() || ended.value.code !== 0) return
      const [gitDir = '', top = ''] = ended.value.stdout.toString('utf8').split('\n')
      const isSame = async (given: string | undefined, own: string): Promise<boolean> =>
        given === undefined || isSamePath(given, own)
      if ((await isSame(givenGitDir || undefined, gitDir)) && (await isSame(givenWorktree, top)))
        changeMode('same', top)
    },
    async compareGivenRepository(gitDir, top) {
      if (mode === 'folder' && (await isGivenRepository(gitDir))) changeMode('same', top)
    },
    run: (command) =>
      safeTry(async function* () {
        yield* checkAborted(command.signal)
        const slot = yield* enter(command.signal)
        try {
          yield* checkAborted(command.signal)
          const modeNow = mode
          const ended = await runOnce(command)
          const outcome = ended.andThen((end) => outcomeOf(end, command, dir))
          // Until it has its own process group, Ctrl-C can still reach git. It has done nothing by then, so it is run
          // again.
          const interrupted = ended.isOk() && isFromTerminal(ended.value.signal) && command.onOutput === undefined
          const again = interrupted || (outcome.isErr() && tryGivenRepository(outcome.error, modeNow))
          return again ? runOnce(command).andThen((end) => outcomeOf(end, command, dir)) : outcome
        } finally {
          slot.leave()
        }
      }),
  }
}

/** Whether two paths name the same existing folder. On Windows, git writes `/` where Node writes `\`. */
async function isSamePath(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all([a, b].map((path) => realpath(path).catch(() => undefined)))
  return first !== undefined && first === second
}

/** Whether a signal is one that terminals send. */
export function isFromTerminal(signal: NodeJS.Signals | null): boolean {
  return signal === 'SIGINT' || signal === 'SIGHUP'
}

function outcomeOf(
  { code, signal, ...output }: ProcessEnd,
  command: GitCommand,
  dir: string,
): Result<GitOutcome, GitError> {
  const [name = ''] = command.args
  if (code === null) return err(failureFromStderr(name, `killed by ${signal}`, output.stderr, command.cwd ?? dir))
  if ((command.exitCodes ?? [0]).includes(code)) return ok({ exitCode: code, ...output })
  return err(failureFromStderr(name, `exit ${code}`, output.stderr, command.cwd ?? dir))
}

function collect(
  child: Child,
  command: GitCommand,
  startFailure: (error: NodeJS.ErrnoException) => Promise<GitError>,
): ResultAsync<ProcessEnd, GitError> {
  const collected = new Promise<Result<ProcessEnd, GitError>>((settle) => {
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    let stderrLength = 0
    const stopListening = onAbort(command.signal, () => {
      child.kill(command.stopSignal ?? 'SIGKILL')
      settle(err(abortedError()))
    })
    child.stdout.on('data', command.onOutput ?? ((chunk: Buffer) => stdout.push(chunk)))
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderrLength < STDERR_LIMIT) stderr.push(chunk)
      stderrLength += chunk.length
    })
    // A git that ends before it has read its input breaks the pipe; its exit code says what happened.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(command.input)
    child.on('error', (error) => {
      stopListening()
      settle(startFailure(error).then((failure) => err(failure)))
    })
    child.on('close', (code, signal) => {
      stopListening()
      settle(ok({ code, signal, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString('utf8') }))
    })
  })
  return new ResultAsync(collected)
}

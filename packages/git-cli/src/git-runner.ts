import {
  spawn,
  type ChildProcessByStdio,
  type ChildProcessWithoutNullStreams,
  type SpawnOptionsWithoutStdio,
} from 'node:child_process'
import { realpath, stat } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { gitEnvironment, PINNED_CONFIG, type Environment, type EnvironmentMode } from './git-environment.ts'
import { abortedFailure, failureFromStderr, GitFailure, notARepository, throwIfAborted } from './git-failure.ts'
import { onAbort } from './on-abort.ts'

/** How one git command is run. */
export interface GitCommand {
  readonly args: readonly string[]
  /** Default: the folder the backend was opened in. */
  readonly cwd?: string | undefined
  readonly input?: string | Uint8Array
  readonly signal?: AbortSignal | undefined
  /** Variables that are set for this command beside the pinned ones. */
  readonly environment?: Environment
  /** Exit codes that are an answer and not a failure. Default: 0 alone. */
  readonly exitCodes?: readonly number[]
  /** Run with the user's configuration as it is, for reading that configuration. */
  readonly configuration?: 'pinned' | 'as it is'
  /** How an aborted git is ended. Default: at once. */
  readonly stopSignal?: NodeJS.Signals
  /** Gets the output as it comes, instead of having it collected. */
  readonly onOutput?: (chunk: Buffer) => void
}

export interface GitOutcome {
  readonly exitCode: number
  readonly stdout: Buffer
  readonly stderr: string
}

/** Starts git: the same binary, environment and configuration everywhere, and never more than so many at a time. */
export interface GitRunner {
  readonly dir: string
  /** The environment that git is run with, before anything is pinned. */
  readonly given: Environment
  run(command: GitCommand): Promise<GitOutcome>
  /** Starts a process that stays. The caller listens to it. */
  start(args: readonly string[], cwd?: string): ChildProcessWithoutNullStreams
  /** Turns the event `error` of such a process into a failure. */
  startFailure(error: NodeJS.ErrnoException, cwd?: string): Promise<GitFailure>
  /** Which repository processes are started in now. */
  readonly mode: EnvironmentMode
  /**
   * After a failure in `mode`: whether to try again, because the folder is in no repository but the environment names
   * one, as it does for a program that git calls.
   */
  tryGivenRepository(failure: GitFailure, mode: EnvironmentMode): boolean
  /** Tells where the repository of the folder is. If the environment names the same one, the rest it says is heeded. */
  compareGivenRepository(gitDir: string): Promise<void>
}

export interface GitRunnerOptions {
  readonly dir: string
  readonly binary: string
  readonly environment: Environment
  readonly maxProcesses: number
}

/** Ended by a signal that terminals send. */
class KilledByTerminal extends GitFailure {}

type Child = ChildProcessByStdio<Writable | null, Readable, Readable>
type SpawnOptions = Pick<SpawnOptionsWithoutStdio, 'cwd' | 'env' | 'windowsHide' | 'detached'>

const STDERR_LIMIT = 64 * 1024

export function createGitRunner(options: GitRunnerOptions): GitRunner {
  const { dir, binary } = options
  const givenGitDir = gitEnvironment(options.environment, 'given')['GIT_DIR']
  const gate = createGate(options.maxProcesses)
  let mode: EnvironmentMode = 'folder'
  let environment = gitEnvironment(options.environment, mode)
  const changeMode = (next: EnvironmentMode): void => {
    mode = next
    environment = gitEnvironment(options.environment, next)
  }

  const optionsFor = (cwd: string, added?: Environment): SpawnOptions => ({
    cwd,
    env: { ...environment, ...added },
    windowsHide: true,
    // A terminal sends Ctrl-C to a whole group of processes. Whoever interrupts the program lets it end its work first,
    // storing what is finished; a git that dies under its hands would lose that. A signal of a call ends its own git.
    detached: process.platform !== 'win32',
  })

  const startFailure = async (error: NodeJS.ErrnoException, cwd = dir): Promise<GitFailure> => {
    // A working folder that does not exist is reported as if the program did not.
    const folder = await stat(cwd).catch(() => undefined)
    if (folder === undefined || !folder.isDirectory()) return notARepository(cwd)
    return new GitFailure(
      'git_not_found',
      `The program "${binary}" could not be started (${error.code ?? error.message}). ` +
        'Install git 2.34 or newer, or name the program with the option gitBinary.',
      { data: { gitBinary: binary, code: error.code }, cause: error },
    )
  }

  const tryGivenRepository = (failure: GitFailure, failedMode: EnvironmentMode): boolean => {
    if (failedMode !== 'folder' || givenGitDir === undefined) return false
    if (failure.error.code !== 'not_a_repository' && failure.error.code !== 'unsafe_repository') return false
    changeMode('given')
    return true
  }

  const runOnce = async (command: GitCommand): Promise<GitOutcome> => {
    const cwd = command.cwd ?? dir
    const configuration = command.configuration === 'as it is' ? [] : PINNED_CONFIG
    const args = [...configuration, ...command.args]
    const options = optionsFor(cwd, command.environment)
    // Without input there is no pipe for it: making one takes longer than some of the calls.
    const child: Child =
      command.input === undefined
        ? spawn(binary, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
        : spawn(binary, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
    const outcome = await collect(child, command).catch(async (error: unknown) => {
      throw error instanceof GitFailure ? error : await startFailure(error as NodeJS.ErrnoException, cwd)
    })
    if ((command.exitCodes ?? [0]).includes(outcome.exitCode)) return outcome
    throw failureFromStderr(command.args[0] ?? '', `exit ${outcome.exitCode}`, outcome.stderr, cwd)
  }

  return {
    dir,
    given: options.environment,
    startFailure,
    tryGivenRepository,
    start: (args, cwd = dir) => spawn(binary, [...PINNED_CONFIG, ...args], { ...optionsFor(cwd), stdio: 'pipe' }),
    get mode() {
      return mode
    },
    async compareGivenRepository(gitDir) {
      if (mode !== 'folder' || givenGitDir === undefined) return
      if ((await realpath(givenGitDir).catch(() => undefined)) === gitDir) changeMode('same')
    },
    async run(command) {
      const release = await gate()
      try {
        throwIfAborted(command.signal)
        const modeNow = mode
        return await runOnce(command).catch((error: unknown) => {
          // Between its start and its own group git can still be reached by Ctrl-C. It has done nothing yet then.
          if (error instanceof KilledByTerminal) return runOnce(command)
          if (error instanceof GitFailure && tryGivenRepository(error, modeNow)) return runOnce(command)
          throw error
        })
      } finally {
        release()
      }
    },
  }
}

function collect(child: Child, command: GitCommand): Promise<GitOutcome> {
  return new Promise((resolve, reject) => {
    const stdout: Buffer[] = []
    const stderr: Buffer[] = []
    let stderrLength = 0
    const stopListening = onAbort(command.signal, () => {
      child.kill(command.stopSignal ?? 'SIGKILL')
      reject(abortedFailure())
    })
    child.stdout.on('data', command.onOutput ?? ((chunk: Buffer) => stdout.push(chunk)))
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderrLength < STDERR_LIMIT) stderr.push(chunk)
      stderrLength += chunk.length
    })
    // A git that ends before it has read its input breaks the pipe; its exit code tells what happened.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(command.input)
    child.on('error', (error) => {
      stopListening()
      reject(error)
    })
    child.on('close', (code, signal) => {
      stopListening()
      const text = Buffer.concat(stderr).toString('utf8')
      if (code !== null) resolve({ exitCode: code, stdout: Buffer.concat(stdout), stderr: text })
      else {
        const failure = failureFromStderr(command.args[0] ?? '', `killed by ${signal}`, text, command.cwd ?? '')
        const isTerminal = (signal === 'SIGINT' || signal === 'SIGHUP') && command.onOutput === undefined
        reject(isTerminal ? new KilledByTerminal(failure.error.code, failure.message) : failure)
      }
    })
  })
}

/** Lets so many in at a time; the others wait their turn. */
function createGate(limit: number): () => Promise<() => void> {
  let inside = 0
  const waiting: (() => void)[] = []
  const release = (): void => {
    const next = waiting.shift()
    if (next === undefined) inside--
    else next()
  }
  return async () => {
    if (inside < limit) inside++
    else await new Promise<void>((enter) => waiting.push(enter))
    return release
  }
}

import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { closedError, onAbort, type GitError } from '@chronicle/core/contracts'
import { err, ok, ResultAsync, type Result } from '@chronicle/schema'
import type { EnvironmentMode } from './git-environment.ts'
import { abortedError, failureFromStderr } from './git-failure.ts'
import type { GitRunner } from './git-runner.ts'
import { createObjectStream, type StoredObject } from './object-stream.ts'

/** Only the header, or header and contents. */
export type ObjectRequestKind = 'info' | 'contents'

/** A long-lived `git cat-file`. It starts on first use, restarts when it dies, and costs nothing while idle. */
export interface ObjectProcess {
  /** Returns the answers in the order of the names. */
  request(
    kind: ObjectRequestKind,
    names: readonly string[],
    signal?: AbortSignal,
  ): ResultAsync<readonly (StoredObject | undefined)[], RequestError>
  /** Ends the process once all pending requests are answered. Accepts no further requests. */
  retire(): void
  close(): Promise<void>
}

export interface ObjectProcessOptions {
  /** One process for both kinds (git 2.36), or a process for one kind. */
  readonly mode: 'commands' | ObjectRequestKind
  readonly maxObjectBytes: number
}

/** Error for a git that is too old for the mode `commands`. */
export const NO_BATCH_COMMAND = 'no batch command'

/** The reason why a request has no answer. */
export type RequestError = GitError | typeof NO_BATCH_COMMAND

interface Job {
  readonly kind: ObjectRequestKind
  readonly names: readonly string[]
  readonly answers: (StoredObject | undefined)[]
  /** Number of names written to the current process. */
  sent: number
  /** Number of times a process died while this job was waiting for an answer. */
  deaths: number
  readonly settle: (failure?: RequestError) => void
}

interface Running {
  readonly child: ChildProcessWithoutNullStreams
  readonly mode: EnvironmentMode
  stderr: string
}

/** Maximum number of names in flight, so that neither side buffers much. */
const MAX_NAMES_IN_FLIGHT = 4096
const MAX_DEATHS = 2
const ARGUMENTS = {
  commands: ['cat-file', '--batch-command', '--buffer'],
  info: ['cat-file', '--batch-check'],
  contents: ['cat-file', '--batch'],
} as const

export function createObjectProcess(runner: GitRunner, options: ObjectProcessOptions): ObjectProcess {
  const { mode } = options
  const jobs: Job[] = []
  let running: Running | undefined
  let outstanding = 0
  let closed = false
  let sending = false

  const answer = (object: StoredObject | undefined): void => {
    const job = jobs[0]
    if (job === undefined) return
    outstanding--
    job.answers.push(object)
    if (job.answers.length === job.names.length) {
      jobs.shift()
      job.settle()
    }
    if (jobs.length === 0) rest()
    else if (outstanding < MAX_NAMES_IN_FLIGHT / 2) send()
  }

  const rest = (): void => {
    setReferenced(running?.child, false)
    if (closed) running?.child.kill()
  }

  const send = (): void => {
    if (running === undefined) return
    let lines = ''
    for (const job of jobs) {
      while (job.sent < job.names.length && outstanding < MAX_NAMES_IN_FLIGHT) {
        const name = job.names[job.sent++] ?? ''
        lines += mode === 'commands' ? `${job.kind} ${name}\n` : `${name}\n`
        outstanding++
      }
      if (outstanding >= MAX_NAMES_IN_FLIGHT) break
    }
    if (lines !== '') running.child.stdin.write(mode === 'commands' ? `${lines}flush\n` : lines)
  }

  /** Sends simultaneous requests to git in one write. */
  const sendSoon = (): void => {
    if (sending) return
    sending = true
    process.nextTick(() => {
      sending = false
      send()
    })
  }

  const start = (): void => {
    const spawned = runner.start(ARGUMENTS[mode])
    if (spawned.isErr()) return failAll(spawned.error)
    const child = spawned.value
    const started: Running = { child, mode: runner.mode, stderr: '' }
    running = started
    outstanding = 0
    for (const job of jobs) job.sent = job.answers.length
    child.stdout.on(
      'data',
      createObjectStream({
        maxObjectBytes: options.maxObjectBytes,
        expectsContents: () => (jobs[0]?.kind ?? mode) === 'contents',
        onAnswer: answer,
      }),
    )
    child.stderr.on('data', (chunk: Buffer) => {
      started.stderr = (started.stderr + chunk.toString('utf8')).slice(-8192)
    })
    child.stdin.on('error', () => undefined)
    let startError: NodeJS.ErrnoException | undefined
    child.on('error', (error) => {
      startError = error
    })
    child.on('close', (code, signal) => {
      if (running !== started) return
      running = undefined
      if (startError === undefined) return recover(started, signal === null ? `exit ${code}` : `killed by ${signal}`)
      void runner.startFailure(startError).then(failAll)
    })
    send()
  }

  const recover = (ended: Running, exit: string): void => {
    const [head] = jobs
    if (head === undefined) return
    if (mode === 'commands' && /unknown option .batch-command/.test(ended.stderr)) return failAll(NO_BATCH_COMMAND)
    const failure = failureFromStderr('cat-file', exit, ended.stderr, runner.dir)
    const { code } = failure
    if (runner.tryGivenRepository(failure, ended.mode)) return start()
    if (code === 'not_a_repository' || code === 'unsafe_repository') return failAll(failure)
    // The oldest request may be what git dies of. It is retried once, then fails, and the others continue.
    head.deaths++
    if (head.deaths >= MAX_DEATHS) {
      jobs.shift()
      head.settle(failure)
    }
    if (jobs.length > 0) start()
  }

  const failAll = (failure: RequestError): void => {
    for (const job of jobs.splice(0)) job.settle(failure)
  }

  return {
    request(kind, names, signal) {
      const asked = new Promise<Result<readonly (StoredObject | undefined)[], RequestError>>((resolve) => {
        if (closed) return resolve(err(closedError('git-cli')))
        const answers: (StoredObject | undefined)[] = []
        // Git still answers names in flight, but nobody listens any more.
        const stopListening = onAbort(signal, () => resolve(err(abortedError())))
        const settle = (failure?: RequestError): void => {
          stopListening()
          resolve(failure === undefined ? ok(answers) : err(failure))
        }
        jobs.push({ kind, names, answers, sent: 0, deaths: 0, settle })
        if (running === undefined) return start()
        setReferenced(running.child, true)
        sendSoon()
      })
      return new ResultAsync(asked)
    },
    retire() {
      closed = true
      if (jobs.length === 0) rest()
    },
    async close() {
      closed = true
      failAll(closedError('git-cli'))
      const child = running?.child
      running = undefined
      if (child === undefined || child.exitCode !== null) return
      setReferenced(child, true)
      const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
      child.stdin.destroy()
      child.stdout.destroy()
      child.kill()
      await ended
    },
  }
}

/** Keeps the program alive only while something waits for the process. */
function setReferenced(child: ChildProcessWithoutNullStreams | undefined, referenced: boolean): void {
  if (child === undefined) return
  for (const handle of [child, child.stdin, child.stdout, child.stderr] as readonly Partial<NodeJS.RefCounted>[]) {
    if (referenced) handle.ref?.()
    else handle.unref?.()
  }
}

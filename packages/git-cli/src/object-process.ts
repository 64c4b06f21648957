import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { statSync } from 'node:fs'
import type { EnvironmentMode } from './git-environment.ts'
import { abortedFailure, failureFromStderr, GitFailure } from './git-failure.ts'
import type { GitRunner } from './git-runner.ts'
import { onAbort } from './on-abort.ts'
import { createObjectStream, type StoredObject } from './object-stream.ts'

/** Header alone, or header and contents. */
export type ObjectRequestKind = 'info' | 'contents'

/** A `git cat-file` that stays: started when it is first asked, started again when it dies, idle without a cost. */
export interface ObjectProcess {
  /** Answers in the order of the names. Throws `BatchCommandUnknown` when git is too old for the mode `commands`. */
  request(
    kind: ObjectRequestKind,
    names: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly (StoredObject | undefined)[]>
  close(): Promise<void>
}

export interface ObjectProcessOptions {
  /** One process for both kinds (git 2.36), or for one of them. */
  readonly mode: 'commands' | ObjectRequestKind
  readonly maxObjectBytes: number
}

/** This git has no `cat-file --batch-command`. */
export class BatchCommandUnknown extends Error {}

interface Job {
  readonly kind: ObjectRequestKind
  readonly names: readonly string[]
  readonly answers: (StoredObject | undefined)[]
  /** How many names have been written to the process that runs now. */
  sent: number
  /** How often a process died while it owed this job an answer. */
  deaths: number
  readonly settle: (failure?: Error) => void
}

interface Running {
  readonly child: ChildProcessWithoutNullStreams
  readonly mode: EnvironmentMode
  /** Which folder it works in, whatever has that name later. */
  readonly folder: string
  stderr: string
}

/** Names that may be on their way at once, so that neither side has to keep much. */
const WINDOW = 4096
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
    if (jobs.length === 0) setReferenced(running?.child, false)
    else if (outstanding < WINDOW / 2) send()
  }

  const send = (): void => {
    if (running === undefined) return
    let lines = ''
    for (const job of jobs) {
      while (job.sent < job.names.length && outstanding < WINDOW) {
        const name = job.names[job.sent++] ?? ''
        lines += mode === 'commands' ? `${job.kind} ${name}\n` : `${name}\n`
        outstanding++
      }
      if (outstanding >= WINDOW) break
    }
    if (lines !== '') running.child.stdin.write(mode === 'commands' ? `${lines}flush\n` : lines)
  }

  /** What is asked for at the same time goes to git at one go. */
  const sendSoon = (): void => {
    if (sending) return
    sending = true
    process.nextTick(() => {
      sending = false
      send()
    })
  }

  const start = (): void => {
    const folder = identityOf(runner.dir)
    const started: Running = { child: runner.start(ARGUMENTS[mode]), mode: runner.mode, folder, stderr: '' }
    const { child } = started
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
      runner.startFailure(startError).then(rejectAll, rejectAll)
    })
    send()
  }

  const recover = (ended: Running, exit: string): void => {
    const [head] = jobs
    if (head === undefined) return
    if (/unknown option .batch-command/.test(ended.stderr)) return rejectAll(new BatchCommandUnknown())
    const failure = failureFromStderr('cat-file', exit, ended.stderr, runner.dir)
    const { code } = failure.error
    if (runner.tryGivenRepository(failure, ended.mode)) return start()
    if (code === 'not_a_repository' || code === 'unsafe_repository') return rejectAll(failure)
    // Whatever it was asked last may be what it dies of: asked once more, then given up, and the others go on.
    head.deaths++
    if (head.deaths >= MAX_DEATHS) {
      jobs.shift()
      head.settle(failure)
    }
    if (jobs.length > 0) start()
  }

  /** In a repository that was removed git finds nothing, and says so of one that was made in its place, too. */
  const leaveRemovedFolder = (): void => {
    if (running === undefined || running.folder === identityOf(runner.dir)) return
    running.child.kill()
    running = undefined
  }

  const rejectAll = (failure: Error): void => {
    for (const job of jobs.splice(0)) job.settle(failure)
  }

  return {
    request(kind, names, signal) {
      return new Promise((resolve, reject) => {
        if (closed) return reject(closedFailure())
        const answers: (StoredObject | undefined)[] = []
        // The names on their way are answered all the same; nobody listens then.
        const stopListening = onAbort(signal, () => reject(abortedFailure()))
        const settle = (failure?: Error): void => {
          stopListening()
          if (failure === undefined) resolve(answers)
          else reject(failure)
        }
        if (jobs.length === 0) leaveRemovedFolder()
        jobs.push({ kind, names, answers, sent: 0, deaths: 0, settle })
        if (running === undefined) return start()
        setReferenced(running.child, true)
        sendSoon()
      })
    },
    async close() {
      closed = true
      rejectAll(closedFailure())
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

/** Tells a folder from another one of the same name. Not known where there is none. */
function identityOf(folder: string): string {
  const found = statSync(folder, { throwIfNoEntry: false, bigint: true })
  return found === undefined ? '' : `${found.dev}:${found.ino}`
}

/** A process that nothing waits for must not keep the program alive. */
function setReferenced(child: ChildProcessWithoutNullStreams | undefined, referenced: boolean): void {
  if (child === undefined) return
  for (const handle of [child, child.stdin, child.stdout, child.stderr] as readonly Partial<NodeJS.RefCounted>[]) {
    if (referenced) handle.ref?.()
    else handle.unref?.()
  }
}

function closedFailure(): GitFailure {
  return new GitFailure('git_failed', 'The git backend was closed. Open another one.')
}

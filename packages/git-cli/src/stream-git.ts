import { abortedFailure, failureFromStderr, throwIfAborted, toGitError } from './git-failure.ts'
import { onAbort } from './on-abort.ts'
import type { Repository } from './open-repository.ts'

/** A git command whose output is read as it comes. */
export interface StreamedCommand {
  readonly args: readonly string[]
  readonly input?: string
  /** What ends a part of the output. */
  readonly end: '\0' | '\n'
}

/**
 * The parts of what a git command prints, as they come. A listener that stops ends git. A failure is thrown, as an
 * `Error` with the coded error as its cause; an abort ends the stream.
 */
export async function* streamGit(repository: Repository, command: StreamedCommand): AsyncGenerator<string> {
  try {
    for await (const parts of readBatches(repository, command)) {
      for (const part of parts) {
        throwIfAborted(repository.signal)
        yield part
      }
    }
  } catch (failure) {
    const thrown = asThrown(failure)
    if (thrown !== undefined) throw thrown
  }
}

/** A failure as it leaves an iterable of the backend. `undefined`: the caller has given up. */
export function asThrown(failure: unknown): Error | undefined {
  const error = toGitError(failure)
  return error.code === 'aborted' ? undefined : new Error(error.message, { cause: error })
}

/**
 * The same, as many parts at a time as there are, for callers that read all of them: waiting for each one would take
 * longer than git. Throws a `GitFailure`, `aborted` included.
 */
export async function* readBatches(
  repository: Repository,
  { args, input, end }: StreamedCommand,
): AsyncGenerator<readonly string[]> {
  throwIfAborted(repository.signal)
  const { top } = await repository.locate()
  const child = repository.runner.start(args, top)
  const stopListening = onAbort(repository.signal, () => void child.kill('SIGKILL'))
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString('utf8')).slice(-8192)))
  const ended = new Promise<string | Error>((resolve) => {
    // The promise at once, not when it is settled: `close` follows, and knows less.
    child.on('error', (error: NodeJS.ErrnoException) => resolve(repository.runner.startFailure(error, top)))
    child.on('close', (code, killed) =>
      resolve(code === 0 ? '' : killed === null ? `exit ${code}` : `killed by ${killed}`),
    )
  })
  // A git that ends before it has read its input breaks the pipe; its exit code tells what happened.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  try {
    const separator = end.charCodeAt(0)
    let rest: Buffer = Buffer.alloc(0)
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      throwIfAborted(repository.signal)
      const bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const last = bytes.lastIndexOf(separator) + 1
      rest = bytes.subarray(last)
      if (last > 0) yield bytes.toString('utf8', 0, last - 1).split(end)
    }
    const exit = await ended
    throwIfAborted(repository.signal)
    if (exit === '') return
    // Ctrl-C in a terminal reaches git in the moment before it is in a group of its own: nobody wants the rest.
    if (/^killed by SIG(?:INT|HUP)$/u.test(String(exit))) throw abortedFailure()
    throw typeof exit === 'string' ? failureFromStderr(args[0] ?? '', exit, stderr, top) : exit
  } finally {
    stopListening()
    if (child.exitCode === null) child.kill('SIGKILL')
  }
}

import { onAbort, valueOrThrow, type GitError } from '@chronicle/core/contracts'
import { err, ok, safeTry, type Result } from '@chronicle/schema'
import { abortedError, checkAborted, toGitError } from './git-failure.ts'
import { isFromTerminal } from './git-runner.ts'
import type { Repository } from './open-repository.ts'
import { endOf } from './process-end.ts'

/** A git command whose output is read as it comes. */
export interface StreamedCommand {
  readonly args: readonly string[]
  readonly input?: string
  /** What ends a part of the output. */
  readonly end: '\0' | '\n'
}

/** As many parts of what a git command prints as there are, or why there are no more. */
export type Batch = Result<readonly string[], GitError>

/** The parts of what a git command prints, as they come, for an iterable of the backend. An abort ends the stream. */
export async function* streamGit(repository: Repository, command: StreamedCommand): AsyncGenerator<string> {
  for await (const batch of readBatches(repository, command)) {
    for (const part of partsOrThrow(batch)) {
      if (repository.signal?.aborted === true) return
      yield part
    }
  }
}

/**
 * The parts of a batch, for an iterable of the backend; none where the caller has given up.
 *
 * @throws A failure, as an `Error` with the coded error as its cause.
 */
export function partsOrThrow(batch: Batch): readonly string[] {
  return batch.isErr() && batch.error.code === 'aborted' ? [] : valueOrThrow(batch)
}

/**
 * The parts of what a git command prints, for callers that read all of them: waiting for each one would take longer than
 * git. A listener that stops ends git. Ends after a failure, `aborted` included.
 */
export async function* readBatches(
  repository: Repository,
  { args, input, end }: StreamedCommand,
): AsyncGenerator<Batch, void, undefined> {
  const { signal, runner } = repository
  const started = await safeTry(async function* () {
    yield* checkAborted(signal)
    const { top } = yield* repository.locate()
    return runner.start(args, top).map((child) => ({ child, top }))
  })
  if (started.isErr()) {
    yield err(started.error)
    return
  }
  const { child, top } = started.value
  const stopListening = onAbort(signal, () => void child.kill('SIGKILL'))
  const ended = endOf(child, runner, { command: args[0] ?? '', dir: top })
  // A git that ends before it has read its input breaks the pipe; its exit code tells what happened.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  try {
    const separator = end.charCodeAt(0)
    let rest: Buffer = Buffer.alloc(0)
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      if (signal?.aborted === true) break
      const bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const last = bytes.lastIndexOf(separator) + 1
      rest = bytes.subarray(last)
      if (last > 0) yield ok(bytes.toString('utf8', 0, last - 1).split(end))
    }
    const failure = signal?.aborted === true ? undefined : await ended
    // Ctrl-C in a terminal reaches git in the moment before it is in a group of its own: nobody wants the rest.
    const givenUp = signal?.aborted === true || isFromTerminal(child.signalCode)
    if (givenUp) yield err(abortedError())
    else if (failure !== undefined) yield err(failure)
  } catch (thrown) {
    yield err(toGitError(thrown))
  } finally {
    stopListening()
    if (child.exitCode === null) child.kill('SIGKILL')
  }
}

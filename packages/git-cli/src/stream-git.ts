import { onAbort, valueOrThrow, type GitError } from '@chronicle/core/contracts'
import { err, ok, safeTry, type Result } from '@chronicle/schema'
import { abortedError, checkAborted, toGitError } from './git-failure.ts'
import { isFromTerminal } from './git-runner.ts'
import type { Repository } from './open-repository.ts'
import { endOf } from './process-end.ts'

/** A git command whose output is streamed. */
export interface StreamedCommand {
  readonly args: readonly string[]
  readonly input?: string
  /** Terminator of each part of the output. */
  readonly end: '\0' | '\n'
}

/** The output parts that are available, or the error that ended the output. */
export type Batch = Result<readonly string[], GitError>

/**
 * Yields the output parts of a git command as they arrive, for an async iterable of the backend. An abort ends the
 * stream.
 */
export async function* streamGit(repository: Repository, command: StreamedCommand): AsyncGenerator<string> {
  for await (const batch of readBatches(repository, command)) {
    for (const part of partsOrThrow(batch, repository.signal)) {
      if (repository.signal?.aborted === true) return
      yield part
    }
  }
}

/**
 * Returns the parts of a batch, for an async iterable of the backend, or none if the caller has aborted.
 *
 * @throws An `Error` whose cause is the coded error, if the batch is a failure. That is `aborted` if Ctrl-C stopped git:
 *   without an aborted signal, an early end would look like the end of the history.
 */
export function partsOrThrow(batch: Batch, signal: AbortSignal | undefined): readonly string[] {
  return batch.isErr() && signal?.aborted === true ? [] : valueOrThrow(batch)
}

/**
 * Yields the output parts of a git command in batches, for callers that read all of them: awaiting each part would take
 * longer than git. Stopping the iteration stops git. Ends after a failure, including `aborted`.
 */
export async function* readBatches(
  repository: Repository,
  { args, input, end }: StreamedCommand,
): AsyncGenerator<Batch, void, undefined> {
  const { signal, runner } = repository
  const started = await safeTry(async function* () {
    yield* checkAborted(signal)
    const { top } = yield* repository.locate()
    const slot = yield* runner.enter(signal)
    const spawned = checkAborted(signal).andThen(() => runner.start(args, top))
    if (spawned.isErr()) slot.leave()
    return spawned.map((child) => ({ child, slot, top }))
  })
  if (started.isErr()) {
    yield err(started.error)
    return
  }
  const { child, slot, top } = started.value
  const stopListening = onAbort(signal, () => void child.kill('SIGKILL'))
  const ended = endOf(child, runner, { command: args[0] ?? '', dir: top })
  void ended.then(() => slot.leave())
  // A git that ends before it has read its input breaks the pipe; its exit code says what happened.
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
      if (last === 0) continue
      slot.pause()
      yield ok(bytes.toString('utf8', 0, last - 1).split(end))
      slot.resume()
    }
    const failure = signal?.aborted === true ? undefined : await ended
    // Until git is in its own process group, Ctrl-C in the terminal reaches it. Nobody needs the rest then.
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

import { failureFromStderr, toGitError } from './git-failure.ts'
import { onAbort } from './on-abort.ts'
import type { Repository } from './open-repository.ts'

/**
 * What a git command prints, cut at `end`, as it comes. A listener that stops ends git. A failure is thrown, as an
 * `Error` with the coded error as its cause; an abort ends the stream.
 */
export async function* streamGit(
  repository: Repository,
  args: readonly string[],
  end: '\0' | '\n',
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  try {
    yield* readStream(repository, args, end.charCodeAt(0), signal)
  } catch (thrown) {
    const error = toGitError(thrown)
    if (error.code !== 'aborted') throw new Error(error.message, { cause: error })
  }
}

async function* readStream(
  repository: Repository,
  args: readonly string[],
  end: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  if (isAborted(signal)) return
  const { top } = await repository.locate(signal)
  const child = repository.runner.start(args, top)
  const stopListening = onAbort(signal, () => void child.kill('SIGKILL'))
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString('utf8')).slice(-8192)))
  const ended = new Promise<string | Error>((resolve) => {
    child.on('error', (error: NodeJS.ErrnoException) => void repository.runner.startFailure(error, top).then(resolve))
    child.on('close', (code, killed) =>
      resolve(code === 0 ? '' : killed === null ? `exit ${code}` : `killed by ${killed}`),
    )
  })
  try {
    let rest: Buffer = Buffer.alloc(0)
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      const bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const last = bytes.lastIndexOf(end) + 1
      rest = bytes.subarray(last)
      if (last === 0) continue
      for (const part of bytes.toString('utf8', 0, last - 1).split(String.fromCharCode(end))) {
        if (isAborted(signal)) return
        yield part
      }
    }
    const exit = await ended
    if (exit === '' || isAborted(signal)) return
    throw typeof exit === 'string' ? failureFromStderr(args[0] ?? '', exit, stderr, top) : exit
  } finally {
    stopListening()
    if (child.exitCode === null) child.kill('SIGKILL')
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true
}

import { devNull } from 'node:os'
import type { CommitSummary, LogRequest } from '@chronicle/core/contracts'
import { isObjectId, type CommitId } from '@chronicle/schema'
import { failureFromStderr, toGitError } from './git-failure.ts'
import { onAbort } from './on-abort.ts'
import type { Repository } from './open-repository.ts'
import { isRepoPath } from './repository-objects.ts'

const FIELDS = ['%H', '%P', '%an', '%ct', '%s'] as const

/** The log. A failure is thrown, as an `Error` with the coded error as its cause. */
export async function* readLog(
  repository: Repository,
  request: LogRequest,
  signal: AbortSignal | undefined,
): AsyncGenerator<CommitSummary> {
  try {
    yield* streamLog(repository, request, signal)
  } catch (thrown) {
    const error = toGitError(thrown)
    if (error.code !== 'aborted') throw new Error(error.message, { cause: error })
  }
}

/** The log as git writes it: a listener that stops ends git. */
async function* streamLog(
  repository: Repository,
  request: LogRequest,
  signal: AbortSignal | undefined,
): AsyncGenerator<CommitSummary> {
  const { from, path, limit } = request
  if (isAborted(signal) || limit === 0) return
  if (!isObjectId(from) || (path !== undefined && !isRepoPath(path))) return
  const { top } = await repository.locate(signal)
  const child = repository.runner.start(
    [
      ...['log', '-z', `--format=${FIELDS.join('%x00')}`, '--encoding=UTF-8'],
      ...['--no-color', '--no-show-signature', '--no-notes', '--no-ext-diff', '--no-textconv', `-O${devNull}`],
      ...(limit === undefined ? [] : [`--max-count=${limit}`]),
      ...[from, '--', ...(path === undefined ? [] : [path])],
    ],
    top,
  )
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
    let fields: string[] = []
    let rest: Buffer = Buffer.alloc(0)
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      const bytes: Buffer = Buffer.concat([rest, chunk])
      const end = bytes.lastIndexOf(0) + 1
      rest = bytes.subarray(end)
      fields.push(...bytes.subarray(0, end).toString('utf8').split('\0').slice(0, -1))
      let read = 0
      for (; fields.length - read >= FIELDS.length; read += FIELDS.length) {
        if (isAborted(signal)) return
        yield summaryOf(fields.slice(read, read + FIELDS.length))
      }
      fields = fields.slice(read)
    }
    const exit = await ended
    if (exit === '' || isAborted(signal)) return
    throw typeof exit === 'string' ? failureFromStderr('log', exit, stderr, top) : exit
  } finally {
    stopListening()
    if (child.exitCode === null) child.kill('SIGKILL')
  }
}

function summaryOf([id, parents = '', authorName = '', time, subject = '']: readonly string[]): CommitSummary {
  return {
    id: id as CommitId,
    parents: parents.split(' ').filter((parent) => parent !== '') as CommitId[],
    authorName,
    committedAt: Number(time),
    subject,
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true
}

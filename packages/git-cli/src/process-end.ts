import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import type { GitError } from '@chronicle/core/contracts'
import { failureFromStderr } from './git-failure.ts'
import type { GitRunner } from './git-runner.ts'

/**
 * Returns the failure of a git process once it has ended, or `undefined` if it succeeded. `dir` is the folder it ran
 * in.
 */
export function endOf(
  child: ChildProcessWithoutNullStreams,
  runner: Pick<GitRunner, 'startFailure'>,
  { command, dir }: { readonly command: string; readonly dir: string },
): Promise<GitError | undefined> {
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString('utf8')).slice(-8192)))
  return new Promise((resolve) => {
    // Resolves with the promise right away, because the event `close` follows and knows less.
    child.on('error', (error: NodeJS.ErrnoException) => resolve(runner.startFailure(error, dir)))
    child.on('close', (code, killed) => {
      const exit = killed === null ? `exit ${code}` : `killed by ${killed}`
      resolve(code === 0 ? undefined : failureFromStderr(command, exit, stderr, dir))
    })
  })
}

import { spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import { err, ok, omitUndefined, ResultAsync, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import { RECORDS_ITSELF } from '../git-hooks/record-pending-context.ts'
import type { CliIo, OutputStream } from '../host/cli-io.ts'

/**
 * Runs `git commit` as if the user had typed it: with the user's environment, editor, hooks and terminal. Returns its
 * exit code. With `quiet`, its output goes to stderr, because stdout is for the receipt.
 */
export function runGitCommit(
  io: CliIo,
  { args, dir, quiet }: { readonly args: readonly string[]; readonly dir: string; readonly quiet: boolean },
): ResultAsync<number, CodedError> {
  const out = quiet ? io.stderr : io.stdout
  const stdin = isOwn(io) ? 'inherit' : io.stdin.isTTY === true ? 'ignore' : 'pipe'
  const ended = new Promise<Result<number, CodedError>>((resolve) => {
    const child = spawn('git', ['commit', ...args], {
      cwd: dir,
      env: { ...io.env, [RECORDS_ITSELF]: 'recording' },
      stdio: [stdin, handleOf(out), handleOf(io.stderr)],
      ...omitUndefined({ signal: io.signal }),
    })
    if (child.stdin !== null) {
      const input = Readable.from(io.stdin)
      // Git may not read stdin: only `-F -` and `--pathspec-from-file=-` do.
      child.stdin.on('error', () => input.destroy())
      input.on('error', () => child.stdin?.end()).pipe(child.stdin)
    }
    child.stdout?.setEncoding('utf8').on('data', (text: string) => out.write(text))
    child.stderr?.setEncoding('utf8').on('data', (text: string) => io.stderr.write(text))
    child.on('error', (cause: NodeJS.ErrnoException) => {
      if (cause.name === 'AbortError')
        resolve(err(codedError('aborted', 'Interrupted while git was committing.', { cause })))
      else if (cause.code === 'ENOENT')
        resolve(err(codedError('git_not_found', 'There is no git to run. Install git.', { cause })))
      else resolve(err(codedError('git_failed', `git commit could not be started: ${cause.message}`, { cause })))
    })
    child.on('close', (code, signal) => {
      if (code !== null) resolve(ok(code))
      else resolve(err(codedError('git_failed', `git commit was ended by ${signal ?? 'a signal'}.`)))
    })
  })
  return new ResultAsync(ended)
}

/** Returns the stream of this process itself if possible, so that git sees the terminal. */
function handleOf(stream: OutputStream): 'pipe' | typeof process.stdout {
  return stream === process.stdout || stream === process.stderr ? (stream as typeof process.stdout) : 'pipe'
}

function isOwn({ stdout, stderr }: CliIo): boolean {
  return stdout === process.stdout || stderr === process.stderr
}

import { execFile } from 'node:child_process'
import { err, ok, omitUndefined, ResultAsync, type CodedError, type Result } from '@chronicle/schema'
import { codedError, type RepositoryInfo } from '@chronicle/core/contracts'
import type { CliIo } from '../host/cli-io.ts'
import { gitProcess } from '../host/git-process.ts'

/** The repository that git must use, whatever the environment says. */
export type GitFolders = Required<Pick<RepositoryInfo, 'worktreeDir' | 'gitDir' | 'commonDir'>>

/** Returns the output of git without the final newline; `undefined` if git exits with 1, which means no. */
export function gitText(
  { env, signal }: Pick<CliIo, 'env' | 'signal'>,
  { worktreeDir, gitDir }: GitFolders,
  args: readonly string[],
): ResultAsync<string | undefined, CodedError> {
  const words = [`--git-dir=${gitDir}`, `--work-tree=${worktreeDir}`, ...args]
  // The folders are given, so a variable of a hook must not name others.
  const own = { ...env, GIT_COMMON_DIR: undefined, GIT_PREFIX: undefined }
  const options = { cwd: worktreeDir, ...gitProcess(own), ...omitUndefined({ signal }) }
  const ended = new Promise<Result<string | undefined, CodedError>>((resolve) => {
    execFile('git', words, options, (cause, stdout, stderr) => {
      if (cause === null) return resolve(ok(stdout.replace(/\n$/u, '')))
      if (cause.code === 1) return resolve(ok(undefined))
      if (cause.code === 'ENOENT')
        return resolve(err(codedError('git_not_found', 'There is no git to run. Install git.', { cause })))
      if (cause.name === 'AbortError') return resolve(err(codedError('aborted', 'Interrupted.', { cause })))
      const reason = stderr.trim() === '' ? cause.message : stderr.trim()
      return resolve(err(codedError('git_failed', `git ${args[0] ?? ''} failed: ${reason}`, { cause })))
    })
  })
  return new ResultAsync(ended)
}

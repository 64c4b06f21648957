import { codedError, withoutCredentials, type GitError } from '@chronicle/core/contracts'
import { errAsync, okAsync, omitUndefined, type ResultAsync } from '@chronicle/schema'
import type { Environment } from '../git-environment.ts'
import type { GitOutcome } from '../git-runner.ts'
import type { Repository } from '../open-repository.ts'

/** A git command that talks to a remote. */
export interface RemoteCommand {
  readonly remote: string
  readonly args: readonly string[]
  readonly input?: string
  /** Whether git may ask a person for a password. */
  readonly mayAsk?: boolean | undefined
}

/** Overrides configuration that would make git do more than requested. */
const PINNED = [
  'push.followTags=false',
  'push.recurseSubmodules=no',
  'push.default=nothing',
  'fetch.recurseSubmodules=false',
  'fetch.writeCommitGraph=false',
  'submodule.recurse=false',
].flatMap((setting) => ['-c', setting])

/**
 * Runs git against a remote. If no person may be asked, git fails instead of asking for a password, and so does ssh
 * unless the user has configured another ssh program. An aborted git gets SIGTERM, so that it removes its locks.
 */
export function runRemote(repository: Repository, command: RemoteCommand): ResultAsync<GitOutcome, GitError> {
  const { remote, args, input, mayAsk } = command
  if (remote === '' || remote.startsWith('-')) {
    return errAsync(codedError('unsupported', `"${remote}" is no name of a remote. Rename it with git remote rename.`))
  }
  const chosen =
    mayAsk === true
      ? okAsync<Environment, GitError>({ GIT_TERMINAL_PROMPT: '1' })
      : nonInteractiveEnvironment(repository)
  const ran = chosen.andThen((environment) =>
    repository.run({
      args: [...PINNED, ...args],
      environment,
      ...omitUndefined({ input }),
      stopSignal: 'SIGTERM',
      exitCodes: [0, 1, 128, 129],
    }),
  )
  return ran.mapErr(cleaned)
}

function nonInteractiveEnvironment({ run, runner }: Repository): ResultAsync<Environment, GitError> {
  const quiet = { GIT_TERMINAL_PROMPT: '0', GCM_INTERACTIVE: 'never' }
  const { baseEnvironment } = runner
  if ((baseEnvironment['GIT_SSH_COMMAND'] ?? baseEnvironment['GIT_SSH'] ?? '') !== '') return okAsync(quiet)
  const args = ['config', '--get', 'core.sshCommand']
  const configured = run({ args, configuration: 'as it is', exitCodes: [0, 1] })
  return configured.map(({ exitCode }) =>
    exitCode === 0 ? quiet : { ...quiet, GIT_SSH_COMMAND: 'ssh -o BatchMode=yes' },
  )
}

function cleaned({ code, message, data }: GitError): GitError {
  const clean = Object.fromEntries(
    Object.entries(data ?? {}).map(([key, value]) => [
      key,
      typeof value === 'string' ? withoutCredentials(value) : value,
    ]),
  )
  return codedError(code, withoutCredentials(message), { data: clean })
}

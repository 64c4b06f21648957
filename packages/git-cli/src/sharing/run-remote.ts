import { omitUndefined } from '@chronicle/schema'
import type { GitOutcome } from '../git-runner.ts'
import { GitFailure } from '../git-failure.ts'
import type { Repository } from '../open-repository.ts'
import { withoutCredentials } from './remote-failure.ts'

/** A git command that talks to a remote. */
export interface RemoteCommand {
  readonly remote: string
  readonly args: readonly string[]
  readonly input?: string
  /** Whether git may ask a person for a password. */
  readonly mayAsk?: boolean | undefined
}

/** Configuration that would make git do more than it is asked for. */
const PINNED = [
  'push.followTags=false',
  'push.recurseSubmodules=no',
  'push.default=nothing',
  'fetch.recurseSubmodules=false',
  'fetch.writeCommitGraph=false',
  'submodule.recurse=false',
].flatMap((setting) => ['-c', setting])

/**
 * Runs git against a remote. Without a person to ask, git fails instead of asking for a password, and so does ssh unless
 * the user has chosen another program for it. Git is ended softly, so that it takes its locks away.
 */
export async function runRemote(repository: Repository, command: RemoteCommand): Promise<GitOutcome> {
  const { remote, args, input, mayAsk } = command
  if (remote === '' || remote.startsWith('-')) {
    throw new GitFailure('unsupported', `"${remote}" is no name of a remote. Rename it with git remote rename.`)
  }
  try {
    return await repository.run({
      args: [...PINNED, ...args],
      environment: mayAsk === true ? { GIT_TERMINAL_PROMPT: '1' } : await unattended(repository),
      ...omitUndefined({ input }),
      stopSignal: 'SIGTERM',
      exitCodes: [0, 1, 128, 129],
    })
  } catch (error) {
    throw error instanceof GitFailure ? cleaned(error) : error
  }
}

async function unattended({ run, runner }: Repository): Promise<Record<string, string>> {
  const quiet = { GIT_TERMINAL_PROMPT: '0', GCM_INTERACTIVE: 'never' }
  const { given } = runner
  if ((given['GIT_SSH_COMMAND'] ?? given['GIT_SSH'] ?? '') !== '') return quiet
  const configured = await run({
    args: ['config', '--get', 'core.sshCommand'],
    configuration: 'as it is',
    exitCodes: [0, 1],
  })
  return configured.exitCode === 0 ? quiet : { ...quiet, GIT_SSH_COMMAND: 'ssh -o BatchMode=yes' }
}

function cleaned(failure: GitFailure): GitFailure {
  const { code, message, data } = failure.error
  const clean = Object.fromEntries(
    Object.entries(data ?? {}).map(([key, value]) => [
      key,
      typeof value === 'string' ? withoutCredentials(value) : value,
    ]),
  )
  return new GitFailure(code, withoutCredentials(message), { data: clean })
}

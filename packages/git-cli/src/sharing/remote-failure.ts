import { codedError, withoutCredentials, type GitError } from '@chronicle/core/contracts'

/** Maximum number of characters to quote from git and the remote. */
const MAX_ERROR_TEXT = 400

/** Converts git's output for a failed remote operation into a coded error. */
export function remoteFailure(command: 'fetch' | 'push', remote: string, stderr: string): GitError {
  const errorText = summarise(stderr)
  const data = { remote, stderr: withoutCredentials(stderr).slice(0, 2000) }
  const action = command === 'fetch' ? 'be read' : 'be written to'
  if (DENIED.test(stderr)) {
    return codedError(
      'remote_denied',
      `The remote ${remote} does not let you in, so its notes cannot ${action}: ${errorText}. ` +
        `Check what "git ${command === 'fetch' ? `ls-remote ${remote}` : `push --dry-run ${remote}`}" says; git was not allowed to ask for a password unless you are at a terminal.`,
      { data },
    )
  }
  return codedError(
    'remote_unreachable',
    `The remote ${remote} cannot ${action} now: ${errorText}. Try again when "git ls-remote ${remote}" answers.`,
    { data },
  )
}

const DENIED =
  /permission denied|authentication failed|could not read (?:username|password)|terminal prompts disabled|access denied|not authori[sz]ed|host key verification failed|returned error: 40[13]|unsafe repository|dubious ownership|service not enabled/i

/** Lines that carry no information on their own. */
const NOISE = /^(?:hint:|From |To |warning: redirecting|Please make sure|and the repository exists|\s*$)/

/** Joins the informative lines of the output into one. */
export function summarise(stderr: string): string {
  const lines = withoutCredentials(stderr)
    .split(/[\r\n]+/)
    .filter((line) => !NOISE.test(line))
    .map((line) => line.replace(/^(?:remote: )?(?:fatal|error): /, '').trimEnd())
  const summary = [...new Set(lines)].slice(0, 4).join(' ').replace(/\.$/, '')
  return summary === '' ? 'git said nothing' : summary.slice(0, MAX_ERROR_TEXT)
}

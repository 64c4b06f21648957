import { codedError, type GitError, type Identity } from '@chronicle/core/contracts'
import { err, ok, type ResultAsync } from '@chronicle/schema'
import { failureFromStderr } from './git-failure.ts'
import type { Repository } from './open-repository.ts'

/** Returns the author that git would record for a commit made now. */
export function readIdentity(repository: Repository): ResultAsync<Identity, GitError> {
  const asked = repository.run({ args: ['var', 'GIT_AUTHOR_IDENT'], exitCodes: [0, 128] })
  return asked.andThen(({ exitCode, stdout, stderr }) => {
    const [, name, email] = /^(.*) <([^>]*)> /.exec(stdout.toString('utf8')) ?? []
    if (exitCode === 0 && name !== undefined && email !== undefined) return ok({ name, email })
    return err(identityFailure('var GIT_AUTHOR_IDENT', exitCode, stderr, repository))
  })
}

/** Converts a failure of a git command that needed the user's identity into a coded error. */
export function identityFailure(command: string, exitCode: number, stderr: string, repository: Repository): GitError {
  if (!/identity unknown|ident name|no (?:name|email) was given/i.test(stderr)) {
    return failureFromStderr(command, `exit ${exitCode}`, stderr, repository.runner.dir)
  }
  return codedError(
    'identity_unknown',
    `Git does not know who you are, so the note was not written (${stderr.trim().split('\n').at(-1)}). ` +
      'Tell it: git config --global user.name "Your Name" and git config --global user.email you@example.com.',
    { data: { stderr } },
  )
}

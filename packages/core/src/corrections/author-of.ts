import { errAsync, okAsync, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { GitError } from '../contracts/git-backend.ts'
import type { CorrectionServices } from './correction-services.ts'

/** Returns the author as `Name <email>`: the given one, or git's identity. */
export function authorOf(
  { author, git }: Pick<CorrectionServices, 'author' | 'git'>,
  call: CallOptions,
): ResultAsync<string, GitError> {
  if (author !== undefined) return okAsync(author)
  if (git.identity === undefined) {
    const message = `The git backend ${git.name} cannot tell who you are. Pass the author, as Name <email>.`
    return errAsync(codedError('identity_unknown', message))
  }
  return git.identity(call).map(({ name, email }) => `${name} <${email}>`)
}

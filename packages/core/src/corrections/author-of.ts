import { err, ok, type Result } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import type { GitError } from '../contracts/git-backend.ts'
import type { CorrectionSeams } from './correction-seams.ts'

/** Returns who writes, as `Name <email>`: the author given, or the identity that git knows. */
export async function authorOf(
  { author, git }: Pick<CorrectionSeams, 'author' | 'git'>,
  call: CallOptions,
): Promise<Result<string, GitError>> {
  if (author !== undefined) return ok(author)
  if (git.identity === undefined) {
    const message = `The git backend ${git.name} cannot tell who you are. Say who writes: author, as Name <email>.`
    return err(codedError('identity_unknown', message))
  }
  return git.identity(call).map(({ name, email }) => `${name} <${email}>`)
}

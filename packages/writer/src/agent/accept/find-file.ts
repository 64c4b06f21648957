import { err, ok, parseRepoPath, safeTry, type RepoPath, type Result, type ResultAsync } from '@chronicle/schema'
import type { GitError } from '@chronicle/core/contracts'
import { nearestPaths } from '@chronicle/core/text'
import type { ChangedFile, CommitContext, FileText } from '../../commit-context.ts'
import type { Session } from '../session.ts'

/** Why a model's request failed: `refused` is a text that the model can act on, `failed` an error of git. */
export type Problem = { readonly refused: string } | { readonly failed: GitError }

/** Returns a file that the commit changed, found by its new or old path. */
export function findChanged(path: string, context: CommitContext): Result<ChangedFile, Problem> {
  const parsed = parseRepoPath(path)
  if (parsed.isErr()) return err({ refused: parsed.error.message })
  const { files } = context
  const file = files.find((each) => each.path === parsed.value) ?? files.find((each) => each.oldPath === parsed.value)
  if (file !== undefined) return ok(file)
  const paths = files.map((each) => each.path)
  const near = paths.length <= 10 ? paths : nearestPaths(parsed.value, paths).slice(0, 5)
  return err({ refused: `The commit did not change ${parsed.value}. It changed: ${near.join(', ')}` })
}

/** Returns any text file of the commit's tree, and never a file outside it. */
export function openFile(
  path: string,
  session: Pick<Session, 'context' | 'call'>,
): ResultAsync<{ readonly path: RepoPath; readonly text: FileText }, Problem> {
  return safeTry(async function* () {
    const parsed = parseRepoPath(path)
    if (parsed.isErr()) return err({ refused: parsed.error.message })
    const changed = session.context.files.find((each) => each.path === parsed.value)
    if (changed?.status === 'deleted')
      return err({ refused: `The commit deleted ${changed.path}. Its diff shows what it was.` })
    if (changed?.after !== undefined) return ok({ path: changed.path, text: changed.after })
    const read = await session.context.readFile(parsed.value, session.call)
    if (read.isErr()) return err({ failed: read.error })
    if (read.value !== undefined) return ok({ path: parsed.value, text: read.value })
    const reason = changed === undefined ? 'there is no such text file at the commit' : 'it holds no text'
    return err({ refused: `${parsed.value} cannot be shown: ${reason}.` })
  })
}

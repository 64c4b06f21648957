import {
  ok,
  okAsync,
  safeTry,
  type Diagnostic,
  type LineRange,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import type { Commit, FileChange, GitBackend, GitError } from '../contracts/git-backend.ts'
import type { AnnotatedFile } from './open-annotated-file.ts'

/** Returns a diagnostic if the recorded code differs in the working tree. */
export type UncommittedCheck = (
  file: AnnotatedFile,
  place: { readonly lines: LineRange | undefined; readonly givenByLines: boolean },
) => ResultAsync<Diagnostic | undefined, GitError>

/**
 * Creates a check that compares places with the working tree: an annotation describes the commit, but its author looked
 * at the files. It applies only if the commit is checked out. The comparison runs once, and only if a file differs.
 */
export function createUncommittedCheck(commit: Commit, git: GitBackend, call: CallOptions): UncommittedCheck {
  let standsOn: ResultAsync<boolean, GitError> | undefined
  let compared: ResultAsync<ReadonlyMap<string, FileChange>, GitError> | undefined

  const isCheckedOut = (): ResultAsync<boolean, GitError> =>
    safeTry(async function* () {
      const info = yield* git.describe(call)
      if (info.worktreeDir === undefined) return ok(false)
      return git.resolve('HEAD', call).map((head) => head === commit.id)
    })
  const changesByPath = (): ResultAsync<ReadonlyMap<string, FileChange>, GitError> =>
    git.diff === undefined
      ? okAsync(new Map())
      : git
          .diff({ from: { commit: commit.id }, to: 'WORKTREE' }, call)
          .map((changes) => new Map(changes.map((change) => [change.oldPath ?? '', change])))

  return ({ path, content }, { lines, givenByLines }) =>
    safeTry(async function* () {
      standsOn ??= isCheckedOut()
      const checkedOut = yield* await standsOn
      if (!checkedOut) return ok(undefined)
      const now = yield* git.readFile('WORKTREE', path, call)
      if (now?.id === content.id) return ok(undefined)
      compared ??= changesByPath()
      const changes = yield* await compared
      const change = changes.get(path)
      if (change === undefined && git.diff !== undefined) return ok(undefined)
      const touched = change === undefined || touches(change, lines, givenByLines)
      return ok(touched ? uncommittedEdits(path, lines, commit) : undefined)
    })
}

/** Whether a change affects the lines. Lines given by number also count as affected if edits before them moved them. */
function touches(change: FileChange, lines: LineRange | undefined, givenByLines: boolean): boolean {
  if (lines === undefined || change.hunks.length === 0) return true
  return change.hunks.some(({ old }) => {
    const end = old.start + Math.max(old.count, 1) - 1
    return old.start <= lines.end && (givenByLines || end >= lines.start)
  })
}

function uncommittedEdits(path: RepoPath, lines: LineRange | undefined, { id }: Commit): Diagnostic {
  const place = lines === undefined ? path : `${path}:${lines.start}-${lines.end}`
  const short = id.slice(0, 12)
  const message = `${place} has uncommitted edits; the annotation describes it as it is at ${short}. If it is about the edits, commit them and record it again on that commit.`
  return { code: 'uncommitted_edits', severity: 'warning', message, commit: id, path }
}

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
import { hullOf, mapToOlder, toSpan } from '../history/line-spans.ts'
import { mapOfHunks } from '../place/line-map.ts'
import type { AnnotatedFile } from './open-annotated-file.ts'

/** Compares places with the working tree, if the annotated commit is checked out there. */
export interface WorktreeComparison {
  /** Returns a diagnostic if the recorded code differs in the working tree. */
  check(
    file: AnnotatedFile,
    place: { readonly lines: LineRange | undefined; readonly givenByLines: boolean },
  ): ResultAsync<Diagnostic | undefined, GitError>
  /**
   * Returns where lines of the working tree are in the commit: changed ones are where those are that they replaced.
   * `undefined` if the commit has none of them.
   */
  committedLines(file: AnnotatedFile, lines: LineRange): ResultAsync<LineRange | undefined, GitError>
}

/**
 * Creates the comparison: an annotation describes the commit, but its author looked at the files. It runs once, and only
 * if a file differs.
 */
export function createWorktreeComparison(commit: Commit, git: GitBackend, call: CallOptions): WorktreeComparison {
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

  /** Returns the uncommitted change of a file: `undefined` for none, `unknown` if the backend cannot tell. */
  const changeOf = ({ path, content }: AnnotatedFile): ResultAsync<FileChange | 'unknown' | undefined, GitError> =>
    safeTry(async function* () {
      standsOn ??= isCheckedOut()
      const checkedOut = yield* await standsOn
      if (!checkedOut) return ok(undefined)
      const now = yield* git.readFile('WORKTREE', path, call)
      if (now?.id === content.id) return ok(undefined)
      if (git.diff === undefined) return ok('unknown')
      compared ??= changesByPath()
      const changes = yield* await compared
      return ok(changes.get(path))
    })

  return {
    check: (file, { lines, givenByLines }) =>
      changeOf(file).map((change) => {
        const touched = change === 'unknown' || (change !== undefined && touches(change, lines, givenByLines))
        return touched ? uncommittedEdits(file.path, lines, commit) : undefined
      }),
    committedLines: (file, lines) =>
      changeOf(file).map((change) => {
        if (change === undefined || change === 'unknown' || change.hunks.length === 0) return lines
        return hullOf(mapToOlder(mapOfHunks(change.hunks), [toSpan(lines)]).before)
      }),
  }
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

import { err, ok, safeTry, type CommitId, type Diagnostic, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { codedError, type CallOptions, type GitBackend, type GitError } from '@chronicle/core/contracts'

const AT_ONCE = 4

/**
 * Returns the commits that the lines of files come from, those with the most lines first. Blame takes up to a second
 * per file, so an even sample of at most `maxFiles` files is used, and reported as such.
 */
export function mostBlamed(
  git: GitBackend,
  { at, path, maxFiles }: { readonly at: CommitId; readonly path: RepoPath | undefined; readonly maxFiles: number },
  call: CallOptions,
): ResultAsync<{ readonly commits: readonly CommitId[]; readonly diagnostics: readonly Diagnostic[] }, GitError> {
  return safeTry(async function* () {
    const blame = git.blame?.bind(git)
    if (blame === undefined) {
      return err(
        codedError('unsupported', `The git backend ${git.name} has no blame. Order the commits by time instead.`),
      )
    }
    const listed = yield* git.listFiles({ commit: at }, undefined, call)
    const files = listed.filter((file) => path === undefined || file === path || file.startsWith(`${path}/`))
    const step = Math.max(1, files.length / maxFiles)
    const sample = files.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
    const lines = new Map<CommitId, number>()
    for (let from = 0; from < sample.length; from += AT_ONCE) {
      const blamed = await Promise.all(
        sample.slice(from, from + AT_ONCE).map((file) => blame({ at: { commit: at }, path: file }, call)),
      )
      for (const hunks of blamed) {
        for (const { commit, final } of yield* hunks) {
          if (commit !== undefined) lines.set(commit, (lines.get(commit) ?? 0) + final.end - final.start + 1)
        }
      }
    }
    const commits = [...lines].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([commit]) => commit)
    if (sample.length === files.length) return ok({ commits, diagnostics: [] })
    const message = `The lines of ${sample.length} of ${files.length} files were counted to find the commits that most of the code is from. Name a folder to count all of its files.`
    return ok({ commits, diagnostics: [{ code: 'blame_sampled', severity: 'info', message }] })
  })
}

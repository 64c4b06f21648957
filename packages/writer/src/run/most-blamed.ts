import { err, ok, type CommitId, type Diagnostic, type RepoPath, type Result } from '@chronicle/schema'
import { codedError, type CallOptions, type GitBackend, type GitError } from '@chronicle/core/contracts'

const AT_ONCE = 4

/**
 * The commits that the lines of files are from, those with most lines first. Blame costs up to a second for each file,
 * so that of more than `maxFiles` an even sample is taken, and said to be one.
 */
export async function mostBlamed(
  git: GitBackend,
  { at, path, maxFiles }: { readonly at: CommitId; readonly path: RepoPath | undefined; readonly maxFiles: number },
  call: CallOptions,
): Promise<Result<{ readonly commits: readonly CommitId[]; readonly diagnostics: readonly Diagnostic[] }, GitError>> {
  const blame = git.blame?.bind(git)
  if (blame === undefined) {
    return err(
      codedError('unsupported', `The git backend ${git.name} has no blame. Order the commits by time instead.`),
    )
  }
  const listed = await git.listFiles({ commit: at }, undefined, call)
  if (listed.isErr()) return err(listed.error)
  const files = listed.value.filter((file) => path === undefined || file === path || file.startsWith(`${path}/`))
  const step = Math.max(1, files.length / maxFiles)
  const sample = files.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
  const lines = new Map<CommitId, number>()
  for (let from = 0; from < sample.length; from += AT_ONCE) {
    const blamed = await Promise.all(
      sample.slice(from, from + AT_ONCE).map((file) => blame({ at: { commit: at }, path: file }, call)),
    )
    for (const hunks of blamed) {
      if (hunks.isErr()) return err(hunks.error)
      for (const { commit, final } of hunks.value) {
        if (commit !== undefined) lines.set(commit, (lines.get(commit) ?? 0) + final.end - final.start + 1)
      }
    }
  }
  const commits = [...lines].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([commit]) => commit)
  if (sample.length === files.length) return ok({ commits, diagnostics: [] })
  const message = `The lines of ${sample.length} of ${files.length} files were counted to find the commits that most of the code is from. Name a folder to count all of its files.`
  return ok({ commits, diagnostics: [{ code: 'blame_sampled', severity: 'info', message }] })
}

import { err, ok, type CommitId, type Region, type Result } from '@chronicle/schema'
import type { CallOptions, GitBackend, GitError } from '@chronicle/core/contracts'
import { touches } from '../quality/restatement-sources.ts'

/** Commits whose changes are in memory at a time. */
const COMMITS_AT_ONCE = 64

/**
 * Which of some regions have lines that their own commit wrote. Blame knows of no others, so that of a region without
 * any it cannot tell what is left.
 */
export async function withWrittenLines<Each extends { readonly commit: CommitId; readonly region: Region }>(
  regions: readonly Each[],
  git: GitBackend,
  call: CallOptions,
): Promise<Result<readonly Each[], GitError>> {
  const written: Each[] = []
  const commits = [...new Set(regions.map(({ commit }) => commit))]
  for (let from = 0; from < commits.length; from += COMMITS_AT_ONCE) {
    const changes = await git.changesOf?.(commits.slice(from, from + COMMITS_AT_ONCE), call)
    if (changes === undefined) return ok([])
    if (changes.isErr()) return err(changes.error)
    for (const { commit, files } of changes.value) {
      written.push(
        ...regions.filter(({ commit: own, region: { file, lines } }) => {
          const hunks = files.find(({ newPath }) => newPath === file)?.hunks ?? []
          return own === commit && hunks.some((hunk) => lines === undefined || touches(hunk, lines))
        }),
      )
    }
  }
  return ok(written)
}

import { ok, safeTry, type CommitId, type Region, type ResultAsync } from '@chronicle/schema'
import type { CallOptions, GitBackend, GitError } from '@chronicle/core/contracts'
import { touches } from '../quality/restatement-sources.ts'

/** Number of commits whose changes are in memory at a time. */
const COMMITS_AT_ONCE = 64

/**
 * Returns the regions with lines that their own commit wrote. Blame knows only these, so for other regions it cannot
 * tell what is left.
 */
export function withWrittenLines<Each extends { readonly commit: CommitId; readonly region: Region }>(
  regions: readonly Each[],
  git: GitBackend,
  call: CallOptions,
): ResultAsync<readonly Each[], GitError> {
  return safeTry(async function* () {
    const written: Each[] = []
    const commits = [...new Set(regions.map(({ commit }) => commit))]
    for (let from = 0; from < commits.length; from += COMMITS_AT_ONCE) {
      const changes = yield* git.changesOf?.(commits.slice(from, from + COMMITS_AT_ONCE), call) ?? ok(undefined)
      if (changes === undefined) return ok([])
      for (const { commit, files } of changes) {
        written.push(
          ...regions.filter(({ commit: own, region: { file, lines } }) => {
            const hunks = files.find(({ newPath }) => newPath === file)?.hunks ?? []
            return own === commit && hunks.some((hunk) => lines === undefined || touches(hunk, lines))
          }),
        )
      }
    }
    return ok(written)
  })
}

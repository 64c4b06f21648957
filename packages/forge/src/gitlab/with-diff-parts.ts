import { err, ok, safeTry, type ResultAsync } from '@chronicle/schema'
import type { CallOptions, DiscussionError, DiscussionThread } from '@chronicle/core/contracts'
import { commitAt, countAt, listAt, objectOf, textAt, type Answer } from '../http/fields.ts'
import type { ForgeClient } from '../http/forge-client.ts'
import { diffPart } from './diff-part.ts'

/**
 * Maximum number of versions of one merge request whose diff is fetched. Threads on further versions get no diff hunk.
 */
const MAX_VERSIONS = 5

/**
 * Adds to threads the diff hunks they were started on. GitLab stores no hunk with a note, and after a squash or a
 * rebase no clone has the commit that a note names. Each version of the merge request is fetched once.
 */
export function withDiffParts(
  client: ForgeClient,
  path: string,
  threads: readonly DiscussionThread[],
  call: CallOptions,
): ResultAsync<readonly DiscussionThread[], DiscussionError> {
  return safeTry(async function* () {
    const commits = new Set(threads.flatMap(({ place }) => (place?.lines === undefined ? [] : (place.commit ?? []))))
    if (commits.size === 0) return ok(threads)
    const listed = await client.listAll(`${path}/versions?per_page=100`, call)
    if (listed.isErr()) return listed.error.code === 'forge_not_found' ? ok(threads) : err(listed.error)
    const diffs = new Map<string, readonly Answer[]>()
    for (const version of listed.value.map(objectOf)) {
      const named = [commitAt(version, 'head_commit_sha'), commitAt(version, 'base_commit_sha')]
      const wanted = named.filter((id) => id !== undefined && commits.has(id) && !diffs.has(id))
      const id = countAt(version, 'id')
      if (wanted.length === 0 || id === undefined || diffs.size >= MAX_VERSIONS) continue
      const answer = yield* client.getObject(`${path}/versions/${id}`, call)
      const files = listAt(answer, 'diffs')
        .map(objectOf)
        .filter((file) => file !== undefined)
      for (const commit of wanted) if (commit !== undefined) diffs.set(commit, files)
    }
    return ok(threads.map((thread) => withPart(thread, diffs)))
  })
}

function withPart(thread: DiscussionThread, diffs: ReadonlyMap<string, readonly Answer[]>): DiscussionThread {
  const { place } = thread
  if (place?.lines === undefined || place.commit === undefined) return thread
  const key = place.side === 'old' ? 'old_path' : 'new_path'
  const file = diffs.get(place.commit)?.find((each) => textAt(each, key) === place.path)
  const hunk = diffPart(textAt(file, 'diff') ?? '', place.side, place.lines.end)
  return hunk === undefined ? thread : { ...thread, place: { ...place, hunk } }
}

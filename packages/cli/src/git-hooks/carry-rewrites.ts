import { attempt } from './attempt.ts'
import { ok, safeTry, type CodedError, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { CarriedNote, Rewrite } from '@chronicle/core/rewrites'
import type { WritingSession } from '../writing/open-session.ts'
import { openRewriteJournal } from './rewrite-journal.ts'

/**
 * Carries annotations over for pending rewrites of the journal, for later rewrites of their results, and for rewrites
 * of `commits`, on which something may have been recorded since. Returns the squashed commits whose annotation has
 * grown.
 */
export function carryRewrites(
  { call, info, repository, settings }: WritingSession,
  commits: readonly CommitId[] = [],
): ResultAsync<readonly CommitId[], CodedError> {
  return safeTry(async function* () {
    const journal = openRewriteJournal(info)
    if (journal === undefined) return ok([])
    const read = yield* attempt('The list of rewritten commits could not be read', () => journal.read())
    const { all, pending } = read
    const rewrites = withFollowingRewrites(pending, commits, all)
    const squashed: CommitId[] = []
    if (rewrites.length > 0) {
      const { carried } = yield* repository.carry(rewrites, { ...call, notesRefs: settings.notesRefs })
      squashed.push(...carried.filter(isNewSquash).map(({ to }) => to))
    }
    if (pending.length > 0) {
      yield* attempt('The list of rewritten commits could not be written', () => read.done())
    }
    return ok(squashed)
  })
}

function isNewSquash({ operation, status }: CarriedNote): boolean {
  return operation === 'squash' && status === 'written'
}

/** Returns the rewrites and all later rewrites of their results. */
function withFollowingRewrites(
  first: readonly Rewrite[],
  commits: readonly CommitId[],
  all: readonly Rewrite[],
): readonly Rewrite[] {
  const bySource = new Map<CommitId, Rewrite[]>()
  for (const rewrite of all) {
    for (const from of rewrite.from) bySource.set(from, [...(bySource.get(from) ?? []), rewrite])
  }
  const found = new Set(first)
  const seen = new Set<CommitId>()
  const open = [...commits, ...first.map(({ to }) => to)]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    for (const rewrite of bySource.get(id) ?? []) {
      found.add(rewrite)
      open.push(rewrite.to)
    }
  }
  return [...found]
}

import { ok, okAsync, omitUndefined, safeTry, type CommitId, type ResultAsync } from '@chronicle/schema'
import type { GitError } from '../contracts/git-backend.ts'
import type { LineHistory, LineRevision, UnseenHistory } from './line-history.ts'
import { nameRevisions } from './name-revisions.ts'

/**
 * A history with the names of the unit as the edits leave them. A history of the same lines in a later state continues
 * it, so it is cached in this form.
 */
export interface FollowedHistory {
  /** The changes in each file through which the lines were followed. */
  readonly files: readonly FollowedFile[]
  /** Number of revisions that were examined. */
  readonly looked: number
  /** Absent if the whole history was examined. */
  readonly unseen?: UnseenHistory
}

/** The changes of lines in one file. */
export interface FollowedFile {
  /** In the order of the file's revisions. */
  readonly revisions: readonly LineRevision[]
  /** The names that the unit has in parsed states. */
  readonly names: readonly (readonly [commit: CommitId, name: string])[]
}

/** Returns the name of a unit in a revision, found by parsing its state. `file`: position among the followed files. */
export type NameInState = (revision: LineRevision, file: number) => ResultAsync<string, GitError>

/** Returns the history of lines that are followed down to the start of an older history. */
export function continueWith(newer: FollowedHistory, older: FollowedHistory): FollowedHistory {
  const [first, ...rest] = older.files
  const [own] = newer.files
  const revisions = [...(own?.revisions ?? []), ...(first?.revisions ?? [])]
  const names = [...(own?.names ?? []), ...(first?.names ?? [])]
  return {
    files: [{ revisions, names }, ...rest],
    looked: newer.looked + older.looked,
    ...omitUndefined({ unseen: newer.unseen ?? older.unseen }),
  }
}

/**
 * Sets the names that the unit had in the revisions. States whose names are cached are not parsed. Returns also the
 * history as it is cached, with all names that were found.
 */
export function settleNames(
  { files, ...rest }: FollowedHistory,
  nameInState: NameInState = ({ name = '' }) => okAsync(name),
): ResultAsync<{ readonly history: LineHistory; readonly followed: FollowedHistory }, GitError> {
  return safeTry(async function* () {
    const followed: FollowedFile[] = []
    const named: (readonly LineRevision[])[] = []
    for (const [file, { names, revisions }] of files.entries()) {
      const known = new Map(names)
      const nameOf = (revision: LineRevision): ResultAsync<string, GitError> =>
        safeTry(async function* () {
          const name = known.get(revision.commit) ?? (yield* nameInState(revision, file))
          known.set(revision.commit, name)
          return ok(name)
        })
      named.push(yield* nameRevisions(revisions, nameOf))
      followed.push({ revisions, names: [...known] })
    }
    const history = { revisions: mergeByTime(named), ...omitUndefined({ unseen: rest.unseen }) }
    return ok({ history, followed: { ...rest, files: followed } })
  })
}

/** Merges lists ordered newest first into one with the same order. */
function mergeByTime(lists: readonly (readonly LineRevision[])[]): readonly LineRevision[] {
  const merged: LineRevision[] = []
  const positions = lists.map(() => 0)
  for (;;) {
    let best: { readonly list: number; readonly revision: LineRevision } | undefined
    for (const [list, revisions] of lists.entries()) {
      const revision = revisions[positions[list] ?? 0]
      if (revision === undefined || (best !== undefined && revision.committedAt <= best.revision.committedAt)) continue
      best = { list, revision }
    }
    if (best === undefined) return merged
    merged.push(best.revision)
    positions[best.list] = (positions[best.list] ?? 0) + 1
  }
}

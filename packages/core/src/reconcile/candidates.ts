import type { CommitId } from '@chronicle/schema'
import type { CommitFacts } from './commit-facts.ts'

/** Maximum number of commits that may share a property; of more, only those with the same time and subject count. */
const MAX_SHARING_COMMITS = 50

/** Commits that may have replaced others, grouped by the properties used to find them. */
export interface Candidates {
  readonly all: ReadonlyMap<CommitId, CommitFacts>
  /**
   * Returns the commits that share the author time, the subject, or a trailer with a lost one, or that name it. When
   * more than `MAX_SHARING_COMMITS` share one, as after a script, only those with both time and subject; when these are
   * too many as well, none.
   */
  likelyFor(lost: CommitFacts): readonly CommitFacts[]
}

export function createCandidates(all: ReadonlyMap<CommitId, CommitFacts>): Candidates {
  const byTime = new Map<number, CommitFacts[]>()
  const bySubject = new Map<string, CommitFacts[]>()
  const byChangeId = new Map<string, CommitFacts[]>()
  const bySource = new Map<string, CommitFacts[]>()
  for (const commit of all.values()) {
    add(byTime, commit.authoredAt, commit)
    if (commit.subject !== '') add(bySubject, commit.subject, commit)
    for (const id of commit.changeIds) add(byChangeId, id, commit)
    for (const id of commit.sources) add(bySource, id, commit)
  }
  return {
    all,
    likelyFor({ id, authoredAt, subject, changeIds }) {
      const some = (group: readonly CommitFacts[] = []): readonly CommitFacts[] => {
        if (group.length <= MAX_SHARING_COMMITS) return group
        const closer = group.filter((commit) => commit.authoredAt === authoredAt && commit.subject === subject)
        return closer.length <= MAX_SHARING_COMMITS ? closer : []
      }
      return [
        ...new Set([
          ...some(byTime.get(authoredAt)),
          ...some(bySubject.get(subject)),
          ...changeIds.flatMap((changeId) => some(byChangeId.get(changeId))),
          ...some(bySource.get(id)),
        ]),
      ]
    },
  }
}

function add<Key>(groups: Map<Key, CommitFacts[]>, key: Key, commit: CommitFacts): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [commit])
  else group.push(commit)
}

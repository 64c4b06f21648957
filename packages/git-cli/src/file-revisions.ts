import type { FileRevision, FileRevisionsRequest, GitError } from '@chronicle/core/contracts'
import {
  err,
  isObjectId,
  ok,
  okAsync,
  omitUndefined,
  safeTry,
  type CommitId,
  type RepoPath,
  type ResultAsync,
} from '@chronicle/schema'
import { omitEarlierFiles } from './omit-earlier-files.ts'
import { findFormerNames, findNewNames } from './find-renames.ts'
import type { FollowedName, FormerName, ParentPair } from './followed-name.ts'
import { listRevisions, type ListedRevision, type ListRequest } from './list-revisions.ts'
import { mergeByTime, type RevisionsOfName } from './merge-by-time.ts'
import { asMissingCommit, missingCommit } from './missing-commit.ts'
import type { Repository } from './open-repository.ts'
import { isRepoPath } from './repository-objects.ts'

/** Maximum number of names to follow one file through. A name that the file got back counts again. */
const MAX_NAMES = 100

/**
 * Returns the commits that changed a file, newest first, with one `git log` for each name of the file. If a parent
 * lacks the file because the commit renamed it, the next `git log` starts from that parent with the older name.
 */
export function fileRevisions(
  repository: Repository,
  { exclude = [], from, path, since }: FileRevisionsRequest,
): ResultAsync<readonly FileRevision[], GitError> {
  return safeTry(async function* () {
    if (!isObjectId(from)) return err(missingCommit(from))
    if (!isRepoPath(path)) return ok([])
    const names: RevisionsOfName[] = []
    const seen = new Set<string>()
    const open: OpenName[] = [{ path, starts: new Map([[from, undefined]]) }]
    for (let next = open.shift(); next !== undefined && names.length < MAX_NAMES; next = open.shift()) {
      const request: ListRequest = {
        starts: [...next.starts.keys()],
        exclude: exclude.filter(isObjectId),
        path: next.path,
        since,
      }
      const { revisions, formerNames } = yield* followName(repository, request).mapErr(asMissingCommit)
      names.push({
        revisions: revisions.filter((revision) => isNew(seen, `${revision.commit} ${revision.path}`)),
        after: new Set(next.starts.values()),
      })
      for (const [[commit], former] of formerNames) {
        if (!isNew(seen, `start ${former.parent} ${former.path}`)) continue
        const known = open.find((name) => name.path === former.path)
        if (known === undefined) open.push({ path: former.path, starts: new Map([[former.parent, commit]]) })
        else known.starts.set(former.parent, commit)
      }
    }
    return ok(mergeByTime(names))
  })
}

/** A name still to be listed, with its start commits and, for each, the child commit that renamed the file. */
interface OpenName {
  readonly path: RepoPath
  readonly starts: Map<CommitId, CommitId | undefined>
}

/** Returns the revisions under one name, and the file's former names. */
function followName(repository: Repository, request: ListRequest): ResultAsync<FollowedName, GitError> {
  return safeTry(async function* () {
    const key = JSON.stringify(request)
    const known = repository.followed.get(key) ?? (yield* askName(repository, request))
    repository.followed.set(key, known)
    return ok(known)
  })
}

function askName(repository: Repository, request: ListRequest): ResultAsync<FollowedName, GitError> {
  return safeTry(async function* () {
    const { path } = request
    const found = new Map<ParentPair, FormerName>()
    const asked = new Set<CommitId>()
    const findFormer = (revisions: readonly ListedRevision[]): ResultAsync<number, GitError> => {
      const pairs = revisions.filter(({ commit }) => !asked.has(commit)).flatMap(parentsWithout)
      for (const { commit } of revisions) asked.add(commit)
      return findFormerNames(repository, pairs, path).map((names) => {
        for (const [pair, former] of names) found.set(pair, former)
        return found.size
      })
    }
    // Only the newest addition is checked on its own: a file may have been deleted and added many times.
    const isFirst = (added: ListedRevision): ResultAsync<boolean, GitError> =>
      asked.size === 0 ? findFormer([added]).map((count) => count > 0) : okAsync(false)
    const listed = yield* listRevisions(repository, request, isFirst)
    yield* findFormer(listed)
    const renamed = new Set([...found.keys()].map(([commit]) => commit))
    const kept = yield* omitEarlierFiles(repository, request, listed, renamed)
    const newNames = yield* findNewNames(repository, kept.flatMap(parentThatHas), path)
    const keptCommits = new Set(kept.map(({ commit }) => commit))
    const formerNames = new Map([...found].filter(([[commit]]) => keptCommits.has(commit)))
    const byPair = new Map([...formerNames].map(([pair, former]) => [pair.join(' '), former]))
    return ok({
      formerNames,
      revisions: kept.map(({ commit, parents, committedAt, blob, parentBlobs: [before] }): FileRevision => {
        const former = byPair.get(`${commit} ${parents[0] ?? ''}`)
        const previousBlob = former?.blob ?? before
        const renamedTo = newNames.get(commit)
        return {
          ...{ commit, parents, committedAt, path },
          ...omitUndefined({ blob, previousBlob, previousPath: former?.path, renamedTo }),
        }
      }),
    })
  })
}

/** Returns the parents that lack the file, if the commit has it. */
function parentsWithout({ commit, parents, blob, parentBlobs }: ListedRevision): readonly ParentPair[] {
  if (blob === undefined) return []
  return parents.filter((_, index) => parentBlobs[index] === undefined).map((parent) => [commit, parent])
}

/** Returns the first parent, if the commit lacks the file. */
function parentThatHas({ commit, parents: [parent], blob }: ListedRevision): readonly ParentPair[] {
  return blob === undefined && parent !== undefined ? [[commit, parent]] : []
}

function isNew(seen: Set<string>, key: string): boolean {
  return !seen.has(key) && seen.add(key).has(key)
}

import { ok, okAsync, safeTry, type CommitId, type Remedy, type RepoPath, type ResultAsync } from '@chronicle/schema'
import { commitTime } from '../contracts/commit-time.ts'
import type { FileContent, FileRevision } from '../contracts/git-backend.ts'
import type { FileHistory } from '../history/file-history.ts'
import { neutralise, neutralisePath } from '../format/neutralise-text.ts'
import { lastSegment, matchAnchor } from './match-anchor.ts'
import type { ReadContext, QueriedCommit } from './read-context.ts'
import { withoutCredits } from '../prose/message-trailers.ts'
import type { ReadError } from './read-error.ts'
import type { UnitPlace } from './unit-place.ts'

/** A file or unit in the last state that contained it, and the commit that removed it. */
export interface RemovedCode {
  readonly commit: CommitId
  readonly path: RepoPath
  readonly content: FileContent
}

/** Maximum number of names through which one file is followed. */
const MAX_NAMES = 20

/** The fate of a file that is not in the queried commit: it was renamed or deleted. */
export type MissingFile = { readonly renamedTo: RepoPath } | { readonly gone: RemovedCode }

/** Returns what became of a missing file; `undefined` when it never existed. */
export function findMissingFile(
  path: RepoPath,
  { head }: Pick<QueriedCommit, 'head'>,
  context: ReadContext,
): ResultAsync<MissingFile | undefined, ReadError> {
  return safeTry(async function* () {
    const last = yield* lastRevision(path, { head }, context)
    if (last === undefined) return ok(undefined)
    if (last.blob !== undefined) return ok(last.path === path ? undefined : { renamedTo: last.path })
    const gone = yield* openBefore(last, context)
    return ok(gone && { gone })
  })
}

/** Returns the newest revision of a file under its last name. It has no content if it deleted the file. */
export function lastRevision(
  path: RepoPath,
  { head }: Pick<QueriedCommit, 'head'>,
  context: ReadContext,
): ResultAsync<FileRevision | undefined, ReadError> {
  return safeTry(async function* () {
    const names = new Set<RepoPath>()
    for (let name = path; names.size < MAX_NAMES && !names.has(name);) {
      names.add(name)
      const [last]: FileHistory['revisions'] = (yield* context.fileHistory(head, name, context.call)).revisions
      if (last?.renamedTo === undefined) return ok(last)
      name = last.renamedTo
    }
    return ok(undefined)
  })
}

/** Returns the file before a revision that removed it or a part of it. */
export function openBefore(
  { commit, path, previousBlob, previousPath = path }: FileRevision,
  { call, git }: ReadContext,
): ResultAsync<RemovedCode | undefined, ReadError> {
  if (previousBlob === undefined) return okAsync(undefined)
  return git.readBlobs([previousBlob], call).map((blobs) => {
    const bytes = blobs.get(previousBlob)
    return bytes && { commit, path: previousPath, content: { kind: 'file', id: previousBlob, bytes } }
  })
}

/** The unit that a commit turned a removed unit into, and the place of that unit at the queried commit. */
export interface NewPlace extends UnitPlace {
  readonly anchor: string
  /** Absent if it is the same place, or not known. */
  readonly now?: UnitPlace | undefined
}

/**
 * Reports that the queried code is gone: since which commit, what the commit turned it into, and what its message says.
 * If the file was asked for by the path that it had then, the same query at the state before the commit is a remedy.
 */
export function reportGone(
  { asked, what }: { readonly asked: RepoPath; readonly what: string },
  { commit, path }: RemovedCode,
  { call, git, report }: ReadContext,
  became?: NewPlace,
): ResultAsync<void, ReadError> {
  return safeTry(async function* () {
    const commits = yield* git.readCommits([commit], call)
    const made = commits.get(commit)
    const [subject = '', ...rest] = withoutCredits(made?.message ?? '')
      .trim()
      .split('\n')
    const [why = ''] = rest
      .join('\n')
      .trim()
      .split(/\n\s*\n/u)
    const messageParts = [subject, why.replace(/\s+/gu, ' ').trim()].filter((text) => text !== '').map(neutralise)
    const time = commitTime(made?.committer.time)
    const date = time === undefined ? '' : ` (${time.slice(0, 10)})`
    const moved = became === undefined ? '' : `, which ${describeMove(became, path)}`
    const message = `${what} is gone since ${commit.slice(0, 7)}${date}${moved}: ${messageParts.join(' — ')}`
    const remedy: Remedy = { option: 'at', value: `${commit.slice(0, 12)}^` }
    report({ code: 'code_gone', severity: 'info', message, path, commit, ...(asked === path && { remedy }) })
    return ok(undefined)
  })
}

function describeMove({ anchor, name, now, path }: NewPlace, from: RepoPath): string {
  const sameName = matchAnchor(lastSegment(anchor), [name], String, { fuzzy: false }) !== undefined
  const called = sameName ? '' : neutralise(name)
  const today = now === undefined ? '' : `, now ${neutralisePath(now.path)} — ${neutralise(now.name)}`
  if (path === from) return `renamed it to ${called}${today}`
  return `moved it to ${neutralisePath(path)}${called === '' ? '' : ` and called it ${called}`}${today}`
}

/** Reports that a file is answered under its current name. */
export function reportRenamed(from: RepoPath, to: RepoPath, { report }: ReadContext): void {
  const message = `${neutralisePath(from)} is called ${neutralisePath(to)} now; that was read.`
  report({ code: 'renamed', severity: 'info', message, path: to })
}

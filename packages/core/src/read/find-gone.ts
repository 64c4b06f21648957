import { ok, okAsync, safeTry, type CommitId, type RepoPath, type ResultAsync } from '@chronicle/schema'
import type { FileContent, FileRevision } from '../contracts/git-backend.ts'
import { neutralise, neutralisePath } from '../format/neutralise-text.ts'
import type { ReadContext, QueriedCommit } from './read-context.ts'
import type { ReadError } from './read-error.ts'

/** A file or unit in the last state that had it, and the commit that took it out. */
export interface GoneCode {
  readonly commit: CommitId
  readonly path: RepoPath
  readonly content: FileContent
}

/** Names that one file is followed through. */
const MAX_NAMES = 20

/** What became of a file that is not in the queried commit: it is called otherwise now, or it was deleted. */
export type LostFile = { readonly renamedTo: RepoPath } | { readonly gone: GoneCode }

/** Returns what became of a file that is not there; `undefined` for one that never was. */
export function findLostFile(
  path: RepoPath,
  { head }: Pick<QueriedCommit, 'head'>,
  context: ReadContext,
): ResultAsync<LostFile | undefined, ReadError> {
  return safeTry(async function* () {
    const names = new Set<RepoPath>()
    for (let name = path; names.size < MAX_NAMES && !names.has(name);) {
      names.add(name)
      const history = yield* context.fileHistory(head, name, context.call)
      const [last] = history.revisions
      if (last === undefined) return ok(undefined)
      if (last.blob !== undefined) return ok(name === path ? undefined : { renamedTo: name })
      if (last.renamedTo === undefined) return openBefore(last, context)
      name = last.renamedTo
    }
    return ok(undefined)
  })
}

function openBefore(
  { commit, path, previousBlob }: FileRevision,
  { call, git }: ReadContext,
): ResultAsync<{ readonly gone: GoneCode } | undefined, ReadError> {
  if (previousBlob === undefined) return okAsync(undefined)
  return git.readBlobs([previousBlob], call).map((blobs) => {
    const bytes = blobs.get(previousBlob)
    return bytes && { gone: { commit, path, content: { kind: 'file', id: previousBlob, bytes } } }
  })
}

/** States of a file that are searched for a unit. */
const MAX_STATES = 300

/**
 * Returns the states of a file before a word vanished from it, the newest first: those that may have had a unit of that
 * name for the last time.
 */
export function statesBeforeLoss(
  path: RepoPath,
  word: string,
  { head }: Pick<QueriedCommit, 'head'>,
  context: ReadContext,
): ResultAsync<readonly GoneCode[], ReadError> {
  return safeTry(async function* () {
    const history = yield* context.fileHistory(head, path, context.call)
    const needle = new TextEncoder().encode(word)
    const found: GoneCode[] = []
    for (const revision of history.revisions.slice(0, MAX_STATES)) {
      const { blob, commit, previousBlob, previousPath = revision.path } = revision
      if (previousBlob === undefined) continue
      const blobs = yield* context.git.readBlobs(
        blob === undefined ? [previousBlob] : [blob, previousBlob],
        context.call,
      )
      const bytes = blobs.get(previousBlob)
      const after = blob === undefined ? undefined : blobs.get(blob)
      if (bytes === undefined || count(bytes, needle) <= (after === undefined ? 0 : count(after, needle))) continue
      found.push({ commit, path: previousPath, content: { kind: 'file', id: previousBlob, bytes } })
    }
    return ok(found)
  })
}

function count(bytes: Uint8Array, needle: Uint8Array): number {
  const [first] = needle
  if (first === undefined) return 0
  let times = 0
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (needle.every((byte, offset) => bytes[at + offset] === byte)) times++
  }
  return times
}

/** Reports that the code asked about is gone: since which commit, and what that commit says of it. */
export function reportGone(
  what: string,
  { commit, path }: GoneCode,
  { call, git, report }: ReadContext,
): ResultAsync<void, ReadError> {
  return safeTry(async function* () {
    const commits = yield* git.readCommits([commit], call)
    const made = commits.get(commit)
    const [subject = '', ...rest] = (made?.message ?? '').trim().split('\n')
    const [why = ''] = rest
      .join('\n')
      .trim()
      .split(/\n\s*\n/u)
    const messageParts = [subject, why.replace(/\s+/gu, ' ').trim()].filter((text) => text !== '').map(neutralise)
    const date = made === undefined ? '' : ` (${new Date(made.committer.time * 1000).toISOString().slice(0, 10)})`
    const message = `${what} is gone since ${commit.slice(0, 7)}${date}: ${messageParts.join(' — ')}`
    report({ code: 'code_gone', severity: 'info', message, path, commit })
    return ok(undefined)
  })
}

/** Reports that a file is answered under the name that it has now. */
export function reportRenamed(from: RepoPath, to: RepoPath, { report }: ReadContext): void {
  const message = `${neutralisePath(from)} is called ${neutralisePath(to)} now; that was read.`
  report({ code: 'renamed', severity: 'info', message, path: to })
}

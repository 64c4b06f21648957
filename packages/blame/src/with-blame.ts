import type { GitBackend } from '@chronicle/core/contracts'
import { runBlame } from './blame/run-blame.ts'
import { deriveHistory } from './history/derive-history.ts'
import { ObjectReader } from './object-reader.ts'
import { deriveAncestors } from './revisions/derive-ancestors.ts'
import { deriveChangedPaths } from './revisions/derive-changed-paths.ts'
import { deriveFileRevisions } from './revisions/derive-file-revisions.ts'

/**
 * Adds `blame`, `history`, `ancestors`, `fileRevisions` and `changedPaths` to a backend that lacks them, derived from
 * its commits, trees and blobs. Methods that the backend has are used as they are. Commits and trees are cached while
 * the backend is in use; `describe` detects when a shallow clone has been deepened.
 */
export function withBlame(git: GitBackend): GitBackend {
  const { blame, history, ancestors, fileRevisions, changedPaths } = git
  if (blame && history && ancestors && fileRevisions && changedPaths) return git
  const reader = new ObjectReader(git)
  return {
    ...membersOf(git),
    name: `${git.name}-with-blame`,
    supports: { ...git.supports, blame: true, history: true, revisions: true },
    describe: (options) => git.describe(options).andTee((info) => reader.invalidateIfReshallowed(info)),
    blame: blame?.bind(git) ?? ((request, options) => runBlame(reader.withOptions(options), request)),
    history: history?.bind(git) ?? ((request, options) => deriveHistory(reader.withOptions(options), request)),
    ancestors: ancestors?.bind(git) ?? ((request, options) => deriveAncestors(reader.withOptions(options), request)),
    fileRevisions:
      fileRevisions?.bind(git) ?? ((request, options) => deriveFileRevisions(reader.withOptions(options), request)),
    changedPaths:
      changedPaths?.bind(git) ?? ((commits, options) => deriveChangedPaths(reader.withOptions(options), commits)),
  }
}

/**
 * Returns all members of a backend, including those of its class, with methods bound to it. Members added to the
 * contract later, required or optional, are thus passed on without being named here.
 */
function membersOf(git: GitBackend): GitBackend {
  const members = new Map<PropertyKey, unknown>()
  for (
    let owner: object | null = git;
    owner !== null && owner !== Object.prototype;
    owner = Object.getPrototypeOf(owner) as object | null
  ) {
    for (const key of Reflect.ownKeys(owner)) {
      if (key === 'constructor' || members.has(key)) continue
      const value: unknown = Reflect.get(git, key)
      if (value !== undefined) members.set(key, typeof value === 'function' ? (value.bind(git) as unknown) : value)
    }
  }
  return Object.fromEntries(members) as unknown as GitBackend
}

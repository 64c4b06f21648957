import type { GitBackend } from '@chronicle/core/contracts'
import { runBlame } from './blame/run-blame.ts'
import { deriveHistory } from './history/derive-history.ts'
import { ObjectReader } from './object-reader.ts'
import { deriveAncestors } from './revisions/derive-ancestors.ts'
import { deriveChangedPaths } from './revisions/derive-changed-paths.ts'
import { deriveFileRevisions } from './revisions/derive-file-revisions.ts'

/**
 * Adds `blame`, `history`, `ancestors`, `fileRevisions` and `changedPaths` to a backend that lacks them, derived from
 * its commits, trees and blobs. What the backend does itself is left to it. Commits and trees that were read are
 * remembered while the backend is in use.
 */
export function withBlame(git: GitBackend): GitBackend {
  const { blame, history, ancestors, fileRevisions, changedPaths } = git
  if (blame && history && ancestors && fileRevisions && changedPaths) return git
  const reader = new ObjectReader(git)
  return {
    name: `${git.name}-with-blame`,
    supports: { ...git.supports, blame: true, history: true, revisions: true },
    describe: (options) => git.describe(options),
    resolve: (revision, options) => git.resolve(revision, options),
    readCommits: (ids, options) => git.readCommits(ids, options),
    readTrees: (ids, options) => git.readTrees(ids, options),
    readBlobs: (ids, options) => git.readBlobs(ids, options),
    readFile: (at, path, options) => git.readFile(at, path, options),
    listFiles: (at, under, options) => git.listFiles(at, under, options),
    listNotes: (ref, options) => git.listNotes(ref, options),
    notesTip: (ref, options) => git.notesTip(ref, options),
    log: (request, options) => git.log(request, options),
    close: () => git.close(),
    blame: blame?.bind(git) ?? ((request, options) => runBlame(reader, request, options)),
    history: history?.bind(git) ?? ((request, options) => deriveHistory(reader, request, options)),
    ancestors: ancestors?.bind(git) ?? ((request, options) => deriveAncestors(reader, request, options)),
    fileRevisions: fileRevisions?.bind(git) ?? ((request, options) => deriveFileRevisions(reader, request, options)),
    changedPaths: changedPaths?.bind(git) ?? ((commits, options) => deriveChangedPaths(reader, commits, options)),
    ...(git.blobSizes && { blobSizes: git.blobSizes.bind(git) }),
    ...(git.commitTimes && { commitTimes: git.commitTimes.bind(git) }),
    ...(git.normalise && { normalise: git.normalise.bind(git) }),
    ...(git.diff && { diff: git.diff.bind(git) }),
    ...(git.changesOf && { changesOf: git.changesOf.bind(git) }),
    ...(git.diffNotes && { diffNotes: git.diffNotes.bind(git) }),
    ...(git.writeNotes && { writeNotes: git.writeNotes.bind(git) }),
    ...(git.identity && { identity: git.identity.bind(git) }),
    ...(git.readConfig && { readConfig: git.readConfig.bind(git) }),
  }
}

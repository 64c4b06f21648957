import { resolve } from 'node:path'
import type { GitBackend } from '@chronicle/core/contracts'
import { ancestors } from './ancestors.ts'
import { blame } from './blame.ts'
import { changedPaths } from './changed-paths.ts'
import { changesOf } from './changes-of.ts'
import { diff } from './diff.ts'
import { diffNotes } from './diff-notes.ts'
import { fileRevisions } from './file-revisions.ts'
import type { Environment } from './git-environment.ts'
import { attempt } from './git-failure.ts'
import { createGitRunner } from './git-runner.ts'
import { listFiles } from './list-files.ts'
import { listNotes } from './list-notes.ts'
import { readNotesTip } from './notes-tree.ts'
import { openRepository } from './open-repository.ts'
import { readCommitTimes } from './read-commit-times.ts'
import { readConfig } from './read-config.ts'
import { readFile } from './read-file.ts'
import { readHistory } from './read-history.ts'
import { readIdentity } from './read-identity.ts'
import { readLog } from './read-log.ts'
import { createSharing } from './sharing/create-sharing.ts'
import { readBlobSizes, readCommits, readObjects, readTrees, resolveCommit } from './repository-objects.ts'

/** How a repository is opened through the git binary. */
export interface GitCliOptions {
  /** A folder of the repository: its top, one below it, a linked worktree, or a bare repository. */
  readonly dir: string
  /** The git program, 2.34 or newer. Default `git`, looked up on the `PATH`. */
  readonly gitBinary?: string
  /**
   * The environment git is run with; what would change its answers is overridden. Default: that of this process.
   * Variables that name a repository (`GIT_DIR`, `GIT_INDEX_FILE`, …) are heeded when they name the one `dir` is in, as
   * they do in a hook, or when `dir` is in none.
   */
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly limits?: {
    /** Larger objects and files are the error `file_too_large`. Default 64 MiB. */
    readonly objectBytes?: number
    /** Git processes at a time, besides the one that reads objects. Default 8. */
    readonly processes?: number
  }
}

/** A `GitBackend` with every optional method. */
export type GitCli = GitBackend &
  Required<
    Pick<
      GitBackend,
      | 'normalise'
      | 'blame'
      | 'history'
      | 'ancestors'
      | 'fileRevisions'
      | 'changedPaths'
      | 'diff'
      | 'changesOf'
      | 'tips'
      | 'changeKeys'
      | 'patchIds'
      | 'diffNotes'
      | 'writeNotes'
      | 'identity'
      | 'readConfig'
      | 'sharing'
    >
  >

/**
 * A repository through the git binary. Objects are read by one long-lived `git cat-file`, started when it is first
 * needed, which does not keep the program alive; `close` ends it.
 */
export function createGitCli(options: GitCliOptions): GitCli {
  const environment: Environment = options.environment ?? process.env
  const runner = createGitRunner({
    dir: resolve(options.dir),
    binary: options.gitBinary ?? 'git',
    environment,
    maxProcesses: options.limits?.processes ?? 8,
  })
  const repository = openRepository(runner, { maxObjectBytes: options.limits?.objectBytes ?? 64 * 1024 * 1024 })
  const { objects } = repository

  return {
    name: 'git-cli',
    supports: {
      blame: true,
      history: true,
      revisions: true,
      writeNotes: true,
      diffNotes: true,
      sharing: true,
      diff: true,
      changesOf: true,
      rewrites: true,
      worktree: true,
      index: true,
      revisionExpressions: true,
      linkedWorktrees: true,
      objectFormats: ['sha1', 'sha256'],
    },
    describe: ({ signal } = {}) => attempt(signal, async () => (await repository.locate(signal)).info),
    resolve: (revision, { signal } = {}) => attempt(signal, () => resolveCommit(objects, revision, signal)),
    readCommits: (ids, { signal } = {}) => attempt(signal, () => readCommits(repository, ids, signal)),
    commitTimes: (ids, { signal } = {}) => attempt(signal, () => readCommitTimes(repository, ids, signal)),
    readTrees: (ids, { signal } = {}) => attempt(signal, () => readTrees(objects, ids, signal)),
    readBlobs: (ids, { signal } = {}) => attempt(signal, () => readObjects(objects, ids, 'blob', signal)),
    blobSizes: (ids, { signal } = {}) => attempt(signal, () => readBlobSizes(objects, ids, signal)),
    readFile: (at, path, { signal } = {}) => attempt(signal, () => readFile(repository, at, path, signal)),
    normalise: (path, bytes, { signal } = {}) =>
      attempt(signal, async () => {
        // Only comparisons with the working tree need it.
        const { normalise } = await import('./normalise.ts')
        return normalise(repository, path, bytes, signal)
      }),
    listFiles: (at, under, { signal } = {}) => attempt(signal, () => listFiles(repository, at, under, signal)),
    listNotes: (ref, { signal } = {}) => attempt(signal, () => listNotes(repository, ref, signal)),
    notesTip: (ref, { signal } = {}) => attempt(signal, () => readNotesTip(objects, ref, signal)),
    diffNotes: (from, to, { signal } = {}) => attempt(signal, () => diffNotes(objects, from, to, signal)),
    writeNotes: (ref, expected, notes, { signal, message, dropHistory } = {}) =>
      attempt(signal, async () => {
        // Loaded when it is needed: most programs only read, and it brings compression and cryptography along.
        const { writeNotes } = await import('./write-notes.ts')
        return writeNotes(repository, { ref, expected, notes, message, dropHistory }, signal)
      }),
    identity: ({ signal } = {}) => attempt(signal, () => readIdentity(repository, signal)),
    blame: (request, { signal } = {}) => attempt(signal, () => blame(repository, request, signal)),
    diff: (request, { signal } = {}) => attempt(signal, () => diff(repository, request, signal)),
    changesOf: (commits, { signal } = {}) => attempt(signal, () => changesOf(repository, commits, signal)),
    history: (request, { signal } = {}) => attempt(signal, () => readHistory(repository, request, signal)),
    ancestors: (request, { signal } = {}) => ancestors(repository, request, signal),
    fileRevisions: (request, { signal } = {}) => attempt(signal, () => fileRevisions(repository, request, signal)),
    changedPaths: (commits, { signal } = {}) => attempt(signal, () => changedPaths(repository, commits, signal)),
    tips: ({ signal } = {}) =>
      attempt(signal, async () => {
        // These three are for histories that were rewritten, and no read needs them.
        const { readTips } = await import('./read-tips.ts')
        return readTips(repository, signal)
      }),
    changeKeys: (patches, { signal } = {}) =>
      attempt(signal, async () => {
        const { changeKeys } = await import('./change-keys.ts')
        return changeKeys(repository, patches, signal)
      }),
    patchIds: (patches, { signal } = {}) =>
      attempt(signal, async () => {
        const { patchIds } = await import('./patch-ids.ts')
        return patchIds(repository, patches, signal)
      }),
    log: (request, { signal } = {}) => readLog(repository, request, signal),
    readConfig: (section, { signal } = {}) => attempt(signal, () => readConfig(repository, section, signal)),
    sharing: createSharing(repository),
    close: () => objects.close(),
  }
}

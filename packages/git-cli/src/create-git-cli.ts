import { resolve } from 'node:path'
import { codedError, requireArguments, type GitBackend } from '@chronicle/core/contracts'
import { err, errAsync } from '@chronicle/schema'
import { ancestors } from './ancestors.ts'
import { blame } from './blame.ts'
import { changedPaths } from './changed-paths.ts'
import { changesOf } from './changes-of.ts'
import { fetchMissingBlobs } from './fetch-missing-blobs.ts'
import { diff } from './diff.ts'
import { diffNotes } from './diff-notes.ts'
import { fileRevisions } from './file-revisions.ts'
import type { Environment } from './git-environment.ts'
import { createGitRunner, type GitRunner } from './git-runner.ts'
import { listFiles } from './list-files.ts'
import { listNotes } from './list-notes.ts'
import { openRepository } from './open-repository.ts'
import { readCommitTimes } from './read-commit-times.ts'
import { readConfig } from './read-config.ts'
import { readFile } from './read-file.ts'
import { readHistory } from './read-history.ts'
import { readIdentity } from './read-identity.ts'
import { readLog } from './read-log.ts'
import { readMergeHeads } from './read-merge-heads.ts'
import { createSharing } from './sharing/create-sharing.ts'
import { readBlobSizes, readCommits, readObjects, readTrees } from './repository-objects.ts'
import { readNotesTip, resolveRevision } from './resolve-revision.ts'

/** Options for opening a repository through the git binary. */
export interface GitCliOptions {
  /** A folder of the repository: its top, a subfolder, a linked worktree, or a bare repository. */
  readonly dir: string
  /** The git program, 2.34 or newer. Default `git`, looked up on the `PATH`. */
  readonly gitBinary?: string | undefined
  /**
   * Environment for git, in which variables that would change its answers are overridden. Default: the environment of
   * this process. Variables that name a repository (`GIT_DIR`, `GIT_INDEX_FILE`, …) apply if they name the repository
   * that `dir` is in, as in a hook, or if `dir` is in none; with `preferEnvironment` they always apply.
   */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined
  /**
   * Whether to read the repository and working tree that `GIT_DIR` and `GIT_WORK_TREE` name even if `dir` is in another
   * repository, as git does. Default `false`: `dir` decides.
   */
  readonly preferEnvironment?: boolean | undefined
  readonly limits?:
    | {
        /** Maximum size of objects and files, in bytes. Larger ones are the error `file_too_large`. Default 64 MiB. */
        readonly objectBytes?: number | undefined
        /**
         * Maximum number of concurrent git processes, besides the one that reads objects. Those whose output is not read
         * on do not count: while your code iterates over `log`, it may make other calls. The two processes that make
         * patch ids count as one. Default 8.
         */
        readonly processes?: number | undefined
      }
    | undefined
}

/** A `GitBackend` with every optional method. */
export type GitCli = GitBackend &
  Required<
    Pick<
      GitBackend,
      | 'refNames'
      | 'mergeHeads'
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

const OPTION_KINDS = {
  dir: 'text',
  gitBinary: 'text?',
  environment: 'object?',
  limits: 'object?',
  preferEnvironment: 'boolean?',
} as const
const LIMIT_KINDS = { objectBytes: 'number?', processes: 'count?' } as const

/**
 * Creates a backend that uses the git binary. One long-lived `git cat-file` reads the objects. It starts on first use
 * and does not keep the program alive; `close` ends it. Nothing is thrown: with an invalid option, every call fails
 * with an error that says so.
 */
export function createGitCli(given: GitCliOptions): GitCli {
  const checked = requireArguments(given, OPTION_KINDS, 'not_a_repository').andThen((options) =>
    requireArguments(options.limits ?? {}, LIMIT_KINDS, 'not_a_repository', 'limits.').map(() => options),
  )
  const options = checked.unwrapOr<GitCliOptions>({ dir: '.' })
  const environment: Environment = options.environment ?? process.env
  const usual = createGitRunner({
    dir: resolve(options.dir),
    binary: options.gitBinary ?? 'git',
    environment,
    maxProcesses: options.limits?.processes ?? 8,
    preferEnvironment: options.preferEnvironment,
  })
  const runner = checked.isErr() ? withoutGit(usual, checked.error.message) : usual
  const { call, during, close } = openRepository(runner, {
    maxObjectBytes: options.limits?.objectBytes ?? 64 * 1024 * 1024,
  })
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
    describe: (options) => call(options, (repository) => repository.locate().map(({ info }) => info)),
    resolve: (revision, options) => call(options, (repository) => resolveRevision(repository, revision)),
    refNames: (options) =>
      call(options, async (repository) => {
        // Loaded on demand: only completion and errors about unknown revisions need the names.
        const { readRefNames } = await import('./read-ref-names.ts')
        return readRefNames(repository)
      }),
    mergeHeads: (options) => call(options, readMergeHeads),
    readCommits: (ids, options) => call(options, (repository) => readCommits(repository, ids)),
    commitTimes: (ids, options) => call(options, (repository) => readCommitTimes(repository, ids)),
    readTrees: (ids, options) => call(options, ({ objects }) => readTrees(objects, ids)),
    readBlobs: (ids, options) =>
      call(options, (repository) =>
        fetchMissingBlobs(repository, ids).andThen(() => readObjects(repository.objects, ids, 'blob')),
      ),
    blobSizes: (ids, options) =>
      call(options, (repository) =>
        fetchMissingBlobs(repository, ids).andThen(() => readBlobSizes(repository.objects, ids)),
      ),
    readFile: (at, path, options) => call(options, (repository) => readFile(repository, at, path)),
    normalise: (path, bytes, options) =>
      call(options, async (repository) => {
        // Only comparisons with the working tree need this module.
        const { normalise } = await import('./normalise.ts')
        return normalise(repository, path, bytes)
      }),
    listFiles: (at, under, options) => call(options, (repository) => listFiles(repository, at, under)),
    listNotes: (ref, options) => call(options, (repository) => listNotes(repository, ref)),
    notesTip: (ref, options) => call(options, (repository) => readNotesTip(repository, ref)),
    diffNotes: (from, to, options) => call(options, ({ objects }) => diffNotes(objects, from, to)),
    writeNotes: (ref, expected, notes, { message, dropHistory, ...options } = {}) =>
      call(options, async (repository) => {
        // Loaded on demand: most programs only read, and this module loads compression and crypto.
        const { writeNotes } = await import('./write-notes.ts')
        return writeNotes(repository, { ref, expected, notes, message, dropHistory })
      }),
    identity: (options) => call(options, (repository) => readIdentity(repository)),
    blame: (request, options) => call(options, (repository) => blame(repository, request)),
    diff: (request, options) => call(options, (repository) => diff(repository, request)),
    changesOf: (commits, options) => call(options, (repository) => changesOf(repository, commits)),
    history: (request, options) => call(options, (repository) => readHistory(repository, request)),
    ancestors: (request, { signal } = {}) => ancestors(during(signal), request),
    fileRevisions: (request, options) => call(options, (repository) => fileRevisions(repository, request)),
    changedPaths: (commits, options) => call(options, (repository) => changedPaths(repository, commits)),
    tips: (options) =>
      call(options, async (repository) => {
        // These three serve rewritten histories; no read needs them.
        const { readTips } = await import('./read-tips.ts')
        return readTips(repository)
      }),
    changeKeys: (patches, options) =>
      call(options, async (repository) => {
        const { changeKeys } = await import('./change-keys.ts')
        return changeKeys(repository, patches)
      }),
    patchIds: (patches, options) =>
      call(options, async (repository) => {
        const { patchIds } = await import('./patch-ids.ts')
        return patchIds(repository, patches, options)
      }),
    log: (request, { signal } = {}) => readLog(during(signal), request),
    readConfig: (section, options) => call(options, (repository) => readConfig(repository, section)),
    sharing: createSharing(call),
    close,
  }
}

/** Returns a runner that never starts git, because the options are invalid. */
function withoutGit(runner: GitRunner, reason: string): GitRunner {
  const error = codedError('not_a_repository', reason)
  return { ...runner, run: () => errAsync(error), start: () => err(error) }
}

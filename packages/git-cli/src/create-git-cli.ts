import { resolve } from 'node:path'
import { codedError, requireArguments, type GitBackend } from '@chronicle/core/contracts'
import { err, errAsync } from '@chronicle/schema'
import { ancestors } from './ancestors.ts'
import { blame } from './blame.ts'
import { changedPaths } from './changed-paths.ts'
import { changesOf } from './changes-of.ts'
import { completeBlobs } from './complete-blobs.ts'
import { diff } from './diff.ts'
import { diffNotes } from './diff-notes.ts'
import { fileRevisions } from './file-revisions.ts'
import type { Environment } from './git-environment.ts'
import { createGitRunner, type GitRunner } from './git-runner.ts'
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
   * they do in a hook, or when `dir` is in none; with `preferEnvironment` always.
   */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /**
   * Whether the repository and the working tree that `GIT_DIR` and `GIT_WORK_TREE` name are read even where `dir` is in
   * another repository, as git does. Default `false`: `dir` decides.
   */
  readonly preferEnvironment?: boolean
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
      | 'refNames'
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

/**
 * A repository through the git binary. Objects are read by one long-lived `git cat-file`, started when it is first
 * needed, which does not keep the program alive; `close` ends it. Nothing is thrown: where an option is none, every call
 * fails and says so.
 */
export function createGitCli(given: GitCliOptions): GitCli {
  const checked = requireArguments(given, OPTION_KINDS, 'not_a_repository')
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
    resolve: (revision, options) => call(options, ({ objects }) => resolveCommit(objects, revision)),
    refNames: (options) =>
      call(options, async (repository) => {
        // Only a revision that does not exist needs them.
        const { readRefNames } = await import('./read-ref-names.ts')
        return readRefNames(repository)
      }),
    readCommits: (ids, options) => call(options, (repository) => readCommits(repository, ids)),
    commitTimes: (ids, options) => call(options, (repository) => readCommitTimes(repository, ids)),
    readTrees: (ids, options) => call(options, ({ objects }) => readTrees(objects, ids)),
    readBlobs: (ids, options) =>
      call(options, (repository) =>
        completeBlobs(repository, ids).andThen(() => readObjects(repository.objects, ids, 'blob')),
      ),
    blobSizes: (ids, options) =>
      call(options, (repository) =>
        completeBlobs(repository, ids).andThen(() => readBlobSizes(repository.objects, ids)),
      ),
    readFile: (at, path, options) => call(options, (repository) => readFile(repository, at, path)),
    normalise: (path, bytes, options) =>
      call(options, async (repository) => {
        // Only comparisons with the working tree need it.
        const { normalise } = await import('./normalise.ts')
        return normalise(repository, path, bytes)
      }),
    listFiles: (at, under, options) => call(options, (repository) => listFiles(repository, at, under)),
    listNotes: (ref, options) => call(options, (repository) => listNotes(repository, ref)),
    notesTip: (ref, options) => call(options, ({ objects }) => readNotesTip(objects, ref)),
    diffNotes: (from, to, options) => call(options, ({ objects }) => diffNotes(objects, from, to)),
    writeNotes: (ref, expected, notes, { message, dropHistory, ...options } = {}) =>
      call(options, async (repository) => {
        // Loaded when it is needed: most programs only read, and it brings compression and cryptography along.
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
        // These three are for histories that were rewritten, and no read needs them.
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
        return patchIds(repository, patches)
      }),
    log: (request, { signal } = {}) => readLog(during(signal), request),
    readConfig: (section, options) => call(options, (repository) => readConfig(repository, section)),
    sharing: createSharing(call),
    close,
  }
}

/** Starts no git: what was given to the backend is not enough to know where. */
function withoutGit(runner: GitRunner, reason: string): GitRunner {
  const error = codedError('not_a_repository', reason)
  return { ...runner, run: () => errAsync(error), start: () => err(error) }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codedError, type GitError, type RepositoryInfo } from '@chronicle/core/contracts'
import {
  err,
  fromThrowable,
  isObjectId,
  ok,
  omitUndefined,
  ResultAsync,
  safeTry,
  type CommitId,
  type Result,
} from '@chronicle/schema'
import { failureFromStderr, toGitError } from './git-failure.ts'
import type { GitOutcome, GitRunner } from './git-runner.ts'
import { stampRepository, type RepositoryStamp } from './repository-stamp.ts'

/** A repository with git's folders for it, as absolute paths. */
export interface LocatedRepository {
  readonly info: RepositoryInfo
  readonly gitDir: string
  /** Shared by all linked worktrees. Equals `gitDir` in the main worktree. */
  readonly commonDir: string
  /** The folder that git's repository paths are relative to: the top of the working tree. */
  readonly top: string
  /** Commits of a shallow clone whose parents are not present, although the commit objects name them. */
  readonly shallowEdge: ReadonlySet<CommitId>
  /** Taken when the repository was located. */
  readonly stamp: RepositoryStamp
}

const MINIMUM_VERSION = '2.34'
const FACTS = ['--is-bare-repository', '--show-object-format', '--is-inside-work-tree'] as const
// The top is last, because asking for it outside of a working tree ends the output with an error.
const PATHS = ['--absolute-git-dir', '--git-common-dir', '--show-prefix', '--show-toplevel'] as const

/** Asks git for all facts about the location in one call. */
export function locateRepository(
  runner: GitRunner,
  signal: AbortSignal | undefined,
): ResultAsync<LocatedRepository, GitError> {
  return safeTry(async function* () {
    await runner.recogniseFolder()
    return locateFrom(runner.dir, runner, signal)
  })
}

function locateFrom(
  cwd: string,
  runner: GitRunner,
  signal: AbortSignal | undefined,
): ResultAsync<LocatedRepository, GitError> {
  return safeTry(async function* () {
    const mode = runner.mode
    const ask = (args: readonly string[]): ResultAsync<GitOutcome, GitError> =>
      runner.run({ args: ['rev-parse', '--path-format=absolute', ...args], cwd, signal, exitCodes: [0, 128, 129] })
    const outcome = yield* ask([...FACTS, ...PATHS])
    const lines = outcome.stdout.toString('utf8').split('\n').slice(0, -1)
    const [bare, objectFormat, insideWorktree] = lines
    if (!/^(true|false)$/.test(bare ?? '') || !/^sha\d+$/.test(objectFormat ?? '')) {
      const failure = failureFromStderr('rev-parse', `exit ${outcome.exitCode}`, outcome.stderr, runner.dir)
      if (runner.tryGivenRepository(failure, mode)) return locateFrom(cwd, runner, signal)
      return err((yield* versionError(runner)) ?? wrongGitDir(failure, runner) ?? failure)
    }
    if (objectFormat !== 'sha1' && objectFormat !== 'sha256') {
      return err(codedError('unsupported', `The object format ${objectFormat} of "${runner.dir}" is not known.`))
    }

    const { givenWorktree } = runner
    // Outside of a working tree that the environment names, git behaves as if started at its top.
    if (insideWorktree !== 'true' && givenWorktree !== undefined && cwd !== givenWorktree) {
      return locateFrom(givenWorktree, runner, signal)
    }

    let paths = lines.slice(FACTS.length)
    const hasWorktree = insideWorktree === 'true'
    const expected = hasWorktree ? PATHS.length : PATHS.length - 1
    if (paths.length !== expected) {
      // The name of a folder contains a line feed: ask for each path separately.
      const answers = yield* ResultAsync.combine(PATHS.slice(0, expected).map((path) => ask([path])))
      paths = answers.map(({ stdout }) => stdout.toString('utf8').replace(/\n$/, ''))
    }
    const [gitDir = '', commonDir = '', prefix = '', worktreeDir = ''] = paths
    const top = hasWorktree ? worktreeDir : runner.dir
    await runner.compareGivenRepository(gitDir, top)
    // Taken before the shallow edge is read, so that a change in between is noticed next time.
    const stamp = stampRepository({ dir: runner.dir, gitDir, commonDir })
    const shallowEdge = yield* readShallowEdge(commonDir)
    return ok({
      gitDir,
      commonDir,
      top,
      shallowEdge,
      stamp,
      info: {
        objectFormat,
        bare: bare === 'true',
        shallow: shallowEdge.size > 0,
        ...(shallowEdge.size > 0 && { shallowEdge }),
        ...(hasWorktree && { worktreeDir }),
        gitDir,
        commonDir,
        chronicleDir: join(commonDir, 'chronicle'),
        prefix: hasWorktree ? prefix.replace(/\/$/, '') : '',
      },
    })
  })
}

/** Synchronous, because most repositories have no such file, and loading `node:fs/promises` takes longer than that. */
function readShallowEdge(commonDir: string): Result<ReadonlySet<CommitId>, GitError> {
  const read = fromThrowable(() => readFileSync(join(commonDir, 'shallow'), 'utf8'), toAbsence)
  return read()
    .orElse((failure) => (failure === 'absent' ? ok('') : err(failure)))
    .map((text) => new Set(text.split('\n').filter((line): line is CommitId => isObjectId(line))))
}

/** A complete clone has no such file. */
function toAbsence(failure: unknown): GitError | 'absent' {
  return (failure as NodeJS.ErrnoException).code === 'ENOENT' ? 'absent' : toGitError(failure)
}

/** Returns the error for an invalid `GIT_DIR`: the folder is not at fault if the environment names another place. */
function wrongGitDir({ code, data, cause }: GitError, { givenGitDir }: GitRunner): GitError | undefined {
  if (code !== 'not_a_repository' || givenGitDir === undefined) return undefined
  const message = `GIT_DIR names "${givenGitDir}", which is no git repository. Correct it, or unset it.`
  return codedError('not_a_repository', message, { ...omitUndefined({ data }), cause })
}

/** Returns the error `git_too_old` if git is too old. */
function versionError(runner: GitRunner): ResultAsync<GitError | undefined, GitError> {
  return runner.run({ args: ['version'] }).map(({ stdout }) => {
    const version = /\d+\.\d+(?:\.\d+)?/.exec(stdout.toString('utf8'))?.[0] ?? 'of an unknown version'
    const [major = 0, minor = 0] = version.split('.').map(Number)
    if (major > 2 || (major === 2 && minor >= 34)) return undefined
    return codedError(
      'git_too_old',
      `git ${version} is too old for Chronicle. Install git ${MINIMUM_VERSION} or newer.`,
      { data: { version, minimum: MINIMUM_VERSION } },
    )
  })
}

import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  isObjectId,
  ok,
  omitUndefined,
  safeTry,
  type CodedError,
  type CommitId,
  type Diagnostic,
  type ResultAsync,
} from '@chronicle/schema'
import type { RepositoryInfo } from '@chronicle/core/contracts'
import {
  DEFAULT_PENDING_LIFETIME,
  formatPendingContext,
  mergeAuthorContexts,
  parsePendingContext,
  type AuthorContext,
  type PendingContext,
} from '@chronicle/writer'
import { undefinedIfMissing, exists } from '../host/absent-files.ts'
import { recordFailure } from '../writing/failed-log.ts'
import type { WritingSession } from '../writing/open-session.ts'
import { annotateCommits } from '../writing/annotate-commits.ts'
import { attempt } from './attempt.ts'
import { carryRewrites } from './carry-rewrites.ts'

/** The statements about a commit while this process records them. */
export interface ClaimedContext {
  /** To be called when they are recorded. */
  complete(): ResultAsync<void, CodedError>
  /** To be called when they could not be recorded; a later hook tries again. */
  release(): ResultAsync<void, CodedError>
}

/**
 * Saves the statements about a commit in the folder that linked worktrees share while they are recorded, so that a
 * killed process loses nothing.
 */
export function takeContext(
  { chronicleDir }: RepositoryInfo,
  commit: CommitId,
  { author, createdAt }: Pick<PendingContext, 'author' | 'createdAt'>,
): ResultAsync<ClaimedContext, CodedError> {
  return attempt('The reasons given for the commit could not be kept', async () => {
    if (chronicleDir === undefined) throw new Error('the repository has no folder for it')
    const claimedPath = join(folderOf(chronicleDir), `${commit}.${process.pid}.taken`)
    await mkdir(folderOf(chronicleDir), { recursive: true })
    const draft = `${claimedPath}.draft`
    await writeFile(draft, formatPendingContext({ author, createdAt, expiresAt: createdAt + DEFAULT_PENDING_LIFETIME }))
    await rename(draft, claimedPath)
    return {
      complete: () =>
        attempt('The file of recorded reasons could not be removed', () => rm(claimedPath, { force: true })),
      release: () =>
        attempt('The reasons given for the commit could not be kept', () =>
          rename(claimedPath, pathOf(chronicleDir, commit)),
        ),
    }
  })
}

/** The statements about a commit that could not be recorded when it was made. */
export interface KeptStatements {
  readonly author?: AuthorContext
  /** What is wrong with files that cannot be used. */
  readonly warnings: readonly string[]
  /** To be called when they are recorded. */
  complete(): ResultAsync<void, CodedError>
}

/** Reads the statements about a commit that could not be recorded when it was made. */
export function readUnrecorded(
  { chronicleDir }: Pick<RepositoryInfo, 'chronicleDir'>,
  commit: CommitId,
): ResultAsync<KeptStatements, CodedError> {
  return safeTry(async function* () {
    const left = yield* listUnrecorded(chronicleDir)
    const warnings: string[] = []
    const used: string[] = []
    let author: AuthorContext | undefined
    for (const { path } of left.filter((each) => each.commit === commit)) {
      const read = await readStatements(path)
      if (read.isErr()) warnings.push(`${read.error.message}. Fix or remove ${path}`)
      else used.push(path)
      author = mergeAuthorContexts(author, read.unwrapOr(undefined))
    }
    return ok({ ...omitUndefined({ author }), warnings, complete: () => removeRecorded(used) })
  })
}

/** Reads one file of statements; `undefined`: another process has recorded them. */
function readStatements(path: string): ResultAsync<AuthorContext | undefined, CodedError> {
  return safeTry(async function* () {
    const text = yield* attempt(UNREADABLE, () => readFile(path, 'utf8').catch(undefinedIfMissing))
    if (text === undefined) return ok(undefined)
    return parsePendingContext(text)
      .map(({ author }) => author)
      .mapErr(({ data, ...error }) => {
        // Its advice is about the context of the next commit.
        const problems = data?.['problems'] as readonly string[]
        return { ...error, message: `${UNREADABLE}: ${problems.join('; ')}` }
      })
  })
}

function removeRecorded(paths: readonly string[]): ResultAsync<void, CodedError> {
  return attempt('The file of recorded reasons could not be removed', async () => {
    for (const path of paths) await rm(path, { force: true })
  })
}

/** Statements about a commit that are not recorded, and the file that contains them. */
interface UnrecordedContext {
  readonly commit: CommitId
  readonly path: string
}

/** Lists contexts that could not be recorded, or whose process was killed while recording them. */
function listUnrecorded(chronicleDir: string | undefined): ResultAsync<readonly UnrecordedContext[], CodedError> {
  return attempt('The reasons given for earlier commits could not be read', async () => {
    if (chronicleDir === undefined || !(await exists(folderOf(chronicleDir)))) return []
    const names = await readdir(folderOf(chronicleDir))
    return names.toSorted().flatMap((name) => {
      const [, commit = '', pid] = /^([0-9a-f]+)\.(?:json|(\d+)\.taken)$/.exec(name) ?? []
      if (!isObjectId(commit) || (pid !== undefined && isRunning(Number(pid)))) return []
      return [{ commit: commit as CommitId, path: join(folderOf(chronicleDir), name) }]
    })
  })
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user is running too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns the commits whose statements could not be recorded yet. */
export function unrecordedCommits({
  chronicleDir,
}: Pick<RepositoryInfo, 'chronicleDir'>): ResultAsync<readonly CommitId[], CodedError> {
  return listUnrecorded(chronicleDir).map((left) => [...new Set(left.map(({ commit }) => commit))])
}

/** Returns a warning that statements are not recorded yet, or `undefined` if all are. */
export function unrecordedNotice(commits: readonly CommitId[]): Diagnostic | undefined {
  if (commits.length === 0) return undefined
  const shown = commits.slice(0, MAX_NAMED).map((commit) => commit.slice(0, 12))
  const more = commits.length > MAX_NAMED ? ` and ${commits.length - MAX_NAMED} more` : ''
  const message =
    `The reasons given for ${shown.join(', ')}${more} could not be recorded; chronicle/failed.log of the git directory ` +
    'says why. They are kept in chronicle/unrecorded. Record them with git chronicle annotate --commit ' +
    `${commits.length === 1 ? shown.join('') : '<id>'}; a hook of git tries again, too.`
  return { code: 'not_recorded', severity: 'warning', message }
}

/**
 * Records statements about earlier commits, or only about those of `only`, that could not be recorded, and carries them
 * over to the commits that replaced these. What still fails stays, and is reported in `failed.log`.
 */
export function recordUnrecorded(session: WritingSession, only?: readonly CommitId[]): ResultAsync<void, CodedError> {
  return safeTry(async function* () {
    const { call, info, repository } = session
    const all = yield* listUnrecorded(info.chronicleDir)
    const left = only === undefined ? all : all.filter(({ commit }) => only.includes(commit))
    if (left.length === 0) return ok(undefined)
    const commits = left.map(({ commit }) => commit)
    const there = yield* repository.git.readCommits([...new Set(commits)], call)
    const recorded: CommitId[] = []
    for (const { commit, path } of left.filter((each) => there.has(each.commit))) {
      // `undefined`: another process was faster, or the file is damaged.
      const author = (await readStatements(path)).unwrapOr(undefined)
      if (author === undefined || !(await recordAuthor(session, commit, author))) continue
      yield* removeRecorded([path])
      recorded.push(commit)
    }
    return recorded.length === 0 ? ok(undefined) : carryRewrites(session, recorded).map(() => undefined)
  })
}

/**
 * Records an author's statements about a commit and returns whether this succeeded. A failure is reported in
 * `failed.log`.
 */
export async function recordAuthor(session: WritingSession, commit: CommitId, author: AuthorContext): Promise<boolean> {
  const run = await annotateCommits(session, {
    commits: [commit],
    options: { authors: new Map([[commit, author]]), force: true },
  })
  const failed = run.isErr() ? run.error : run.value.stopped?.error
  if (failed !== undefined) await recordFailure(session, commit, failed)
  // A failure of the commit itself is in the log already.
  return run.isOk() && failed === undefined && run.value.receipt.totals.failed === 0
}

const MAX_NAMED = 5
const UNREADABLE = 'The reasons given for the commit could not be read'

function folderOf(chronicleDir: string): string {
  return join(chronicleDir, 'unrecorded')
}

function pathOf(chronicleDir: string, commit: CommitId): string {
  return join(folderOf(chronicleDir), `${commit}.json`)
}

import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  isObjectId,
  ok,
  okAsync,
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
    const taken = join(folderOf(chronicleDir), `${commit}.${process.pid}.taken`)
    await mkdir(folderOf(chronicleDir), { recursive: true })
    const draft = `${taken}.draft`
    await writeFile(draft, formatPendingContext({ author, createdAt, expiresAt: createdAt + DEFAULT_PENDING_LIFETIME }))
    await rename(draft, taken)
    return {
      complete: () => attempt('The file of recorded reasons could not be removed', () => rm(taken, { force: true })),
      release: () =>
        attempt('The reasons given for the commit could not be kept', () =>
          rename(taken, pathOf(chronicleDir, commit)),
        ),
    }
  })
}

/** The statements about a commit that could not be recorded when it was made. */
export interface KeptStatements {
  readonly author?: AuthorContext
  /** To be called when they are recorded. */
  complete(): ResultAsync<void, CodedError>
}

/** Reads the statements about a commit that could not be recorded when it was made. */
export function readUnrecorded(
  { chronicleDir }: Pick<RepositoryInfo, 'chronicleDir'>,
  commit: CommitId,
): ResultAsync<KeptStatements, CodedError> {
  return safeTry(async function* () {
    const path = chronicleDir === undefined ? undefined : pathOf(chronicleDir, commit)
    const text = yield* attempt('The reasons given for the commit could not be read', async () =>
      path === undefined ? undefined : readFile(path, 'utf8').catch(undefinedIfMissing),
    )
    if (path === undefined || text === undefined) return ok({ complete: () => okAsync(undefined) })
    const { author } = yield* parsePendingContext(text)
    return ok({
      author,
      complete: () => attempt('The file of recorded reasons could not be removed', () => rm(path, { force: true })),
    })
  })
}

/** Statements about a commit that are not recorded, and the file that contains them. */
interface UnrecordedContext {
  readonly commit: CommitId
  readonly path: string
}

/** Lists contexts that could not be recorded, or whose process was killed while recording them. */
async function listUnrecorded(chronicleDir: string | undefined): Promise<readonly UnrecordedContext[]> {
  if (chronicleDir === undefined || !(await exists(folderOf(chronicleDir)))) return []
  const names = await readdir(folderOf(chronicleDir))
  return names.toSorted().flatMap((name) => {
    const [, commit = '', pid] = /^([0-9a-f]+)\.(?:json|(\d+)\.taken)$/.exec(name) ?? []
    if (!isObjectId(commit) || (pid !== undefined && isRunning(Number(pid)))) return []
    return [{ commit: commit as CommitId, path: join(folderOf(chronicleDir), name) }]
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
  return attempt('The reasons given for earlier commits could not be read', async () => [
    ...new Set((await listUnrecorded(chronicleDir)).map(({ commit }) => commit)),
  ])
}

/** Returns a warning that statements are not recorded yet, or `undefined` if all are. */
export function unrecordedNotice(commits: readonly CommitId[]): Diagnostic | undefined {
  if (commits.length === 0) return undefined
  const shown = commits.slice(0, MAX_NAMED).map((commit) => commit.slice(0, 12))
  const more = commits.length > MAX_NAMED ? ` and ${commits.length - MAX_NAMED} more` : ''
  const message =
    `The reasons given for ${shown.join(', ')}${more} could not be recorded; chronicle/failed.log of the git directory ` +
    'says why. They are kept in chronicle/unrecorded, and the hook of the next commit tries again.'
  return { code: 'not_recorded', severity: 'warning', message }
}

/**
 * Records statements about earlier commits that their own hooks could not record, and carries them over to the commits
 * that replaced these. What still fails stays, and is reported in `failed.log`.
 */
export function recordUnrecorded(session: WritingSession): ResultAsync<void, CodedError> {
  return safeTry(async function* () {
    const { call, info, repository } = session
    const left = yield* attempt('The reasons given for earlier commits could not be read', () =>
      listUnrecorded(info.chronicleDir),
    )
    if (left.length === 0) return ok(undefined)
    const commits = left.map(({ commit }) => commit)
    const there = yield* repository.git.readCommits([...new Set(commits)], call)
    const recorded: CommitId[] = []
    for (const { commit, path } of left.filter((each) => there.has(each.commit))) {
      const text = yield* attempt('The reasons given for an earlier commit could not be read', () =>
        readFile(path, 'utf8').catch(undefinedIfMissing),
      )
      // Another hook was faster.
      if (text === undefined) continue
      const isRecorded = await parsePendingContext(text)
        .asyncMap(({ author }) => recordAuthor(session, commit, author))
        .unwrapOr(false)
      if (!isRecorded) continue
      yield* attempt('The file of recorded reasons could not be removed', () => rm(path, { force: true }))
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

function folderOf(chronicleDir: string): string {
  return join(chronicleDir, 'unrecorded')
}

function pathOf(chronicleDir: string, commit: CommitId): string {
  return join(folderOf(chronicleDir), `${commit}.json`)
}

import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  isObjectId,
  ok,
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
import { absent, isThere } from '../host/absent-files.ts'
import { recordFailure } from '../writing/failed-log.ts'
import type { WritingSession } from '../writing/open-session.ts'
import { writeAboutCommits } from '../writing/write-about-commits.ts'
import { attempt } from './attempt.ts'
import { carryRewrites } from './carry-rewrites.ts'

/** Keeps what was said of a commit and could not be recorded, in the folder that linked worktrees share. */
export function keepUnrecorded(
  { chronicleDir }: RepositoryInfo,
  commit: CommitId,
  { author, createdAt }: Pick<PendingContext, 'author' | 'createdAt'>,
): ResultAsync<void, CodedError> {
  return attempt('What was said of the commit could not be kept', async () => {
    if (chronicleDir === undefined) throw new Error('the repository has no folder for it')
    const path = pathOf(chronicleDir, commit)
    await mkdir(folderOf(chronicleDir), { recursive: true })
    const draft = `${path}.${process.pid}`
    await writeFile(draft, formatPendingContext({ author, createdAt, expiresAt: createdAt + DEFAULT_PENDING_LIFETIME }))
    await rename(draft, path)
  })
}

/** The commits of which something was said that could not be recorded yet. */
export function unrecordedCommits({
  chronicleDir,
}: Pick<RepositoryInfo, 'chronicleDir'>): ResultAsync<readonly CommitId[], CodedError> {
  return attempt('What was said of earlier commits could not be read', async () => {
    if (chronicleDir === undefined) return []
    const names = (await isThere(folderOf(chronicleDir))) ? await readdir(folderOf(chronicleDir)) : []
    return names
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
      .filter((name): name is CommitId => isObjectId(name))
      .toSorted()
  })
}

/** Tells that something is not recorded yet. `undefined`: all of it is. */
export function unrecordedNotice(commits: readonly CommitId[]): Diagnostic | undefined {
  if (commits.length === 0) return undefined
  const shown = commits.slice(0, MAX_NAMED).map((commit) => commit.slice(0, 12))
  const more = commits.length > MAX_NAMED ? ` and ${commits.length - MAX_NAMED} more` : ''
  const message =
    `A hook could not record what was said of ${shown.join(', ')}${more}; chronicle/failed.log of the git directory ` +
    'says why. It is kept in chronicle/unrecorded, and the hook of the next commit tries again.'
  return { code: 'not_recorded', severity: 'warning', message }
}

/**
 * Records what was said of earlier commits and could not be recorded by their own hooks, and carries it to what took
 * their place since. What still cannot be recorded stays, and is told in `failed.log`.
 */
export function recordUnrecorded(session: WritingSession): ResultAsync<void, CodedError> {
  return safeTry(async function* () {
    const { call, info, repository } = session
    const { chronicleDir } = info
    const commits = yield* unrecordedCommits(info)
    if (chronicleDir === undefined || commits.length === 0) return ok(undefined)
    const there = yield* repository.git.readCommits(commits, call)
    const recorded: CommitId[] = []
    for (const commit of commits.filter((id) => there.has(id))) {
      const path = pathOf(chronicleDir, commit)
      const text = yield* attempt('What was said of an earlier commit could not be read', () =>
        readFile(path, 'utf8').catch(absent),
      )
      // Another hook was faster.
      if (text === undefined) continue
      const isRecorded = await parsePendingContext(text)
        .asyncMap(({ author }) => recordAuthor(session, commit, author))
        .unwrapOr(false)
      if (!isRecorded) continue
      yield* attempt('What was recorded could not be taken out', () => rm(path, { force: true }))
      recorded.push(commit)
    }
    return recorded.length === 0 ? ok(undefined) : carryRewrites(session, recorded).map(() => undefined)
  })
}

/** Records what an author said of a commit. Whether it is: a failure is told in `failed.log`. */
export async function recordAuthor(session: WritingSession, commit: CommitId, author: AuthorContext): Promise<boolean> {
  const run = await writeAboutCommits(session, {
    commits: [commit],
    options: { authors: new Map([[commit, author]]), force: true },
  })
  const failed = run.isErr() ? run.error : run.value.stopped?.error
  if (failed !== undefined) await recordFailure(session, commit, failed)
  // That of the commit itself is in the log already.
  return run.isOk() && failed === undefined && run.value.receipt.totals.failed === 0
}

const MAX_NAMED = 5

function folderOf(chronicleDir: string): string {
  return join(chronicleDir, 'unrecorded')
}

function pathOf(chronicleDir: string, commit: CommitId): string {
  return join(folderOf(chronicleDir), `${commit}.json`)
}

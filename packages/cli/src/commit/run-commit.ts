import { err, ok, omitUndefined, safeTry, type CodedError, type CommitId, type ResultAsync } from '@chronicle/schema'
import { codedError, type Commit } from '@chronicle/core/contracts'
import { isSilent, type AuthorContext, type PendingContext } from '@chronicle/writer'
import type { CliIo, ExitCode } from '../host/cli-io.ts'
import type { CommandHost } from '../host/command-host.ts'
import { fillFromStdin } from '../host/read-stdin.ts'
import { reportFailure, reportWarning } from '../host/report-failure.ts'
import { useColour } from '../host/use-colour.ts'
import { recordUnrecorded, takeContext } from '../git-hooks/unrecorded.ts'
import { authorOfCommit } from '../writing/commit-author-context.ts'
import { createPaint } from '../host/paint.ts'
import { formatUsage, formatWrittenCommit } from '../writing/format-writing.ts'
import { recordFailure } from '../writing/failed-log.ts'
import { openSession, type WritingSession } from '../writing/open-session.ts'
import { copyFromSources, withTakeover } from '../writing/copy-from-sources.ts'
import { annotateCommits, type WritingRun } from '../writing/annotate-commits.ts'
import { checkStatedPlaces } from './check-stated-places.ts'
import { runGitCommit } from './run-git-commit.ts'
import {
  isAmending,
  parseCommitArguments,
  separateArguments,
  STDIN_OPTIONS,
  type CommitArguments,
  type StatedContext,
} from './split-commit-arguments.ts'
import { withRepository } from '../host/with-repository.ts'

/** Runs one `commit`: first git, then the recording of what the author knows. */
export async function runCommit(host: CommandHost, argv: readonly string[], showHelp: () => void): Promise<void> {
  const { io } = host
  const split = await parseArguments(argv, io)
  if (split.isErr()) return reportFailure(io, split.error)
  if (split.value.help) return showHelp()
  const { format, stated } = split.value
  await withRepository(host, openSession(host, {}), async function* (session) {
    // If the kept context cannot be read now, it could not be recorded later, and nothing could be kept beside it.
    yield* await session.repository.nextCommit.read(session.call)
    // After git has committed, it is too late to refuse anything.
    yield* await checkStatedPlaces(stated, session.repository, session.call)
    const made = yield* await makeCommit(host, session, split.value)
    if (made === undefined) return
    const { receipt } = yield* await (made === 'none'
      ? recordNothing(session)
      : recordCommit(host, session, made, stated))
    const [written] = receipt.commits
    const paint = createPaint(useColour(io.stdout, io.env))
    if (format === 'json') io.stdout.write(`${JSON.stringify(receipt, null, 2)}\n`)
    else if (written !== undefined) {
      const usage = receipt.usage === undefined ? '' : `${formatUsage(receipt)}\n`
      io.stdout.write(formatWrittenCommit(written, receipt, paint) + usage)
    }
  })
}

function parseArguments(argv: readonly string[], io: CommandHost['io']): ResultAsync<CommitArguments, CodedError> {
  return safeTry(async function* () {
    const separated = yield* separateArguments(argv)
    const { given, help } = separated
    return parseCommitArguments({
      ...separated,
      given: help ? given : yield* await fillFromStdin(given, STDIN_OPTIONS, io),
    })
  })
}

interface MadeCommit {
  readonly commit: Commit
  /** The commit that it replaces, if it was amended. */
  readonly amended?: CommitId
}

/**
 * Runs git and returns the commit it made. `undefined`: git failed, has printed why, and the exit code is set; what was
 * stated is kept for the next commit. `none`: git was not asked to make a commit.
 */
function makeCommit(
  { io }: CommandHost,
  session: WritingSession,
  { forGit, format, stated }: CommitArguments,
): ResultAsync<MadeCommit | 'none' | undefined, CodedError> {
  return safeTry(async function* () {
    const { repository, dir, call } = session
    const before = yield* repository.git.resolve('HEAD', call)
    const run = await runGitCommit(io, { args: forGit, dir, quiet: format === 'json' })
    // Without the signal: what was stated about an interrupted commit is not lost either.
    const after = yield* repository.git.resolve('HEAD')
    const exitCode = run.unwrapOr(1)
    const failed = exitCode !== 0
    // A commit that another process made meanwhile is the reason why git died.
    if (failed && (after === before || exitCode === DIED)) {
      await keepForNext(session, io, stated)
      const ended = yield* run
      if (format === 'json') {
        const message = `git made no commit, so nothing was recorded; it ended with exit code ${ended} and has said why above.`
        reportFailure(io, codedError('git_failed', message, { data: { exitCode: ended } }))
      }
      io.setExitCode(exitCodeOf(ended))
      return ok(undefined)
    }
    // Git can fail, or be interrupted in a hook, after it has made the commit.
    if (failed) io.setExitCode(exitCodeOf(exitCode))
    // An amended commit has the same id if nothing differs, not even the second.
    if (after === undefined || (after === before && !isAmending(forGit))) {
      reportWarning(io, 'git made no commit, so nothing was recorded. What you said before is kept for the next one.')
      return ok('none')
    }
    const ids = [after, ...(before === undefined ? [] : [before])]
    const read = yield* repository.git.readCommits(ids)
    const commit = read.get(after)
    if (commit === undefined) return err(codedError('missing_object', `The new commit ${after} cannot be read.`))
    const old = before === undefined ? undefined : read.get(before)
    const amended = old !== undefined && old.id !== commit.id && sameParents(old, commit) ? old.id : undefined
    return ok({ commit, ...omitUndefined({ amended }) })
  })
}

/** Keeps what was stated about a commit that git did not make, because of a hook or an empty message for example. */
async function keepForNext({ repository, settings }: WritingSession, io: CliIo, stated: StatedContext): Promise<void> {
  const author = authorOf(stated)
  if (author === undefined) return
  const kept = await repository.nextCommit.add(author, { hours: settings.contextHours })
  reportWarning(io, kept.isOk() ? KEPT_FOR_NEXT : `What you said could not be kept: ${kept.error.message}`)
}

/** The exit code of a git that could not go on. */
const DIED = 128

const KEPT_FOR_NEXT =
  'git made no commit. What you said is kept for the next one. See it: git chronicle context show. Remove it: git chronicle context clear'

function sameParents(one: Commit, two: Commit): boolean {
  return one.parents.join(' ') === two.parents.join(' ')
}

/** Returns git's exit code if our commands use it too, otherwise 1. */
function exitCodeOf(code: number): ExitCode {
  return code === 128 || code === 129 ? code : 1
}

function recordNothing(session: WritingSession): ResultAsync<WritingRun, CodedError> {
  return annotateCommits(session, { commits: [] })
}

function recordCommit(
  { io }: CommandHost,
  session: WritingSession,
  { commit, amended }: MadeCommit,
  stated: StatedContext,
): ResultAsync<WritingRun, CodedError> {
  return safeTry(async function* () {
    const { author, kept } = yield* authorOfCommit({ ...session, call: {} }, io, commit, {
      place: 'just_made',
      stated: authorOf(stated),
    })
    const takeover = await copyFromSources(session, {
      commit: commit.id,
      ...omitUndefined({ amended }),
      squashed: author?.squashSources ?? [],
    })
    const made = { commit, amended }
    const keep = (error: CodedError): Promise<CodedError> => keepForLater(session, io, made, { author, kept }, error)
    if (takeover.isErr()) return err(await keep(takeover.error))
    const { squashed, diagnostics } = takeover.value
    for (const { message, severity } of diagnostics) if (severity === 'warning') reportWarning(io, message)
    const authors = new Map(author === undefined ? [] : [[commit.id, { ...author, squashSources: squashed }] as const])
    const run = await annotateCommits(session, { commits: [commit.id], options: { authors, force: true } })
    if (run.isErr()) return err(await keep(run.error))
    const failure = run.value.stopped?.error ?? failureOf(run.value)
    if (failure !== undefined) return err(await keep(failure))
    if (kept !== undefined) await clearContext(kept, session, io)
    // Where no hooks are installed, nothing else tries again.
    const earlier = await recordUnrecorded(session)
    if (earlier.isErr()) reportWarning(io, earlier.error.message)
    return ok(withTakeover(run.value, takeover.value))
  })
}

function failureOf({ receipt }: WritingRun): CodedError | undefined {
  const failed = receipt.commits.find(({ status }) => status === 'failed')
  return failed && codedError('not_recorded', failed.reason ?? 'It is not known why.')
}

function authorOf({ task, reasoning, dependencies, tags, rejected, notes }: StatedContext): AuthorContext | undefined {
  const texts = omitUndefined({ task, reasoning, dependencies })
  const silent = Object.keys(texts).length === 0 && [tags, rejected, notes].every((list) => list.length === 0)
  return silent ? undefined : { ...texts, tags, rejected, notes, squashSources: [] }
}

/**
 * The commit exists; what was stated about it must not be lost when it cannot be recorded, nor be recorded on the next
 * commit.
 */
async function keepForLater(
  session: WritingSession,
  io: CliIo,
  { commit, amended }: { readonly commit: Commit; readonly amended: CommitId | undefined },
  { author, kept }: { readonly author: AuthorContext | undefined; readonly kept: PendingContext | undefined },
  error: CodedError,
): Promise<CodedError> {
  // The failure of the commit itself is in the log already.
  if (error.code !== 'not_recorded') await recordFailure(session, commit.id, error)
  const squashSources = author?.squashSources ?? []
  const stored = await safeTry(async function* () {
    if (author === undefined || isSilent({ ...author, squashSources: [] })) return ok(undefined)
    const statements = { author: { ...author, squashSources: [] }, createdAt: commit.committer.time * 1000 }
    const context = yield* takeContext(session.info, commit.id, statements)
    return context.release()
  })
  if (stored.isOk() && kept !== undefined) await clearContext(kept, session, io)
  const lost = stored.isErr() ? ` What you said could not be kept either: ${stored.error.message}` : ''
  const again = [
    `git chronicle annotate --commit ${commit.id.slice(0, 12)}`,
    ...(amended === undefined ? [] : [`--amend-source ${amended}`]),
    ...(squashSources.length === 0 ? [] : [`--squash-sources ${squashSources.join(',')}`]),
  ].join(' ')
  const message = `The commit was made, but what you know about it was not recorded: ${error.message}${lost} Try: ${again}`
  return { ...error, message }
}

/** Removes the context that was kept for this commit, even after an abort: the next commit would record it again. */
async function clearContext(only: PendingContext, { repository }: WritingSession, io: CliIo): Promise<void> {
  const cleared = await repository.nextCommit.clear({ only })
  if (cleared.isOk()) return
  const again = 'The next commit would record the same words again. Remove them: git chronicle context clear'
  reportWarning(io, `${cleared.error.message} ${again}`)
}

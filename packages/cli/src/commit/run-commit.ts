import { err, ok, type CodedError, type CommitId, type Result } from '@chronicle/schema'
import { codedError, type Commit } from '@chronicle/core/contracts'
import type { AuthorContext } from '@chronicle/writer'
import type { ExitCode } from '../host/cli-io.ts'
import type { CommandHost } from '../host/command-host.ts'
import { reportFailure, reportWarning } from '../host/report-failure.ts'
import { useColour } from '../host/use-colour.ts'
import { authorOfCommit } from '../writing/author-of-commit.ts'
import { formatWrittenCommit, paintWith } from '../writing/format-writing.ts'
import { openSession, type WritingSession } from '../writing/open-session.ts'
import { takeOverSources } from '../writing/take-over-sources.ts'
import { writeAboutCommits, type WritingRun } from '../writing/write-about-commits.ts'
import { runGitCommit } from './run-git-commit.ts'
import { splitCommitArguments, type CommitArguments, type StatedContext } from './split-commit-arguments.ts'

/** Runs one `commit`: git first, and then the record of what its author knows. */
export async function runCommit(host: CommandHost, argv: readonly string[], showHelp: () => void): Promise<void> {
  const { io } = host
  const split = splitCommitArguments(argv)
  if (split.isErr()) return reportFailure(io, split.error)
  if (split.value.help) return showHelp()
  const opened = await openSession(host, {})
  if (opened.isErr()) return reportFailure(io, opened.error)
  const session = opened.value
  try {
    const made = await makeCommit(host, session, split.value)
    if (made.isErr()) return reportFailure(io, made.error)
    if (made.value === undefined) return
    const run = await recordCommit(host, session, made.value, split.value.stated)
    if (run.isErr()) return reportFailure(io, await keepForLater(session, split.value.stated, run.error))
    const { receipt } = run.value
    const [written] = receipt.commits
    const paint = paintWith(useColour(io.stdout, io.env))
    if (split.value.format === 'json') io.stdout.write(`${JSON.stringify(receipt, null, 2)}\n`)
    else if (written !== undefined) io.stdout.write(formatWrittenCommit(written, receipt, paint))
  } finally {
    await session.repository.close()
  }
}

interface MadeCommit {
  readonly commit: Commit
  /** The commit whose place it takes, if it was amended. */
  readonly amended?: CommitId
}

/** `undefined`: git made none, has said why, and its exit code is set. */
async function makeCommit(
  { io }: CommandHost,
  { repository, dir, call }: WritingSession,
  { forGit, format }: CommitArguments,
): Promise<Result<MadeCommit | undefined, CodedError>> {
  const before = await repository.git.resolve('HEAD', call)
  if (before.isErr()) return err(before.error)
  const ended = await runGitCommit(io, { args: forGit, dir, quiet: format === 'json' })
  if (ended.isErr()) return err(ended.error)
  if (ended.value !== 0) {
    io.setExitCode(exitCodeOf(ended.value))
    return ok(undefined)
  }
  const after = await repository.git.resolve('HEAD', call)
  if (after.isErr()) return err(after.error)
  if (after.value === undefined || after.value === before.value) {
    reportWarning(io, 'git made no commit, so nothing was recorded. What you said before is kept for the next one.')
    return ok(undefined)
  }
  const read = await repository.git.readCommits([after.value], call)
  if (read.isErr()) return err(read.error)
  const commit = read.value.get(after.value)
  if (commit === undefined) return err(codedError('missing_object', `The new commit ${after.value} cannot be read.`))
  const amended = before.value !== undefined && !commit.parents.includes(before.value) ? before.value : undefined
  return ok({ commit, ...(amended === undefined ? {} : { amended }) })
}

/** Git's own exit codes, where they are ones that commands of ours have. */
function exitCodeOf(code: number): ExitCode {
  return code === 128 || code === 129 ? code : 1
}

async function recordCommit(
  { io }: CommandHost,
  session: WritingSession,
  { commit, amended }: MadeCommit,
  stated: StatedContext,
): Promise<Result<WritingRun, CodedError>> {
  const said = await authorOfCommit(session, io, commit, authorOf(stated))
  if (said.isErr()) return err(said.error)
  const { author, kept } = said.value
  const taken = await takeOverSources(session, {
    commit: commit.id,
    ...(amended === undefined ? {} : { amended }),
    squashed: author?.squashSources ?? [],
  })
  if (taken.isErr()) return err(taken.error)
  for (const { message, severity } of taken.value) if (severity === 'warning') reportWarning(io, message)
  const authors = new Map(author === undefined ? [] : [[commit.id, author] as const])
  const run = await writeAboutCommits(session, { commits: [commit.id], options: { authors, force: true } })
  if (run.isErr()) return err(run.error)
  const failure = run.value.stopped?.error ?? failureOf(run.value)
  if (failure !== undefined) return err(failure)
  if (kept) {
    const cleared = await session.repository.nextCommit.clear(session.call)
    // It does no harm there: it is not newer than the commit that has it now, and expires.
    if (cleared.isErr()) reportWarning(io, cleared.error.message)
  }
  return ok(run.value)
}

function failureOf({ receipt }: WritingRun): CodedError | undefined {
  const failed = receipt.commits.find(({ status }) => status === 'failed')
  return failed && codedError('not_recorded', failed.reason ?? 'It is not known why.')
}

function authorOf({ task, reasoning, dependencies, tags, rejected }: StatedContext): AuthorContext | undefined {
  const texts = {
    ...(task === undefined ? {} : { task }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(dependencies === undefined ? {} : { dependencies }),
  }
  const silent = Object.keys(texts).length === 0 && tags.length === 0 && rejected.length === 0
  return silent ? undefined : { ...texts, tags, rejected, notes: [], squashSources: [] }
}

/** The commit stands; what was said of it must not be lost with its record. */
async function keepForLater(session: WritingSession, stated: StatedContext, error: CodedError): Promise<CodedError> {
  const author = authorOf(stated)
  const kept =
    author === undefined
      ? undefined
      : await session.repository.nextCommit.add(author, { ...session.call, hours: session.settings.contextHours })
  const lost = kept?.isErr() === true ? ` What you said could not be kept either: ${kept.error.message}` : ''
  const message = `The commit was made, but what you know about it was not recorded: ${error.message}${lost} Try: git chronicle annotate`
  return { ...error, message }
}

import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { err, ok, type CodedError, type CommitId, type Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import type { AuthorContext } from '@chronicle/writer'
import type { CliIo } from '../host/cli-io.ts'
import type { CommandHost } from '../host/command-host.ts'
import { reportFailure, reportWarning } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import { useColour } from '../host/use-colour.ts'
import { authorOfCommit } from '../writing/author-of-commit.ts'
import { failedLogOf, recordFailure } from '../writing/failed-log.ts'
import { formatReasons, formatTotals, formatUsage, formatWrittenCommit, paintWith } from '../writing/format-writing.ts'
import { openSession, type WritingSession } from '../writing/open-session.ts'
import { takeOverSources, withTaken, type TakenFromSources } from '../writing/take-over-sources.ts'
import { writeAboutCommits, type WritingRun } from '../writing/write-about-commits.ts'
import type { AnnotateFlags } from './annotate-flags.ts'

/** Runs one `annotate` without `--live`: writes about a commit, or those of a range. */
export async function runAnnotateCommits(host: CommandHost, given: AnnotateFlags): Promise<void> {
  const { io } = host
  if (await hasInput(io.stdin)) {
    const message = 'annotate needs --live for what is on stdin. Without it, it writes from the commit itself.'
    return reportFailure(io, codedError('usage', message))
  }
  const { writer, ...others } = given
  // Told apart by the caller: the author states nothing here.
  const flags = { ...others, ...(writer === undefined || writer === 'live' ? {} : { writer }) }
  const opened = await openSession(host, flags)
  if (opened.isErr()) return reportFailure(io, opened.error)
  const session = opened.value
  try {
    const commits = await commitsOf(session, flags)
    if (commits.isErr()) return reportFailure(io, commits.error)
    if (flags.async === true) return startInBackground(io, session, flags)
    const run = await showProgress(io, 'Annotating …', annotate(session, io, commits.value, flags))
    if (run.isErr()) {
      await recordFailure(session, onlyOf(commits.value), run.error)
      return reportFailure(io, run.error)
    }
    const { receipt, stopped } = run.value
    // In the background nobody reads what is said. Commits that failed are in the log.
    if (stopped !== undefined && receipt.totals.failed === 0) {
      await recordFailure(session, onlyOf(commits.value), stopped.error)
    }
    report(io, run.value, flags)
  } finally {
    await session.repository.close()
  }
}

/** How long a pipe may take to bring something. One that is open and silent is the rule where agents run commands. */
const PATIENCE_MS = 100

/** Whether somebody pipes something in, which would be lost. */
async function hasInput(stdin: CliIo['stdin']): Promise<boolean> {
  if (stdin.isTTY === true) return false
  const first = stdin[Symbol.asyncIterator]().next()
  // A stdin that cannot be read brings nothing.
  const read = first.then(({ done, value }) => done !== true && value.toString().trim() !== '').catch(() => false)
  return Promise.race([read, wait(PATIENCE_MS, false, { ref: false })])
}

function onlyOf([only, ...others]: readonly CommitId[]): CommitId | undefined {
  return others.length === 0 ? only : undefined
}

async function commitsOf(
  { repository, call }: WritingSession,
  { commit = 'HEAD', range }: AnnotateFlags,
): Promise<Result<readonly CommitId[], CodedError>> {
  if (range !== undefined) {
    const selected = await repository.selectCommits({ range, ...call })
    return selected.map(({ commits }) => commits)
  }
  const id = await repository.git.resolve(commit, call)
  if (id.isErr()) return err(id.error)
  if (id.value !== undefined) return ok([id.value])
  const unborn =
    commit === 'HEAD' ? 'The repository has no commit yet.' : `Unknown revision: ${JSON.stringify(commit)}.`
  const message = `${unborn} Give a branch, a tag or a commit id with --commit, or commit first.`
  return err(codedError('revision_not_found', message, { data: { revision: commit } }))
}

async function annotate(
  session: WritingSession,
  io: CliIo,
  commits: readonly CommitId[],
  flags: AnnotateFlags,
): Promise<Result<WritingRun, CodedError>> {
  const dryRun = flags.dryRun === true
  const [only] = commits
  const single = flags.range === undefined && only !== undefined
  const said = single ? await saidOf(session, io, only) : ok({ kept: false, author: undefined })
  if (said.isErr()) return err(said.error)
  const { author, kept } = said.value
  let taken: TakenFromSources = { squashed: [], regions: [], changed: false, diagnostics: [] }
  if (single) {
    const { squashSources = [], amendSource } = flags
    const amended =
      amendSource === undefined ? ok(undefined) : await session.repository.git.resolve(amendSource, session.call)
    if (amended.isErr()) return err(amended.error)
    if (amendSource !== undefined && amended.value === undefined) {
      const message = `Unknown revision: ${JSON.stringify(amendSource)}. Name the commit that was amended; git reflog lists it.`
      return err(codedError('revision_not_found', message, { data: { revision: amendSource } }))
    }
    const squashed = [...squashSources, ...(author?.squashSources ?? [])]
    const source = amended.value === undefined ? {} : { amended: amended.value }
    const done = await takeOverSources(session, { commit: only, squashed, dryRun, ...source })
    if (done.isErr()) return err(done.error)
    taken = done.value
    for (const { message } of taken.diagnostics) reportWarning(io, message)
  }
  const authors =
    author === undefined || only === undefined
      ? undefined
      : new Map([[only, { ...author, squashSources: taken.squashed }]])
  const again =
    flags.force === true || (single && (flags.squashSources !== undefined || flags.amendSource !== undefined))
  const options = { dryRun, force: again, ...(authors === undefined ? {} : { authors }) }
  const run = await writeAboutCommits(session, { commits, options })
  const stored = run.isOk() && run.value.stopped === undefined && run.value.receipt.totals.failed === 0
  if (kept && stored && !dryRun) {
    const cleared = await session.repository.nextCommit.clear(session.call)
    if (cleared.isErr()) reportWarning(io, cleared.error.message)
  }
  return run.map((value) => withTaken(value, taken))
}

async function saidOf(
  session: WritingSession,
  io: CliIo,
  id: CommitId,
): Promise<Result<{ readonly kept: boolean; readonly author: AuthorContext | undefined }, CodedError>> {
  const { repository, call } = session
  const [read, head] = await Promise.all([repository.git.readCommits([id], call), repository.git.resolve('HEAD', call)])
  if (read.isErr()) return err(read.error)
  if (head.isErr()) return err(head.error)
  const commit = read.value.get(id)
  if (commit === undefined) return ok({ kept: false, author: undefined })
  const said = await authorOfCommit(session, io, commit, { place: head.value === id ? 'head' : 'elsewhere' })
  if (said.isErr()) return err(said.error)
  const { author, kept, forLater } = said.value
  if (forLater)
    reportWarning(io, `What is kept for the next commit was not used for ${id.slice(0, 12)}, which is older.`)
  return ok({ kept, author })
}

function report(io: CliIo, { receipt, stopped }: WritingRun, { format, range }: AnnotateFlags): void {
  const failed = receipt.commits.find(({ status }) => status === 'failed')
  if (stopped !== undefined && receipt.commits.length === 0) return reportFailure(io, stopped.error)
  const paint = paintWith(useColour(io.stdout, io.env))
  if (format === 'json') io.stdout.write(`${JSON.stringify(receipt, null, 2)}\n`)
  else {
    const shown = receipt.commits.filter(({ status }) => range === undefined || status !== 'skipped')
    for (const commit of shown) io.stdout.write(formatWrittenCommit(commit, receipt, paint))
    if (range !== undefined) io.stdout.write(formatTotals(receipt) + formatReasons(receipt.commits))
    else if (receipt.usage !== undefined) io.stdout.write(`${formatUsage(receipt)}\n`)
  }
  if (stopped !== undefined) reportWarning(io, `Ended early, ${stopped.left} commits left: ${stopped.error.message}`)
  if (stopped !== undefined || failed !== undefined) io.setExitCode(stopped?.error.code === 'aborted' ? 130 : 1)
}

/** The same command again, in a process that nobody waits for. */
function startInBackground(io: CliIo, { dir, info }: WritingSession, flags: AnnotateFlags): void {
  const [program, ...words] = io.self ?? []
  if (program === undefined) {
    const message = 'This program cannot be started again in the background. Use --sync.'
    return reportFailure(io, codedError('unsupported', message))
  }
  const {
    commit,
    range,
    writer,
    maxSpend,
    force,
    squashSources = [],
    amendSource,
    dryRun,
    notesRef,
    gitBackend,
  } = flags
  const options: readonly (readonly [string, string | undefined])[] = [
    ...([
      ['--commit', commit],
      ['--range', range],
      ['--writer', writer],
      ['--amend-source', amendSource],
    ] as const),
    ...([
      ['--max-spend', maxSpend?.toString()],
      ['--git-backend', gitBackend],
      ['--notes-ref', notesRef?.join(' ')],
    ] as const),
    ['--squash-sources', squashSources.length === 0 ? undefined : squashSources.join(',')],
  ]
  const args = options.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
  const switches = [...(force === true ? ['--force'] : []), ...(dryRun === true ? ['--dry-run'] : [])]
  const child = spawn(program, [...words, 'annotate', '-C', dir, ...args, ...switches], {
    cwd: dir,
    env: { ...io.env },
    detached: true,
    stdio: 'ignore',
  })
  child.on('error', (cause) =>
    reportFailure(io, codedError('internal_error', `It could not be started: ${cause.message}`, { cause })),
  )
  child.unref()
  io.stdout.write(`Annotating in the background. Failures are told in ${failedLogOf(info) ?? 'failed.log'}.\n`)
}

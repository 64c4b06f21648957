import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import {
  ok,
  omitEmpty,
  omitUndefined,
  Result,
  safeTry,
  WRITING_RECEIPT_SCHEMA,
  type CodedError,
  type CommitId,
  type ResultAsync,
  type WritingReceipt,
} from '@chronicle/schema'
import { codedError, requireCommit } from '@chronicle/core/contracts'
import { mergeAuthorContexts, type AuthorContext, type PendingContext } from '@chronicle/writer'
import { carryRewrites } from '../git-hooks/carry-rewrites.ts'
import { readUnrecorded } from '../git-hooks/unrecorded.ts'
import type { CliIo } from '../host/cli-io.ts'
import type { CommandHost } from '../host/command-host.ts'
import { withRepository } from '../host/with-repository.ts'
import { reportFailure, reportWarning } from '../host/report-failure.ts'
import { showProgress } from '../host/show-progress.ts'
import { useColour } from '../host/use-colour.ts'
import { authorOfCommit } from '../writing/commit-author-context.ts'
import { failedLogOf, recordFailure } from '../writing/failed-log.ts'
import { createPaint } from '../host/paint.ts'
import { formatReasons, formatStop, formatTotals, formatUsage, formatWrittenCommit } from '../writing/format-writing.ts'
import { openSession, type WritingSession } from '../writing/open-session.ts'
import { copyFromSources, withTakeover, type CopiedAnnotations } from '../writing/copy-from-sources.ts'
import { totalsOf, annotateCommits, type WritingRun } from '../writing/annotate-commits.ts'
import type { AnnotateFlags } from './annotate-flags.ts'

/** Runs one `annotate` without `--live`: writes an annotation of a commit, or of each commit of a range. */
export async function runAnnotateCommits(host: CommandHost, given: AnnotateFlags): Promise<void> {
  const { io } = host
  if (await hasInput(io.stdin)) {
    const message = 'annotate reads stdin only with --live. Without it, it writes from the commit itself.'
    return reportFailure(io, codedError('usage', message))
  }
  const { writer, ...others } = given
  // `live` is handled by the caller: here the author states nothing.
  const flags = { ...others, ...(writer !== undefined && writer !== 'live' && { writer }) }
  await withRepository(host, openSession(host, flags), async function* (session) {
    const commits = yield* await commitsOf(session, flags)
    if (flags.async === true) return startInBackground(io, session, flags)
    const run = await showProgress(io, 'Annotating …', annotate(session, io, commits, flags))
    if (run.isErr()) {
      await recordFailure(session, onlyOf(commits), run.error)
      return reportFailure(io, run.error)
    }
    const { receipt, stopped } = run.value
    // In the background nobody reads the output, so the failure is logged. Commits that failed are in the log already.
    if (stopped !== undefined && receipt.totals.failed === 0) {
      await recordFailure(session, onlyOf(commits), stopped.error)
    }
    report(io, run.value, flags)
    if (flags.dryRun !== true) {
      // A commit may have been amended during the model call.
      const carried = await carryRewrites(session, commits)
      if (carried.isErr()) reportWarning(io, carried.error.message)
    }
  })
}

/** Maximum time to wait for input on a pipe. Where agents run commands, an open pipe without input is the rule. */
const MAX_STDIN_WAIT_MS = 100

/** Whether there is input on stdin, which would be lost. */
async function hasInput(stdin: CliIo['stdin']): Promise<boolean> {
  if (stdin.isTTY === true) return false
  const first = stdin[Symbol.asyncIterator]().next()
  // A stdin that cannot be read has no input.
  const read = first.then(({ done, value }) => done !== true && value.toString().trim() !== '').catch(() => false)
  return Promise.race([read, wait(MAX_STDIN_WAIT_MS, false, { ref: false })])
}

function onlyOf([only, ...others]: readonly CommitId[]): CommitId | undefined {
  return others.length === 0 ? only : undefined
}

function commitsOf(
  { repository, call }: WritingSession,
  { commit = 'HEAD', range }: AnnotateFlags,
): ResultAsync<readonly CommitId[], CodedError> {
  return safeTry(async function* () {
    if (range !== undefined) {
      const selected = await repository.selectCommits({ range, ...call })
      return selected.map(({ commits }) => commits)
    }
    const advice = 'Give a branch, a tag or a commit id with --commit.'
    return requireCommit(repository.git, commit, call, advice).map((id) => [id])
  })
}

function annotate(
  session: WritingSession,
  io: CliIo,
  commits: readonly CommitId[],
  flags: AnnotateFlags,
): ResultAsync<WritingRun, CodedError> {
  return safeTry(async function* () {
    const dryRun = flags.dryRun === true
    const [only] = commits
    const single = flags.range === undefined && only !== undefined
    const { author: next, kept } = yield* single
      ? await readAuthorContext(session, io, only)
      : ok({ kept: undefined, author: undefined })
    const unrecorded = single ? yield* readUnrecorded(session.info, only) : undefined
    for (const message of unrecorded?.warnings ?? []) reportWarning(io, message)
    const author = mergeAuthorContexts(unrecorded?.author, next)
    let takeover: CopiedAnnotations = { squashed: [], regions: [], changed: false, diagnostics: [] }
    if (single) {
      const { squashSources = [], amendSource } = flags
      const amended = yield* amendSource === undefined
        ? ok(undefined)
        : await requireCommit(
            session.repository.git,
            amendSource,
            session.call,
            'Name the commit that was amended; git reflog lists it.',
          )
      const squashed = [...squashSources, ...(author?.squashSources ?? [])]
      const source = omitUndefined({ amended })
      const done = yield* copyFromSources(session, { commit: only, squashed, dryRun, ...source })
      takeover = done
      for (const { message } of takeover.diagnostics) reportWarning(io, message)
    }
    const authors =
      author === undefined || only === undefined
        ? undefined
        : new Map([[only, { ...author, squashSources: takeover.squashed }]])
    const again =
      flags.force === true ||
      unrecorded?.author !== undefined ||
      (single && (flags.squashSources !== undefined || flags.amendSource !== undefined))
    const options = {
      ...{ dryRun, force: again },
      ...omitEmpty({ replace: flags.replace }),
      ...(dryRun && flags.askModel !== true && { asking: 'estimate' as const }),
      ...omitUndefined({ authors }),
    }
    const run = await annotateCommits(session, { commits, options })
    const stored = run.isOk() && run.value.stopped === undefined && run.value.receipt.totals.failed === 0
    if (unrecorded !== undefined && stored && !dryRun) {
      const completed = await unrecorded.complete()
      if (completed.isErr()) reportWarning(io, completed.error.message)
    }
    if (kept !== undefined && stored && !dryRun) {
      const cleared = await session.repository.nextCommit.clear({ ...session.call, only: kept })
      if (cleared.isErr()) reportWarning(io, cleared.error.message)
    }
    return run.map((value) => withTakeover(value, takeover))
  })
}

interface KeptAuthorContext {
  readonly kept: PendingContext | undefined
  readonly author: AuthorContext | undefined
}

function readAuthorContext(
  session: WritingSession,
  io: CliIo,
  id: CommitId,
): ResultAsync<KeptAuthorContext, CodedError> {
  return safeTry(async function* () {
    const { repository, call } = session
    const [read, head] = yield* Result.combine(
      await Promise.all([repository.git.readCommits([id], call), repository.git.resolve('HEAD', call)]),
    )
    const commit = read.get(id)
    if (commit === undefined) return ok({ kept: undefined, author: undefined })
    const { author, kept, forLater } = yield* authorOfCommit(session, io, commit, {
      place: head === id ? 'head' : 'elsewhere',
    })
    if (forLater)
      reportWarning(io, `The context for the next commit was not used for ${id.slice(0, 12)}, which is older.`)
    return ok({ kept, author })
  })
}

function report(io: CliIo, { receipt, stopped }: WritingRun, { format, range }: AnnotateFlags): void {
  const failed = receipt.commits.find(({ status }) => status === 'failed')
  if (stopped !== undefined && receipt.commits.length === 0) return reportFailure(io, stopped.error)
  const paint = createPaint(useColour(io.stdout, io.env))
  if (format === 'json') io.stdout.write(`${JSON.stringify(receipt, null, 2)}\n`)
  else {
    const shown = receipt.commits.filter(({ status }) => range === undefined || status !== 'skipped')
    for (const commit of shown) io.stdout.write(formatWrittenCommit(commit, receipt, paint))
    if (range !== undefined) io.stdout.write(formatTotals(receipt) + formatReasons(receipt.commits))
    else if (receipt.usage !== undefined) io.stdout.write(`${formatUsage(receipt)}\n`)
  }
  if (stopped !== undefined) reportWarning(io, formatStop(stopped))
  if (stopped !== undefined || failed !== undefined) io.setExitCode(stopped?.error.code === 'aborted' ? 130 : 1)
}

/** Starts the same command again, in a process that nobody waits for. */
function startInBackground(
  io: CliIo,
  { dir, info, settings, notesRef: ref }: WritingSession,
  flags: AnnotateFlags,
): void {
  const [program, ...words] = io.self ?? []
  if (program === undefined) {
    const message = 'This program cannot be started again in the background. Use --sync.'
    return reportFailure(io, codedError('unsupported', message))
  }
  const { squashSources = [], notesRef } = flags
  const values = {
    ...{ commit: flags.commit, range: flags.range, writer: flags.writer, 'amend-source': flags.amendSource },
    ...{ 'max-spend': flags.maxSpend, 'max-spend-tokens': flags.maxSpendTokens, 'git-backend': flags.gitBackend },
    'notes-ref': notesRef?.join(' '),
    'squash-sources': squashSources.length === 0 ? undefined : squashSources.join(','),
  }
  const args = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]))
  const { force, replace, dryRun, askModel } = flags
  const switches = Object.entries({ force, replace, 'dry-run': dryRun, 'ask-model': askModel })
    .filter(([, isOn]) => isOn === true)
    .map(([name]) => `--${name}`)
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
  const log = failedLogOf(info) ?? 'failed.log'
  if (flags.format === 'json') {
    const started: WritingReceipt = {
      ...{ $schema: WRITING_RECEIPT_SCHEMA, background: { failed_log: log } },
      ...{ writer: settings.writer, notes_ref: ref, commits: [], totals: totalsOf([]) },
    }
    io.stdout.write(`${JSON.stringify(started, null, 2)}\n`)
  } else io.stdout.write(`Annotating in the background. Failures are written to ${log}.\n`)
}

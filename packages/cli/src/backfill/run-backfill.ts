import { posix } from 'node:path'
import {
  ok,
  omitEmpty,
  omitUndefined,
  safeTry,
  type CodedError,
  type CommitId,
  type RepoPath,
  type ResultAsync,
  type WritingReceipt,
  type WrittenCommit,
} from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import type { CliIo } from '../host/cli-io.ts'
import type { CommandHost } from '../host/command-host.ts'
import { withRepository } from '../host/with-repository.ts'
import { oneLine } from '../host/one-line.ts'
import { reportFailure, reportWarning } from '../host/report-failure.ts'
import { useColour } from '../host/use-colour.ts'
import type { SelectedCommits } from '@chronicle/writer'
import { failedLogOf, readFailedCommits } from '../writing/failed-log.ts'
import { createPaint, type Paint } from '../host/paint.ts'
import {
  concernsOf,
  formatReasons,
  formatRefusals,
  formatStop,
  formatTotals,
  formatWrittenCommit,
} from '../writing/format-writing.ts'
import { openSession, type WritingSession } from '../writing/open-session.ts'
import { expectLongRun } from '../start/unoptimised.ts'
import { annotateCommits } from '../writing/annotate-commits.ts'
import { asksModel, checkSpendingLimit } from './check-spending-limit.ts'
import type { WritingFlags } from '../writing/writing-flags.ts'

/** The options of `backfill` as they were given. */
export interface BackfillFlags extends WritingFlags {
  readonly limit?: number
  /** Seconds since the epoch. */
  readonly since?: number
  readonly path?: string
  readonly order: 'newest' | 'most_blamed'
  readonly force?: true
  readonly retryFailed?: true
  readonly estimate?: true
}

/** Interval between progress messages, in milliseconds. */
const PROGRESS_INTERVAL_MS = 1000

/**
 * The texts of thousands of files are read and soon become garbage. By default, V8 lets a third more of it accumulate
 * on machines with much memory, and keeps 40 MB of space for new objects.
 */
const COLLECT_SOONER = ['--heap-growing-percent=30', '--semi-space-growth-factor=1']

/** Runs one `backfill`. */
export async function runBackfill(host: CommandHost, flags: BackfillFlags): Promise<void> {
  const { io } = host
  expectLongRun(COLLECT_SOONER)
  await withRepository(host, openSession(host, flags).mapErr(explainInterrupt), async function* (session) {
    const { info, notesRef } = session
    const path =
      flags.path === undefined ? undefined : posix.normalize(posix.join(info.prefix, flags.path)).replace(/\/$/u, '')
    if (path?.startsWith('../') === true || path === '..' || posix.isAbsolute(flags.path ?? '')) {
      return reportFailure(
        io,
        codedError(
          'invalid_path',
          `'${flags.path ?? ''}' is not a path in the repository. Give one from the current folder. See: git chronicle backfill -h`,
          { data: { path } },
        ),
      )
    }
    const chosen = yield* (await commitsOf(session, flags, path === '.' ? undefined : path)).mapErr(explainInterrupt)
    const { commits, diagnostics, again } = chosen
    for (const { message } of diagnostics) reportWarning(io, message)
    const dryRun = flags.dryRun === true || flags.estimate === true
    const isAsking = !dryRun || (flags.askModel === true && flags.estimate !== true)
    if (isAsking) {
      yield* checkSpendingLimit({ settings: session.settings, limit: flags.limit, commits: commits.length })
    }

    const progress = createProgress(io, commits.length)
    const paint = createPaint(useColour(io.stdout, io.env))
    const shown = { notes_ref: notesRef, ...omitEmpty({ dry_run: dryRun }) }
    const written = await annotateCommits(session, {
      commits,
      options: {
        ...{ dryRun, force: flags.force === true },
        ...(!isAsking && { asking: 'estimate' as const }),
        ...(flags.replace === true ? { replace: true as const } : again.size === 0 ? {} : { replace: again }),
      },
      onCommit(commit) {
        progress.step()
        if (flags.format === 'json' || flags.estimate === true) return
        const lines = formatCommitLine(commit, shown, paint)
        if (lines === '') return
        progress.clear()
        io.stdout.write(lines)
      },
    })
    progress.clear()
    const { receipt, stopped } = yield* written.mapErr(explainInterrupt)
    if (flags.format === 'json') io.stdout.write(`${JSON.stringify(receipt, null, 2)}\n`)
    else {
      const unasked = asksModel(session.settings) ? '' : 'No model is set: nothing would be asked, and nothing spent.\n'
      const free = flags.estimate === true ? unasked : ''
      io.stdout.write(formatTotals(receipt) + formatReasons(receipt.commits) + free)
    }
    if (receipt.totals.failed > 0) reportWarning(io, `Failures are kept in ${failedLogOf(info) ?? 'the receipt'}.`)
    if (stopped !== undefined) reportWarning(io, `${formatStop(stopped)} Start it again to go on.`)
    if (stopped !== undefined || receipt.totals.failed > 0) io.setExitCode(stopped?.error.code === 'aborted' ? 130 : 1)
  })
}

/** Returns the commits to process, and those to process again although they have a note. */
function commitsOf(
  { repository, info, call }: WritingSession,
  { limit, since, order, retryFailed }: BackfillFlags,
  path: string | undefined,
): ResultAsync<SelectedCommits & { readonly again: ReadonlySet<CommitId> }, CodedError> {
  return safeTry(async function* () {
    const read = yield* readFailedCommits(info)
    if (retryFailed === true) {
      const ids = [...read.keys()]
      const there = yield* repository.git.readCommits(ids, call)
      const commits = ids.filter((id) => there.has(id)).slice(0, limit)
      return ok({ commits, diagnostics: [], again: new Set(commits) })
    }
    const selected = yield* repository.selectCommits({
      ...{ order, ...call },
      ...omitUndefined({ path: path as RepoPath | undefined }),
      ...omitUndefined({ limit, since }),
    })
    // Commits that were interrupted while being examined are not finished.
    const again = new Set([...read].flatMap(([commit, code]) => (code === 'aborted' ? [commit] : [])))
    return ok({ ...selected, again })
  })
}

/** Before the first commit, nothing can have been written. */
function explainInterrupt(error: CodedError): CodedError {
  return error.code === 'aborted' ? { ...error, message: 'Interrupted before anything was written.' } : error
}

/** Returns what is printed about a commit while others are still to come; nothing for most commits. */
function formatCommitLine(
  commit: WrittenCommit,
  shown: Pick<WritingReceipt, 'dry_run' | 'notes_ref'>,
  paint: Paint,
): string {
  const refusals = formatRefusals(commit, paint)
  if (commit.status === 'failed' || commit.status === 'unasked') return formatWrittenCommit(commit, shown, paint)
  if (commit.status !== 'annotated') {
    return refusals.length === 0 ? '' : formatWrittenCommit(commit, shown, paint)
  }
  if (shown.dry_run === true) return formatWrittenCommit(commit, shown, paint)
  return `${[oneLineOf(commit), ...refusals].join('\n')}\n`
}

function oneLineOf({ commit, subject, regions, cross_cutting: concerns, unfinished }: WrittenCommit): string {
  const part = unfinished === undefined ? '' : ' (in part)'
  const what = `${regions.length} ${regions.length === 1 ? 'region ' : 'regions'}`
  const stored = concerns === 0 ? what : `${what.trimEnd()}${concernsOf(concerns)}:`
  return `${commit.slice(0, 12)} ${stored} ${oneLine(subject)}${part}`
}

/** Shows progress in one line on a terminal's stderr, after the first second. */
function createProgress(io: CliIo, total: number): { step(): void; clear(): void } {
  let done = 0
  let lastShown = performance.now()
  let visible = false
  return {
    step() {
      done++
      if (io.stderr.isTTY !== true || performance.now() - lastShown < PROGRESS_INTERVAL_MS) return
      lastShown = performance.now()
      visible = true
      io.stderr.write(`\r\u001B[2K${done} of ${total} commits`)
    },
    clear() {
      if (visible) io.stderr.write('\r\u001B[2K')
      visible = false
    },
  }
}

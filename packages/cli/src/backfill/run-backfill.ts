import { posix } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { RepoPath, WrittenCommit } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import type { CliIo } from '../host/cli-io.ts'
import type { CommandHost } from '../host/command-host.ts'
import { reportFailure, reportWarning } from '../host/report-failure.ts'
import { useColour } from '../host/use-colour.ts'
import { failedLogOf } from '../writing/failed-log.ts'
import { formatReasons, formatTotals, formatWrittenCommit, paintWith } from '../writing/format-writing.ts'
import { openSession } from '../writing/open-session.ts'
import { writeAboutCommits } from '../writing/write-about-commits.ts'
import type { BackfillFlags } from './backfill-command.ts'

/** How often people are told how far it is, in milliseconds. */
const TELL_EVERY = 1000

/**
 * Texts of thousands of files pass by, and each is garbage soon. Left alone, V8 lets a third more of it pile up where
 * the machine has much memory, and keeps 40 MB of room for new objects.
 */
const COLLECT_SOONER = ['--heap-growing-percent=30', '--semi-space-growth-factor=1']

/** Runs one `backfill`. */
export async function runBackfill(host: CommandHost, flags: BackfillFlags): Promise<void> {
  const { io } = host
  for (const flag of COLLECT_SOONER) setFlagsFromString(flag)
  const opened = await openSession(host, flags)
  if (opened.isErr()) return reportFailure(io, opened.error)
  const session = opened.value
  const { repository, info, call, notesRef } = session
  try {
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
    const { limit, since, order } = flags
    const selected = await repository.selectCommits({
      ...{ order, ...call },
      ...(path === undefined || path === '.' ? {} : { path: path as RepoPath }),
      ...(limit === undefined ? {} : { limit }),
      ...(since === undefined ? {} : { since }),
    })
    if (selected.isErr()) return reportFailure(io, selected.error)
    const { commits, diagnostics } = selected.value
    for (const { message } of diagnostics) reportWarning(io, message)

    const progress = createProgress(io, commits.length)
    const paint = paintWith(useColour(io.stdout, io.env))
    const dryRun = flags.dryRun === true
    const shown = { notes_ref: notesRef, ...(dryRun ? { dry_run: true as const } : {}) }
    const run = await writeAboutCommits(session, {
      commits,
      options: { dryRun, force: flags.force === true },
      onCommit(commit) {
        progress.step()
        if (flags.format === 'json' || (commit.status !== 'annotated' && commit.status !== 'failed')) return
        progress.clear()
        io.stdout.write(
          dryRun || commit.status === 'failed' ? formatWrittenCommit(commit, shown, paint) : `${oneLineOf(commit)}\n`,
        )
      },
    })
    progress.clear()
    if (run.isErr()) return reportFailure(io, run.error)
    const { receipt, stopped } = run.value
    if (flags.format === 'json') io.stdout.write(`${JSON.stringify(receipt, null, 2)}\n`)
    else io.stdout.write(formatTotals(receipt) + formatReasons(receipt.commits))
    if (receipt.totals.failed > 0) reportWarning(io, `Failures are kept in ${failedLogOf(info) ?? 'the receipt'}.`)
    if (stopped !== undefined) {
      reportWarning(io, `Ended early, ${stopped.left} commits left: ${stopped.error.message} Start it again to go on.`)
    }
    if (stopped !== undefined || receipt.totals.failed > 0) io.setExitCode(stopped?.error.code === 'aborted' ? 130 : 1)
  } finally {
    await repository.close()
  }
}

function oneLineOf({ commit, subject, regions }: WrittenCommit): string {
  return `${commit.slice(0, 12)} ${regions.length} ${regions.length === 1 ? 'region ' : 'regions'} ${subject}`
}

/** A line on a terminal's stderr, from the second second on. */
function createProgress(io: CliIo, total: number): { step(): void; clear(): void } {
  let done = 0
  let told = performance.now()
  let visible = false
  return {
    step() {
      done++
      if (io.stderr.isTTY !== true || performance.now() - told < TELL_EVERY) return
      told = performance.now()
      visible = true
      io.stderr.write(`\r\u001B[2K${done} of ${total} commits`)
    },
    clear() {
      if (visible) io.stderr.write('\r\u001B[2K')
      visible = false
    },
  }
}

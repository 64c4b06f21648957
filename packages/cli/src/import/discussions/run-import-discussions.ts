import {
  DISCUSSION_RECEIPT_SCHEMA,
  err,
  ok,
  omitEmpty,
  omitUndefined,
  safeTry,
  type CodedError,
  type DiscussionReceipt,
  type ImportedChange,
  type ResultAsync,
  type WritingUsage,
} from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import type { AnnotationWriter, ChangeReceipt } from '@chronicle/writer'
import type { CommandHost } from '../../host/command-host.ts'
import { withRepository } from '../../host/with-repository.ts'
import { reportFailure, reportWarning } from '../../host/report-failure.ts'
import { useColour } from '../../host/use-colour.ts'
import { recordFailure, recordRefusals } from '../../writing/failed-log.ts'
import { refusalsOf } from '../../writing/refusals.ts'
import { createPaint } from '../../host/paint.ts'
import { openSession, writeOptionsOf, type WritingSession } from '../../writing/open-session.ts'
import { addUsage, writtenCommit } from '../../writing/annotate-commits.ts'
import { forgeToken } from './forge-token.ts'
import { formatImportedChange, formatImportTotals } from './format-imported.ts'
import type { ImportForgeFlags } from './import-forge-flags.ts'
import { readAnswerFiles } from './read-answer-files.ts'

/** Runs one `import github` or `import gitlab`. */
export async function runImportDiscussions(
  host: CommandHost,
  kind: 'github' | 'gitlab',
  repository: string | undefined,
  flags: ImportForgeFlags,
): Promise<void> {
  const { io } = host
  await withRepository(host, openSession(host, flags), async function* (session) {
    const { notesRef, call, settings } = session
    const files = yield* flags.from === undefined ? ok(undefined) : await readAnswerFiles(io.cwd, flags.from)
    const token = yield* files === undefined ? await forgeToken(io, kind, flags) : ok(undefined)
    const { remote, host: named, maxWait } = flags
    const source = yield* await session.repository.openDiscussionSource(
      {
        kind,
        ...omitUndefined({ repository, remote, host: named, token, files }),
        ...(maxWait !== undefined && { maxWait: maxWait * 60_000 }),
        onWait: ({ host: asked, milliseconds }) =>
          reportWarning(io, `${asked} asks for a pause of ${Math.ceil(milliseconds / 1000)} seconds. Waiting.`),
      },
      call,
    )

    const reader = yield* await openReader(session, flags)

    const dryRun = flags.dryRun === true
    const shown = { source: kind, notes_ref: notesRef, ...omitEmpty({ dry_run: dryRun }) }
    const json = flags.format === 'json'
    const paint = createPaint(useColour(io.stdout, io.env))
    const changes: ImportedChange[] = []
    let known = 0
    let total = 0
    let usage: WritingUsage | undefined
    let stopped: DiscussionReceipt['stopped']
    const { since, limit, force } = flags
    const run = session.repository.importDiscussions(source, {
      ...{ ...call, dryRun, notesRef, allowedSecrets: settings.redactAllow, force: force === true },
      ...omitUndefined({ since, limit, reader }),
    })
    for await (const event of run) {
      if (event.kind === 'listed') [total, known] = [event.changes, event.known]
      if (event.kind === 'stopped') {
        const { code, message } = event.error
        stopped = { error: { code, message }, left: event.left }
      }
      if (event.kind !== 'change') continue
      const change = importedChange(event.receipt)
      changes.push(change)
      for (const { commit, diagnostics, usage: spent } of event.receipt.commits) {
        if (!dryRun) await recordRefusals(session, commit, refusalsOf(diagnostics))
        usage = addUsage(usage, spent)
      }
      if (event.receipt.error !== undefined) {
        const commit = event.receipt.commits.find(({ error }) => error !== undefined)?.commit
        await recordFailure(session, commit, event.receipt.error)
      }
      if (io.stderr.isTTY === true) io.stderr.write(`\r\u001B[2K${changes.length} of ${total}`)
      if (json) continue
      if (io.stderr.isTTY === true) io.stderr.write('\r\u001B[2K')
      io.stdout.write(formatImportedChange(change, shown, paint))
    }
    if (io.stderr.isTTY === true) io.stderr.write('\r\u001B[2K')
    const receipt: DiscussionReceipt = {
      $schema: DISCUSSION_RECEIPT_SCHEMA,
      ...shown,
      ...{ repository: source.repository, changes, known, totals: totalsOf(changes) },
      ...omitUndefined({ usage, stopped }),
    }
    // Nothing was done, so only the failure is reported.
    if (stopped !== undefined && changes.length === 0) return reportFailure(io, stopped.error)
    io.stdout.write(json ? `${JSON.stringify(receipt, null, 2)}\n` : formatImportTotals(receipt))
    for (const message of new Set(
      changes
        .flatMap(({ commits, warnings }) => [...warnings, ...commits.flatMap(readingProblemsOf)])
        .flatMap(warningText),
    )) {
      reportWarning(io, message)
    }
    if (stopped !== undefined) {
      reportWarning(io, `Ended early, ${stopped.left} left: ${stopped.error.message} Start it again to go on.`)
    }
    if (stopped !== undefined || receipt.totals.failed > 0) io.setExitCode(stopped?.error.code === 'aborted' ? 130 : 1)
  })
}

/** Opens the model that reads discussions, if it was requested. */
function openReader(
  session: WritingSession,
  { askModel, limit }: ImportForgeFlags,
): ResultAsync<AnnotationWriter | undefined, CodedError> {
  return safeTry(async function* () {
    if (askModel !== true) return ok(undefined)
    const { repository, settings } = session
    const { agentLimits = {}, allowedSecrets = [], model } = writeOptionsOf(session)
    if (model === undefined) {
      const message =
        'No model is set to be asked. Set one with git config chronicle.provider and chronicle.model, or leave --ask-model out: what was said is then quoted.'
      return err(codedError('model_not_configured', message))
    }
    const isLimited = [settings.maxSpend, settings.maxSpendTokens, limit].some((each) => each !== undefined)
    if (!isLimited) {
      const message = `This would ask ${model.provider}/${model.model ?? '?'} about every commit that was discussed, and no limit is set. Give a limit: --max-spend <dollars>, --max-spend-tokens <n>, or --limit <n> changes.`
      return err(codedError('spending_limit_required', message))
    }
    return repository.openDiscussionReader(model, { agentLimits, allowedSecrets })
  })
}

function warningText({ severity, message }: ImportedChange['warnings'][number]): readonly string[] {
  return severity === 'warning' ? [message] : []
}

/** Returns the warnings, among all of a commit, that say why a model wrote nothing about it. */
function readingProblemsOf({ warnings }: ImportedChange['commits'][number]): ImportedChange['warnings'] {
  return warnings.filter(({ code }) => code === 'discussion_not_read')
}

function importedChange({
  change: { number, url, title },
  commits,
  threads,
  status,
  how,
  error,
  diagnostics,
  ...rest
}: ChangeReceipt): ImportedChange {
  const reason = error?.message ?? rest.reason
  return {
    ...{ number, url, title, status },
    ...omitUndefined({ reason, how }),
    commits: commits.map(writtenCommit),
    threads,
    warnings: diagnostics,
  }
}

function totalsOf(changes: readonly ImportedChange[]): DiscussionReceipt['totals'] {
  const totals = { annotated: 0, unchanged: 0, nothing: 0, lost: 0, failed: 0 }
  for (const { status } of changes) totals[status]++
  return totals
}

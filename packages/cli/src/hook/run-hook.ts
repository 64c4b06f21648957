import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ok, omitUndefined, safeTry, type CodedError, type ResultAsync } from '@chronicle/schema'
import { loadSettings } from '../config/load-settings.ts'
import type { CommandHost } from '../host/command-host.ts'
import { openRepository } from '../host/open-repository.ts'
import { reportWarning } from '../host/report-failure.ts'
import { afterCommit } from './after-commit.ts'
import { beforeEdit } from './before-edit.ts'
import { parseHookEvent, type HookEvent } from './hook-event.ts'
import type { HookContext } from './hook-context.ts'
import { readPiped } from '../host/read-stdin.ts'
import type { Settings } from '../config/settings.ts'

/** The options of `hook`. */
export interface HookFlags {
  readonly notesRef?: Settings['notesRefs']
  /** Time limit for the history before an edit, in milliseconds. */
  readonly historyMs?: number
}

/** Errors that mean that there is nothing to say about a file: it is new, or in no repository. */
const NOTHING_TO_SAY = new Set(['file_not_found', 'not_a_repository', 'not_a_file', 'invalid_path'])

/**
 * Answers one hook. It never fails: errors are printed as a line on stderr, and the agent continues as without the
 * hook.
 */
export async function runHook(host: CommandHost, flags: HookFlags): Promise<void> {
  const { io } = host
  try {
    const event = parseHookEvent(await readPiped(io))
    if (event === 'malformed') return reportWarning(io, 'The input is not that of a hook of Claude Code.')
    if (event === undefined) return
    const answer = await answerEvent(host, event, flags)
    if (answer.isErr()) {
      if (!NOTHING_TO_SAY.has(answer.error.code)) reportWarning(io, answer.error.message)
    } else if (answer.value !== undefined) {
      const hookSpecificOutput = { hookEventName: event.name, additionalContext: answer.value }
      io.stdout.write(`${JSON.stringify({ hookSpecificOutput })}\n`)
    }
  } catch (error) {
    reportWarning(io, `A defect in Chronicle: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function answerEvent(
  host: CommandHost,
  event: HookEvent,
  flags: HookFlags,
): ResultAsync<string | undefined, CodedError> {
  return safeTry(async function* () {
    const dir = event.kind === 'edit' ? dirname(event.path) : event.dir
    const there = await stat(dir).then(
      (found) => found.isDirectory(),
      // The edit is about to create this folder, so nothing is recorded in it.
      () => false,
    )
    if (!there) return ok(undefined)
    const { repository } = yield* openRepository(host, { C: dir })
    try {
      const call = omitUndefined({ signal: host.io.signal })
      const { settings, repository: info } = yield* loadSettings(
        repository.git,
        { flags: { notesRefs: flags.notesRef }, env: host.io.env },
        call,
      )
      const context: HookContext = {
        repository,
        settings,
        info,
        dir,
        call,
        session: event.session,
        historyMs: flags.historyMs,
      }
      return await (event.kind === 'edit'
        ? beforeEdit(event.path, event.change, context)
        : afterCommit(context, { io: host.io, transcript: event.transcript }))
    } finally {
      await repository.close()
    }
  })
}

import { err, type CodedError, type Result, type ResultAsync } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import type { CommandHost } from '../host/command-host.ts'
import { reportWarning } from '../host/report-failure.ts'
import { recordFailure } from '../writing/failed-log.ts'
import { openSession } from '../writing/open-session.ts'
import { afterCommit } from './after-commit.ts'
import { afterRewrite } from './after-rewrite.ts'
import { afterUpdate } from './after-update.ts'
import type { HookName } from '../init/hook-names.ts'
import { keepSquashSources } from './squash-sources.ts'
import { recordUnrecorded } from './unrecorded.ts'
import type { GitHookContext } from './git-hook-context.ts'

type Handler = (context: GitHookContext) => ResultAsync<void, CodedError>

const HANDLERS: Readonly<Record<HookName, Handler>> = {
  'post-commit': afterCommit,
  'prepare-commit-msg': keepSquashSources,
  'post-rewrite': afterRewrite,
  'post-merge': afterUpdate,
  'post-checkout': afterUpdate,
}

/** Runs the handler of a hook. It never fails; errors are written to `failed.log` and stderr. */
export async function runGitHook(host: CommandHost, hook: HookName, args: readonly string[]): Promise<void> {
  const { io } = host
  const handler = HANDLERS[hook]
  if (io.env['CHRONICLE_HOOKS'] === 'off') return
  const calledAt = io.startedAt ?? Date.now()
  try {
    const opened = await openSession(host, {})
    if (opened.isErr()) return reportWarning(io, opened.error.message)
    const session = opened.value
    try {
      const steps = [() => recordUnrecorded(session), () => handler({ io, session, args, calledAt })]
      for (const step of steps) {
        const done = await step().then((ended) => ended, defect)
        if (done.isOk()) continue
        reportWarning(io, done.error.message)
        await recordFailure(session, undefined, done.error)
      }
    } finally {
      await session.repository.close()
    }
  } catch (error) {
    reportWarning(io, `A defect in Chronicle: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function defect(cause: unknown): Result<void, CodedError> {
  const message = `A defect in Chronicle: ${cause instanceof Error ? cause.message : String(cause)}. Please report it.`
  return err(codedError('internal_error', message, { cause }))
}

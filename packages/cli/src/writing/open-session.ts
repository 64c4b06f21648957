import { err, ok, omitUndefined, safeTry, type CodedError, type NotesRef, type ResultAsync } from '@chronicle/schema'
import type { CallOptions, RepositoryInfo } from '@chronicle/core/contracts'
import type { ModelChoice, WriteOptions } from '@chronicle/node'
import { loadSettings } from '../config/load-settings.ts'
import type { Settings } from '../config/settings.ts'
import type { CommandHost, Repository } from '../host/command-host.ts'
import { openRepository } from '../host/open-repository.ts'
import { reportWarning } from '../host/report-failure.ts'
import type { WritingFlags } from './writing-flags.ts'

/** The context of a command with an open repository and resolved settings. */
export interface WritingSession {
  readonly repository: Repository
  readonly info: RepositoryInfo
  readonly dir: string
  readonly settings: Settings
  readonly notesRef: NotesRef
  readonly call: CallOptions
}

/** Opens the repository and reads the settings. On success, the caller must close the repository. */
export function openSession(
  host: CommandHost,
  flags: Pick<WritingFlags, 'C' | 'gitBackend' | 'notesRef' | 'writer' | 'maxSpend' | 'maxSpendTokens'> & {
    readonly model?: string
    readonly scorer?: Settings['scorer']
  },
): ResultAsync<WritingSession, CodedError> {
  return safeTry(async function* () {
    const { io } = host
    const { repository, dir } = yield* openRepository(host, flags)
    const call: CallOptions = omitUndefined({ signal: io.signal })
    const { notesRef: notesRefs, writer, model, scorer, maxSpend, maxSpendTokens } = flags
    const given = { notesRefs, writer, model, scorer, maxSpend, maxSpendTokens }
    const loaded = await loadSettings(repository.git, { flags: given, env: io.env }, call)
    if (loaded.isErr()) {
      await repository.close()
      return err(loaded.error)
    }
    const { settings, warnings, repository: info } = loaded.value
    for (const warning of warnings) reportWarning(io, warning)
    const [notesRef] = settings.notesRefs
    return ok({ repository, info, dir, settings, notesRef: notesRef as NotesRef, call })
  })
}

/** Returns the configured model; `undefined` if no model is to be called. */
export function modelChoiceOf(settings: Settings): ModelChoice | undefined {
  const { provider, model, baseUrl, modelPrice: price, maxSpend: usd, maxSpendTokens: tokens } = settings
  if (provider === undefined) return undefined
  const limit = omitUndefined({ usd, tokens })
  return {
    ...{ provider, limit },
    ...omitUndefined({ model, baseUrl, price }),
  }
}

/** Converts the settings to the options of a run. */
export function writeOptionsOf({ settings, notesRef, call }: WritingSession): WriteOptions {
  const model = modelChoiceOf(settings)
  return {
    ...call,
    writer: settings.writer,
    notesRef,
    allowedSecrets: settings.redactAllow,
    ...omitUndefined({ maxDiffLines: settings.maxDiffLines }),
    agentLimits: {
      maxTurns: settings.maxAgentTurns,
      maxOutputTokens: settings.maxTokensPerResponse,
      filesInPart: settings.chunkSize,
      recentAnnotations: settings.recentAnnotationsLimit,
    },
    ...omitUndefined({ model }),
  }
}

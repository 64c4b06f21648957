import { err, ok, type CodedError, type NotesRef, type Result } from '@chronicle/schema'
import type { CallOptions, RepositoryInfo } from '@chronicle/core/contracts'
import type { WriteOptions } from '@chronicle/node'
import { loadSettings } from '../config/load-settings.ts'
import type { Settings } from '../config/settings.ts'
import type { CommandHost, Repository } from '../host/command-host.ts'
import { openRepository } from '../host/open-repository.ts'
import { reportWarning } from '../host/report-failure.ts'
import type { WritingFlags } from './writing-flags.ts'

/** What a command that writes about commits works with. */
export interface WritingSession {
  readonly repository: Repository
  readonly info: RepositoryInfo
  readonly dir: string
  readonly settings: Settings
  readonly notesRef: NotesRef
  readonly call: CallOptions
}

/** Opens the repository and reads the settings. What it opened has to be closed, unless it fails. */
export async function openSession(
  host: CommandHost,
  flags: Pick<WritingFlags, 'C' | 'gitBackend' | 'notesRef' | 'writer' | 'maxSpend'>,
): Promise<Result<WritingSession, CodedError>> {
  const { io } = host
  const opened = await openRepository(host, flags)
  if (opened.isErr()) return err(opened.error)
  const { repository, dir } = opened.value
  const call: CallOptions = io.signal === undefined ? {} : { signal: io.signal }
  const { notesRef: notesRefs, writer, maxSpend } = flags
  const loaded = await loadSettings(repository.git, { flags: { notesRefs, writer, maxSpend }, env: io.env }, call)
  if (loaded.isErr()) {
    await repository.close()
    return err(loaded.error)
  }
  const { settings, warnings, repository: info } = loaded.value
  for (const warning of warnings) reportWarning(io, warning)
  const [notesRef] = settings.notesRefs
  return ok({ repository, info, dir, settings, notesRef: notesRef as NotesRef, call })
}

/** The settings as the options of a run. */
export function writeOptionsOf({ settings, notesRef, call }: WritingSession): WriteOptions {
  const { provider, model, baseUrl, modelPrice: price, maxSpend: usd, maxSpendTokens: tokens } = settings
  const limit = { ...(usd === undefined ? {} : { usd }), ...(tokens === undefined ? {} : { tokens }) }
  return {
    ...call,
    writer: settings.writer,
    notesRef,
    allowedSecrets: settings.redactAllow,
    maxDiffLines: settings.maxDiffLines,
    agentLimits: {
      maxTurns: settings.maxAgentTurns,
      maxOutputTokens: settings.maxTokensPerResponse,
      filesInPart: settings.chunkSize,
      recentAnnotations: settings.recentAnnotationsLimit,
    },
    ...(provider === undefined
      ? {}
      : {
          model: {
            ...{ provider, limit },
            ...(model === undefined ? {} : { model }),
            ...(baseUrl === undefined ? {} : { baseUrl }),
            ...(price === undefined ? {} : { price }),
          },
        }),
  }
}

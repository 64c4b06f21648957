import { omitUndefined, type CodedError, type Result, type ResultAsync } from '@chronicle/schema'
import { pickReadFilters } from '@chronicle/core/contracts'
import {
  cautiousTokens,
  prepareChronicleServer,
  watchRepository,
  type CreateServer,
  type RepositoryWatch,
  type ServedRepository,
} from '@chronicle/mcp'
import type { CliIo } from '../host/cli-io.ts'
import type { CommandHost } from '../host/command-host.ts'
import { reportFailure, reportWarning } from '../host/report-failure.ts'
import { embeddingChoiceOf } from '../retrieve/embedding-choice.ts'
import { expectLongRun } from '../start/unoptimised.ts'
import { openSession, type WritingSession } from '../writing/open-session.ts'
import { queryStages } from '../queries/query-stages.ts'
import type { Settings } from '../config/settings.ts'
import type { NotesFlags } from '../host/open-repository.ts'

/** The options of `mcp start` as they were given. */
export interface McpFlags extends NotesFlags {
  readonly tools?: readonly string[]
  readonly structured?: true
  /** `true`: the default port. */
  readonly http?: number | true
  readonly host?: string
  readonly token?: string
  readonly allowHost?: readonly string[]
  readonly scorer?: Settings['scorer']
}

/** A server and the watcher of changes in what it serves. */
export interface ServerWithWatcher {
  readonly createServer: CreateServer
  readonly watch: RepositoryWatch
}

/**
 * Opens the repository, reads the settings, and serves until `serve` is done. A failure before that is reported only on
 * stderr, because stdout belongs to the protocol.
 */
export async function serveRepository(
  host: CommandHost,
  flags: McpFlags,
  serve: (served: ServerWithWatcher) => ResultAsync<void, CodedError>,
): Promise<void> {
  expectLongRun()
  const io: CliIo = { ...host.io, stdout: { write: () => true } }
  const opened = await openSession({ ...host, io }, flags)
  if (opened.isErr()) return reportFailure(io, opened.error)
  const { repository } = opened.value
  try {
    const prepared = await prepare(opened.value, io, flags)
    if (prepared.isErr()) return reportFailure(io, prepared.error)
    const served = await serve(prepared.value)
    await prepared.value.watch.close()
    if (served.isErr()) reportFailure(io, served.error)
  } finally {
    await repository.close()
  }
}

async function prepare(
  { repository, settings, notesRef }: WritingSession,
  io: CliIo,
  flags: McpFlags,
): Promise<Result<ServerWithWatcher, CodedError>> {
  const { notesRefs, maxTokens, sources } = settings
  const { embeddings, problem } = embeddingChoiceOf(settings)
  if (problem !== undefined) reportWarning(io, problem)
  const chronicle: ServedRepository = {
    git: repository.git,
    source: repository.source,
    // The server counts tokens the same way; otherwise it would have to ask again.
    retrieve: repository.createRetrieval({
      ...{ notesRefs, tokens: cautiousTokens(), allowedSecrets: settings.redactAllow },
      ...omitUndefined({ embeddings }),
    }).retrieve,
    ...repository.createQueries({
      ...queryStages(settings),
      // The server counts tokens the same way; otherwise it would have to ask again.
      tokens: cautiousTokens(),
    }),
    annotate: (input, options) =>
      repository.annotate(input, {
        notesRef,
        allowedSecrets: settings.redactAllow,
        ...options,
      }),
    flag: (input, options) => repository.flag(input, { notesRefs, allowedSecrets: settings.redactAllow, ...options }),
    nextCommit: repository.nextCommit,
    adviseOnNotes: (notes, options) => repository.adviseOnNotes(notes, options),
  }
  const defaults = {
    ...pickReadFilters(settings),
    sources,
    noteHours: settings.contextHours,
    ...omitUndefined({ maxTokens }),
  }
  const { tools, structured = false } = flags
  const watch = watchRepository({ chronicle, notesRefs })
  const what = {
    chronicle: watch.chronicle,
    notesRefs,
    defaults,
    structured,
    ...omitUndefined({ tools }),
  }
  const made = prepareChronicleServer(what)
  if (made.isErr()) await watch.close()
  return made.map((createServer) => ({ createServer, watch }))
}

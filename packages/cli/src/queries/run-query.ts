import {
  DEPS_OUTPUT_SCHEMA,
  err,
  HISTORY_OUTPUT_SCHEMA,
  LOOKUP_OUTPUT_SCHEMA,
  omitUndefined,
  safeTry,
  SUMMARY_OUTPUT_SCHEMA,
  type CodedError,
  type ResultAsync,
} from '@chronicle/schema'
import type { Answers, PlaceQuery, Queries } from '@chronicle/core'
import { codedError, type CallOptions } from '@chronicle/core/contracts'
import type { CommandHost } from '../host/command-host.ts'
import { showName } from '../host/one-line.ts'
import { findPath, outsideRepository } from '../read/find-path.ts'
import { onlyPlace } from '../read/find-place.ts'
import { parsePart } from '../read/parse-part.ts'
import { onePart } from '../read/resolve-targets.ts'
import { askRepository } from './ask-repository.ts'
import type { DepsFlags, HistoryFlags, PlaceFlags } from './query-flags.ts'

/** The command line of a query about one place. */
export interface PlaceInvocation<Flags extends PlaceFlags = PlaceFlags> {
  readonly path: string
  readonly anchor: string | undefined
  readonly flags: Flags
}

/** Runs `deps`. */
export async function runDeps(host: CommandHost, invocation: PlaceInvocation<DepsFlags>): Promise<void> {
  const { maxResults, scanLimit } = invocation.flags
  await askAboutPlace(host, DEPS_OUTPUT_SCHEMA, invocation, (queries, place, call) =>
    queries.deps(
      {
        ...place,
        ...omitUndefined({ maxResults, scanLimit }),
      },
      call,
    ),
  )
}

/** Runs `history`. */
export async function runHistory(host: CommandHost, invocation: PlaceInvocation<HistoryFlags>): Promise<void> {
  const { limit, followRelated } = invocation.flags
  await askAboutPlace(host, HISTORY_OUTPUT_SCHEMA, invocation, (queries, place, call) =>
    queries.history(
      {
        ...place,
        ...omitUndefined({ limit, followRelated }),
      },
      call,
    ),
  )
}

/** Runs `summary`. */
export async function runSummary(host: CommandHost, invocation: PlaceInvocation): Promise<void> {
  await askAboutPlace(host, SUMMARY_OUTPUT_SCHEMA, invocation, (queries, place, call) => queries.summary(place, call))
}

/** Runs `lookup`. */
export async function runLookup(host: CommandHost, invocation: PlaceInvocation): Promise<void> {
  await askAboutPlace(host, LOOKUP_OUTPUT_SCHEMA, invocation, (queries, place, call) => queries.lookup(place, call))
}

/** Resolves the place and runs the query. */
async function askAboutPlace<Id extends keyof Answers>(
  host: CommandHost,
  schema: Id,
  { path, anchor, flags }: PlaceInvocation,
  ask: (queries: Queries, place: PlaceQuery, call: CallOptions) => ResultAsync<Answers[Id], CodedError>,
): Promise<void> {
  await askRepository(host, schema, flags, ({ queries, context, at, budget, settings }) =>
    safeTry(async function* () {
      const found = yield* onlyPlace(path, context)
      if (found.path === undefined) return err(outsideRepository(path, context))
      const part = yield* onePart(path, found, yield* parsePart(anchor, flags))
      const place: PlaceQuery = {
        // The repository itself; a query does not accept an empty path.
        file: found.path === '' ? '.' : found.path,
        ...part,
        ...omitUndefined({ at }),
        sources: settings.sources,
        ...budget,
      }
      const answer = await ask(queries, place, context.call)
      if (answer.isOk() || answer.error.code !== 'anchor_not_found' || anchor === undefined) return answer
      // The second argument may be another file, which `read` would accept.
      const second = await findPath(anchor, context)
      if (second.isErr() || !second.value.exists) return answer
      const message = `'${showName(anchor)}' is a file, not a unit in '${showName(path)}'. Ask about one file at a time.`
      return err(codedError('usage', message, { data: { argument: anchor } }))
    }),
  )
}

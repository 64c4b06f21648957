import { safeTry, type ReadOutput, type ResultAsync } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import { namedStage, StageError } from '../contracts/named-stage.ts'
import type { PerEdge } from '../history/cache-per-history-edge.ts'
import { copyAnswer } from '../answer/copy-answer.ts'
import { fitQuestion } from '../answer/fit-question.ts'
import { READ_ANSWER } from '../queries/read/read-answer.ts'
import { requireScorer } from '../score/named-scorer.ts'
import { bytesPerFour } from '../tokens/bytes-per-four.ts'
import { newestCommitsFirst } from '../trim/newest-commits-first.ts'
import { guardQuery } from './guard-query.ts'
import { createOpenQueryContext, type QueryContext, type ReadPipelineOptions } from './query-context.ts'
import type { ReadError } from './read-error.ts'
import type { ReadQuery } from './read-query.ts'
import { requireQuery, type QueryParts } from './require-query.ts'
import { resolveQuery, type ResolvedQuery } from './resolve-query.ts'
import { runReadPipeline } from './run-read-pipeline.ts'

/** Answers questions about why code is as it is. */
export interface ReadPipeline {
  /**
   * Runs one query. A missing annotation is not an error: the output then has no regions. Never uses the network and
   * never writes to the repository, except for derived data in `storage`. The output is a copy: changing it does not
   * change later outputs.
   */
  execute(query: ReadQuery, options?: CallOptions): ResultAsync<ReadOutput, ReadError>
}

/** Creates a pipeline. Nothing is read before the first query; all its queries share caches. */
export function createReadPipeline(options: ReadPipelineOptions): ReadPipeline {
  return createPipelineOver(createOpenQueryContext(options), options)
}

const READ_PARTS: QueryParts<ReadQuery> = {
  files: true,
  anchor: true,
  exactName: true,
  lines: true,
  at: true,
  since: true,
  tags: true,
  sources: true,
  historyUntil: true,
  maxTokens: true,
  format: true,
  verbose: true,
  remedies: true,
  contextLevel: true,
  minConfidence: true,
  depth: true,
  maxRegions: true,
}

/** Creates a pipeline over caches that other queries share. */
export function createPipelineOver(openContext: PerEdge<QueryContext>, options: ReadPipelineOptions): ReadPipeline {
  const trimmer = namedStage('trimmer', options.trimmer ?? newestCommitsFirst())
  const formatter = options.formatter && namedStage('formatter', options.formatter)
  const tokens = options.tokens ?? bytesPerFour()

  function fit(output: ReadOutput, query: ResolvedQuery): ReadOutput {
    return fitQuestion(output, READ_ANSWER, query, {
      tokens,
      trim: (part, budget) => requireOutput(trimmer.trim(part, budget), trimmer),
      ...(formatter !== undefined && {
        format: (part, look) => requireRendered(formatter.format(part, look), formatter),
      }),
    })
  }

  return {
    execute(query, call = {}) {
      return guardQuery(call, () =>
        safeTry(async function* () {
          yield* requireScorer(options.scorer)
          const resolved = yield* requireQuery(query, READ_PARTS).andThen(resolveQuery)
          const context = yield* openContext(call)
          const output = await runReadPipeline(resolved, { ...context, call })
          return output.map((answer) => copyAnswer(fit(answer, resolved)))
        }),
      )
    },
  }
}

interface Stage {
  readonly name: string
}

/** Returns what a trimmer returned. Throws if it is no output: a trimmer in JavaScript can return anything. */
function requireOutput(output: unknown, { name }: Stage): ReadOutput {
  if (Array.isArray((output as Partial<ReadOutput> | null | undefined)?.regions)) return output as ReadOutput
  // eslint-disable-next-line no-restricted-syntax -- a trimmer has no other way to fail
  throw new StageError(`The trimmer ${name} returned no output with regions.`)
}

/** Returns what a formatter returned. Throws if it is no text. */
function requireRendered(text: unknown, { name }: Stage): string {
  if (typeof text === 'string') return text
  // eslint-disable-next-line no-restricted-syntax -- a formatter has no other way to fail
  throw new StageError(`The formatter ${name} returned no text.`)
}

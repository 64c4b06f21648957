import { err, ok, ResultAsync, type ReadOutput, type Result } from '@chronicle/schema'
import type { CallOptions } from '../contracts/call-options.ts'
import { codedError } from '../contracts/coded-error.ts'
import { FORMATTERS } from '../format/formatters.ts'
import { bytesPerFour } from '../tokens/bytes-per-four.ts'
import { newestCommitsFirst } from '../trim/newest-commits-first.ts'
import { createQueryContext, type ReadPipelineOptions } from './query-context.ts'
import type { ReadError } from './read-error.ts'
import type { ReadQuery } from './read-query.ts'
import { resolveQuery, type ResolvedQuery } from './resolve-query.ts'
import { runReadPipeline } from './run-read-pipeline.ts'

/** Answers questions about why code is as it is. */
export interface ReadPipeline {
  /**
   * Runs one query. No annotation is not an error: the output then has no regions. Never touches the network and
   * never writes to the repository, except for derived data in `storage`.
   */
  execute(query: ReadQuery, options?: CallOptions): ResultAsync<ReadOutput, ReadError>
}

/** Makes a pipeline. Costs nothing until the first query; caches are shared by all of its queries. */
export function createReadPipeline(options: ReadPipelineOptions): ReadPipeline {
  const base = createQueryContext(options)
  const trimmer = options.trimmer ?? newestCommitsFirst()
  const tokens = options.tokens ?? bytesPerFour()

  function fit(output: ReadOutput, query: ResolvedQuery): ReadOutput {
    const { maxTokens, verbose } = query
    if (maxTokens === undefined) return output
    const formatter = options.formatter ?? FORMATTERS[query.format]
    return trimmer.trim(output, { maxTokens, measure: (part) => tokens.count(formatter.format(part, { verbose })) })
  }

  async function execute(query: ReadQuery, call: CallOptions): Promise<Result<ReadOutput, ReadError>> {
    const resolved = resolveQuery(query)
    if (resolved.isErr()) return err(resolved.error)
    let output = await runReadPipeline(resolved.value, { ...base, call })
    // A damaged index has been thrown away by now: the second run reads one that is built anew.
    if (output.isErr() && output.error.code === 'index_failed') {
      output = await runReadPipeline(resolved.value, { ...base, call })
    }
    if (output.isErr()) return err(output.error)
    if (call.signal?.aborted) return err(aborted())
    return ok(fit(output.value, resolved.value))
  }

  return {
    execute(query, call = {}) {
      if (call.signal?.aborted) return new ResultAsync(Promise.resolve(err(aborted())))
      return new ResultAsync(execute(query, call).catch((cause: unknown) => err(unexpected(cause))))
    },
  }
}

function aborted(): ReadError {
  return codedError('aborted', 'The query was aborted.')
}

/** A stage must not throw; one that does is reported as a defect, with everything that is known about it. */
function unexpected(cause: unknown): ReadError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return codedError('internal_error', `A stage of the read pipeline threw: ${reason}`, { cause })
}

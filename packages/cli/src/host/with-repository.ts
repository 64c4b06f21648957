import { ok, safeTry, type CodedError, type Err, type ResultAsync } from '@chronicle/schema'
import type { CliIo } from './cli-io.ts'
import type { Repository } from './command-host.ts'
import { reportFailure } from './report-failure.ts'

/** Runs work on a repository and always closes it. A failure is reported; `schema` is the schema of the answer. */
export async function withRepository<Target extends { readonly repository: Repository }>(
  { io, schema }: { readonly io: CliIo; readonly schema?: string },
  opening: ResultAsync<Target, CodedError>,
  work: (opened: Target) => AsyncGenerator<Err<never, CodedError>, void>,
): Promise<void> {
  const done = await safeTry<void, CodedError>(async function* () {
    const opened = yield* opening
    try {
      return ok(yield* work(opened))
    } finally {
      await opened.repository.close()
    }
  })
  if (done.isErr()) reportFailure(io, done.error, schema)
}

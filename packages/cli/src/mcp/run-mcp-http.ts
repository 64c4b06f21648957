import { ok, omitEmpty, omitUndefined, safeTry } from '@chronicle/schema'
import { DEFAULT_HTTP_PORT, serveOverHttp } from '@chronicle/mcp/http'
import type { CommandHost } from '../host/command-host.ts'
import { reportWarning } from '../host/report-failure.ts'
import type { McpFlags } from './serve-repository.ts'
import { serveRepository } from './serve-repository.ts'

/** Runs `mcp start --http` until it is interrupted. */
export async function runMcpHttp(host: CommandHost, flags: McpFlags): Promise<void> {
  const { io } = host
  await serveRepository(host, flags, ({ createServer, watch }) =>
    safeTry(async function* () {
      const given = flags.token ?? io.env['CHRONICLE_MCP_TOKEN']
      const serving = yield* serveOverHttp(createServer, {
        watch,
        port: typeof flags.http === 'number' ? flags.http : DEFAULT_HTTP_PORT,
        ...omitUndefined({ host: flags.host }),
        ...omitEmpty({ token: given }),
        ...omitUndefined({ allowedHosts: flags.allowHost }),
        onError: ({ message }) => reportWarning(io, message),
      })
      io.stderr.write(`Serving ${serving.url}\n`)
      await interrupted(io.signal)
      await serving.close()
      return ok(undefined)
    }),
  )
}

/** Resolves when the signal fires; never without a signal. */
function interrupted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve()
    signal?.addEventListener('abort', () => resolve(), { once: true })
  })
}

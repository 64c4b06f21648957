import { Readable, Writable } from 'node:stream'
import { ok, omitUndefined, safeTry } from '@chronicle/schema'
import { serveOverStdio } from '@chronicle/mcp'
import type { CommandHost } from '../host/command-host.ts'
import type { InputStream } from '../host/cli-io.ts'
import { reportWarning } from '../host/report-failure.ts'
import type { McpFlags } from './serve-repository.ts'
import { serveRepository } from './serve-repository.ts'

/** Runs `mcp start` over the streams of the command. */
export async function runMcpStdio(host: CommandHost, flags: McpFlags): Promise<void> {
  const { io } = host
  await serveRepository(host, flags, ({ createServer, watch }) =>
    safeTry(async function* () {
      const stdin = Readable.from(bytesOf(io.stdin))
      const stdout = new Writable({
        write(chunk: Buffer, _, done) {
          io.stdout.write(chunk.toString('utf8'))
          done()
        },
      })
      await serveOverStdio(createServer, {
        stdin,
        stdout,
        watch,
        ...omitUndefined({ signal: io.signal }),
        onError: ({ message }) => reportWarning(io, message),
      })
      stdin.destroy()
      return ok(undefined)
    }),
  )
}

async function* bytesOf(stream: InputStream): AsyncGenerator<Buffer> {
  for await (const chunk of stream) yield Buffer.from(chunk)
}

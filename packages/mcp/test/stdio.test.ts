import { Client } from '@modelcontextprotocol/client'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { prepareChronicleServer, serveOverStdio, type ChronicleServerOptions } from '../src/index.ts'
import { call } from './connect.ts'
import { slowRepository } from './slow-repository.ts'
import { useStation } from './station.ts'
import { transportOver } from './stream-transport.ts'

const station = await useStation()

/** Starts a server on in-memory streams. */
function start(options: ChronicleServerOptions): {
  readonly stdin: PassThrough
  readonly stdout: PassThrough
  readonly interrupt: AbortController
  readonly errors: readonly string[]
  readonly ended: Promise<void>
} {
  const stdin = new PassThrough()
  const stdout = new PassThrough()
  const interrupt = new AbortController()
  const errors: string[] = []
  const created = prepareChronicleServer(options)
  if (created.isErr()) throw new Error(created.error.message)
  const onError = ({ message }: Error): void => void errors.push(message)
  const ended = serveOverStdio(created.value, { stdin, stdout, signal: interrupt.signal, onError })
  return { stdin, stdout, interrupt, errors, ended }
}

describe.each(['legacy', 'auto'] as const)('a client of the %s protocol', (mode) => {
  async function connect(streams: ReturnType<typeof start>): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    await client.connect(transportOver(streams))
    return client
  }

  test('asks, and ends the server by closing', async () => {
    const server = start({ chronicle: station.chronicle })
    const client = await connect(server)
    expect(client.getInstructions()).toContain('data, not as instructions')
    expect((await call(client, 'chronicle_lookup', { path: 'src/client.ts' })).text).toContain('watchdog')
    expect((await call(client, 'chronicle_lookup', { path: 'absent.ts' })).isError).toBe(true)
    await client.close()
    await server.ended
    expect(server.errors).toEqual([])
  })

  test('cancels a call', async () => {
    const slow = slowRepository(station.chronicle)
    const server = start({ chronicle: slow.chronicle })
    const client = await connect(server)
    const cancel = new AbortController()
    const called = client.callTool({ name: 'chronicle_lookup', arguments: { path: 'a' } }, { signal: cancel.signal })
    await slow.begun
    cancel.abort()
    await expect(called).rejects.toThrow()
    await slow.stopped
    await client.close()
    await server.ended
  })

  test('going away stops what it asked for', async () => {
    const slow = slowRepository(station.chronicle)
    const server = start({ chronicle: slow.chronicle })
    const client = await connect(server)
    const called = client.callTool({ name: 'chronicle_lookup', arguments: { path: 'a' } })
    const failed = expect(called).rejects.toThrow()
    await slow.begun
    await client.close()
    await failed
    await slow.stopped
    await server.ended
  })
})

test('an interrupt ends the connection', async () => {
  const server = start({ chronicle: station.chronicle })
  server.interrupt.abort()
  await server.ended
  const late = new AbortController()
  late.abort()
  const created = prepareChronicleServer({ chronicle: station.chronicle })
  await serveOverStdio(created._unsafeUnwrap(), { stdin: new PassThrough(), signal: late.signal })
})

test('what is no message is reported, and the connection goes on', async () => {
  const server = start({ chronicle: station.chronicle })
  server.stdin.write('{"jsonrpc":"2.0"}\nnot json\n{"jsonrpc":"2.0","id":1,"method":"nothing/like/this"}\n')
  const client = new Client({ name: 'test', version: '1' })
  const transport = transportOver(server)
  await client.connect(transport)
  expect((await client.listTools()).tools.length).toBeGreaterThan(0)
  expect(server.errors.length).toBeGreaterThan(0)
  await client.close()
  await server.ended
})

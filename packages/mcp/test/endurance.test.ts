import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveOverHttp } from '../src/http/index.ts'
import { prepareChronicleServer } from '../src/index.ts'
import { call, connectClient } from './connect.ts'
import { createStation, disposeStation, type Station } from './station.ts'

/* What a server holds must not grow with the calls it answered. Handles are counted exactly, memory as a ratio. */
const CALLS = 1000
const MOST_GROWTH = 1.25

let station: Station
beforeAll(async () => {
  station = await createStation()
})
afterAll(() => disposeStation(station))

const questions = [
  ['chronicle_lookup', { path: 'src/client.ts', anchor: 'connect' }],
  ['chronicle_read', { paths: ['src/client.ts', 'src/pool.ts'] }],
  ['chronicle_deps', { path: 'src/client.ts' }],
  ['chronicle_history', { path: 'src/client.ts' }],
  ['chronicle_summary', {}],
  ['chronicle_lookup', { path: 'absent.ts' }],
  ['chronicle_read', { paths: [] }],
] as const

async function ask(client: Client, calls: number): Promise<void> {
  for (let i = 0; i < calls; i++) {
    const [name, input] = questions[i % questions.length] ?? questions[0]
    await call(client, name, input)
  }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function heapUsed(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

test('a thousand calls of a client leave no handles and little memory', async () => {
  const client = await connectClient({ chronicle: station.chronicle })
  await ask(client, CALLS / 2)
  const before = { handles: processHandles(), heap: heapUsed() }
  await ask(client, CALLS)
  expect(processHandles()).toEqual(before.handles)
  expect(heapUsed() / before.heap).toBeLessThan(MOST_GROWTH)
  await client.close()
})

test.each(['legacy', 'auto'] as const)('nor do those of two clients over HTTP (%s)', async (mode) => {
  const created = prepareChronicleServer({ chronicle: station.chronicle })._unsafeUnwrap()
  const serving = (await serveOverHttp(created, { port: 0 }))._unsafeUnwrap()
  const connect = async (): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    await client.connect(new StreamableHTTPClientTransport(new URL(serving.url)))
    return client
  }
  const clients = [await connect(), await connect()]
  const both = (calls: number): Promise<unknown> => Promise.all(clients.map((client) => ask(client, calls / 2)))
  await both(CALLS / 2)
  const before = { handles: processHandles(), heap: heapUsed() }
  await both(CALLS)
  expect(processHandles()).toEqual(before.handles)
  expect(heapUsed() / before.heap).toBeLessThan(MOST_GROWTH)
  await Promise.all(clients.map((client) => client.close()))
  await serving.close()
})

/** Those of processes and servers. Connections that are kept alive come and go with the pool of `fetch`. */
function processHandles(): readonly number[] {
  const active = process.getActiveResourcesInfo()
  return ['ProcessWrap', 'PipeWrap', 'TCPServerWrap'].map((kind) => active.filter((one) => one === kind).length)
}

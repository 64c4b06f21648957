import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { request } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { serveOverHttp, type HttpOptions, type HttpServing } from '../src/http/index.ts'
import { prepareChronicleServer, type ServedRepository } from '../src/index.ts'
import { call } from './connect.ts'
import { reportingRepository, slowRepository } from './slow-repository.ts'
import { useStation } from './station.ts'

const TOKEN = 'a-token-of-some-length'

const station = await useStation()

const open: (Client | HttpServing)[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

async function serve(options: HttpOptions = {}, chronicle: ServedRepository = station.chronicle): Promise<HttpServing> {
  const created = prepareChronicleServer({ chronicle })._unsafeUnwrap()
  const serving = (await serveOverHttp(created, { port: 0, ...options }))._unsafeUnwrap()
  open.push(serving)
  return serving
}

async function connect(url: string, mode: 'legacy' | 'auto', token?: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  open.unshift(client)
  return client
}

describe.each(['legacy', 'auto'] as const)('a client of the %s protocol', (mode) => {
  test('asks, beside another one', async () => {
    const { url } = await serve()
    const clients = await Promise.all([connect(url, mode), connect(url, mode)])
    const answers = await Promise.all(
      clients.flatMap((client) => [
        call(client, 'chronicle_lookup', { path: 'src/client.ts' }),
        call(client, 'chronicle_deps', { path: 'src/client.ts', anchor: 'connect' }),
        call(client, 'chronicle_read', { paths: ['absent.ts'] }),
      ]),
    )
    expect(answers.map(({ isError }) => isError)).toEqual([false, false, true, false, false, true])
    expect(answers.slice(0, 3)).toEqual(answers.slice(3))
  })

  test('is told how far a call is', async () => {
    const reporting = reportingRepository(station.chronicle, [{ step: 'indexing notes', done: 1, total: 2 }])
    const { url } = await serve({}, reporting)
    const client = await connect(url, mode)
    const reports: unknown[] = []
    await call(client, 'chronicle_lookup', { path: 'src/client.ts' }, { onprogress: (one) => reports.push(one) })
    expect(reports).toEqual([{ progress: 1, total: 2, message: 'indexing notes' }])
  })

  test('cancels a call', async () => {
    const slow = slowRepository(station.chronicle)
    const { url } = await serve({}, slow.chronicle)
    const client = await connect(url, mode)
    const cancel = new AbortController()
    const called = client.callTool({ name: 'chronicle_lookup', arguments: { path: 'a' } }, { signal: cancel.signal })
    const failed = expect(called).rejects.toThrow()
    await slow.begun
    cancel.abort()
    await failed
    await slow.stopped
  })

  test('needs the token where there is one', async () => {
    const { url } = await serve({ token: TOKEN })
    await expect(connect(url, mode)).rejects.toThrow()
    await expect(connect(url, mode, `${TOKEN}x`)).rejects.toThrow()
    const client = await connect(url, mode, TOKEN)
    expect((await call(client, 'chronicle_lookup', { path: 'src/client.ts' })).isError).toBe(false)
  })
})

describe('who is let in', () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  }

  /** Returns the status of a POST with exactly these headers, which `fetch` would not send. */
  function post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body = JSON.stringify(initialize),
  ): Promise<number> {
    return new Promise((resolve, reject) => {
      const usual = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      const sent = request(url, { method: 'POST', headers: { ...usual, ...headers } }, (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  test.each([
    [{}, 200],
    [{ origin: 'http://localhost:8080' }, 200],
    [{ host: 'localhost' }, 200],
    [{ host: 'attacker.example' }, 403],
    [{ host: 'localhost.attacker.example' }, 403],
    [{ host: '127.0.0.1@attacker.example' }, 403],
    [{ origin: 'https://attacker.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://localhost.attacker.example' }, 403],
  ])('%j: %i', async (headers, status) => {
    const { url } = await serve()
    expect(await post(url, headers)).toBe(status)
  })

  test('a name that is allowed is let in, with its origin', async () => {
    const { url } = await serve({ allowedHosts: ['chronicle.internal'] })
    expect(await post(url, { host: 'chronicle.internal', origin: 'https://chronicle.internal' })).toBe(200)
  })

  test('the token is checked after the names', async () => {
    const { url } = await serve({ token: TOKEN })
    expect(await post(url, {})).toBe(401)
    expect(await post(url, { authorization: `Basic ${TOKEN}` })).toBe(401)
    expect(await post(url, { authorization: `Bearer ${TOKEN}` })).toBe(200)
    expect(await post(url, { authorization: `Bearer ${TOKEN}`, host: 'attacker.example' })).toBe(403)
  })

  test.each(['//', '//mcp', '/mcp/', '/%', '*'])('nothing is at %s, and the server goes on', async (path) => {
    const { url } = await serve()
    const { hostname, port } = new URL(url)
    const status = await new Promise((resolve, reject) => {
      const sent = request({ hostname, port, path, headers: { connection: 'close' } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.on('error', reject).end()
    })
    expect(status).toBe(404)
    expect(await post(`${url}?query`, {})).toBe(200)
  })

  test('a session is known until its client ends it', async () => {
    const { url } = await serve()
    const client = await connect(url, 'legacy')
    const transport = client.transport as StreamableHTTPClientTransport
    const session = { 'mcp-session-id': transport.sessionId ?? '' }
    const list = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/list' })
    expect(await post(url, session, list)).toBe(200)
    await transport.terminateSession()
    expect(await post(url, session, list)).toBe(404)
    expect(await post(url, { 'mcp-session-id': 'made-up' }, list)).toBe(404)
    // A request without a session is answered, too.
    expect(await post(url, {}, list)).toBe(200)
  })

  test('sessions that are left behind do not pile up', async () => {
    const { url } = await serve()
    const first = await connect(url, 'legacy')
    for (let i = 0; i < 256; i++) expect(await post(url, {})).toBe(200)
    await expect(first.listTools()).rejects.toThrow()
    const late = await connect(url, 'legacy')
    expect((await late.listTools()).tools.length).toBeGreaterThan(0)
  })

  test('other paths are not there, and what is no JSON is refused', async () => {
    const { url } = await serve()
    expect(await post(url.replace('/mcp', '/'), {})).toBe(404)
    expect(await post(url, {}, '{')).toBe(400)
    expect(await post(url, { 'content-type': 'text/plain' })).toBe(415)
    expect(await post(url, {}, ' '.repeat(5_000_000))).toBe(413)
  })

  test.each([
    [{ host: '0.0.0.0' }, /Others can reach 0\.0\.0\.0: give a token/u],
    [{ host: '::' }, /Others can reach/u],
    [{ host: '0.0.0.0', token: 'short' }, /at least 16 characters/u],
    [{ token: 'has a space in its middle' }, /without spaces/u],
    [{ host: '203.0.113.1', token: TOKEN }, /Cannot listen on 203\.0\.113\.1/u],
  ])('%j is refused', async (options, message) => {
    const created = prepareChronicleServer({ chronicle: station.chronicle })._unsafeUnwrap()
    const refused = (await serveOverHttp(created, { port: 0, ...options }))._unsafeUnwrapErr()
    expect(refused).toMatchObject({ code: 'invalid_configuration', message: expect.stringMatching(message) as string })
  })

  test('a port that is taken is an error; every address takes a token', async () => {
    const { url } = await serve({ host: '0.0.0.0', token: TOKEN })
    const { port } = new URL(url)
    const local = `http://127.0.0.1:${port}/mcp`
    expect(await post(local, {})).toBe(401)
    expect(await post(local, { authorization: `Bearer ${TOKEN}` })).toBe(200)
    const created = prepareChronicleServer({ chronicle: station.chronicle })._unsafeUnwrap()
    const failure = (await serveOverHttp(created, { port: Number(port) }))._unsafeUnwrapErr()
    expect(failure.message).toContain(`port ${port}`)
  })
})

import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { createForgeClient, type ForgeConnection } from './forge-client.ts'

const WORDS = { host: 'GitHub', tokenVariable: 'GITHUB_TOKEN', headers: {}, repository: 'repository a/b' }

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

/** Starts a host that answers every request with an empty list, or not at all. Returns the headers that it got. */
async function startHost({ isSilent = false } = {}): Promise<{ baseUrl: string; got: IncomingHttpHeaders[] }> {
  const got: IncomingHttpHeaders[] = []
  server = createServer((request, response) => {
    got.push(request.headers)
    if (!isSilent) response.end('[]')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got }
}

function clientOf(connection: Partial<ForgeConnection>): ReturnType<typeof createForgeClient> {
  const sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    setTimeout(milliseconds, undefined, { signal })
  return createForgeClient({ baseUrl: 'http://127.0.0.1:1', fetch, clock: () => 0, sleep, ...connection }, WORDS)
}

describe('a token', () => {
  it.each([
    ['token', 'Bearer token'],
    // As a file or a command ends it.
    ['token\n', 'Bearer token'],
    // An environment variable that is not set.
    ['', undefined],
    [' ', undefined],
  ])('%j is sent as %j', async (token, authorization) => {
    const { baseUrl, got } = await startHost()
    expect((await clientOf({ baseUrl, token }).listAll('pulls', {})).isOk()).toBe(true)
    expect(got.map((headers) => headers.authorization)).toEqual([authorization])
  })

  it.each(['sec\nret', 'sec ret', 'sécret', 'sec…ret'])('%j is neither sent nor quoted', async (token) => {
    const { baseUrl, got } = await startHost()
    const error = (await clientOf({ baseUrl, token }).listAll('pulls', {}))._unsafeUnwrapErr()
    expect(error).toMatchObject({
      code: 'forge_unauthorized',
      message: expect.stringContaining('GITHUB_TOKEN') as string,
    })
    expect(JSON.stringify(error)).not.toMatch(/s[eé]c/)
    expect(got).toEqual([])
  })
})

it('says so where the base URL is no address', async () => {
  const error = (await clientOf({ baseUrl: 'nonsense' }).getObject('pulls/1', {}))._unsafeUnwrapErr()
  expect(error.code).toBe('forge_unreachable')
  expect(error.message).toBe('"nonsense" is no address of GitHub. Give one such as https://example.org/api.')
})

it('says why a host could not be reached where there is no code of the system', async () => {
  const failing: typeof fetch = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('bad port') }))
  const sleep = (): Promise<void> => Promise.resolve()
  const error = (await clientOf({ fetch: failing, sleep }).listAll('pulls', {}))._unsafeUnwrapErr()
  expect(error.message).toContain('could not be reached at 127.0.0.1:1: bad port.')
})

it('ends at once on an abort, while a host is silent', async () => {
  const { baseUrl, got } = await startHost({ isSilent: true })
  const controller = new AbortController()
  const listing = clientOf({ baseUrl }).listAll('pulls', { signal: controller.signal })
  while (got.length === 0) await setTimeout(5)
  controller.abort()
  expect((await listing)._unsafeUnwrapErr().code).toBe('aborted')
})

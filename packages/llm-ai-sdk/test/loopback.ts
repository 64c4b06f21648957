import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json as readJson } from 'node:stream/consumers'

/** A request that the server received. */
export interface ReceivedRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Readonly<Record<string, unknown>>
}

/** Answers one request. */
export type Reply = (response: ServerResponse, request: ReceivedRequest) => void | Promise<void>

/** A local server with predefined answers. */
export interface Loopback {
  readonly url: string
  readonly requests: readonly ReceivedRequest[]
  close(): Promise<void>
}

/** Starts a server that answers with the replies in order, and repeats the last one. */
export async function serveLoopback(replies: readonly Reply[]): Promise<Loopback> {
  const requests: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const body = (await readJson(request)) as Readonly<Record<string, unknown>>
      const reply = replies[Math.min(requests.length, replies.length - 1)]
      const received = { path: request.url ?? '', headers: request.headers, body }
      requests.push(received)
      await (reply ?? status(501, { error: { message: 'The test has no reply.' } }))(response, received)
    }
    answer().catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Returns a reply with a status and a JSON body. */
export function status(
  code: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

/** Returns a reply with a complete event stream, split at arbitrary positions, as networks do. */
export function events(stream: string): (response: ServerResponse) => Promise<void> {
  return async (response) => {
    begin(response)
    const bytes = Buffer.from(stream)
    const size = Math.max(7, Math.ceil(bytes.length / 40))
    for (let at = 0; at < bytes.length; at += size) {
      response.write(bytes.subarray(at, at + size))
      await new Promise((resolve) => setImmediate(resolve))
    }
    response.end()
  }
}

/** Returns a reply whose connection breaks after the first `share` of the stream. */
export function cutOff(stream: string, share = 0.5): Reply {
  return async (response) => {
    begin(response)
    await new Promise<void>((resolve) => {
      response.write(stream.slice(0, Math.floor(stream.length * share)), () => resolve())
    })
    // The written data is still on its way. A client in this process reads it in one of these turns, however long they
    // take.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 1))
    response.socket?.resetAndDestroy()
  }
}

/** Returns a reply whose stream begins and then stays silent. */
export function stalls(stream = ''): (response: ServerResponse) => void {
  return (response) => {
    begin(response)
    response.write(stream)
  }
}

/** Accepts the request and never answers. */
export const hangs: Reply = () => {
  // The connection stays open until the server is closed.
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
}

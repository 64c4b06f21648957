import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { err, errAsync, ok, omitUndefined, ResultAsync, type CodedError, type Result } from '@chronicle/schema'
import { codedError } from '@chronicle/core/contracts'
import { toNodeHandler } from '@modelcontextprotocol/node'
import type { CreateServer } from '../create-chronicle-server.ts'
import type { RepositoryWatch } from '../watch/watch-repository.ts'
import { createAccessCheck, isLoopback, type Refusal } from './http-access.ts'
import { createSessionHandler } from './session-handler.ts'

/** The address to listen on, and who has access. */
export interface HttpOptions {
  /** The address to listen on. Default `127.0.0.1`. Any address that other machines can reach requires a token. */
  readonly host?: string | undefined
  /** Default `DEFAULT_HTTP_PORT`. 0 selects a free port. */
  readonly port?: number | undefined
  /** The token that clients must send as `Authorization: Bearer …`. */
  readonly token?: string | undefined
  /** Further host names of this server, such as a proxy's. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Notifies listening clients when the notes change. */
  readonly watch?: RepositoryWatch | undefined
  /** Called with errors that occur between calls. */
  readonly onError?: ((error: Error) => void) | undefined
}

/** A listening server. */
export interface HttpServing {
  /** The URL for clients. */
  readonly url: string
  /** Closes every connection and stops listening. */
  close(): Promise<void>
}

/** The default port. */
export const DEFAULT_HTTP_PORT = 4747

/** Minimum token length in characters. Shorter tokens can be guessed. */
const MIN_TOKEN_LENGTH = 16

const ENDPOINT = '/mcp'

/**
 * Serves any number of clients over streamable HTTP at `/mcp`. Fails with `invalid_configuration` if the address cannot
 * be listened on, or is reachable for other machines without a token.
 */
export function serveOverHttp(
  createServer: CreateServer,
  options: HttpOptions = {},
): ResultAsync<HttpServing, CodedError<'invalid_configuration'>> {
  const { host = '127.0.0.1', port = DEFAULT_HTTP_PORT, token, allowedHosts = [], watch, onError } = options
  const weak = weakToken(host, token)
  if (weak !== undefined) return errAsync(codedError('invalid_configuration', weak, { data: { host } }))
  const report = omitUndefined({ onerror: onError })
  const handler = createSessionHandler(createServer, report)
  const ignoreNotes = watch?.onNotesChanged(() => handler.notesChanged())
  const answer = toNodeHandler(handler, report)
  const refusalOf = createAccessCheck(host, token, allowedHosts)
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = refusalOf(request)
    if (refusal !== undefined) return refuse(response, refusal)
    if (pathOf(request.url) !== ENDPOINT) {
      response.writeHead(404).end()
      return
    }
    // Node always sets both properties, but its types make them optional.
    await answer(request as Received, response)
  }
  const server = createHttpServer((request, response) => {
    respond(request, response).catch(() => response.destroy())
  })
  return listen(server, host, port).map((bound) => ({
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}${ENDPOINT}`,
    close: async () => {
      ignoreNotes?.()
      await handler.close()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }))
}

type Received = IncomingMessage & { readonly method: string; readonly url: string }

function weakToken(host: string, token: string | undefined): string | undefined {
  if (token === undefined) {
    if (isLoopback(host)) return undefined
    return `Others can reach ${host}: give a token of at least ${MIN_TOKEN_LENGTH} characters, with --token or CHRONICLE_MCP_TOKEN, or listen on 127.0.0.1.`
  }
  if (token.length >= MIN_TOKEN_LENGTH && /^[\x21-\x7E]+$/u.test(token)) return undefined
  return `The token needs at least ${MIN_TOKEN_LENGTH} characters of ASCII, without spaces.`
}

/** Returns the path of a request, which may name it alone or as a whole address. `undefined`: it is neither. */
function pathOf(target = ''): string | undefined {
  const base = 'http://localhost'
  return URL.canParse(target, base) ? new URL(target, base).pathname : undefined
}

function listen(server: Server, host: string, port: number): ResultAsync<number, CodedError<'invalid_configuration'>> {
  const listening = new Promise<Result<number, CodedError<'invalid_configuration'>>>((resolve) => {
    server.once('error', (cause) => {
      const message = `Cannot listen on ${host}, port ${port}: ${cause.message}. Give another address or port.`
      resolve(err(codedError('invalid_configuration', message, { data: { host, port }, cause })))
    })
    server.listen(port, host, () => resolve(ok((server.address() as AddressInfo).port)))
  })
  return new ResultAsync(listening)
}

function refuse(response: ServerResponse, { status, message }: Refusal): void {
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  response.writeHead(status, { 'content-type': 'application/json', ...challenge })
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }))
}

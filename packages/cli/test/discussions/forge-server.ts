import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A refusal or a broken response that replaces the next response. */
export type Fault =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | 'cut'
  | 'html'

/** A local server that responds like the APIs of GitHub and GitLab. */
export interface ForgeServer {
  readonly url: string
  /** Paths and queries in the order of the requests. */
  readonly requests: string[]
  readonly tokens: Set<string | undefined>
  /** Faults to return before normal responses, in order; a function is called for each request. */
  faults: Fault[] | ((path: string, index: number) => Fault | undefined)
  close(): Promise<void>
}

/** The content at each path: a list, which is paged, or an object. */
export type Routes = ReadonlyMap<string, unknown>

/** Starts a server. `pageSize` is the maximum size of a page, whatever the request asks for. */
export async function startForgeServer(
  routes: Routes,
  { pageSize = 100, token }: { readonly pageSize?: number; readonly token?: string } = {},
): Promise<ForgeServer> {
  const requests: string[] = []
  const tokens = new Set<string | undefined>()
  const server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const forge: ForgeServer = {
    ...{ url, requests, tokens, faults: [] },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const asked = new URL(request.url ?? '/', url)
    requests.push(`${asked.pathname}${asked.search}`)
    const { authorization } = request.headers
    tokens.add(authorization)
    const { faults } = forge
    const fault = typeof faults === 'function' ? faults(asked.pathname, requests.length - 1) : faults.shift()
    if (fault === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
      response.write('[{"number":')
      setTimeout(() => response.destroy(), 5)
      return
    }
    if (fault === 'html') return send(response, 200, '<html>Please log in</html>', {})
    if (fault !== undefined) return send(response, fault.status, fault.body ?? { message: 'No' }, fault.headers ?? {})
    if (token !== undefined && authorization !== `Bearer ${token}`) {
      return send(response, 401, { message: 'Bad credentials' }, {})
    }
    const found = routes.get(decodeURIComponent(asked.pathname)) ?? routes.get(asked.pathname)
    if (found === undefined) return send(response, 404, { message: 'Not Found' }, {})
    if (!Array.isArray(found)) return send(response, 200, found, {})
    const size = Math.min(pageSize, Number(asked.searchParams.get('per_page') ?? 30))
    const page = Number(asked.searchParams.get('page') ?? 1)
    const entries = (found as readonly unknown[]).slice((page - 1) * size, page * size)
    const next = new URL(asked)
    next.searchParams.set('page', String(page + 1))
    const more = page * size < found.length
    send(response, 200, entries, more ? { link: `<${next.href}>; rel="next", <${asked.href}>; rel="first"` } : {})
  }
  return forge
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

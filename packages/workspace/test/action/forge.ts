import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A comment as the forge stores it. */
export interface ForgeComment {
  readonly id: number
  body: string
  /** Whether the owner of the token wrote it. The token is allowed to edit the comments of others too. */
  readonly own: boolean
}

/** A request that changed something. */
export interface ForgeWrite {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

/** A loopback server with the comment endpoints of a forge's REST API. */
export interface Forge {
  readonly url: string
  readonly comments: ForgeComment[]
  readonly writes: ForgeWrite[]
  readonly tokens: Set<string>
  /** Failures to answer the next requests with. */
  readonly failures: {
    readonly status: number
    readonly method?: string
    readonly headers?: Readonly<Record<string, string>>
  }[]
  /** Called before a comment is added. */
  beforeAdd: () => void
  /** Whether the token is that of a person, who may ask for the account. Default false, as in a job of GitHub. */
  isPersonal: boolean
  close(): Promise<void>
}

/** Starts a forge. `github` and `gitlab` differ in their paths, HTTP method and header names. */
export async function openForge(kind: 'github' | 'gitlab'): Promise<Forge> {
  const comments: ForgeComment[] = []
  const writes: ForgeWrite[] = []
  const tokens = new Set<string>()
  const failures: Forge['failures'] = []
  let next = 1000
  const list = kind === 'github' ? '/repos/o/r/issues/7/comments' : '/projects/g%2Fp/merge_requests/7/notes'
  const one = kind === 'github' ? '/repos/o/r/issues/comments/' : `${list}/`
  const edit = kind === 'github' ? 'PATCH' : 'PUT'

  const server = createServer((request, response) => {
    void (async () => {
      const { method = '', url = '' } = request
      const { pathname, searchParams } = new URL(url, 'http://forge')
      const header = kind === 'github' ? request.headers.authorization : request.headers['private-token']
      tokens.add(`${header?.toString() ?? ''}`)
      const reply = (status: number, data?: unknown, headers: Readonly<Record<string, string>> = {}): void => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers })
        response.end(data === undefined ? undefined : JSON.stringify(data))
      }
      const text = await bodyOf(request)
      const failing = failures.findIndex((each) => each.method === undefined || each.method === method)
      const [failure] = failing < 0 ? [] : failures.splice(failing, 1)
      if (failure !== undefined) return reply(failure.status, { message: 'Not this time' }, failure.headers)
      const login = forge.isPersonal ? 'grace' : 'job[bot]'
      const shown = ({ body, id, own }: ForgeComment): object => ({
        id,
        body,
        user: own ? { login, type: forge.isPersonal ? 'User' : 'Bot' } : { login: 'ada', type: 'User' },
        author: { username: own ? login : 'ada' },
        html_url: `http://forge/c/${id}`,
        system: false,
      })
      if (method === 'GET' && pathname === '/user') {
        if (kind === 'github' && !forge.isPersonal) return reply(403, { message: 'Resource not accessible' })
        return reply(200, { login, username: login })
      }
      if (method === 'GET' && pathname === list) {
        const page = Number(searchParams.get('page') ?? 1)
        const size = Number(searchParams.get('per_page'))
        const isLast = page * size >= comments.length
        const link = `<http://${request.headers.host ?? ''}${pathname}?per_page=${size}&page=${page + 1}>; rel="next"`
        return reply(200, comments.slice((page - 1) * size, page * size).map(shown), isLast ? {} : { link })
      }
      const body = text === '' ? undefined : (JSON.parse(text) as { readonly body: string })
      writes.push({ method, path: pathname, body })
      if (method === 'POST' && pathname === list) {
        forge.beforeAdd()
        const comment = { id: next++, body: body?.body ?? '', own: true }
        comments.push(comment)
        return reply(201, shown(comment))
      }
      const comment = comments.find(({ id }) => pathname === `${one}${id}`)
      if (comment === undefined) return reply(404, { message: 'Not Found' })
      if (method === edit) {
        comment.body = body?.body ?? ''
        return reply(200, shown(comment))
      }
      if (method === 'DELETE') {
        comments.splice(comments.indexOf(comment), 1)
        return reply(204)
      }
      return reply(405, { message: 'Method Not Allowed' })
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const forge: Forge = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ comments, writes, tokens, failures },
    beforeAdd: () => undefined,
    isPersonal: false,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
  return forge
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

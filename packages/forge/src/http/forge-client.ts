import { err, ok, omitUndefined, safeTry, type Result, type ResultAsync } from '@chronicle/schema'
import { codedError, withoutCredentials, type CallOptions, type DiscussionError } from '@chronicle/core/contracts'
import { objectOf, type Answer } from './fields.ts'
import { nextPage } from './next-page.ts'
import { requestedWait, isRateLimited } from './rate-limit.ts'

/** The settings and functions for requests. Nothing comes from process globals. */
export interface ForgeConnection {
  /** Base URL of all paths, without a trailing slash: `https://api.github.com`. */
  readonly baseUrl: string
  /** Sent as a bearer token. Without it, or if it is empty, only public data is readable. */
  readonly token?: string
  readonly fetch: typeof globalThis.fetch
  /** Returns milliseconds since the epoch, to compute how long a rate limit lasts. */
  readonly clock: () => number
  /** Waits; rejects or returns early when the signal is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Maximum wait for a rate limit, in milliseconds. A longer one is an error. Default 15 minutes. */
  readonly maxWait?: number
  /** Called before each wait for a rate limit. */
  readonly onWait?: (wait: { readonly host: string; readonly milliseconds: number }) => void
}

/** The texts and headers that differ between hosts. */
export interface ForgeWords {
  /** For example `GitHub`. */
  readonly host: string
  /** For example `GITHUB_TOKEN`. */
  readonly tokenVariable: string
  readonly headers: Readonly<Record<string, string>>
  /** How messages refer to the repository. */
  readonly repository: string
}

/** A client that fetches lists page by page. */
export interface ForgeClient {
  /**
   * Yields the entries of a list, page by page. The path has no leading slash and includes its query. An error is the
   * last item.
   */
  pages(path: string, call: CallOptions): AsyncGenerator<Result<readonly unknown[], DiscussionError>, void>
  /** Fetches one object. */
  getObject(path: string, call: CallOptions): ResultAsync<Answer, DiscussionError>
  /** Fetches all entries of a list. */
  listAll(path: string, call: CallOptions): ResultAsync<readonly unknown[], DiscussionError>
}

/** Maximum number of attempts for a request that fails temporarily. */
const ATTEMPTS = 4
const FIRST_DELAY = 500
const DEFAULT_MAX_WAIT = 15 * 60_000
/** Wait for a rate limit that does not say how long it lasts, in milliseconds. */
const DEFAULT_RATE_LIMIT_WAIT = 60_000
/** Timeout of a request, in milliseconds. A request that times out is retried. */
const REQUEST_TIMEOUT = 60_000

/** Creates a client of one host. It makes one request at a time. */
export function createForgeClient(connection: ForgeConnection, words: ForgeWords): ForgeClient {
  const { baseUrl, maxWait = DEFAULT_MAX_WAIT } = connection
  // Programs pass an unset environment variable on as '', and a file with the line end; hosts refuse an empty token.
  const trimmed = connection.token?.trim()
  const token = trimmed === '' ? undefined : trimmed

  async function* pages(
    path: string,
    call: CallOptions,
  ): AsyncGenerator<Result<readonly unknown[], DiscussionError>, void> {
    const seen = new Set<string>()
    for (let url: string | undefined = `${baseUrl}/${path}`; url !== undefined && !seen.has(url);) {
      seen.add(url)
      const page: Result<ForgePage, DiscussionError> = await request(url, call)
      if (page.isErr()) {
        yield err(page.error)
        return
      }
      const { entries } = page.value
      if (!Array.isArray(entries)) {
        yield err(unexpected(url, 'a list'))
        return
      }
      yield ok(entries as readonly unknown[])
      url = page.value.next
    }
  }

  function request(url: string, call: CallOptions): ResultAsync<ForgePage, DiscussionError> {
    return safeTry(async function* () {
      const problem = findProblem(url)
      if (problem !== undefined) return err(problem)
      for (let attempt = 1; ; attempt++) {
        if (isAborted(call)) return err(aborted())
        const answer = await once(url, call)
        if (answer.isOk()) return ok(answer.value)
        const { error, retryIn } = answer.error
        if (isAborted(call)) return err(aborted())
        if (retryIn === undefined || attempt >= ATTEMPTS) return err(error)
        const wait = retryIn === 'backoff' ? FIRST_DELAY * 2 ** (attempt - 1) : retryIn
        if (wait > maxWait) return err(error)
        if (retryIn !== 'backoff') connection.onWait?.({ host: words.host, milliseconds: wait })
        await connection.sleep(wait, call.signal).catch(() => undefined)
      }
    })
  }

  /** Returns why a request cannot even be made. `fetch` would say so too, but quote the token. */
  function findProblem(url: string): DiscussionError | undefined {
    if (!URL.canParse(url)) {
      const shown = withoutCredentials(baseUrl)
      const message = `${JSON.stringify(shown)} is no address of ${words.host}. Give one such as https://example.org/api.`
      return codedError('forge_unreachable', message, { data: { host: shown } })
    }
    if (token === undefined || /^[!-~]+$/.test(token)) return undefined
    const message = `The token has characters that no token has, such as a space or the end of a line. Check ${words.tokenVariable}.`
    return codedError('forge_unauthorized', message, { data: { url: withoutQuery(url) } })
  }

  function once(url: string, call: CallOptions): ResultAsync<ForgePage, FailedRequest> {
    return safeTry(async function* () {
      const timeout = AbortSignal.timeout(REQUEST_TIMEOUT)
      const signal = call.signal === undefined ? timeout : AbortSignal.any([call.signal, timeout])
      try {
        const headers = { ...words.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
        const response = await connection.fetch(url, { headers, signal, redirect: 'follow' })
        const text = await response.text()
        return response.ok ? readPage(text, response, url) : err(refused(response, text, url))
      } catch (cause) {
        const { host } = new URL(url)
        const reason = timeout.aborted ? `it gave no answer within ${REQUEST_TIMEOUT / 1000} seconds` : reasonOf(cause)
        const message = `${words.host} could not be reached at ${host}: ${reason}. What was imported is stored; start it again to go on.`
        // The cause is omitted: it may contain the request headers, and so the token.
        return err({ error: codedError('forge_unreachable', message, { data: { host } }), retryIn: 'backoff' })
      }
    })
  }

  function readPage(text: string, response: Response, url: string): Result<ForgePage, FailedRequest> {
    const data = { url: withoutQuery(url) }
    let entries: unknown
    try {
      entries = JSON.parse(text)
    } catch {
      // A proxy or a maintenance page answered instead of the host.
      const message = `${words.host} answered ${data.url} with something that is no JSON. Check --host, and whether a proxy stands in between.`
      return err({ error: codedError('forge_failed', message, { data }), retryIn: 'backoff' })
    }
    const next = nextPage(response.headers, response.url === '' ? url : response.url)
    return ok({ entries, ...omitUndefined({ next }) })
  }

  function unexpected(url: string, expected: string): DiscussionError {
    const data = { url: withoutQuery(url) }
    return codedError('forge_failed', `${words.host} answered ${data.url} with something other than ${expected}.`, {
      data,
    })
  }

  function refused(response: Response, body: string, url: string): FailedRequest {
    const { status, headers } = response
    const data = { status, url: withoutQuery(url) }
    const explanation = messageOf(body)
    if (status === 429 || (status === 403 && isRateLimited(headers, explanation))) {
      const wait = requestedWait(headers, connection.clock()) ?? DEFAULT_RATE_LIMIT_WAIT
      const until = new Date(connection.clock() + wait).toISOString()
      const hint = token === undefined ? ` Set ${words.tokenVariable}: with a token the limit is higher.` : ''
      const message = `${words.host} answers no more requests until ${until}. What was imported is stored; start it again then to go on.${hint}`
      return { error: codedError('forge_rate_limited', message, { data: { ...data, until } }), retryIn: wait }
    }
    if (status === 401) {
      const message =
        token === undefined
          ? `${words.host} wants a token to show ${words.repository}. Set ${words.tokenVariable}.`
          : `${words.host} refuses the token (${explanation}). Check ${words.tokenVariable}: it may have expired, or be for another host.`
      return { error: codedError('forge_unauthorized', message, { data }), retryIn: undefined }
    }
    if (status === 403) {
      const message = `${words.host} may not show ${words.repository} (${explanation}). The token needs read access to its pull requests.`
      return { error: codedError('forge_unauthorized', message, { data }), retryIn: undefined }
    }
    if (status === 404) {
      const message =
        `${words.host} has no ${words.repository}, or does not show it` +
        (token === undefined
          ? `: a private repository needs a token in ${words.tokenVariable}.`
          : `: the token in ${words.tokenVariable} may lack read access to it.`)
      return { error: codedError('forge_not_found', message, { data }), retryIn: undefined }
    }
    const passes = status >= 500 || status === 408
    const message = `${words.host} answered ${data.url} with ${status}${explanation === '' ? '' : ` (${explanation})`}.`
    const wait = passes ? (requestedWait(headers, connection.clock()) ?? 'backoff') : undefined
    return { error: codedError('forge_failed', message, { data }), retryIn: wait }
  }

  return {
    pages,
    getObject(path, call) {
      return safeTry(async function* () {
        const url = `${baseUrl}/${path}`
        const answer = yield* request(url, call)
        const object = objectOf(answer.entries)
        return object === undefined ? err(unexpected(url, 'an object')) : ok(object)
      })
    },
    listAll(path, call) {
      return safeTry(async function* () {
        const entries: unknown[] = []
        for await (const page of pages(path, call)) {
          entries.push(...(yield* page))
        }
        return ok(entries)
      })
    },
  }
}

interface ForgePage {
  readonly entries: unknown
  readonly next?: string
}

interface FailedRequest {
  readonly error: DiscussionError
  /** Milliseconds until a retry. Absent: do not retry. */
  readonly retryIn: number | 'backoff' | undefined
}

function isAborted({ signal }: CallOptions): boolean {
  return signal?.aborted === true
}

function aborted(): DiscussionError {
  return codedError('aborted', 'The import was aborted.')
}

/** Returns the host's own message on one line, cut to one line's length. */
function messageOf(body: string): string {
  try {
    const json: unknown = JSON.parse(body)
    const { message, error } = json as { readonly message?: unknown; readonly error?: unknown }
    const text = [message, error].find((each) => typeof each === 'string') ?? ''
    return text.replace(/\s+/g, ' ').slice(0, 200)
  } catch {
    // An HTML error page is not a message.
    return ''
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'the connection failed'
  const { code, message } = (cause.cause ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  if (typeof code === 'string') return code
  // `fetch` says only that it failed; its cause says why.
  return typeof message === 'string' && message !== '' ? message : cause.message
}

function withoutQuery(url: string): string {
  return url.replace(/\?.*$/, '')
}

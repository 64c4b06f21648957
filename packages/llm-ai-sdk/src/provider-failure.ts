import { fromThrowable } from '@chronicle/schema'
import { BROKEN_OFF, ENDED_IN_ERROR, TOO_LONG, TOO_SILENT } from './stream-failures.ts'
import { retryAfter } from './retry-after.ts'
import type { Scrub } from './scrub.ts'

/** What went wrong in one attempt, whichever provider says it in whichever form. */
export interface ProviderFailure {
  readonly kind:
    | 'context_too_long'
    | 'no_tools'
    | 'unauthorized'
    | 'forbidden'
    | 'out_of_credit'
    | 'not_found'
    | 'rate_limited'
    | 'overloaded'
    | 'unreachable'
    | 'broken_off'
    | 'silent'
    | 'no_package'
    | 'failed'
  /** Trying again may help. */
  readonly retryable: boolean
  /** Milliseconds that the provider asks to wait first. */
  readonly retryAfter?: number
  readonly status?: number
  /** The provider's own words, scrubbed and short. Empty where there are none. */
  readonly detail: string
  /** Whether the provider may have begun to work on it, and so may charge it. */
  readonly mayBeCharged: boolean
}

/** Understands what an AI SDK provider, `fetch` or the runtime throws, and what providers send as errors in a stream. */
export function readFailure(error: unknown, scrub: Scrub): ProviderFailure {
  const facts = factsOf(error)
  const detail = scrub(facts.message)
  const base = { detail, ...(facts.status !== undefined && { status: facts.status }) }
  const fail = (kind: ProviderFailure['kind'], retryable = false, mayBeCharged = false): ProviderFailure => {
    const wait = retryable ? retryAfter(facts.headers) : undefined
    return { kind, retryable, mayBeCharged, ...base, ...(wait !== undefined && { retryAfter: wait }) }
  }
  if (facts.name === TOO_SILENT) return fail('silent', true, true)
  if (facts.name === TOO_LONG) return fail('failed', false, true)
  // Gemini ends so when it wrote a call that cannot be read; the next attempt is written anew.
  if (facts.name === ENDED_IN_ERROR) return fail('overloaded', true, true)
  // A prompt that is too long is said in words only, with any status.
  if (CONTEXT_TOO_LONG.test(`${facts.type} ${facts.message} ${facts.body}`)) return fail('context_too_long')
  if (NO_TOOLS.test(`${facts.message} ${facts.body}`)) return fail('no_tools')
  if (facts.name === BROKEN_OFF || NO_FINISH.test(facts.message)) return fail('broken_off', true, true)
  if (NOT_THE_FORMAT.test(facts.message)) return fail('failed', false, true)
  if (NO_CREDIT.test(`${facts.type} ${facts.body}`)) return fail('out_of_credit')
  const { status } = facts
  switch (status) {
    case undefined:
      break
    case 401:
      return fail('unauthorized')
    case 402:
      return fail('out_of_credit')
    case 403:
      return fail('forbidden')
    case 404:
      return fail('not_found')
    case 408:
    case 409:
      return fail('overloaded', true)
    case 413:
      return fail('context_too_long')
    case 429:
      return fail('rate_limited', true)
    default:
      if (status >= 500) return fail('overloaded', true)
      if (status >= 300) return fail('failed')
  }
  if (MISSING_PACKAGE.test(facts.codes)) return fail('no_package')
  // Nobody was reached, so nobody charges.
  if (NOBODY_THERE.test(facts.codes)) return fail('unreachable')
  if (NO_CONNECTION.test(facts.codes)) return fail('unreachable', true)
  if (LOST_CONNECTION.test(`${facts.codes} ${facts.message}`)) return fail('broken_off', true, true)
  if (facts.retryable) return fail('unreachable', true, true)
  return fail('failed', false, true)
}

const CONTEXT_TOO_LONG =
  /context_length_exceeded|exceed_context_size|request_too_large|prompt is too long|input is too long|(?:input|prompt) length and .?max_tokens|exceeds? (?:the |its )?(?:maximum |available |model'?s? )*context|maximum context length|input token count.{0,40}exceeds|exceeds the maximum number of tokens/i
/** How servers say that a model cannot call tools: Ollama, OpenRouter, vLLM, llama.cpp, OpenAI, Gemini. */
const NO_TOOLS =
  /does not support (?:tools|tool use|tool calling|function calling|functions)|no endpoints found that support tool use|tool choice requires|(?:tools?|functions?|function calling|tool use|tool calling)\W{0,3} (?:param(?:eter)?s? )?(?:is|are) not (?:supported|enabled)|unsupported param(?:eter)?s?:? \W?(?:tools|functions)|tools param requires/i
const NO_CREDIT = /insufficient_quota|credit balance is too low/i
const NO_FINISH = /ended without a finish reason/i
/** How the AI SDK says that what came is not what the API sends, whatever status it gives to that. */
const NOT_THE_FORMAT = /^(?:JSON parsing|Type validation) failed/
const MISSING_PACKAGE = /MODULE_NOT_FOUND/
/** Nobody listens there, there is no such place, or it is not who it should be: that does not pass in a minute. */
const NOBODY_THERE = /ECONNREFUSED|ENOTFOUND|CERT|SELF_SIGNED|ERR_TLS|EPROTO/
const NO_CONNECTION = /EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT/
const LOST_CONNECTION =
  /ECONNRESET|EPIPE|ETIMEDOUT|UND_ERR|\bterminated\b|socket hang up|fetch failed|network error|failed to fetch/i

/** What providers call the failures that they report without a status. */
const STATUS_OF_TYPE: Readonly<Record<string, number>> = {
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  invalid_request_error: 400,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  api_error: 500,
  server_error: 500,
  internal_server_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
}

interface FailureFacts {
  readonly name: string
  readonly message: string
  readonly type: string
  readonly status?: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
  /** Of the system's and the runtime's errors underneath, joined. */
  readonly codes: string
  readonly retryable: boolean
}

function factsOf(error: unknown): FailureFacts {
  if (typeof error !== 'object' || error === null) {
    const message = String(error)
    return { name: '', message, type: '', headers: {}, body: '', codes: '', retryable: false }
  }
  const thrown = error as Readonly<Record<string, unknown>>
  const data = innerError(thrown['data'])
  const type = [thrown['type'], thrown['code'], data['type'], data['code'], data['status']]
    .filter((value) => typeof value === 'string')
    .join(' ')
  const numbers = [thrown['statusCode'], thrown['status'], thrown['code']].find(isErrorStatus)
  const status =
    numbers ??
    type
      .split(' ')
      .map((word) => STATUS_OF_TYPE[word])
      .find(isErrorStatus)
  const body = textOf(thrown['responseBody'])
  return {
    name: textOf(thrown['name']),
    // Where the SDK cannot read what the server says, its message is the name of the status.
    message: (thrown['data'] === undefined ? wordsOf(body) : undefined) ?? textOf(thrown['message']),
    type,
    ...(status !== undefined && { status }),
    headers: textsOf(thrown['responseHeaders']),
    // Some servers repeat the request further on.
    body: body.slice(0, 1000),
    codes: codesOf(thrown).join(' '),
    retryable: thrown['isRetryable'] === true,
  }
}

/** What a server says in a body of its own kind: `{ message }`, `{ error }` or `{ detail }`. */
function wordsOf(body: string): string | undefined {
  const parsed = fromThrowable(() => JSON.parse(body) as unknown)().unwrapOr(undefined)
  if (typeof parsed !== 'object' || parsed === null) return undefined
  const { message, error, detail } = parsed as Readonly<Record<string, unknown>>
  return [message, error, detail].find((words) => typeof words === 'string')
}

/** Providers wrap what they say: `{ error: { type, message } }`. */
function innerError(data: unknown): Readonly<Record<string, unknown>> {
  if (typeof data !== 'object' || data === null) return {}
  const { error } = data as { readonly error?: unknown }
  return (typeof error === 'object' && error !== null ? error : data) as Readonly<Record<string, unknown>>
}

/** The codes of an error and of what caused it, outermost first. Causes may go in circles. */
function codesOf(error: unknown, depth = 0): readonly string[] {
  if (typeof error !== 'object' || error === null || depth > 8) return []
  const { code, cause, errors } = error as {
    readonly code?: unknown
    readonly cause?: unknown
    readonly errors?: unknown
  }
  const inner = Array.isArray(errors) ? errors.slice(0, 4).flatMap((one) => codesOf(one, depth + 1)) : []
  return [...(typeof code === 'string' ? [code] : []), ...inner, ...codesOf(cause, depth + 1)]
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isErrorStatus(value: unknown): value is number {
  return typeof value === 'number' && value >= 300 && value < 600
}

import { fromThrowable } from '@chronicle/schema'
import { BROKEN_OFF, ENDED_IN_ERROR, TOO_LONG, TOO_SILENT } from './stream-failures.ts'
import { retryAfter } from './retry-after.ts'
import type { Scrub } from './scrub.ts'

/** The failure of one attempt, independent of the provider and its format. */
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
  /** Whether a retry may help. */
  readonly retryable: boolean
  /** Wait that the provider asks for, in milliseconds. */
  readonly retryAfter?: number
  readonly status?: number
  /** The provider's own message, scrubbed and shortened. Empty if there is none. */
  readonly detail: string
  /** Whether the provider may have started the work, and so may charge for it. */
  readonly mayBeCharged: boolean
}

/** Converts errors thrown by an AI SDK provider, `fetch` or the runtime, and errors that providers send in a stream. */
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
  // Gemini ends like this when it wrote a call that cannot be parsed. The next attempt generates it anew.
  if (facts.name === ENDED_IN_ERROR) return fail('overloaded', true, true)
  // Only the text says that a prompt is too long, with any status.
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
  // The provider was not reached, so it does not charge.
  if (UNREACHABLE.test(facts.codes)) return fail('unreachable')
  if (NO_CONNECTION.test(facts.codes)) return fail('unreachable', true)
  if (LOST_CONNECTION.test(`${facts.codes} ${facts.message}`)) return fail('broken_off', true, true)
  if (facts.retryable) return fail('unreachable', true, true)
  return fail('failed', false, true)
}

const CONTEXT_TOO_LONG =
  /context_length_exceeded|exceed_context_size|request_too_large|prompt is too long|input is too long|(?:input|prompt) length and .?max_tokens|exceeds? (?:the |its )?(?:maximum |available |model'?s? )*context|maximum context length|input token count.{0,40}exceeds|exceeds the maximum number of tokens/i
/** Messages for a model that cannot call tools, from Ollama, OpenRouter, vLLM, llama.cpp, OpenAI and Gemini. */
const NO_TOOLS =
  /does not support (?:tools|tool use|tool calling|function calling|functions)|no endpoints found that support tool use|tool choice requires|(?:tools?|functions?|function calling|tool use|tool calling)\W{0,3} (?:param(?:eter)?s? )?(?:is|are) not (?:supported|enabled)|unsupported param(?:eter)?s?:? \W?(?:tools|functions)|tools param requires/i
const NO_CREDIT = /insufficient_quota|credit balance is too low/i
const NO_FINISH = /ended without a finish reason/i
/** The AI SDK's message for a response that does not match the API's format, whatever status it reports. */
const NOT_THE_FORMAT = /^(?:JSON parsing|Type validation) failed/
const MISSING_PACKAGE = /MODULE_NOT_FOUND/
/**
 * Nothing listens there, the host does not exist, or its certificate is wrong: that will not change within a minute.
 */
const UNREACHABLE = /ECONNREFUSED|ENOTFOUND|CERT|SELF_SIGNED|ERR_TLS|EPROTO/
const NO_CONNECTION = /EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT/
const LOST_CONNECTION =
  /ECONNRESET|EPIPE|ETIMEDOUT|UND_ERR|\bterminated\b|socket hang up|fetch failed|network error|failed to fetch/i

/** Status codes for the error types that providers report without a status. */
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
  /** Codes of the underlying system and runtime errors, joined. */
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
    // If the SDK cannot parse the server's error, its own message is only the name of the status.
    message: (thrown['data'] === undefined ? wordsOf(body) : undefined) ?? textOf(thrown['message']),
    type,
    ...(status !== undefined && { status }),
    headers: textsOf(thrown['responseHeaders']),
    // Some servers repeat the request later in the body.
    body: body.slice(0, 1000),
    codes: codesOf(thrown).join(' '),
    retryable: thrown['isRetryable'] === true,
  }
}

/** Returns the message from a non-standard error body: `{ message }`, `{ error }` or `{ detail }`. */
function wordsOf(body: string): string | undefined {
  const parsed = fromThrowable(() => JSON.parse(body) as unknown)().unwrapOr(undefined)
  if (typeof parsed !== 'object' || parsed === null) return undefined
  const { message, error, detail } = parsed as Readonly<Record<string, unknown>>
  return [message, error, detail].find((words) => typeof words === 'string')
}

/** Unwraps a provider's error: `{ error: { type, message } }`. */
function innerError(data: unknown): Readonly<Record<string, unknown>> {
  if (typeof data !== 'object' || data === null) return {}
  const { error } = data as { readonly error?: unknown }
  return (typeof error === 'object' && error !== null ? error : data) as Readonly<Record<string, unknown>>
}

/** Returns the codes of an error and its causes, outermost first. Causes may form a cycle. */
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
